/** Buying. The price is the server's; `expectedAmount` says what the buyer saw. */
import { Type } from 'typebox';
import { call } from '../call.ts';
import { meterCompanies } from '../constants.ts';
import { Passkey } from '../passkey.ts';
import { ReceiptReply, ReceiptCheckReply } from './transactions.ts';
import { clientFields, IntegerLike, NairaInput, Nullable, Pin, Reason, RequestId, Text } from '../wire.ts';

const purchaseOptions = {
  expectedAmount: Type.Optional(NairaInput),
  force: Type.Optional(
    Type.Boolean({
      description: 'Buy again although the same was bought within {PURCHASE_DUPLICATE_WINDOW_SECONDS} s',
    }),
  ),
  request_id: RequestId,
  ...clientFields,
  pin: Pin,
  passkey: Passkey,
};

const purchaseRefusals = [
  'insufficient_balance',
  'account_restricted',
  'wallet_frozen',
  'over_spending_limit',
  'money_held',
  'new_device_cap',
  'unproved_cap',
  'token_daily_limit',
  'price_changed',
  'possible_duplicate',
  'service_locked',
  'supplier_refused',
  'idempotency_in_progress',
  'idempotency_key_reused',
  'outcome_unknown',
] as const;

const purchaseDescription =
  '200: delivered. 202: accepted and paid, the outcome is not known yet; follow it by GET /transaction/{id}, the event stream or the list. ' +
  '422 supplier_refused: not delivered, the money is back; the body carries the receipt. ' +
  '409 price_changed carries `expectedAmount`, 409 possible_duplicate carries the first `receipt`.';

export const buyData = call('buyData', {
  access: 'user',
  summary: 'Buy a data plan',
  description: `Networks: by name, or by code: MTN 1, GLO 2, AIRTEL 3, 9MOBILE 6. ${purchaseDescription}`,
  body: Type.Object({
    network: IntegerLike,
    mobile_number: Text(30),
    plan: IntegerLike,
    ...purchaseOptions,
  }),
  replies: { 200: ReceiptCheckReply, 202: ReceiptCheckReply },
  refusals: [...purchaseRefusals, 'plan_unavailable'],
  keyed: true,
  money: true,
  pin: true,
  requiredMsg: 'Please provide all values',
});

export const refund = call('refund', {
  access: 'staff',
  reads: 'receipt.trans_UserName',
  summary: 'Give a delivered purchase back to its buyer',
  description:
    'Data, airtime and electricity that are `success`, once. What is pending is decided by the supplier and never refunded by age; credits ' +
    'are never refunded. Agents may do this where the installation lets them. Nobody refunds what they bought themselves (`forbidden`). What waits for a second admin needs the `reason`.',
  params: Type.Object({
    id: Type.String({ maxLength: 40, description: '`_id` or `reference` of the purchase' }),
  }),
  body: Type.Object({
    reason: Type.Optional(Reason('Why', 'in live mode')),
    request_id: RequestId,
  }),
  replies: { 200: ReceiptReply },
  mayBeHeld: true,
  refusals: [
    'not_found',
    'not_refundable',
    'purchase_pending',
    'already_refunded',
    'staff_daily_limit',
    'idempotency_in_progress',
    'idempotency_key_reused',
  ],
  keyed: true,
  money: 'others',
});

export const recoverRefund = call('recoverRefund', {
  access: 'admin',
  reads: 'receipt.trans_UserName',
  summary: 'Say that the supplier gave back the cost of a purchase that staff refunded',
  description:
    'A refund by staff is a loss of the house until then: its `profit` is minus the cost. Most suppliers tell it themselves and are asked about it for a day; ' +
    'this is for those whose statement or letter says so. Once for each purchase.',
  params: Type.Object({
    id: Type.String({ maxLength: 40, description: '`_id` or `reference` of the purchase' }),
  }),
  body: Type.Object({
    reason: Reason('Who said so'),
    request_id: RequestId,
  }),
  replies: { 200: ReceiptReply },
  refusals: ['not_found', 'not_waiting', 'idempotency_in_progress', 'idempotency_key_reused'],
  keyed: true,
  money: 'others',
  requiredFieldMsg: { reason: 'Say how you know' },
});

const meter = {
  meterId: IntegerLike,
  meterNumber: Text(30),
  meterType: Text(20),
};

const companies = meterCompanies.map(({ name, id }) => `${name} ${id}`).join(', ');

export const validateMeter = call('validateMeter', {
  access: 'user',
  summary: 'Whose meter it is',
  description:
    `Companies (\`meterId\`): ${companies}. \`meterType\` is prepaid or postpaid. A meter that the company does not know is refused with meter_invalid; ` +
    'that body carries `name` too, with what the company says. At most {METER_CHECKS_PER_HOUR} an hour by sessions and {METER_CHECKS_PER_HOUR_BY_API_TOKEN} by API tokens, which the fields `RateLimit` and `RateLimit-Policy` say; an answer is kept for 10 minutes.',
  body: Type.Object(meter),
  replies: {
    200: Type.Object({
      name: Type.String(),
      address: Nullable(Type.String()),
      minimumAmount: Type.Number({ description: 'Naira; the least that can be bought for this meter' }),
    }),
  },
  refusals: ['meter_invalid', 'service_locked', 'too_many_requests'],
  requiredMsg: 'All fields are required',
});

export const buyElectricity = call('buyElectricity', {
  access: 'user',
  summary: 'Buy electricity',
  description:
    `Companies (\`meterId\`): ${companies}. Whole naira from {ELECTRICITY_MINIMUM_NAIRA} to {ELECTRICITY_MAXIMUM_NAIRA}, and at least the minimum of the meter; the charge is the amount plus {ELECTRICITY_FEE_NAIRA}. ` +
    'The meter is validated first if you have not done so in the last 15 minutes. A prepaid sale is finished when its token is there: `token` is the ' +
    'first one, `tokens` has all of them in the order in which they are entered (a meter that awaits its key change needs two more). ' +
    `\`phone\` receives the company's own message; it is your own number unless given. ${purchaseDescription}`,
  body: Type.Object({
    ...meter,
    amount: NairaInput,
    phone: Type.Optional(Text(30)),
    ...purchaseOptions,
  }),
  replies: { 200: ReceiptCheckReply, 202: ReceiptCheckReply },
  refusals: [...purchaseRefusals, 'meter_invalid', 'too_many_requests'],
  keyed: true,
  money: true,
  pin: true,
  requiredMsg: 'All fields are required',
});

export const buyAirtime = call('buyAirtime', {
  access: 'user',
  summary: 'Buy airtime',
  description: `Networks: by name, or by code: MTN 1, GLO 2, AIRTEL 3, 9MOBILE 4. Whole naira from {AIRTIME_MINIMUM_NAIRA} to {AIRTIME_MAXIMUM_NAIRA}. ${purchaseDescription}`,
  body: Type.Object({
    network: IntegerLike,
    mobile_number: Text(30),
    amount: NairaInput,
    ...purchaseOptions,
  }),
  replies: { 200: ReceiptCheckReply, 202: ReceiptCheckReply },
  refusals: purchaseRefusals,
  keyed: true,
  money: true,
  pin: true,
  requiredMsg: 'All fields are required',
});
