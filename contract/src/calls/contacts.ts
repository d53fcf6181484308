/** Saved phone numbers. */
import { Type, type Static } from 'typebox';
import { call } from '../call.ts';
import { Msg, Text, Timestamp } from '../wire.ts';

export const Contact = Type.Object({
  _id: Type.String(),
  contactName: Type.String(),
  contactNumber: Type.String(),
  contactNetwork: Type.String(),
  createdAt: Timestamp,
  lastUsedAt: Type.String({
    description:
      'When it was last bought for, saved or changed; 30 days later it leaves the list. ISO 8601, UTC',
  }),
});
export type Contact = Static<typeof Contact>;

export const listContacts = call('listContacts', {
  access: 'user',
  summary: 'Your saved numbers, the most recently used first',
  replies: { 200: Type.Object({ contacts: Type.Array(Contact) }) },
});

const edited = { contactName: Text(200), contactNumber: Text(30), contactNetwork: Text(20) };
const idOfContact = Type.Object({ id: Type.String({ maxLength: 40 }) });

export const addContact = call('addContact', {
  access: 'user',
  summary: 'Save a number; a number that is saved already gets the new name and network',
  description: 'A removed number comes back under its id. Numbers not used for 30 days are removed.',
  body: Type.Object(edited),
  replies: { 200: Type.Object({ msg: Msg, contact: Contact }) },
  refusals: ['contact_limit'],
  requiredMsg: 'All fields are required',
});

export const updateContact = call('updateContact', {
  access: 'user',
  summary: 'Change a saved number',
  params: idOfContact,
  body: Type.Object(edited),
  replies: { 200: Type.Object({ msg: Msg, contact: Contact }) },
  refusals: ['not_found'],
  requiredMsg: 'All fields are required',
});

export const removeContact = call('removeContact', {
  access: 'user',
  summary: 'Take a number off your list; saving it again brings it back',
  params: idOfContact,
  replies: { 200: Type.Object({ msg: Msg }) },
  refusals: ['not_found'],
});
