/** Putting money into the wallet. */
import { Type } from 'typebox';
import { call } from '../call.ts';
import { Receipt } from './transactions.ts';
import { clientFields, Msg, NairaAmount, NairaInput, RequestId, Text } from '../wire.ts';

export const initiateSquadFunding = call('initiateSquadFunding', {
  access: 'user',
  summary: 'Open a card payment; pay at the link',
  description:
    '{FUNDING_MINIMUM_NAIRA} to {FUNDING_MAXIMUM_NAIRA} naira; {FUNDING_FEE_BASIS_POINTS} of what is paid is charged. The e-mail of the account is used, whatever is sent.',
  body: Type.Object({
    amount: NairaInput,
    email: Type.Optional(Text(254)),
    request_id: RequestId,
    ...clientFields,
  }),
  replies: {
    201: Type.Object({ link: Type.String(), msg: Msg, reference: Type.String() }),
  },
  refusals: ['gateway_unavailable', 'idempotency_in_progress', 'idempotency_key_reused'],
  keyed: true,
  money: true,
  pin: false,
  bringsMoney: true,
  requiredMsg: 'enter a valid amount',
});

export const testTopUp = call('testTopUp', {
  access: 'user',
  summary: 'Play money for your own wallet (sandbox only)',
  description: 'At most {TEST_TOP_UP_MAXIMUM_NAIRA} naira a call. In live mode this address does not exist.',
  body: Type.Object({ amount: NairaInput, request_id: RequestId }),
  replies: { 200: Type.Object({ msg: Msg, amount: NairaAmount, receipt: Receipt }) },
  refusals: ['idempotency_in_progress', 'idempotency_key_reused'],
  keyed: true,
  money: true,
  pin: false,
  bringsMoney: true,
  requiredMsg: 'enter a valid amount',
  sandboxOnly: true,
});
