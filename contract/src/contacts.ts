/** Saved phone numbers. */
import { Type, type Static } from 'typebox';
import { call } from './call.ts';
import { Msg, Text, Timestamp } from './wire.ts';

export const Contact = Type.Object({
  _id: Type.String(),
  contactName: Type.String(),
  contactNumber: Type.String(),
  contactNetwork: Type.String(),
  createdAt: Timestamp,
});
export type Contact = Static<typeof Contact>;

export const listContacts = call('listContacts', {
  access: 'user',
  summary: 'Your saved numbers, the most recently used first',
  replies: { 200: Type.Object({ contacts: Type.Array(Contact) }) },
});

export const addContact = call('addContact', {
  access: 'user',
  summary: 'Save a number; a number that is saved already gets the new name and network',
  body: Type.Object({ contactName: Text(200), contactNumber: Text(30), contactNetwork: Text(20) }),
  replies: { 200: Type.Object({ msg: Msg, contact: Contact }) },
  refusals: ['contact_limit'],
  requiredMsg: 'All fields are required',
});
