/** Who a user is, by NIN or BVN. */
import { Type, type Static } from 'typebox';
import { call } from '../../call.ts';
import { User } from '../accounts.ts';
import { Msg, Nullable, Text, Timestamp } from '../../wire.ts';

export const updateKyc = call('updateKyc', {
  access: 'session',
  summary: 'Begin to verify your identity by NIN or BVN',
  description:
    'Send one of the two: 11 digits. Sending it is the consent to have it checked. A number alone proves nothing: nothing of the register is shown before ' +
    '`POST /auth/identity`, which takes the code that went to the phone number of the register, or name and date of birth. The number is not kept: its ' +
    'last digits are, and a hash by which nobody else can use it. At most {IDENTITY_CHECKS_PER_HOUR} checks an hour. Sending the same number again within ' +
    'an hour sends another code.',
  body: Type.Object({ nin: Type.Optional(Text(20)), bvn: Type.Optional(Text(20)) }),
  replies: { 200: Type.Object({ msg: Msg, user: User }) },
  refusals: [
    'identity_not_found',
    'identity_verified',
    'identity_unavailable',
    'sms_unavailable',
    'too_many_requests',
  ],
});

const IdentityCheck = Type.Object({
  kind: Type.String({ description: 'nin, bvn' }),
  by: Type.String({ description: 'code: to the phone of the register; details: name and date of birth' }),
  until: Timestamp,
});
export type IdentityCheck = Static<typeof IdentityCheck>;

export const getIdentityCheck = call('getIdentityCheck', {
  access: 'session',
  summary: 'What is still to be proved of the number that you sent last; null when nothing is',
  replies: { 200: Type.Object({ check: Nullable(IdentityCheck) }) },
});

const detail = (words: string) => Type.Optional(Type.String({ maxLength: 100, description: words }));

export const confirmIdentity = call('confirmIdentity', {
  access: 'session',
  summary: 'Prove that the number that you sent is yours',
  description:
    '`code` where a code was sent, with five tries; else `firstName`, `lastName` and `dateOfBirth` (YYYY-MM-DD) as they were registered, with three. Which ' +
    'of these is wrong is not said.',
  body: Type.Object({
    code: Type.Optional(Text(20)),
    firstName: detail('As it was registered'),
    lastName: detail('As it was registered'),
    dateOfBirth: detail('YYYY-MM-DD'),
  }),
  replies: { 200: Type.Object({ msg: Msg, user: User }) },
  refusals: [
    'wrong_code',
    'code_over',
    'identity_mismatch',
    'identity_check_over',
    'identity_taken',
    'identity_verified',
    'too_many_requests',
  ],
});
