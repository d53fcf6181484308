import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kobo } from '@jara/contract/money.ts';
import {
  json,
  page,
  startScriptedServer,
  useScriptedServer,
  type Reply,
} from '../testing/scripted-server.ts';
import type { CardGateway, PaymentRequest } from './cards.ts';
import { createSquadGateway } from './squad.ts';

const secretKey = 'sandbox_sk_5a1e';
const reference = 'JRF20261120A1B2C3';
const payment: PaymentRequest = {
  reference,
  amountKobo: kobo(1_000_050),
  email: 'ada@example.com',
  customerName: 'Ada Obi',
  returnUrl: 'https://shop.example/profile/fundWallet',
};

const server = await useScriptedServer();
let gateway: CardGateway;

beforeEach(() => {
  gateway = createSquadGateway({
    baseUrl: server.url,
    secretKey,
    initiateTimeoutMs: 400,
    verifyTimeoutMs: 400,
  });
});
afterEach(() => gateway.close());

const said = (status: number, body: unknown): Reply => ({ bytes: json(status, body) });
const html = (status: number): Reply => ({ bytes: page(status, '<!DOCTYPE html><h1>Bad gateway</h1>') });

/** The documented answers, with invented values. */
const opened = (changes: object = {}, status = 200): Reply =>
  said(status, {
    status,
    message: 'success',
    data: {
      auth_url: null,
      merchant_info: { merchant_id: 'SBTEST0001' },
      currency: 'NGN',
      transaction_ref: reference,
      transaction_amount: 1_000_050,
      checkout_url: `https://pay.example/${reference}`,
      ...changes,
    },
  });
const checked = (changes: object = {}, status = 200): Reply =>
  said(status, {
    status,
    success: true,
    message: 'Success',
    data: {
      transaction_amount: 1_000_050,
      transaction_ref: reference,
      email: payment.email,
      transaction_status: 'Success',
      transaction_currency_id: 'NGN',
      created_at: '2026-11-20T13:46:26.866',
      transaction_type: 'Card',
      gateway_transaction_ref: `${reference}_1_3`,
      ...changes,
    },
  });
const refused = (status: number, message: string, data: unknown = {}): Reply =>
  said(status, { status, success: false, message, data });
const problem = { type: 'https://tools.ietf.org/html/rfc7231', title: 'Validation errors', status: 400 };

const troubles: [what: string, reply: Reply | null, reason: string][] = [
  ['an error page', html(502), 'status 502'],
  ['an error with a whole payment', checked({ checkout_url: 'https://pay.example/x' }, 500), 'status 500'],
  ['a huge answer', opened({ filler: 'x'.repeat(400_000) }), 'unreadable'],
  ['silence', null, 'timeout'],
  ['a cut connection', { bytes: '', afterwards: 'destroy' }, 'connection'],
];

describe('initiate', () => {
  it('sends kobo, the reference and the way back', async () => {
    server.onRequest = () => opened();
    expect(await gateway.initiate(payment)).toEqual({
      outcome: 'opened',
      link: `https://pay.example/${reference}`,
    });
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      path: '/transaction/initiate',
      headers: { authorization: `Bearer ${secretKey}` },
    });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      email: 'ada@example.com',
      amount: 1_000_050,
      currency: 'NGN',
      initiate_type: 'inline',
      transaction_ref: reference,
      customer_name: 'Ada Obi',
      callback_url: 'https://shop.example/profile/fundWallet',
      payment_channels: ['card', 'bank', 'ussd', 'transfer'],
      pass_charge: false,
    });
  });

  it.each([
    [
      'complaints by field',
      said(400, { ...problem, errors: { email: ['The email is needed.'] } }),
      'The email is needed.',
    ],
    ['a message', refused(400, 'Amount is too low'), 'Amount is too low'],
    [
      'no key',
      refused(401, 'Initiate transaction Unauthorized', null),
      'The card gateway does not accept our key',
    ],
    ['a wrong key', refused(403, `Key ${secretKey} is invalid`), 'The card gateway does not accept our key'],
    ['our key in its words', refused(400, `Bad ${secretKey}`), 'Bad ***'],
  ])('is refused: %s', async (_what, reply, message) => {
    server.onRequest = () => reply;
    expect(await gateway.initiate(payment)).toEqual({ outcome: 'refused', message });
  });

  it('is refused when nobody listens, because nothing was sent', async () => {
    const closed = await startScriptedServer();
    await closed.close();
    const gone = createSquadGateway({ baseUrl: closed.url, secretKey });
    expect(await gone.initiate(payment)).toMatchObject({ outcome: 'refused' });
    expect(await gone.verify(reference)).toEqual({ outcome: 'unknown', reason: 'connection' });
    await gone.close();
  });

  it.each([
    ...troubles,
    [
      'our own reference, used before',
      refused(400, 'Duplicate transaction reference'),
      'duplicate reference',
    ],
    [
      'the same, told by field',
      said(400, { ...problem, errors: { transaction_ref: ['Transaction reference already used'] } }),
      'duplicate reference',
    ],
    ['no link', opened({ checkout_url: null }), 'status 200 without a link'],
    ['a link that is an object', opened({ checkout_url: {} }), 'status 200 without a link'],
    ['a link to a script', opened({ checkout_url: 'javascript:alert(1)' }), 'the link is not a web address'],
    ['half a link', opened({ checkout_url: '/pay' }), 'the link is not a web address'],
    ['the link of another payment', opened({ transaction_ref: 'JRF2' }), 'the link has another reference'],
    ['a link for another amount', opened({ transaction_amount: 10_000 }), 'the link has another amount'],
    ['naira instead of kobo', opened({ transaction_amount: 10_000.5 }), 'the link has another amount'],
    ['a page', html(200), 'status 200 without a link'],
    ['a redirect', { bytes: page(302, '', { location: '/login' }) }, 'status 302 without a link'],
    ['a refusal without words', said(400, {}), 'status 400 without a link'],
    ['a refusal in an unknown form', said(400, [1]), 'status 400 without a link'],
    ['too many', refused(429, 'Too many requests'), 'status 429 without a link'],
  ] satisfies [string, Reply | null, string][])('is unknown after %s', async (_what, reply, reason) => {
    server.onRequest = () => reply;
    expect(await gateway.initiate(payment)).toEqual({ outcome: 'unknown', reason });
    expect(server.requests).toHaveLength(1);
  });

  it('takes the link that comes with the word that the reference was used before', async () => {
    server.onRequest = () => opened({ message: 'Duplicate' }, 400);
    expect(await gateway.initiate(payment)).toMatchObject({ outcome: 'opened' });
  });
});

