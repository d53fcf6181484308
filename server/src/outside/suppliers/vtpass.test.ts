import { naira } from '@jara/contract/money.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  json,
  page,
  startScriptedServer,
  type Reply,
  type ScriptedServer,
} from '../testing/scripted-server.ts';
import type { MeterOrder, PhoneOrder, RequeryAnswer, SentOrder } from './supplier.ts';
import { createVtpassSupplier, vtpassRequestId, type VtpassSupplier } from './vtpass.ts';

const secretKey = 'SK_5a1e0secret';
const reference = 'JR261120A1B2C3D4E51';
/** Twelve minutes past midnight in Lagos, still the day before in UTC. */
const sentAt = new Date('2026-11-20T23:12:48Z');
const requestId = `202611210012${reference}`;
const token = '12345678901234567890';

const order: MeterOrder = {
  kind: 'electricity',
  reference,
  sentAt,
  disco: 'Port Harcourt',
  meterType: 'prepaid',
  recipient: '04123456789',
  faceValueKobo: naira(2_000),
  phone: '08031234567',
};
const phoneOrder: PhoneOrder = {
  kind: 'data',
  reference,
  sentAt,
  network: '9MOBILE',
  recipient: '08091234567',
  faceValueKobo: naira(300),
  supplierPlanId: 'eti-100',
  isPorted: false,
};
const sent: SentOrder = {
  kind: 'electricity',
  reference,
  recipient: order.recipient,
  supplierId: null,
  sentAt,
};

let server: ScriptedServer;
let supplier: VtpassSupplier;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  supplier = createVtpassSupplier({
    name: 'VTPASS',
    baseUrl: `${server.url}/api`,
    apiKey: 'AK',
    secretKey,
    publicKey: 'PK',
    vendTimeoutMs: 400,
    questionTimeoutMs: 400,
  });
});
afterEach(() => supplier.close());

function sold(changes: Record<string, unknown> = {}, transaction: Record<string, unknown> = {}): Reply {
  return {
    bytes: json(200, {
      code: '000',
      content: {
        transactions: {
          status: 'delivered',
          unique_element: order.recipient,
          transactionId: '17416131069957829643',
          ...transaction,
        },
      },
      response_description: 'TRANSACTION SUCCESSFUL',
      requestId,
      purchased_code: `Token : ${token}`,
      units: '29.4 kWh',
      ...changes,
    }),
  };
}
const noToken = { purchased_code: '', units: '' };
const code = (number: string, changes: Record<string, unknown> = {}): Reply => ({
  bytes: json(200, {
    code: number,
    response_description: 'WORDS',
    requestId,
    content: { errors: 'x' },
    ...changes,
  }),
});
const coded = (number: string, status: string): Reply => sold({ ...noToken, code: number }, { status });
const html = (status: number): Reply => ({ bytes: page(status, '<!DOCTYPE html><h1>Bad Gateway</h1>') });

type Row = [name: string, reply: Reply | null, purchase: string, question?: string];

/** The outcome, or the reason of an unknown one; the second where a question ends otherwise. */
const rows: Row[] = [
  ['delivered', sold(), 'delivered'],
  ['delivered, no token', sold(noToken), 'delivered'],
  ['code as a number', sold({ code: 0 }), 'delivered'],
  ['001 delivered', coded('001', 'delivered'), 'delivered'],
  ['044 delivered', coded('044', 'delivered'), 'delivered'],
  ['000 initiated', coded('000', 'initiated'), 'processing'],
  ['000 pending', coded('000', 'pending'), 'processing'],
  ['000 pending, with a token', sold({}, { status: 'pending' }), 'delivered'],
  ['000 failed', coded('000', 'failed'), 'refused'],
  ['000 reversed', coded('000', 'reversed'), 'unknown_word', 'refused'],
  ['000 resolved', coded('000', 'resolved'), 'unknown_word'],
  ['000 without a word', sold({ content: {} }), 'unreadable'],
  ['044 resolved', coded('044', 'resolved'), 'unknown_word'],
  ['099', code('099'), 'processing'],
  ['099 with a token', code('099', { token }), 'delivered'],
  ['089', code('089'), 'processing'],
  ['016', code('016'), 'refused'],
  ['016 failed', coded('016', 'failed'), 'refused'],
  ['016, but pending', coded('016', 'pending'), 'unknown_word'],
  ['016, but delivered', coded('016', 'delivered'), 'unknown_word'],
  ['040', coded('040', 'reversed'), 'unknown_word', 'refused'],
  ['091', code('091'), 'refused'],
  ['014', code('014'), 'unexpected_status'],
  ['015', code('015'), 'unexpected_status', 'not_found'],
  ['019', code('019'), 'unexpected_status'],
  ['083', code('083'), 'server_error'],
  ...[
    '010',
    '011',
    '012',
    '013',
    '017',
    '018',
    '021',
    '022',
    '023',
    '024',
    '028',
    '030',
    '034',
    '035',
    '085',
    '087',
  ].map((number): Row => [number, code(number), 'refused', 'unexpected_status']),
  ['087 with 401', { bytes: json(401, { code: '087' }) }, 'refused', 'unexpected_status'],
  ['a new code', code('555'), 'unknown_word'],
  ['000 delivered with 500', { bytes: json(500, { code: '000' }) }, 'server_error'],
  ['another request id', sold({ requestId: `${requestId}9` }), 'unreadable'],
  ['another meter', sold({}, { unique_element: '04123456780' }), 'unreadable'],
  ['016 of another request id', code('016', { requestId: '202611210013X' }), 'unreadable'],
  ['no code', sold({ code: null }), 'unreadable'],
  ['a list', { bytes: json(200, []) }, 'unreadable'],
  ['a page', html(200), 'unreadable'],
  ['a page with 403', html(403), 'unexpected_status'],
  ['a page with 502', html(502), 'server_error'],
  ['cut JSON', { bytes: page(200, '{"code":"000"') }, 'unreadable'],
  ['silence', null, 'timeout'],
  ['a cut connection', { bytes: '', afterwards: 'destroy' }, 'connection'],
];

