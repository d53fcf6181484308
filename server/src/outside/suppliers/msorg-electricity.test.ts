import { kobo, naira } from '@jara/contract/money.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, connectSupplier, meterOrder, reference, said } from '../testing/msorg-sample.ts';
import { page, useScriptedServer, type Reply } from '../testing/scripted-server.ts';
import type { RequeryAnswer, SentOrder, Supplier } from './supplier.ts';

const server = await useScriptedServer();
let supplier: Supplier;
beforeEach(() => {
  supplier = connectSupplier(server.url);
});
afterEach(() => supplier.close());

const token = '12345678901234567890';
const orderBody = {
  id: 771,
  ident: reference,
  disco_name: 'Ikeja Electric',
  meter_number: meterOrder.recipient,
  MeterType: 'Prepaid',
  amount: '2000',
  token: '1234-5678-9012-3456-7890',
  units: '29.4kWh',
  Status: 'successful',
};
const sold = (changes: Record<string, unknown> = {}): Reply => said(201, { ...orderBody, ...changes });
const sent: SentOrder = {
  kind: 'electricity',
  reference,
  recipient: meterOrder.recipient,
  supplierId: '771',
  sentAt: meterOrder.sentAt,
};
const html = (status: number): Reply => ({ bytes: page(status, '<h1>Service unavailable</h1>') });
const endOf = (answer: RequeryAnswer) => (answer.outcome === 'unknown' ? answer.reason : answer.outcome);
const vend = (reply: Reply | null) => {
  server.onRequest = () => reply;
  return supplier.vend(meterOrder);
};

describe('what is sent', () => {
  it.each([
    [meterOrder, { disco_name: 18, MeterType: 1, meter_number: '04123456789', amount: 2_000 }],
    [
      { ...meterOrder, disco: 'Port Harcourt', meterType: 'postpaid' } as const,
      {
        disco_name: 'Port Harcourt Electric',
        MeterType: 'Postpaid',
        meter_number: '04123456789',
        amount: 2_000,
      },
    ],
  ])('is the order in the words of that supplier', async (order, body) => {
    server.onRequest = () => sold();
    await supplier.vend(order);
    expect(server.requests).toMatchObject([
      { method: 'POST', path: '/api/billpayment/', headers: { authorization: `Token ${apiKey}` } },
    ]);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      ...body,
      Customer_Phone: '08091234567',
      ident: reference,
    });
  });

  it('is nothing for an amount with kobo', async () => {
    const order = { ...meterOrder, faceValueKobo: kobo(200_050n) };
    expect(await supplier.vend(order)).toMatchObject({ outcome: 'refused', raw: null });
    expect(server.requests).toEqual([]);
  });
});

describe('what an answer means', () => {
  it.each<[string, Reply, string, string[]]>([
    ['successful', sold(), 'delivered', [token]],
    [
      'successful, the token in the text',
      sold({ token: '', api_response: `Token: ${token}` }),
      'delivered',
      [token],
    ],
    ['successful, no token yet', sold({ token: '', units: '' }), 'delivered', []],
    ['processing with a token', sold({ Status: 'processing' }), 'delivered', [token]],
    ['the meter as a number', sold({ meter_number: 4123456789 }), 'delivered', [token]],
    ['the meter in part', sold({ meter_number: '0412****789' }), 'delivered', [token]],
  ])('%s', async (_what, reply, outcome, tokens) => {
    expect(await vend(reply)).toMatchObject({ outcome, tokens });
  });

  it.each([
    ['processing', sold({ Status: 'processing', token: '' }), 'processing'],
    ['failed', sold({ Status: 'failed', token: '' }), 'refused'],
    ['failed with a token', sold({ Status: 'failed' }), 'unknown_word'],
    ['another meter', sold({ meter_number: '04123456780' }), 'unreadable'],
    ['a meter that only looks like a phone number', sold({ meter_number: '2344123456789' }), 'unreadable'],
    ['invalid meter', said(400, { error: ['Invalid meter number'] }), 'refused'],
    ['a page', html(200), 'unreadable'],
    ['a broken server', html(502), 'server_error'],
    ['silence', null, 'timeout'],
  ])('%s', async (_what, reply, end) => {
    expect(endOf(await vend(reply))).toBe(end);
  });

  it('of a question that is answered "failed" with a token is both', async () => {
    server.onRequest = () => sold({ Status: 'failed' });
    expect(await supplier.requery(sent)).toMatchObject({ outcome: 'refused', tokens: [token] });
    expect(server.requests).toMatchObject([{ method: 'GET', path: '/api/billpayment/771/' }]);
  });

  it('is looked for in the list of electricity when no id was told', async () => {
    server.onRequest = () => said(200, { results: [{ ...orderBody, units: 7 }] });
    expect(await supplier.requery({ ...sent, supplierId: null })).toMatchObject({
      outcome: 'delivered',
      supplierId: '771',
      tokens: [token],
      units: '7',
    });
    expect(server.requests[0]?.path).toBe(`/api/billpayment/?search=${reference}`);
  });

  it('has no tokens for airtime and data, whatever the fields say', async () => {
    server.onRequest = () => said(201, { ...orderBody, mobile_number: '08091234567' });
    const airtime = {
      kind: 'airtime',
      reference,
      sentAt: meterOrder.sentAt,
      network: 'MTN',
      recipient: '08091234567',
      faceValueKobo: naira(500),
      supplierPlanId: null,
      isPorted: false,
    } as const;
    expect(await supplier.vend(airtime)).toMatchObject({ outcome: 'delivered', tokens: [], units: null });
  });
});

