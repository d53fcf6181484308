import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  apiKey,
  connectSupplier,
  order,
  orderBody,
  otherIdent,
  reference,
  said,
  sent,
  sold,
} from '../testing/msorg-sample.ts';
import { page, startScriptedServer, useScriptedServer, type Reply } from '../testing/scripted-server.ts';
import type { RequeryAnswer, Supplier } from './supplier.ts';

const server = await useScriptedServer();
let supplier: Supplier;

beforeEach(() => {
  supplier = connectSupplier(server.url);
});
afterEach(() => supplier.close());

const text = JSON.stringify(orderBody);
const html = (status: number): Reply => ({
  bytes: page(status, '<!DOCTYPE html><h1>Service unavailable</h1>'),
});
const cut = (bytes: string | Buffer): Reply => ({ bytes, afterwards: 'destroy' });
const whole = page(201, text);
const huge = 'x'.repeat(400_000);

type Row = [name: string, reply: Reply | null, purchase: string, question?: string];

/** The outcome, or the reason of an unknown one; the second where a question by id ends otherwise. */
const rows: Row[] = [
  ['successful', sold(), 'delivered'],
  ['successful, 200', sold({}, 200), 'delivered'],
  ['lower-case key', sold({ Status: undefined, status: 'successful' }), 'delivered'],
  ['capitals and blanks', sold({ Status: ' Successful ' }), 'delivered'],
  ['byte order mark', { bytes: page(201, `\ufeff${text}`) }, 'delivered'],
  ['no ident', sold({ ident: undefined }), 'delivered'],
  ['whole number', sold({ mobile_number: '08091234567' }), 'delivered'],
  ['foreign form', sold({ mobile_number: '+234 809 123 4567' }), 'delivered'],
  ['number as number', sold({ mobile_number: 8091234567 }), 'delivered'],
  ['half masked', sold({ mobile_number: '0809*****' }), 'delivered'],
  ['masked with more stars than digits', sold({ mobile_number: '0809123*******' }), 'delivered'],
  ['no number', sold({ mobile_number: null }), 'delivered'],
  ['a word and noise', sold({ status: 'ok' }), 'delivered'],

  ['failed', sold({ Status: 'failed' }), 'refused'],
  ['FAILED, 200', sold({ Status: 'FAILED' }, 200), 'refused'],
  ['reversed', sold({ Status: 'reversed' }), 'unknown_word', 'refused'],
  ['Refunded', sold({ Status: 'Refunded' }), 'unknown_word', 'refused'],

  ['processing', sold({ Status: 'processing' }), 'processing'],
  ['Pending', sold({ Status: 'Pending' }), 'processing'],
  ['initiated', sold({ Status: 'initiated' }), 'processing'],
  ['empty word', sold({ Status: '' }), 'unknown_word'],
  ['unknown word', sold({ Status: 'success' }), 'unknown_word'],
  ['not successful', sold({ Status: 'not successful' }), 'unknown_word'],
  ['two words', sold({ status: 'failed' }), 'unknown_word'],

  ['no word', sold({ Status: undefined }), 'unreadable'],
  ['word is a number', sold({ Status: 1 }), 'unreadable'],
  ['word is true', sold({ Status: true }), 'unreadable'],
  ['word is an object', sold({ Status: { word: 'successful' } }), 'unreadable'],
  ['word is an array', sold({ Status: ['successful'] }), 'unreadable'],
  ['word is null', sold({ Status: null }), 'unreadable'],
  ['failed without an id', sold({ id: null, Status: 'failed' }), 'unreadable'],
  ['id is an object', sold({ id: {} }), 'unreadable'],
  ['id is a fraction', sold({ id: 1.5 }), 'unreadable'],
  ['ident is a number', sold({ ident: 12 }), 'unreadable'],
  ['number is an object', sold({ mobile_number: {} }), 'unreadable'],
  ['another ident', sold({ ident: otherIdent }), 'unreadable'],
  ['ident in another case', sold({ ident: reference.toLowerCase() }), 'unreadable'],
  ['another number', sold({ mobile_number: '08091234568' }), 'unreadable'],
  ['another number, masked', sold({ mobile_number: '0809***4568' }), 'unreadable'],
  ['all masked', sold({ mobile_number: '***' }), 'unreadable'],
  ['names no order', said(201, { Status: 'successful' }), 'unreadable'],
  ['error with 200', said(200, { error: ['Insufficient balance'] }), 'unreadable'],
  ['an array', said(201, [orderBody]), 'unreadable'],
  ['a text', said(201, 'successful'), 'unreadable'],
  ['null', said(201, null), 'unreadable'],
  ['nothing', { bytes: page(201, '') }, 'unreadable'],
  ['no content', { bytes: 'HTTP/1.1 204 No Content\r\n\r\n' }, 'unreadable'],
  ['a page', html(200), 'unreadable'],
  ['cut JSON', { bytes: page(201, text.slice(0, -3)) }, 'unreadable'],
  ['two JSONs', { bytes: page(201, text + text) }, 'unreadable'],
  ['compressed', { bytes: page(201, gzipSync(text), { 'content-encoding': 'gzip' }) }, 'unreadable'],
  ['huge', sold({ api_response: huge }), 'unreadable'],
  ['huge without end', { bytes: `HTTP/1.1 200 OK\r\n\r\n${huge}` }, 'unreadable'],

  ['error, a list', said(400, { error: ['Invalid plan'] }), 'refused', 'unexpected_status'],
  ['error, a text', said(400, { error: 'Network is down' }), 'refused', 'unexpected_status'],
  ['bad key', said(401, { detail: 'Invalid token.' }), 'refused', 'unexpected_status'],
  ['not permitted', said(403, { detail: 'Not permitted.' }), 'refused', 'unexpected_status'],
  ['too many', said(429, { detail: 'Request was throttled.' }), 'refused', 'unexpected_status'],
  ['duplicate', said(400, { error: ['Duplicate, wait 2 minutes'] }), 'unexpected_status'],
  ['error and an id', said(400, { error: 'x', id: 7 }), 'unexpected_status'],
  ['error, empty', said(400, { error: [] }), 'unexpected_status'],
  ['error, a number', said(400, { error: 1 }), 'unexpected_status'],
  ['error, an object', said(400, { error: { x: 'y' } }), 'unexpected_status'],
  ['400 by field', said(400, { plan: ['Invalid pk'] }), 'unexpected_status'],
  ['400 with an order', sold({}, 400), 'unexpected_status'],
  ['error with 422', said(422, { error: ['Invalid plan'] }), 'unexpected_status'],
  ['401 without words', said(401, {}), 'unexpected_status'],
  ['400, a page', html(400), 'unexpected_status'],
  ['401, a page', html(401), 'unexpected_status'],
  ['403, a page of a firewall', html(403), 'unexpected_status'],
  ['404, a page', html(404), 'unexpected_status'],
  ['429, a page', html(429), 'unexpected_status'],
  ['redirect', { bytes: page(301, '', { location: '/api/data' }) }, 'unexpected_status'],
  ['redirect with the method', { bytes: page(307, '', { location: '/v2/api/data/' }) }, 'unexpected_status'],

  ['500, a page', html(500), 'server_error'],
  ['500 with an order', sold({}, 500), 'server_error'],
  ['502, a page', html(502), 'server_error'],
  ['503 with an error', said(503, { error: ['down'] }), 'server_error'],

  ['silence', null, 'timeout'],
  ['half an answer, then silence', { bytes: 'HTTP/1.1 201 Created\r\n' }, 'timeout'],
  ['cut at once', cut(''), 'connection'],
  ['cut in the head', cut('HTTP/1.1 201 Cre'), 'connection'],
  ['cut in the body', cut(whole.subarray(0, -2)), 'connection'],
  ['ended in the body', { bytes: whole.subarray(0, -2), afterwards: 'end' }, 'connection'],
];

