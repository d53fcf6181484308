import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, page, useScriptedServer, type Reply } from '../testing/scripted-server.ts';
import { createPaymentPoint } from './paymentpoint.ts';
import type { ReservedAccountProvider } from './reserved-accounts.ts';

const secretKey = 'pp_secret';
const request = { reference: 'JR1', name: 'adaeze_obi', email: 'ada@example.com', phone: '08031234567' };
const server = await useScriptedServer();
let provider: ReservedAccountProvider;

beforeEach(() => {
  provider = createPaymentPoint({
    baseUrl: `${server.url}/api/v1`,
    secretKey,
    apiKey: 'pp_key',
    businessId: 'b1',
    timeoutMs: 400,
  });
});
afterEach(() => provider.close());

const said = (status: number, body: unknown): Reply => ({ bytes: json(status, body) });
const account = (changes: object = {}) => ({
  bankCode: '20946',
  accountNumber: '6612345678',
  accountName: 'Shop-adaeze_obi(PaymentPoint)',
  bankName: 'Palmpay',
  Reserved_Account_Id: 'RA1',
  ...changes,
});
const success = (...bankAccounts: object[]) => ({
  status: 'success',
  customer: {},
  bankAccounts,
  errors: [],
});

describe('opening an account', () => {
  it('sends the keys, the bank and our reference', async () => {
    server.onRequest = () =>
      said(201, success(account({ bankCode: '999', accountNumber: '1111111111' }), account()));
    expect(await provider.open(request)).toEqual({
      outcome: 'opened',
      accountNumber: '6612345678',
      accountName: 'Shop-adaeze_obi(PaymentPoint)',
      providerReference: 'RA1',
    });
    const [sent] = server.requests;
    expect(sent).toMatchObject({
      method: 'POST',
      path: '/api/v1/createVirtualAccount',
      headers: { authorization: 'Bearer pp_secret', 'api-key': 'pp_key' },
    });
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      email: 'ada@example.com',
      name: 'adaeze_obi',
      phoneNumber: '08031234567',
      bankCode: ['20946'],
      businessId: 'b1',
      reference: 'JR1',
    });
  });

  it.each<[string, Reply]>([
    ['its complaint', said(400, { status: 'fail', message: 'No, pp_secret' })],
    ['a wrong key', said(401, {})],
    ['a bank that is gone', said(422, { message: 'Bank not available' })],
  ])('is refused by %s', async (_what, reply) => {
    server.onRequest = () => reply;
    const answer = await provider.open(request);
    expect(answer.outcome).toBe('refused');
    expect(JSON.stringify(answer)).not.toContain(secretKey);
  });

  it.each<[string, Reply | null]>([
    ['silence', null],
    ['a page', { bytes: page(200, '<html></html>') }],
    ['a server error', said(500, { status: 'fail', message: 'Oops' })],
    ['too many requests', said(429, { message: 'Slow down' })],
    ['a success without an account', said(200, success())],
    ['a number that is none', said(200, success(account({ accountNumber: '12' })))],
    ['an account at another bank', said(200, success(account({ bankCode: '070' })))],
    ['a failure with an account', said(200, { ...success(account()), status: 'fail' })],
  ])('is unknown after %s', async (_what, reply) => {
    server.onRequest = () => reply;
    expect((await provider.open(request)).outcome).toBe('unknown');
    expect(server.requests).toHaveLength(1);
  });
});

const event = (changes: object = {}): string =>
  JSON.stringify({
    notification_status: 'payment_successful',
    transaction_id: 'abc-1',
    amount_paid: 1_000.5,
    transaction_status: 'success',
    sender: { name: 'TUNDE' },
    receiver: { account_number: '6612345678' },
    ...changes,
  });

describe('a hook', () => {
  it('is signed over its bytes, in hex of either case', () => {
    const body = Buffer.from(event());
    const signature = createHmac('sha256', secretKey).update(body).digest('hex');
    const isSigned = (value: string | string[] | undefined, bytes = body) =>
      provider.isSigned({ rawBody: bytes, headers: { 'paymentpoint-signature': value } });
    expect([isSigned(signature), isSigned(signature.toUpperCase())]).toEqual([true, true]);
    const wrong = [
      undefined,
      '',
      'x',
      signature.slice(1),
      [signature],
      signature.replace(/^./, (d) => (d === '0' ? '1' : '0')),
    ];
    expect(wrong.map((value) => isSigned(value))).toEqual(wrong.map(() => false));
    expect(isSigned(signature, Buffer.concat([body, Buffer.from(' ')]))).toBe(false);
  });

  it('is signed with the key before as well, while there is one', async () => {
    const body = Buffer.from(event());
    const previousSecretKey = 'pp_before';
    const options = { baseUrl: server.url, secretKey, apiKey: 'pp_key', businessId: 'b1' };
    const changing = createPaymentPoint({ ...options, previousSecretKey });
    const isSigned = (by: ReservedAccountProvider, key: string) =>
      by.isSigned({
        rawBody: body,
        headers: { 'paymentpoint-signature': createHmac('sha256', key).update(body).digest('hex') },
      });
    const keys = [secretKey, previousSecretKey, 'pp_other', '', 'null'];
    expect(keys.map((key) => isSigned(changing, key))).toEqual([true, true, false, false, false]);
    expect(keys.map((key) => isSigned(provider, key))).toEqual([true, false, false, false, false]);
    await changing.close();
  });

  it('tells what was paid into which account', () => {
    expect(provider.readHook(event())).toEqual({
      outcome: 'transfer',
      transfer: {
        providerReference: 'abc-1',
        accountNumber: '6612345678',
        paidKobo: 100_050n,
        sender: 'TUNDE',
      },
    });
    expect(provider.readHook(event({ amount_paid: '250.00' }))).toMatchObject({
      transfer: { paidKobo: 25_000n },
    });
  });

  it.each([
    { notification_status: 'payment_failed' },
    { transaction_status: 'pending' },
    { transaction_id: 7 },
    { transaction_id: '' },
    { amount_paid: 0 },
    { amount_paid: -1 },
    { amount_paid: 0.001 },
    { amount_paid: '1,000' },
    { amount_paid: null },
    { receiver: null },
    { receiver: { account_number: 6_612_345_678 } },
  ])('credits nothing with %j', (changes) => {
    expect(provider.readHook(event(changes)).outcome).toBe('other');
  });

  it.each(['', 'hello', '[]', 'null', '{}'])('credits nothing with the body %j', (body) => {
    expect(provider.readHook(body).outcome).toBe('other');
  });
});
