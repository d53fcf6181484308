/** What the specification and its decisions fix, read from tables here and compared with the contract. */
import { describe, expect, it } from 'vitest';
import { api } from './api.ts';
import type { CallShape } from './call.ts';
import * as constants from './constants.ts';
import { messages } from './messages.ts';
import { takesPasskey } from './passkey.ts';
import { paths, type CallName } from './paths.ts';
import { calls } from './testing/specification-calls.ts';
import { entities } from './testing/specification-entities.ts';

interface ObjectSchema {
  properties: Record<string, unknown>;
  required?: string[];
}

const isObjectSchema = (schema: unknown): schema is ObjectSchema =>
  typeof schema === 'object' && schema !== null && 'properties' in schema;

const fieldsOf = (schema: unknown): string[] => {
  if (!isObjectSchema(schema)) return [];
  const { properties, required = [] } = schema;
  return Object.keys(properties).map((field) => (required.includes(field) ? field : `${field}?`));
};
const namesOf = (schema: unknown): string[] => fieldsOf(schema).map((field) => field.replace('?', ''));
const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

const shapeOf = (name: CallName): CallShape => api[name];

/** Calls that ask for the PIN themselves: no money leaves by them, but what guards it changes. */
const askingByHand = [
  'changePassword',
  'createApiToken',
  'revealApiToken',
  'revealCoupon',
  'rotateApiToken',
  'limitApiToken',
  'updateWebhook',
  'changeEmail',
  'changePhone',
  'setPin',
  'addBeneficiary',
  'removeBeneficiary',
  'setSpendingLimit',
  'removeSpendingLimit',
  'unfreezeWallet',
  'beginPasskey',
  'beginTotp',
];

describe('calls', () => {
  it('are exactly those of the table', () => {
    expect(Object.keys(paths).toSorted()).toEqual(calls.map(([call]) => call).toSorted());
  });

  it.each(calls)('%s is %s, for %s', (call, address, access, _fields, _reply, statuses) => {
    expect(paths[call]).toBe(address);
    expect(shapeOf(call).access).toBe(access);
    expect(Object.keys(shapeOf(call).replies).map(Number)).toEqual(statuses);
  });

  it.each(calls)('%s takes the named fields and no other', (call, address, _access, fields) => {
    const { body, query } = shapeOf(call);
    const [sent, unused] = address.startsWith('GET') ? [query, body] : [body, query];
    expect(fieldsOf(sent).toSorted()).toEqual(words(fields).toSorted());
    // The one call that the specification gives its ids in the address and in the body.
    expect(fieldsOf(unused)).toEqual(call === 'deletePlan' ? words(fields) : []);
  });

  it.each(calls)('%s answers with the named fields', (call, _address, _access, _fields, reply) => {
    for (const schema of Object.values(shapeOf(call).replies)) {
      expect(namesOf(schema).toSorted()).toEqual(words(reply).toSorted());
    }
  });

  it('take an idempotency key where money moves or mail goes out', () => {
    const keyed = Object.entries<CallShape>(api).filter(([, shape]) => shape.keyed === true);
    expect(keyed.map(([name]) => name).toSorted()).toEqual([
      'acceptFloat',
      'buyAirtime',
      'buyData',
      'buyElectricity',
      'confirmStaffRequest',
      'debit',
      'decideSuspense',
      'decideWaiting',
      'generateCoupon',
      'initiateSquadFunding',
      'recoverRefund',
      'redeemCoupon',
      'refund',
      'sendMail',
      'testTopUp',
      'transferFund',
      'upgradeToReseller',
      'voidCoupon',
      'withdraw',
      'withdrawEarning',
    ]);
    expect(keyed.filter(([, { money }]) => money === undefined).map(([name]) => name)).toEqual(['sendMail']);
    for (const [, { body }] of keyed) expect(fieldsOf(body)).toContain('request_id?');
  });

  it('ask for the PIN where money leaves', () => {
    const asking = Object.entries<CallShape>(api).filter(([, { body }]) => namesOf(body).includes('pin'));
    expect(asking.map(([name]) => name).toSorted()).toEqual([
      'addBeneficiary',
      'beginPasskey',
      'beginTotp',
      'buyAirtime',
      'buyData',
      'buyElectricity',
      'changeEmail',
      'changePassword',
      'changePhone',
      'createApiToken',
      'generateCoupon',
      'limitApiToken',
      'removeBeneficiary',
      'removeSpendingLimit',
      'revealApiToken',
      'revealCoupon',
      'rotateApiToken',
      'setPin',
      'setSpendingLimit',
      'transferFund',
      'unfreezeWallet',
      'updateWebhook',
      'upgradeToReseller',
      'withdraw',
    ]);
    const guarded = Object.entries<CallShape>(api).filter(([, { pin }]) => pin === true);
    expect(guarded.map(([name]) => name)).toEqual(
      asking.map(([name]) => name).filter((name) => !askingByHand.includes(name)),
    );
    // A frozen wallet lets nothing out, so whatever it stops is money that leaves.
    const stopped = Object.entries<CallShape>(api).filter(([, { refusals = [] }]) =>
      refusals.includes('wallet_frozen'),
    );
    expect(guarded.map(([name]) => name)).toEqual(stopped.map(([name]) => name));
  });

  it('name the refusals of the PIN by hand only where it is not asked of every caller', () => {
    const byHand = Object.entries<CallShape>(api).filter(([, { refusals = [] }]) =>
      refusals.some((code) => code === 'pin_required' || code === 'wrong_pin'),
    );
    expect(byHand.map(([name]) => name).toSorted()).toEqual([...askingByHand, 'removePin'].toSorted());
  });

  it('that take a passkey say all that it signs in address and body, and nothing in both', () => {
    const signed = Object.values<CallShape>(api).filter(({ body }) => takesPasskey(body));
    expect(signed.length).toBeGreaterThan(20);
    for (const { params, query, body } of signed) {
      expect(query).toBeUndefined();
      expect(namesOf(params).filter((name) => namesOf(body).includes(name))).toEqual([]);
    }
  });

  it('that make money are in the sandbox only', () => {
    const sandboxOnly = Object.entries<CallShape>(api).filter(([, shape]) => shape.sandboxOnly === true);
    expect(sandboxOnly.map(([name]) => name)).toEqual(['testTopUp']);
  });
});

