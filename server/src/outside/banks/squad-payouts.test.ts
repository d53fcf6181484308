import { kobo } from '@jara/contract/money.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, page, useScriptedServer, type Reply } from '../testing/scripted-server.ts';
import type { PayoutBank, PayoutOrder } from './banks.ts';
import { createSquadPayouts } from './squad-payouts.ts';

const secretKey = 'sandbox_sk_5a1e';
const ours = 'JR261120A1B2C3D4E5';
const theirs = `SBTEST0001_${ours}`;
const order: PayoutOrder = {
  reference: ours,
  amountKobo: kobo(45_000),
  bankCode: '000013',
  accountNumber: '0123456789',
  accountName: 'ADA OBI',
  remark: 'Withdrawal',
};

const server = await useScriptedServer();
let bank: PayoutBank;
beforeEach(() => {
  const { url: baseUrl } = server;
  bank = createSquadPayouts({
    baseUrl,
    secretKey,
    merchantId: 'SBTEST0001',
    payTimeoutMs: 400,
    askTimeoutMs: 400,
  });
});
afterEach(() => bank.close());

const said = (status: number, body: unknown): Reply => ({ bytes: json(status, body) });
const response = (changes: object = {}, status = 200, success = true): Reply =>
  said(status, {
    status,
    success,
    message: 'Success',
    data: {
      transaction_reference: theirs,
      response_description: 'Approved or completed successfully',
      nip_transaction_reference: '000013261120',
      ...changes,
    },
  });
const failure = (status: number, message: string, data: unknown = {}): Reply =>
  said(status, { status, success: false, message, data });
const html = (status: number): Reply => ({ bytes: page(status, '<!DOCTYPE html><h1>Not found</h1>') });

const paid = { outcome: 'paid' };
const refused = { outcome: 'refused' };
const notFound = { outcome: 'not_found' };
const unknown = (reason: string) => ({ outcome: 'unknown', reason });

/** What the provider answers, and what that means to a transfer and to a requery. */
const answers: [what: string, reply: Reply | null, transfer: object, requery: object][] = [
  ['success without a word', response(), paid, paid],
  ['success in capitals', response({ transaction_status: 'Success' }), paid, paid],
  ['pending', response({ transaction_status: 'pending' }), unknown('processing'), unknown('processing')],
  ['failed', response({ transaction_status: 'failed' }, 200, false), refused, refused],
  ['reversed', response({ transaction_status: 'reversed' }), refused, refused],
  [
    'an unknown word',
    response({ transaction_status: 'queued' }),
    unknown('unknown status word'),
    unknown('unknown status word'),
  ],
  [
    'success: false without a word',
    response({}, 200, false),
    unknown('no status word'),
    unknown('no status word'),
  ],
  [
    '200 without anything',
    said(200, { success: true }),
    unknown('no status word'),
    unknown('no status word'),
  ],
  [
    'another reference',
    response({ transaction_reference: 'SBTEST0001_OTHER', transaction_status: 'failed' }),
    unknown('not about our reference'),
    unknown('not about our reference'),
  ],
  [
    '400',
    failure(400, 'Insufficient balance'),
    { ...refused, message: 'Insufficient balance' },
    unknown('status 400'),
  ],
  [
    '400 about a duplicate',
    failure(400, 'Duplicate transaction reference'),
    unknown('duplicate reference'),
    unknown('status 400'),
  ],
  [
    '400 about a used reference',
    failure(400, 'Reference already exists'),
    unknown('duplicate reference'),
    unknown('status 400'),
  ],
  [
    '400 that a reference exists',
    failure(400, 'Transaction reference exists'),
    unknown('duplicate reference'),
    unknown('status 400'),
  ],
  ['400 about an account', failure(400, 'Account does not exist'), refused, unknown('status 400')],
  ['401', failure(401, ''), refused, unknown('status 401')],
  ['403', failure(403, 'Merchant authentication failed'), refused, unknown('status 403')],
  // Of itself: what was paid before is not found either.
  ['404', failure(404, 'Not found'), unknown('status 404'), unknown('search not proven')],
  ['404 as a page', html(404), unknown('status 404 unreadable'), unknown('status 404 unreadable')],
  ['412', failure(412, 'Reversed', { transaction_reference: theirs }), refused, refused],
  [
    '412 of another transfer',
    failure(412, 'Reversed', { transaction_reference: 'SBTEST0001_OTHER' }),
    unknown('not about our reference'),
    unknown('not about our reference'),
  ],
  ['422', failure(422, 'Unprocessed'), unknown('status 422'), unknown('status 422')],
  ['424', failure(424, 'Timeout'), unknown('processing'), unknown('processing')],
  ['429', failure(429, 'Slow down'), unknown('status 429'), unknown('status 429')],
  ['500', failure(500, 'Server error'), unknown('status 500'), unknown('status 500')],
  [
    '500 with success inside',
    response({ transaction_status: 'success' }, 500),
    unknown('status 500'),
    unknown('status 500'),
  ],
  ['a page', html(200), unknown('status 200 unreadable'), unknown('status 200 unreadable')],
  ['a huge answer', response({ filler: 'x'.repeat(400_000) }), unknown('unreadable'), unknown('unreadable')],
  ['silence', null, unknown('timeout'), unknown('timeout')],
  ['a cut connection', { bytes: '', afterwards: 'destroy' }, unknown('connection'), unknown('connection')],
];