describe('the other questions', () => {
  it.each<[string, Reply | null, object]>([
    [
      'a name',
      said(200, { name: 'ADA', address: '1 ROAD' }),
      { outcome: 'known', name: 'ADA', address: '1 ROAD', minimumKobo: null },
    ],
    [
      'a name in other fields, with a minimum',
      said(200, { Customer_Name: 'ADA', minimum_amount: 1_000, invalid: false }),
      { outcome: 'known', name: 'ADA', address: null, minimumKobo: naira(1_000) },
    ],
    [
      'invalid',
      said(200, { name: 'INVALID METER NUMBER', invalid: true }),
      { outcome: 'invalid', words: 'INVALID METER NUMBER' },
    ],
    [
      'a complaint in the place of the name',
      said(200, { name: 'Meter not found' }),
      { outcome: 'invalid', words: 'Meter not found' },
    ],
    [
      'an error',
      said(400, { error: ['Invalid meter number'] }),
      { outcome: 'invalid', words: 'Invalid meter number' },
    ],
    ['an error of another kind', said(400, { error: 'Service down' }), { outcome: 'unknown' }],
    ['a wrong key', said(401, { detail: 'Invalid token.' }), { outcome: 'unknown' }],
    ['no name', said(200, { invalid: false }), { outcome: 'unknown' }],
    ['a page', html(200), { outcome: 'unknown' }],
    ['silence', null, { outcome: 'unknown' }],
  ])('whose meter it is: %s', async (_what, reply, expected) => {
    server.onRequest = () => reply;
    expect(
      await supplier.checkMeter({ disco: 'Kano', meterType: 'prepaid', meterNumber: '04123456789' }),
    ).toEqual(expected);
    expect(server.requests[0]?.path).toBe(
      '/api/validatemeter?meternumber=04123456789&disconame=Kano+Electric&mtype=1',
    );
  });

  it.each<[string, Reply | null, object]>([
    [
      'inside the user',
      said(200, { user: { wallet_balance: '10000.000000001' } }),
      { outcome: 'known', floatKobo: 1_000_000n },
    ],
    ['beside the user', said(200, { wallet_balance: 12.5 }), { outcome: 'known', floatKobo: 1_250n }],
    ['overdrawn', said(200, { user: { wallet_balance: '-3.50' } }), { outcome: 'known', floatKobo: -350n }],
    ['a word', said(200, { wallet_balance: 'much' }), { outcome: 'unknown', problem: 'says no balance' }],
    ['a wrong key', said(401, { detail: 'Invalid token.' }), { outcome: 'unknown', problem: 'answered 401' }],
    ['silence', null, { outcome: 'unknown', problem: 'timeout' }],
  ])('our float: %s', async (_what, reply, expected) => {
    server.onRequest = () => reply;
    expect(await supplier.readFloat()).toEqual(expected);
  });
});
