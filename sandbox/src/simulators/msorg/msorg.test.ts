import { describe, expect, it, vi } from 'vitest';
import {
  ask,
  buyAirtime,
  buyData,
  cutOff,
  freshSandbox,
  post,
  supplierGet,
  supplierHeaders,
  webhookSink,
} from '../../../test/sandbox.ts';
import type { SupplierName } from '../../../test/sandbox.ts';
import type { Sandbox } from '../../environment/environment.ts';

const SUPPLIERS: readonly SupplierName[] = ['glad', 'alaro'];
const soon = { processingMs: 50, slowMs: 50, reversalMs: 50, webhookRetryMs: 10 };
const never = { processingMs: 3_600_000, slowMs: 3_600_000, reversalMs: 3_600_000 };

const delivered = (sandbox: Sandbox): string[] =>
  sandbox.journal().deliveries.map(({ recipient }) => recipient);

describe.each(SUPPLIERS)('outcomes at %s', (supplier) => {
  it('delivers to any other number at once', async () => {
    const sandbox = await freshSandbox();
    const answer = await buyData(sandbox.url, supplier, '08031239999', { ident: 'order-1' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      ident: 'order-1',
      Status: 'successful',
      mobile_number: '0803***9999',
      plan_network: 'MTN',
      plan_name: '500MB',
      plan_type: 'SME',
      plan_amount: '395.0',
      balance_before: '50000000.0',
      balance_after: '49999605.0',
    });
    expect(sandbox.journal().deliveries).toEqual([
      {
        supplier: supplier.toUpperCase(),
        supplierId: String(answer.body['id']),
        reference: 'order-1',
        kind: 'data',
        network: 'MTN',
        recipient: '08031239999',
        amount: 395,
        planId: supplier === 'glad' ? 201 : 7003,
        catalogueId: 1,
        at: expect.any(String),
      },
    ]);
  });

  it('0001: refuses, in the form of the site', async () => {
    const sandbox = await freshSandbox();
    const { status, body } = await buyData(sandbox.url, supplier, '08031230001');
    expect(status).toBe(400);
    expect(Array.isArray(body['error'])).toBe(supplier === 'glad');
    expect(String(body['error'])).toContain('not successful');
    expect(delivered(sandbox)).toEqual([]);
  });

  it('0002: is processing, then delivers', async () => {
    const sandbox = await freshSandbox({ timings: never });
    const first = await buyAirtime(sandbox.url, supplier, '08031230002');
    expect(first.body['Status']).toBe('processing');
    const asked = await supplierGet(sandbox.url, supplier, `/api/topup/${Number(first.body['id'])}`);
    expect(asked.body).toEqual(first.body);
    expect(delivered(sandbox)).toEqual([]);

    await post(`${sandbox.url}/control/timings`, { processingMs: 20 });
    const { body } = await buyAirtime(sandbox.url, supplier, '09011230002');
    expect(body['Status']).toBe('processing');
    await vi.waitFor(() => expect(delivered(sandbox)).toEqual(['09011230002']), 5_000);
    const after = await supplierGet(sandbox.url, supplier, `/api/topup/${Number(body['id'])}/`);
    expect(after.body).toMatchObject({ id: body['id'], Status: 'successful', balance_after: '49999515.0' });
  });

  it('0003: is processing, then fails', async () => {
    const sandbox = await freshSandbox({ timings: soon });
    const { body } = await buyData(sandbox.url, supplier, '08031230003');
    expect(body['Status']).toBe('processing');
    await vi.waitFor(async () => {
      const { body: later } = await supplierGet(sandbox.url, supplier, `/api/data/${Number(body['id'])}`);
      expect(later['Status']).toBe('failed');
    }, 5_000);
    expect(delivered(sandbox)).toEqual([]);
  });

  it('0004: delivers and drops the connection without a byte', async () => {
    const sandbox = await freshSandbox();
    await expect(buyData(sandbox.url, supplier, '08031230004')).rejects.toMatchObject({
      cause: { code: 'UND_ERR_SOCKET', socket: { bytesRead: 0 } },
    });
    expect(delivered(sandbox)).toEqual(['08031230004']);
    const { body } = await supplierGet(sandbox.url, supplier, '/api/data/?ident=ref-08031230004');
    expect(body).toMatchObject({ count: 1, results: [{ Status: 'successful' }] });
  });

  it('0005: never answers and knows nothing later', async () => {
    const sandbox = await freshSandbox();
    const patience = AbortSignal.timeout(300);
    await expect(
      fetch(`${sandbox.url}/${supplier}/api/topup/`, {
        method: 'POST',
        headers: { ...supplierHeaders(supplier), 'content-type': 'application/json' },
        body: JSON.stringify({ network: 1, amount: 100, mobile_number: '08031230005', ident: 'lost' }),
        signal: patience,
      }),
    ).rejects.toThrow('timeout');
    expect(delivered(sandbox)).toEqual([]);
    const { body } = await supplierGet(sandbox.url, supplier, '/api/topup/?search=lost');
    expect(body).toMatchObject({ count: 0, results: [] });
  });

  it('0006: delivers and answers with a broken page', async () => {
    const sandbox = await freshSandbox();
    const { status, type, text } = await buyData(sandbox.url, supplier, '08031230006');
    expect([status, type]).toEqual([500, 'text/html']);
    expect(text).toContain('<html');
    expect(delivered(sandbox)).toEqual(['08031230006']);
  });

  it('0007: answers 200 with a page and delivers nothing', async () => {
    const sandbox = await freshSandbox();
    const { status, type } = await buyData(sandbox.url, supplier, '08031230007');
    expect([status, type]).toEqual([200, 'text/html']);
    expect(delivered(sandbox)).toEqual([]);
    expect((await supplierGet(sandbox.url, supplier, '/api/data/')).body['count']).toBe(0);
  });

  it('0008: answers late, after the delivery', async () => {
    const sandbox = await freshSandbox({ timings: soon });
    const { status, body } = await buyData(sandbox.url, supplier, '08031230008');
    expect([status, body['Status']]).toEqual([201, 'successful']);
    expect(delivered(sandbox)).toEqual(['08031230008']);
  });

  it('0008: delivers although the client gave up', async () => {
    const sandbox = await freshSandbox({ timings: { slowMs: 1_000 } });
    const client = new AbortController();
    const answer = fetch(`${sandbox.url}/${supplier}/api/topup/`, {
      method: 'POST',
      headers: { ...supplierHeaders(supplier), 'content-type': 'application/json' },
      body: JSON.stringify({ network: 1, amount: 100, mobile_number: '08031230008', ident: 'slow' }),
      signal: client.signal,
    });
    const given = cutOff(answer);
    await vi.waitFor(async () => {
      const { body } = await supplierGet(sandbox.url, supplier, '/api/topup/?ident=slow');
      expect(body).toMatchObject({ results: [{ Status: 'processing' }] });
    }, 5_000);
    client.abort();
    expect(await given).toMatchObject({ name: 'AbortError' });
    await vi.waitFor(() => expect(delivered(sandbox)).toEqual(['08031230008']), 5_000);
  });

  it('0009: stays in processing', async () => {
    const sandbox = await freshSandbox({ timings: soon });
    const { body } = await buyData(sandbox.url, supplier, '08031230009');
    expect(body['Status']).toBe('processing');
    // By the time that a later order has gone through its processing, this one would have too.
    await buyData(sandbox.url, supplier, '08031230002');
    await vi.waitFor(() => expect(delivered(sandbox)).toEqual(['08031230002']), 5_000);
    const later = await supplierGet(sandbox.url, supplier, `/api/data/${Number(body['id'])}`);
    expect(later.body['Status']).toBe('processing');
  });

  it('0010: says that the float is too low', async () => {
    const sandbox = await freshSandbox();
    const { status, body } = await buyData(sandbox.url, supplier, '08031230010');
    expect([status, body]).toEqual([400, { error: ['Insufficient balance'] }]);
    expect(delivered(sandbox)).toEqual([]);
  });

  it('0011: succeeds, then takes it back and says so, unsigned, until somebody listens', async () => {
    const sink = await webhookSink([500]);
    const sandbox = await freshSandbox({ timings: soon, webhookUrls: { [supplier]: sink.url } });
    const { body } = await buyData(sandbox.url, supplier, '08031230011');
    expect(body['Status']).toBe('successful');
    await vi.waitFor(() => expect(sink.received).toHaveLength(2), 5_000);
    const word = supplier === 'glad' ? 'failed' : 'reversed';
    const later = await supplierGet(sandbox.url, supplier, `/api/data/${Number(body['id'])}`);
    expect(later.body).toMatchObject({ Status: word, balance_after: '50000000.0' });
    expect(sink.received.map((event) => JSON.parse(event.body) as unknown)).toEqual([later.body, later.body]);
    expect(sink.received[0]?.headers).not.toHaveProperty('x-squad-encrypted-body');
    const [delivery] = sandbox.journal().deliveries;
    expect(delivery).toMatchObject({ recipient: '08031230011', reversedAt: expect.any(String) });
    expect((await supplierGet(sandbox.url, supplier, '/api/user/')).body['wallet_balance']).toBe(
      '50000000.0',
    );
  });
});