const endOf = (answer: RequeryAnswer) => (answer.outcome === 'unknown' ? answer.reason : answer.outcome);

describe('what an answer means', () => {
  it.each(rows)('to a purchase: %s', async (_name, reply, purchase) => {
    server.onRequest = () => reply;
    expect(endOf(await supplier.vend(order))).toBe(purchase);
    expect(server.requests).toHaveLength(1);
  });

  it.each(rows)('to a question: %s', async (_name, reply, purchase, question = purchase) => {
    server.onRequest = () => reply;
    expect(endOf(await supplier.requery(sent))).toBe(question);
  });

  it('is a refusal when nobody listens, because nothing was sent; to a question it is nothing', async () => {
    const closed = await startScriptedServer();
    await closed.close();
    const options = { name: 'VTPASS', apiKey: 'AK', secretKey, publicKey: 'PK' };
    const gone = createVtpassSupplier({ ...options, baseUrl: closed.url });
    expect(await gone.vend(order)).toMatchObject({
      outcome: 'refused',
      message: 'The supplier could not be reached',
    });
    expect(endOf(await gone.requery(sent))).toBe('connection');
    expect(await gone.checkMeter({ disco: 'Ikeja', meterType: 'prepaid', meterNumber: '1234567' })).toEqual({
      outcome: 'unknown',
    });
    await gone.close();
  });

  it('tells the token, the units, the id and the words', async () => {
    server.onRequest = () => sold();
    expect(await supplier.vend(order)).toMatchObject({
      outcome: 'delivered',
      tokens: [token],
      units: '29.4',
      supplierId: '17416131069957829643',
      message: 'TRANSACTION SUCCESSFUL',
    });
  });

  it('has no token in the id of a transaction, however long that is', async () => {
    server.onRequest = () => sold(noToken, { transactionId: '12345678901234567890' });
    expect(await supplier.vend(order)).toMatchObject({ outcome: 'delivered', tokens: [], units: null });
  });

  it('does not believe a refusal that carries a token: a purchase is asked about, a question says both', async () => {
    server.onRequest = () => sold({ code: '016' }, { status: 'failed' });
    expect(endOf(await supplier.vend(order))).toBe('unknown_word');
    expect(await supplier.requery(sent)).toMatchObject({ outcome: 'refused', tokens: [token] });
  });

  it('does not tell customers about our float or our account, nor anybody our key', async () => {
    for (const number of ['018', '021', '087']) {
      server.onRequest = () => code(number, { response_description: `LOW WALLET ${secretKey}` });
      const answer = await supplier.vend(order);
      expect(answer.message).toBe('The supplier cannot take the order now');
      expect(answer.raw).not.toContain(secretKey);
    }
  });
});

describe('what is sent', () => {
  it.each<[string, MeterOrder | PhoneOrder, Record<string, unknown>]>([
    [
      'electricity',
      order,
      {
        serviceID: 'portharcourt-electric',
        billersCode: '04123456789',
        variation_code: 'prepaid',
        amount: 2_000,
        phone: '08031234567',
      },
    ],
    [
      'airtime',
      { ...phoneOrder, kind: 'airtime', supplierPlanId: null },
      { serviceID: 'etisalat', amount: 300, phone: '08091234567' },
    ],
    [
      'data',
      phoneOrder,
      {
        serviceID: 'etisalat-data',
        billersCode: '08091234567',
        variation_code: 'eti-100',
        phone: '08091234567',
      },
    ],
    [
      'data of another service',
      { ...phoneOrder, network: 'GLO', supplierPlanId: 'glo-sme-data:glo-dg-70' },
      {
        serviceID: 'glo-sme-data',
        billersCode: '08091234567',
        variation_code: 'glo-dg-70',
        phone: '08091234567',
      },
    ],
  ])('is %s, under the request id', async (_what, asked, body) => {
    server.onRequest = () => sold();
    await supplier.vend(asked);
    expect(server.requests).toMatchObject([
      { method: 'POST', path: '/api/pay', headers: { 'api-key': 'AK', 'secret-key': secretKey } },
    ]);
    expect(server.requests[0]?.headers).not.toHaveProperty('public-key');
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ request_id: requestId, ...body });
  });

  it.each([null, '', 'two words', 'a:b:c'])('is nothing for the plan %j', async (supplierPlanId) => {
    expect(await supplier.vend({ ...phoneOrder, supplierPlanId })).toMatchObject({ outcome: 'refused' });
    expect(server.requests).toEqual([]);
  });

  it('is the same request id for ever: the time of the record in Lagos, not of the clock', async () => {
    server.onRequest = () => code('015');
    await supplier.requery(sent);
    await supplier.requery({ ...sent, supplierId: 'whatever' });
    expect(server.requests.map(({ path, body }) => [path, body])).toEqual(
      Array.from({ length: 2 }, () => ['/api/requery', JSON.stringify({ request_id: requestId })]),
    );
    expect(vtpassRequestId(new Date('2026-11-20T22:59:59.999Z'), 'X')).toBe('202611202359X');
    expect(vtpassRequestId(new Date('2026-11-20T23:00:00.000Z'), 'X')).toBe('202611210000X');
    expect(vtpassRequestId(new Date('2026-01-01T00:05:00Z'), 'X')).toBe('202601010105X');
  });
});