const endOf = (answer: RequeryAnswer) => (answer.outcome === 'unknown' ? answer.reason : answer.outcome);

function vendAnsweredBy(reply: Reply | null) {
  server.onRequest = () => reply;
  return supplier.vend(order);
}

describe('what an answer means', () => {
  it.each(rows)('to a purchase: %s', async (_name, reply, purchase) => {
    expect(endOf(await vendAnsweredBy(reply))).toBe(purchase);
    expect(server.requests).toHaveLength(1);
  });

  it.each(rows)('to a question: %s', async (_name, reply, purchase, question = purchase) => {
    // The list is no help here.
    server.onRequest = ({ path }) => (path === '/api/data/48210001/' ? reply : html(404));
    expect(endOf(await supplier.requery({ ...sent, supplierId: '48210001' }))).toBe(question);
  });

  it('is unknown when a purchase is "not there": that may come out of the middle of it', async () => {
    expect(endOf(await vendAnsweredBy(said(404, { detail: 'Not found.' })))).toBe('unexpected_status');
  });

  it('is a refusal when nobody listens, because nothing was sent', async () => {
    const closed = await startScriptedServer();
    await closed.close();
    const gone = connectSupplier(closed.url);
    expect(await gone.vend(order)).toEqual({
      outcome: 'refused',
      supplierId: null,
      message: 'The supplier could not be reached',
      raw: null,
    });
    expect(endOf(await gone.requery(sent))).toBe('connection');
    await gone.close();
  });
});

