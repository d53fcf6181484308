/** The one search of staff: over transactions and users, by whatever a customer or a supplier said. */
import { Type, type Static } from 'typebox';
import { call } from '../../call.ts';
import { NairaAmount, Nullable, Text, Timestamp } from '../../wire.ts';

const FoundTransaction = Type.Object({
  _id: Type.String(),
  reference: Type.String(),
  description: Type.String(),
  trans_Status: Type.String(),
  trans_amount: NairaAmount,
  recipient: Nullable(Type.String()),
  createdAt: Timestamp,
});

const FoundUser = Type.Object({
  userName: Type.String(),
  fullName: Type.String(),
  email: Type.String(),
  phoneNumber: Type.String(),
  standing: Type.String({ description: 'active, restricted, suspended, closed' }),
  balance: NairaAmount,
});

const FoundGroup = Type.Object({
  by: Type.String({
    description:
      'By what these were found: reference, number (phone or meter), user, ofUser (the newest of that one user), supplierId, clientReference, amount',
  }),
  found: Type.Array(
    Type.Object({
      userName: Type.String({ description: 'Whose it is, or who it is' }),
      transaction: Nullable(FoundTransaction),
      user: Nullable(FoundUser),
    }),
  ),
  hasMore: Type.Boolean({ description: 'More than these were found' }),
});
export type FoundGroup = Static<typeof FoundGroup>;

export const findAnything = call('findAnything', {
  access: 'staff',
  reads: 'groups.found.userName',
  summary: 'Transactions and users by whatever is known of them',
  description:
    'Changes nothing; a POST, so that names and numbers stand in no address. One text, as it was pasted: a reference; a phone or meter number, also its first 6 digits or more; a user name, e-mail address, phone number or name, ' +
    "by how it begins; the supplier's, gateway's or bank's own id; the client's own reference; an amount. Spaces, +234 and invisible marks do not " +
    'matter. The groups come with the surest first, each with at most 5, transactions the newest first and users by name; a group of which nothing was found is left out.',
  changesNothing: true,
  body: Type.Object({ text: Text(200) }),
  replies: { 200: Type.Object({ groups: Type.Array(FoundGroup) }) },
});
