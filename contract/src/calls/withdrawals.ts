/** Money from the wallet to a bank account. */
import { Type, type Static } from 'typebox';
import { call } from '../call.ts';
import { strongestFactor, strongestFactorRefusals } from '../strongest-factor.ts';
import { Passkey } from '../passkey.ts';
import { ReceiptReply, ReceiptCheckReply } from './transactions.ts';
import { NewReceiver } from './transfers.ts';
import {
  clientFields,
  Msg,
  NairaAmount,
  NairaInput,
  Nullable,
  Pin,
  RequestId,
  SendAgain,
  Text,
} from '../wire.ts';

export const Beneficiary = Type.Object({
  _id: Type.String(),
  accountName: Type.String({ description: 'As the bank says it' }),
  accountNumber: Type.String(),
  bankName: Type.String(),
  bankCode: Type.String(),
  newReceiver: Nullable(NewReceiver),
});
export type Beneficiary = Static<typeof Beneficiary>;

const account = {
  bankName: Type.String({
    maxLength: 60,
    description: 'As in the list of banks; its code is understood too',
  }),
  accountNumber: Type.String({ maxLength: 30, description: '10 digits' }),
};
/** What clients send beside it. The names of the enquiry count, never these. */
const repeated = {
  bankCode: Type.Optional(Text(60)),
  bankAccountName: Type.Optional(Text(200)),
  accountName: Type.Optional(Text(200)),
};
const BeneficiaryList = Type.Array(Beneficiary);

export const listBankCodes = call('listBankCodes', {
  access: 'user',
  summary: 'The banks that withdrawals go to, and what a withdrawal costs',
  replies: {
    200: Type.Object({
      bankCodes: Type.Array(Type.Object({ bankName: Type.String(), bankCode: Type.String() })),
      fee: Type.Number({ description: 'Naira; comes out of the amount' }),
      minimumAmount: NairaAmount,
      maximumAmount: NairaAmount,
    }),
  },
});

export const validateBankAccount = call('validateBankAccount', {
  access: 'user',
  summary: 'Ask the bank who holds an account',
  description:
    'At most 20 an hour. The answer is kept: withdrawals of the next 24 hours and beneficiaries use it.',
  body: Type.Object(account),
  replies: {
    200: Type.Object({
      name: Type.String({ description: "The holder's name" }),
      code: Type.String({ description: "The bank's code" }),
      msg: Msg,
      newReceiver: Nullable(NewReceiver),
    }),
  },
  refusals: ['too_many_requests', 'bank_unavailable'],
  requiredMsg: 'Enter account number',
  requiredFieldMsg: { bankName: 'Choose a bank' },
});

export const listBeneficiaries = call('listBeneficiaries', {
  access: 'user',
  summary: 'Your saved bank accounts',
  replies: { 200: Type.Object({ beneficiaryList: BeneficiaryList }) },
});

export const addBeneficiary = call('addBeneficiary', {
  access: 'session',
  summary: 'Save a bank account that was validated, 20 at most',
  description:
    'The name is the one that the bank gave, whatever is sent. Takes a `code` with two-step login on, else the `pin` where you have one, else your ' +
    '`password` where the installation asks for it, as live ones do; you are told by mail.',
  body: Type.Object({
    ...account,
    ...repeated,
    amount: Type.Optional(Type.Unknown()),
    password: Type.Optional(Text(1_000)),
    ...strongestFactor,
  }),
  replies: { 200: Type.Object({ msg: Msg, beneficiaryList: BeneficiaryList }) },
  refusals: ['account_not_validated', 'beneficiary_limit', 'wrong_password', ...strongestFactorRefusals],
  requiredMsg: 'Enter account number',
  requiredFieldMsg: { bankName: 'Choose a bank' },
});

export const removeBeneficiary = call('removeBeneficiary', {
  access: 'session',
  summary: 'Forget a saved bank account',
  description: 'Takes a `code` with two-step login on, else the `pin` where you have one.',
  params: Type.Object({ id: Text(40) }),
  body: Type.Object(strongestFactor),
  replies: { 200: Type.Object({ msg: Msg, beneficiaryList: BeneficiaryList }) },
  refusals: ['not_found', ...strongestFactorRefusals],
});

export const withdraw = call('withdraw', {
  access: 'user',
  summary: 'Send money to a bank account that was validated or saved',
  description:
    'The fee of {WITHDRAWAL_FEE_NAIRA} naira comes out of the amount. 202: the bank has not confirmed yet, and the money is held until it ' +
    'does. 422 `supplier_refused`: the bank refused, and the money is back in the wallet.',
  body: Type.Object({
    ...account,
    ...repeated,
    amount: NairaInput,
    force: SendAgain,
    request_id: RequestId,
    ...clientFields,
    pin: Pin,
    passkey: Passkey,
  }),
  replies: { 200: ReceiptCheckReply, 202: ReceiptCheckReply },
  refusals: [
    'insufficient_balance',
    'account_restricted',
    'wallet_frozen',
    'over_spending_limit',
    'money_held',
    'token_daily_limit',
    'account_not_validated',
    'new_device_cap',
    'unproved_cap',
    'new_receiver_cap',
    'possible_duplicate',
    'idempotency_in_progress',
    'idempotency_key_reused',
    'supplier_refused',
    'service_locked',
  ],
  keyed: true,
  money: true,
  pin: true,
  requiredMsg: 'All fields are required',
  requiredFieldMsg: {
    accountNumber: 'Enter account number',
    bankName: 'Choose a bank',
    amount: 'enter a valid amount',
  },
});

export const reQueryWithdrawal = call('reQueryWithdrawal', {
  access: 'staff',
  reads: 'receipt.trans_UserName',
  summary: 'Ask the gateway, bank or supplier again about a transaction, pending or ended',
  description:
    'What was delivered or paid may have been taken back, and what was refused may have been delivered: those are asked about too, and booked ' +
    'accordingly. `msg` says who was asked, if anybody was, and what came of it.',
  body: Type.Object({
    transactionId: Type.Union([Type.String({ maxLength: 100 }), Type.Integer({ minimum: 1 })], {
      description: '`_id`, `reference` or `apiResponseId` of a transaction',
    }),
  }),
  replies: { 200: ReceiptReply },
  refusals: ['not_found'],
});