describe('the contract of the two suppliers', () => {
  it('numbers networks and plans differently', async () => {
    const { url } = await freshSandbox();
    const glad = await buyData(url, 'glad', '08091239999', { network: 6, plan: 229 });
    const alaro = await buyData(url, 'alaro', '08091239999', { network: 3, plan: 7087 });
    expect(glad.body).toMatchObject({ plan_network: '9MOBILE', plan_name: '250MB', network: 6, plan: 229 });
    expect(alaro.body).toMatchObject({ plan_network: '9MOBILE', plan_name: '250MB', network: 3, plan: 7087 });
  });

  it('debits airtime at 97 % for MTN, and data at the price of the plan', async () => {
    const { url } = await freshSandbox();
    await buyAirtime(url, 'glad', '08031239999', { amount: 1_000 });
    await buyData(url, 'glad', '08031239999', { plan: 202 });
    const { body } = await supplierGet(url, 'glad', '/api/user/');
    expect(body['wallet_balance']).toBe(`${50_000_000 - 970 - 580}.0`);
  });

  it('shows all 34 plans under their networks and types', async () => {
    const { url } = await freshSandbox();
    const { body } = await supplierGet(url, 'alaro', '/api/user/');
    const groups = body['Dataplans'] as Record<string, Record<string, Record<string, unknown>[]>>;
    expect(Object.keys(groups)).toEqual(['MTN_PLAN', 'GLO_PLAN', 'AIRTEL_PLAN', '9MOBILE_PLAN']);
    const plans = Object.values(groups).flatMap((types) => Object.values(types).flat());
    expect(plans).toHaveLength(34);
    expect(groups['GLO_PLAN']?.['GIFTING']?.[0]).toEqual({
      id: 7060,
      dataplan_id: '7060',
      network: 2,
      plan_type: 'GIFTING',
      plan_network: 'GLO',
      month_validate: '1 day',
      plan: '1.5GB',
      plan_amount: '290.0',
    });
  });

  it('delivers a repeated reference twice, as the real sites do', async () => {
    const sandbox = await freshSandbox();
    await buyData(sandbox.url, 'glad', '08031239999', { ident: 'same' });
    await buyData(sandbox.url, 'glad', '08031239999', { ident: 'same' });
    expect(sandbox.journal().deliveries.map(({ reference }) => reference)).toEqual(['same', 'same']);
  });

  it.each([
    ['a short number', { mobile_number: '0803123999' }, 'Invalid mobile number'],
    ['an international number', { mobile_number: '+2348031239999' }, 'Invalid mobile number'],
    ['no number', { mobile_number: undefined }, 'Invalid mobile number'],
    ['an unknown network', { network: 4 }, 'Invalid network'],
    ['an unknown plan', { plan: 300 }, 'Invalid plan'],
    ['a plan of another network', { network: 2 }, 'Invalid plan'],
    ['a reference that is no text', { ident: 12 }, 'Invalid ident'],
  ])('refuses %s', async (_what, changes, complaint) => {
    const sandbox = await freshSandbox();
    const { status, body } = await buyData(sandbox.url, 'glad', '08031239999', changes);
    expect([status, body]).toEqual([400, { error: [complaint] }]);
    expect(delivered(sandbox)).toEqual([]);
  });

  it.each([0, 49, 50_001, 100.5, -100, '1e3', null])('refuses airtime for %s naira', async (amount) => {
    const { url } = await freshSandbox();
    const { status, body } = await buyAirtime(url, 'alaro', '08031239999', { amount });
    expect([status, body]).toEqual([400, { error: ['Invalid amount'] }]);
  });

  it('takes numbers written as text', async () => {
    const { url } = await freshSandbox();
    const { body } = await buyAirtime(url, 'glad', '08031239999', { network: '1', amount: '500' });
    expect(body).toMatchObject({ Status: 'successful', amount: '500', paid_amount: '485.0' });
  });

  it('answers strangers, nonsense and unknown paths like the real sites', async () => {
    const { url } = await freshSandbox();
    const body = { network: 1, plan: 201, mobile_number: '08031239999' };
    const stranger = await post(`${url}/glad/api/data/`, body, supplierHeaders('alaro'));
    expect([stranger.status, stranger.body]).toEqual([401, { detail: 'Invalid token.' }]);
    const nonsense = await ask(`${url}/glad/api/data/`, {
      method: 'POST',
      headers: { ...supplierHeaders('glad'), 'content-type': 'application/json' },
      body: '{"network": 1,',
    });
    expect(nonsense.status).toBe(400);
    const noSlash = await post(`${url}/glad/api/data`, body, supplierHeaders('glad'));
    expect([noSlash.status, noSlash.type]).toEqual([404, 'text/html']);
    const unknownId = await supplierGet(url, 'glad', '/api/data/1');
    expect([unknownId.status, unknownId.body]).toEqual([404, { detail: 'Not found.' }]);
  });
});

