import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  json,
  page,
  startScriptedServer,
  useScriptedServer,
  type Reply,
} from '../testing/scripted-server.ts';
import {
  code,
  connectVtpass,
  html,
  order,
  requestId,
  secretKey,
  sent,
  sold,
  token,
} from '../testing/vtpass-sample.ts';
import type { RequeryAnswer } from './supplier.ts';
import { createVtpassSupplier, type VtpassSupplier } from './vtpass.ts';

const server = await useScriptedServer();
let supplier: VtpassSupplier;
beforeEach(() => {
  supplier = connectVtpass(server.url);
});
afterEach(() => supplier.close());

const noToken = { purchased_code: '', units: '' };
const coded = (number: string, status: string): Reply => sold({ ...noToken, code: number }, { status });
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
  // Of itself: what was delivered before is not found either.
  ['015', code('015'), 'unexpected_status'],
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
    const options = { name: 'VTPASS', apiKey: 'AK', secretKey, publicKey: 'PK', vendTimeoutMs: 400 };
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
