import { naira } from '@jara/contract/money.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, useScriptedServer, type Reply } from '../testing/scripted-server.ts';
import {
  code,
  connectVtpass,
  html,
  order,
  phoneOrder,
  reference,
  requestId,
  secretKey,
  sent,
  sold,
} from '../testing/vtpass-sample.ts';
import type { MeterOrder, PhoneOrder } from './supplier.ts';
import { vtpassRequestId, type VtpassSupplier } from './vtpass.ts';

const server = await useScriptedServer();
let supplier: VtpassSupplier;
beforeEach(() => {
  supplier = connectVtpass(server.url);
});
afterEach(() => supplier.close());

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

describe('that it knows no such id', () => {
  const before = { ...sent, reference: 'JRBEFORE' };
  const named = { requestId: vtpassRequestId(before.sentAt, before.reference) };
  it.each([
    ['is not while nothing was ever delivered', null, null, 'unknown'],
    ['is believed where what was delivered is found', before, sold(named), 'not_found'],
    ['is believed where what was delivered was taken back', before, code('040', named), 'not_found'],
    ['is not where what was delivered is not known either', before, code('015', named), 'unknown'],
    ['is not where that has no answer', before, null, 'unknown'],
    ['is not where our database has no answer', undefined, null, 'unknown'],
  ] as const)('%s', async (_what, delivered, itsReply, outcome) => {
    const asking = connectVtpass(server.url, {
      lastDelivered: async (sentBefore) => {
        expect(sentBefore).toEqual(sent.sentAt);
        if (delivered === undefined) throw new Error('the database is away');
        return delivered;
      },
    });
    server.onRequest = ({ body }) => (body.includes('JRBEFORE') ? itsReply : code('015'));
    expect(await asking.requery(sent)).toMatchObject({ outcome });
    await asking.close();
  });

  it('is believed of a supplier that never delivered, if that was asked for', async () => {
    const asking = connectVtpass(server.url, {
      lastDelivered: () => Promise.resolve(null),
      believesUnproven: true,
    });
    server.onRequest = () => code('015');
    expect(await asking.requery(sent)).toMatchObject({ outcome: 'not_found' });
    await asking.close();
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
