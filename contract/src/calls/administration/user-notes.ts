/** What staff write about a user for each other. */
import { Type, type Static } from 'typebox';
import { call } from '../../call.ts';
import { limits } from '../../constants.ts';
import { Before, Msg, Next, OfUser, Timestamp } from '../../wire.ts';

export const UserNote = Type.Object({
  _id: Type.String(),
  userName: Type.String({ description: 'Whom it is about' }),
  author: Type.String({ description: 'User name: who wrote it' }),
  note: Type.String(),
  createdAt: Timestamp,
});
export type UserNote = Static<typeof UserNote>;

export const addUserNote = call('addUserNote', {
  access: 'staff',
  reads: 'note.userName',
  summary: 'Write a note about a user for the other staff',
  description:
    'The user never sees it. It stands in the staff record, where nothing is changed or removed: a note that is wrong is followed by another one. ' +
    'Nobody writes notes about themselves.',
  params: OfUser,
  body: Type.Object({ note: Type.String({ maxLength: limits.userNoteMaximum }) }),
  replies: { 200: Type.Object({ msg: Msg, note: UserNote }) },
  refusals: ['not_found'],
  requiredFieldMsg: { note: 'Write the note' },
});

export const listUserNotes = call('listUserNotes', {
  access: 'staff',
  reads: 'notes.userName',
  summary: 'What staff wrote about a user, newest first, 50 a page',
  description: 'Nobody reads what was written about themselves.',
  params: OfUser,
  query: Type.Object({ before: Before }),
  replies: { 200: Type.Object({ notes: Type.Array(UserNote), next: Next }) },
  refusals: ['not_found'],
});