describe('verify', () => {
  it('asks for the reference and tells what was paid, in kobo', async () => {
    server.onRequest = () => checked();
    expect(await gateway.verify(reference)).toEqual({
      outcome: 'paid',
      amountKobo: 1_000_050n,
      currency: 'NGN',
      providerReference: `${reference}_1_3`,
    });
    expect(server.requests).toMatchObject([
      {
        method: 'GET',
        path: `/transaction/verify/${reference}`,
        headers: { authorization: `Bearer ${secretKey}` },
      },
    ]);
  });

  it('writes any reference safely into the address', async () => {
    server.onRequest = () => refused(400, 'Invalid transaction reference');
    await gateway.verify('../merchant/balance?x=1');
    expect(server.requests[0]?.path).toBe('/transaction/verify/..%2Fmerchant%2Fbalance%3Fx%3D1');
  });

  it.each([
    ['success', 'paid'],
    ['Success', 'paid'],
    ['SUCCESS ', 'paid'],
    ['failed', 'failed'],
    ['Failed', 'failed'],
    ['Pending', 'pending'],
    ['abandoned', 'pending'],
    ['Abandoned', 'pending'],
  ])('%s is %s', async (word, outcome) => {
    server.onRequest = () => checked({ transaction_status: word });
    expect(await gateway.verify(reference)).toMatchObject({ outcome });
  });

  it('tells less when the gateway tells less', async () => {
    server.onRequest = () => checked({ gateway_transaction_ref: null, transaction_currency_id: 'usd' });
    expect(await gateway.verify(reference)).toMatchObject({ currency: 'USD', providerReference: null });
  });

  it.each([
    ['{}', {}],
    ['null', null],
    ['nothing', undefined],
  ])('400 with data %s is a reference that the gateway does not know', async (_what, data) => {
    server.onRequest = () => refused(400, 'Invalid transaction reference', data);
    expect(await gateway.verify(reference)).toEqual({ outcome: 'not_found' });
  });

  it.each([
    ...troubles,
    ['another reference', checked({ transaction_ref: 'JRF2' }), 'not about our reference'],
    ['no reference', checked({ transaction_ref: null }), 'not about our reference'],
    ['a list', said(200, { status: 200, data: [] }), 'not about our reference'],
    ['a page', html(200), 'not about our reference'],
    ['an unknown word', checked({ transaction_status: 'successful' }), 'unknown status word'],
    ['a word that is true', checked({ transaction_status: true }), 'unknown status word'],
    ['naira', checked({ transaction_amount: 10_000.5 }), 'paid, but the amount is not a number of kobo'],
    [
      'a text as amount',
      checked({ transaction_amount: '1000050' }),
      'paid, but the amount is not a number of kobo',
    ],
    ['nothing paid', checked({ transaction_amount: 0 }), 'paid, but the amount is not a number of kobo'],
    [
      'less than nothing',
      checked({ transaction_amount: -5 }),
      'paid, but the amount is not a number of kobo',
    ],
    ['too much', checked({ transaction_amount: 2e15 }), 'paid, but the amount is not a number of kobo'],
    ['no currency', checked({ transaction_currency_id: null }), 'paid, but the currency is not told'],
    ['400 with a payment', checked({}, 400), 'status 400'],
    ['400, a page', html(400), 'status 400'],
    ['no key', refused(401, ''), 'status 401'],
    ['a wrong key', refused(403, 'API key is invalid'), 'status 403'],
    ['not there', refused(404, 'Not found'), 'status 404'],
    ['201', checked({}, 201), 'status 201'],
    ['a redirect', { bytes: page(301, '', { location: '/' }) }, 'status 301'],
  ] satisfies [string, Reply | null, string][])('is unknown after %s', async (_what, reply, reason) => {
    server.onRequest = () => reply;
    expect(await gateway.verify(reference)).toEqual({ outcome: 'unknown', reason });
  });
});