describe('entities', () => {
  it.each(entities)('$entity has the fields of the specification', ({ schema, fields }) => {
    expect(namesOf(schema)).toEqual(expect.arrayContaining(fields.flatMap(words)));
  });

  it('never carry a password or a secret out', () => {
    for (const [name, { replies }] of Object.entries<CallShape>(api)) {
      // The secret that a user's own server checks signatures with is shown once, when it is made.
      const text = JSON.stringify(replies).replaceAll(name === 'updateWebhook' ? 'webhookSecret' : '', '');
      expect(text).not.toMatch(/password|hash|secret|"pin"/i);
    }
  });
});

describe('messages', () => {
  it('stand word for word as specified', () => {
    const { airtimeMinimum, minimumPayment, ...fixed } = messages;
    // With the limits that an installation has by default.
    const shown = { ...fixed, airtimeMinimum: airtimeMinimum(100), minimumPayment: minimumPayment(100) };
    expect(shown).toEqual({
      loginFieldsRequired: 'All field are required',
      allFieldsRequired: 'All fields are required',
      emailRequired: 'Enter an your email',
      samePasswordTwice: 'Enter the same password twice',
      checkPhone: 'Please check the phone number entered',
      airtimeMinimum: 'Minimum purchase is ₦100',
      nicknameRequired: 'Please enter a nickname for the number',
      provideAllValues: 'Please provide all values',
      selectNetwork: 'Please select a network',
      selectNetworkShort: 'Select a network',
      enterAccountNumber: 'Enter account number',
      enterUserName: 'Enter a username',
      enterValidValue: 'Please enter a valid value',
      enterValidPrice: 'enter a valid price',
      enterIdentity: 'Enter your BVN or your NIN',
      couponFieldsRequired: 'All fields are required ',
      enterCoupon: 'Enter a coupon code',
      enterValidAmount: 'enter a valid amount',
      minimumPayment: 'minimum payment is 100',
      insufficientBalance: 'Insufficient balance',
      somethingWentWrong: 'Something went wrong',
      changeFailed: 'something went wrong',
      purchaseFailed: 'An error occur. kindly confirm your balance before retrying the transaction',
      noTransactions: 'No transactions found',
      noContacts: 'No contacts yet',
      pageNotFound: 'Ohh! page not found',
      joinBanner: 'Join the fastest growing website and earn without limitation',
      accountNumberCopied: 'Account number copied',
      referralLinkCopied: 'Referral link copied',
      copied: 'Copied',
    });
  });

  it.each<[CallName, string]>([
    ['login', 'All field are required'],
    ['register', 'All fields are required'],
    ['changePassword', 'All fields are required'],
    ['buyAirtime', 'All fields are required'],
    ['buyData', 'Please provide all values'],
    ['validateMeter', 'All fields are required'],
    ['buyElectricity', 'All fields are required'],
    ['initiateSquadFunding', 'enter a valid amount'],
    ['addContact', 'All fields are required'],
    ['requestPasswordReset', 'Enter an your email'],
    ['resetPassword', 'All fields are required'],
    ['sendMail', 'All fields are required'],
    ['listPlans', 'Select a network'],
  ])('%s says what is missing: %s', (call, msg) => {
    expect(shapeOf(call).requiredMsg).toBe(msg);
  });
});

describe('constants', () => {
  it('are those that are promised', () => {
    const { networks, dataNetworkCodes, airtimeNetworkCodes, userTypes, limits } = constants;
    expect(networks).toEqual(['MTN', 'GLO', 'AIRTEL', '9MOBILE']);
    expect(dataNetworkCodes).toEqual({ MTN: 1, GLO: 2, AIRTEL: 3, '9MOBILE': 6 });
    expect(airtimeNetworkCodes).toEqual({ MTN: 1, GLO: 2, AIRTEL: 3, '9MOBILE': 4 });
    expect(userTypes).toEqual(['smart earner', 'reseller', 'api user', 'partner']);
    expect(limits).toMatchObject({
      phoneDigits: 11,
      passwordMinimum: 8,
      passwordMaximum: 128,
      pageSize: 50,
      pageMaximum: 10_000,
      accountNamePrefix: 10,
      dashboardName: 15,
    });
    expect(constants.lowBalanceNaira).toBe(100);
  });

  it('name the states and kinds of transactions', () => {
    expect(constants.transactionStatuses).toEqual(['success', 'pending', 'failed', 'refunded']);
    expect(constants.transactionTypes).toEqual(
      'data airtime electricity wallet transfer refund referrer earning withdraw'.split(' '),
    );
  });

  it('name the electricity companies by their meter ids', () => {
    const ids = Object.fromEntries(constants.meterCompanies.map(({ name, id }) => [name, id]));
    expect(ids).toEqual({
      Ikeja: 18,
      Ibadan: 19,
      Eko: 20,
      'Port Harcourt': 21,
      Kaduna: 22,
      Kano: 23,
      Jos: 24,
      Abuja: 25,
      Enugu: 26,
      Yola: 28,
      Benin: 29,
    });
  });
});