describe('what an answer means', () => {
  it.each(answers)('%s, to a transfer', async (_what, reply, transfer) => {
    server.onRequest = () => reply;
    expect(await bank.pay(order)).toMatchObject(transfer);
    expect(server.requests).toHaveLength(1);
  });

  it.each(answers)('%s, to a requery', async (_what, reply, _transfer, requery) => {
    server.onRequest = () => reply;
    expect(await bank.requery(ours)).toMatchObject(requery);
  });

  it.each([
    ['is not while nothing was ever paid', null, undefined, unknown('search not proven')],
    [
      'is believed where what was paid is found',
      'JRPAID',
      response({ transaction_reference: 'SBTEST0001_JRPAID' }),
      notFound,
    ],
    ['is believed where what was paid is back', 'JRPAID', failure(412, 'Reversed'), notFound],
    [
      'is not where what was paid is not known either',
      'JRPAID',
      failure(404, 'None'),
      unknown('search not proven'),
    ],
    ['is not where that has no answer', 'JRPAID', null, unknown('search not proven')],
    ['is not where our database has no answer', 'lost', undefined, unknown('search not proven')],
  ] as const)('that it knows no such reference %s', async (_what, paidBefore, itsReply, meaning) => {
    const asking = createSquadPayouts({
      baseUrl: server.url,
      secretKey,
      merchantId: 'SBTEST0001',
      askTimeoutMs: 400,
      lastPaid: async (asked) => {
        expect(asked).toBe(ours);
        if (paidBefore === 'lost') throw new Error('the database is away');
        return paidBefore;
      },
    });
    server.onRequest = ({ body }) =>
      body.includes('JRPAID') && itsReply !== undefined ? itsReply : failure(404, 'Transaction not found');
    expect(await asking.requery(ours)).toMatchObject(meaning);
    await asking.close();
  });

  it('that it knows no such reference is believed where nothing was ever paid, if that was asked for', async () => {
    const options = { baseUrl: server.url, secretKey, merchantId: 'SBTEST0001', believesUnproven: true };
    server.onRequest = () => failure(404, 'Transaction not found');
    for (const [lastPaid, meaning] of [
      [() => Promise.resolve(null), notFound],
      [() => Promise.resolve('JRPAID'), unknown('search not proven')],
      [() => Promise.reject(new Error('the database is away')), unknown('search not proven')],
    ] as const) {
      const asking = createSquadPayouts({ ...options, lastPaid });
      expect(await asking.requery(ours)).toMatchObject(meaning);
      await asking.close();
    }
  });

  it('nobody there: nothing was sent, and nothing is known of what was', async () => {
    const nobody = createSquadPayouts({ baseUrl: 'http://127.0.0.1:9', secretKey, merchantId: 'SBTEST0001' });
    expect(await nobody.pay(order)).toMatchObject(refused);
    expect(await nobody.requery(ours)).toMatchObject(unknown('connection'));
    await nobody.close();
  });
});

describe('a transfer', () => {
  it('says kobo as text, and the reference behind the merchant id', async () => {
    server.onRequest = () => response();
    expect(await bank.pay(order)).toMatchObject({
      outcome: 'paid',
      providerReference: '000013261120',
      message: 'Approved or completed successfully',
    });
    const [request] = server.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/payout/transfer',
      headers: { authorization: `Bearer ${secretKey}` },
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      transaction_reference: theirs,
      amount: '45000',
      bank_code: '000013',
      account_number: '0123456789',
      account_name: 'ADA OBI',
      currency_id: 'NGN',
      remark: 'Withdrawal',
    });
  });

  it('is asked about by the same reference, and keeps the answer without our key', async () => {
    server.onRequest = () => failure(424, `Timeout of ${secretKey}`);
    const { message, raw } = await bank.requery(ours);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ transaction_reference: theirs });
    expect(server.requests[0]?.path).toBe('/payout/requery');
    expect([message, raw]).toEqual(['Timeout of ***', expect.not.stringContaining(secretKey)]);
  });
});

describe('the holder of an account', () => {
  const account = { bankCode: '000013', accountNumber: '0123456789' };
  it.each([
    [
      'a name',
      said(200, { data: { account_name: '  ADA  OBI ', account_number: '0123456789' } }),
      { outcome: 'found', accountName: 'ADA OBI' },
    ],
    ['no name', said(200, { data: { account_name: '' } }), unknown('no name')],
    [
      'the name of another account',
      said(200, { data: { account_name: 'X', account_number: '0000000000' } }),
      unknown('another account'),
    ],
    [
      'no such account',
      failure(400, 'Account not found'),
      { outcome: 'not_found', message: 'Account not found' },
    ],
    ['no such account, in 404', failure(404, ''), { outcome: 'not_found', message: 'Account not found' }],
    ['a page', html(404), unknown('status 404')],
    ['a wrong key', failure(401, ''), unknown('status 401')],
    ['a time-out on their side', failure(424, 'Timeout'), unknown('status 424')],
    ['silence', null, unknown('timeout')],
  ])('%s', async (_what, reply, expected) => {
    server.onRequest = () => reply;
    expect(await bank.findHolder(account)).toEqual(expected);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      bank_code: '000013',
      account_number: '0123456789',
    });
  });
});

describe('the balance', () => {
  it.each([
    ['as text', said(200, { data: { balance: '2368013' } }), { outcome: 'told', balanceKobo: 2_368_013n }],
    ['as a number', said(200, { data: { balance: 5 } }), { outcome: 'told', balanceKobo: 5n }],
    ['in debt', said(200, { data: { balance: '-5' } }), { outcome: 'told', balanceKobo: -5n }],
    ['with decimals', said(200, { data: { balance: '1.5' } }), unknown('status 200')],
    ['beyond reason', said(200, { data: { balance: 2e15 } }), unknown('not an amount')],
    ['not at all', failure(403, 'no'), unknown('status 403')],
  ])('%s', async (_what, reply, expected) => {
    server.onRequest = () => reply;
    expect(await bank.readBalance()).toEqual(expected);
    expect(server.requests[0]?.path).toBe('/merchant/balance?currency_id=NGN');
  });
});