describe('lists', () => {
  it('are newest first, by kind, in pages', async () => {
    const { url } = await freshSandbox({ timings: never });
    for (let index = 10; index < 35; index += 1)
      await buyData(url, 'glad', `080312399${index}`, { ident: `data-${index}` });
    await buyAirtime(url, 'glad', '08031239999', { ident: 'airtime-1' });

    const first = await supplierGet(url, 'glad', '/api/data/');
    expect(first.body).toMatchObject({ count: 25, previous: null, next: `${url}/glad/api/data/?page=2` });
    const idents = (first.body['results'] as Record<string, unknown>[]).map(({ ident }) => ident);
    expect(idents).toEqual(Array.from({ length: 20 }, (_, index) => `data-${34 - index}`));
    const second = await supplierGet(url, 'glad', '/api/data/?page=2');
    expect(second.body).toMatchObject({ next: null, previous: `${url}/glad/api/data/?page=1` });
    expect(second.body['results']).toHaveLength(5);
    const airtime = await supplierGet(url, 'glad', '/api/topup/');
    expect(airtime.body).toMatchObject({ count: 1, results: [{ ident: 'airtime-1' }] });
  });

  it('find an order by its reference, its number, or a part of them', async () => {
    const { url } = await freshSandbox();
    await buyData(url, 'alaro', '08031231111', { ident: 'alpha' });
    await buyData(url, 'alaro', '08031232222', { ident: 'beta' });
    await buyData(url, 'alaro', '08031231111', { ident: 'gamma' });
    const found = async (query: string): Promise<unknown[]> => {
      const { body } = await supplierGet(url, 'alaro', `/api/data/?${query}`);
      return (body['results'] as Record<string, unknown>[]).map(({ ident }) => ident);
    };
    expect(await found('ident=beta')).toEqual(['beta']);
    expect(await found('ident=bet')).toEqual([]);
    expect(await found('search=alpha')).toEqual(['alpha']);
    expect(await found('search=08031231111')).toEqual(['gamma', 'alpha']);
    expect(await found('search=mm')).toEqual(['gamma']);
    expect(await found('search=2222')).toEqual(['beta']);
    expect(await found('search=nothing')).toEqual([]);
  });
});