describe('what is told of it', () => {
  it("is the supplier's id, its words and the whole answer", async () => {
    expect(await vendAnsweredBy(sold())).toEqual({
      outcome: 'delivered',
      supplierId: '48210001',
      message: '1GB SME sent to 08091234567',
      raw: text,
      tokens: [],
      units: null,
    });
  });

  it('is also an id that comes as a text', async () => {
    const answer = await vendAnsweredBy(sold({ id: 'TX-91', Status: 'processing' }));
    expect(answer.supplierId).toBe('TX-91');
  });

  it('keeps the id when only the name of the order is another, but not when the number is', async () => {
    const response = { message: null };
    expect(await vendAnsweredBy(sold({ ident: otherIdent }))).toMatchObject({
      ...response,
      supplierId: '48210001',
    });
    expect(await vendAnsweredBy(sold({ mobile_number: '08030000000' }))).toMatchObject({
      ...response,
      supplierId: null,
    });
  });

  it('has the words of a refusal', async () => {
    const answer = await vendAnsweredBy(said(400, { error: ['Invalid', 'plan'] }));
    expect(answer.message).toBe('Invalid plan');
  });

  it('does not tell customers about our stock, our float or our key', async () => {
    const words =
      'You have shared 1.5GB to 2348091234567. Your new data balance is 77191.21GB, expires 17/10/2026. Thank you.';
    expect(await vendAnsweredBy(sold({ api_response: words }))).toMatchObject({
      message: 'You have shared 1.5GB to 2348091234567. Thank you.',
      raw: expect.stringContaining('77191.21GB'),
    });
    expect(await vendAnsweredBy(sold({ api_response: 'New balance: N5' }))).toMatchObject({ message: null });
    expect(await vendAnsweredBy(said(400, { error: ['Insufficient balance N12.5'] }))).toMatchObject({
      outcome: 'refused',
      message: 'The supplier cannot take the order now',
      raw: '{"error":["Insufficient balance N12.5"]}',
    });
    expect(await vendAnsweredBy(said(401, { detail: `Invalid token ${apiKey}` }))).toMatchObject({
      message: 'The supplier did not take the order',
      raw: '{"detail":"Invalid token ***"}',
    });
  });

  it('is short, storable and without our key', async () => {
    const long = `a\u0000\ud800 ${apiKey}\n${'₦'.repeat(3_000)}`;
    const answer = await vendAnsweredBy(sold({ api_response: long }));
    expect(answer.message).toMatch(/^a\ufffd \*\*\* ₦+…$/);
    expect(answer.message).toHaveLength(300);
    expect(Buffer.byteLength(answer.raw ?? '')).toBeLessThanOrEqual(4_096);
    expect(answer.raw).not.toContain(apiKey);
    const unreadable = await vendAnsweredBy({ bytes: page(502, `\u0000${'x'.repeat(10_000)}`) });
    expect(unreadable.raw).toBe('x'.repeat(4_096));
  });
});
