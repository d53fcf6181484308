/** Bank accounts that are reserved for one user: whoever pays into one fills that user's wallet. */
import { Type } from 'typebox';
import { AccountNumber } from './accounts.ts';
import { call } from '../call.ts';
import { Msg, Reason, Text } from '../wire.ts';

const opened = Type.Object({ msg: Msg, accountNumbers: Type.Array(AccountNumber) });
const refusals = ['identity_required', 'bank_unavailable', 'idempotency_in_progress'] as const;

export const generateAccount = call('generateAccount', {
  access: 'session',
  summary: 'Open a bank account that fills your wallet',
  description:
    'One for each bank; the only bank is `palmpay`. Needs a verified identity. Asking again gives the account that is there. {FUNDING_FEE_BASIS_POINTS} of what is ' +
    'paid into it is charged.',
  body: Type.Object({ bankName: Text(60) }),
  replies: { 200: opened },
  refusals,
  requiredMsg: 'Choose a bank',
});

export const generateAccountByGet = call('generateAccountByGet', {
  access: 'session',
  summary: 'The same at `palmpay`, for old clients',
  query: Type.Object({ bankName: Type.Optional(Text(60)) }),
  replies: { 200: opened },
  refusals,
  changesByGet: { instead: 'generateAccount' },
});

export const closeReservedAccount = call('closeReservedAccount', {
  access: 'admin',
  summary: 'Close one reserved account, or all of a bank',
  description:
    'For when the bank has closed it: the account is shown as closed, and what is still paid into it waits in suspense. Name either ' +
    '`accountNumber` or `bankName`.',
  body: Type.Object({
    accountNumber: Type.Optional(Text(20)),
    bankName: Type.Optional(Text(60)),
    reason: Reason('Why'),
  }),
  replies: { 200: Type.Object({ msg: Msg, closed: Type.Integer() }) },
  refusals: ['not_found'],
  requiredMsg: 'Say why',
});