describe('the other questions', () => {
  const meter = { disco: 'Ikeja', meterType: 'postpaid', meterNumber: '04123456789' } as const;
  it.each<[string, Reply | null, object]>([
    [
      'a name',
      {
        bytes: json(200, {
          code: '000',
          content: { Customer_Name: 'ADA', Address: '1 ROAD', Min_Purchase_Amount: '1,000' },
        }),
      },
      { outcome: 'known', name: 'ADA', address: '1 ROAD', minimumKobo: naira(1_000) },
    ],
    [
      'only a name',
      { bytes: json(200, { code: '000', content: { Customer_Name: 'ADA', Min_Purchase_Amount: 0 } }) },
      { outcome: 'known', name: 'ADA', address: null, minimumKobo: null },
    ],
    [
      'an error',
      { bytes: json(200, { code: '000', content: { error: 'not a valid meter' } }) },
      { outcome: 'invalid', words: 'not a valid meter' },
    ],
    [
      'a wrong number',
      { bytes: json(200, { code: '000', content: { WrongBillersCode: true, Customer_Name: '' } }) },
      { outcome: 'invalid', words: null },
    ],
    ['nothing', { bytes: json(200, { code: '030' }) }, { outcome: 'unknown' }],
    ['a page', html(200), { outcome: 'unknown' }],
    ['an error of the server', html(500), { outcome: 'unknown' }],
    ['silence', null, { outcome: 'unknown' }],
  ])('whose meter it is: %s', async (_what, reply, expected) => {
    server.onRequest = () => reply;
    expect(await supplier.checkMeter(meter)).toEqual(expected);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      billersCode: '04123456789',
      serviceID: 'ikeja-electric',
      type: 'postpaid',
    });
  });

  it.each<[string, Reply | null, object]>([
    [
      'contents',
      { bytes: json(200, { code: 1, contents: { balance: 1234.56 } }) },
      { outcome: 'known', floatKobo: 123_456n },
    ],
    [
      'content, as a text',
      { bytes: json(200, { content: { balance: '12,000.10' } }) },
      { outcome: 'known', floatKobo: 1_200_010n },
    ],
    ['no balance', { bytes: json(200, { content: {} }) }, { outcome: 'unknown', problem: 'says no balance' }],
    ['a wrong key', { bytes: json(401, { code: '087' }) }, { outcome: 'unknown', problem: 'answered 401' }],
    ['silence', null, { outcome: 'unknown', problem: 'timeout' }],
  ])('our float: %s', async (_what, reply, expected) => {
    server.onRequest = () => reply;
    expect(await supplier.readFloat()).toEqual(expected);
    expect(server.requests).toMatchObject([{ path: '/api/balance', headers: { 'public-key': 'PK' } }]);
    expect(server.requests[0]?.headers).not.toHaveProperty('secret-key');
  });

  it('what a service sells, in either spelling', async () => {
    const row = {
      variation_code: 'mtn-100',
      name: 'MTN 100MB',
      variation_amount: '100.00',
      fixedPrice: 'Yes',
    };
    for (const spelling of ['variations', 'varations']) {
      server.onRequest = () => ({ bytes: json(200, { content: { [spelling]: [row] } }) });
      expect(await supplier.listVariations('mtn-data')).toEqual([
        { code: 'mtn-100', name: 'MTN 100MB', amount: '100.00' },
      ]);
    }
    server.onRequest = () => html(200);
    expect(await supplier.listVariations('mtn-data')).toBeNull();
  });

  it.each([
    [{ type: 'transaction-update', data: { requestId } }, reference],
    [{ type: 'transaction-update', data: { requestId: reference } }, null],
    [{ type: 'variations-update' }, null],
    [{ data: { requestId: 7 } }, null],
    [null, null],
  ])('which order a hook speaks of: %j', (body, expected) => {
    expect(supplier.referenceInHook(body)).toBe(expected);
  });
});
