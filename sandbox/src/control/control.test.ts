import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  ask,
  buyAirtime,
  buyData,
  cutOff,
  freshSandbox,
  post,
  readJournal,
  supplierGet,
} from '../../test/sandbox.ts';

describe('faces', () => {
  it('are listed with their switches and floats', async () => {
    const { url } = await freshSandbox({ webhookUrls: { squad: 'http://127.0.0.1:1/hooks/squad' } });
    const { body } = await ask(`${url}/control/faces`);
    const quiet = { latencyMs: 0, failPercent: 0, down: false };
    const expected = [
      { name: 'glad', url: `${url}/glad`, float: 50_000_000, ...quiet },
      { name: 'alaro', url: `${url}/alaro`, float: 50_000_000, ...quiet },
      {
        name: 'squad',
        url: `${url}/squad`,
        float: 50_000_000,
        webhookUrl: 'http://127.0.0.1:1/hooks/squad',
        ...quiet,
      },
      { name: 'smtp', url: `${url}/inbox`, float: null, ...quiet },
    ];
    expect(body['faces']).toEqual(
      expect.arrayContaining(expected.map((simulator) => expect.objectContaining(simulator))),
    );
  });

  it('cut every connection while down, and only their own', async () => {
    const { url } = await freshSandbox();
    expect((await post(`${url}/control/faces/glad`, { down: true })).body).toMatchObject({ down: true });
    await expect(supplierGet(url, 'glad', '/api/user/')).rejects.toThrow('fetch failed');
    expect((await supplierGet(url, 'alaro', '/api/user/')).status).toBe(200);
    await post(`${url}/control/faces/glad`, { down: false });
    expect((await supplierGet(url, 'glad', '/api/user/')).status).toBe(200);
  });

  it('refuse the asked share of purchases, the same ones for the same seed', async () => {
    const sandbox = await freshSandbox();
    await post(`${sandbox.url}/control/faces/glad`, { failPercent: 50 });
    const play = async (): Promise<number[]> => {
      await post(`${sandbox.url}/control/seed`, { seed: 7 });
      const statuses: number[] = [];
      for (let turn = 0; turn < 40; turn += 1)
        statuses.push((await buyData(sandbox.url, 'glad', '08031239999')).status);
      return statuses;
    };
    const first = await play();
    expect(await play()).toEqual(first);
    const delivered = first.filter((status) => status === 201).length;
    expect(delivered).toBeGreaterThan(5);
    expect(delivered).toBeLessThan(35);
    expect(sandbox.journal().deliveries).toHaveLength(2 * delivered);
  });

  it('run out of float', async () => {
    const { url } = await freshSandbox();
    await post(`${url}/control/faces/alaro`, { float: 97.5 });
    expect((await buyAirtime(url, 'alaro', '08031239999', { amount: 100 })).status).toBe(201);
    const { status, body } = await buyAirtime(url, 'alaro', '08031239999', { amount: 100 });
    expect([status, body]).toEqual([400, { error: ['Insufficient balance'] }]);
    expect((await supplierGet(url, 'alaro', '/api/user/')).body['wallet_balance']).toBe('0.5');
  });

  it('take what is paid into the float beside what is sold', async () => {
    const { url } = await freshSandbox();
    await post(`${url}/control/faces/alaro`, { float: 97 });
    await Promise.all([
      buyAirtime(url, 'alaro', '08031239999', { amount: 100 }),
      post(`${url}/control/faces/alaro`, { paidIn: 40.5 }),
      post(`${url}/control/faces/alaro`, { paidIn: 2 }),
    ]);
    expect((await supplierGet(url, 'alaro', '/api/user/')).body['wallet_balance']).toBe('42.5');
  });

  it.each([
    ['glad', { failPercent: 101 }],
    ['smtp', { paidIn: 5 }],
    ['glad', { paidIn: -5 }],
    ['glad', { latencyMs: -1 }],
    ['glad', { down: 'perhaps' }],
    ['glad', { speed: 1 }],
    ['smtp', { float: 5 }],
    ['squad', { webhookUrl: 'ftp://127.0.0.1/' }],
  ])('refuse a bad switch of %s: %j', async (simulator, body) => {
    const { url } = await freshSandbox();
    const before = await ask(`${url}/control/faces`);
    expect((await post(`${url}/control/faces/${simulator}`, body)).status).toBe(400);
    expect((await ask(`${url}/control/faces`)).body).toEqual(before.body);
    expect((await post(`${url}/control/faces/unknown`, {})).status).toBe(404);
  });
});

describe('pay', () => {
  it('pays a link once', async () => {
    const { url } = await freshSandbox();
    await post(
      `${url}/squad/transaction/initiate`,
      { email: 'a@b.ng', amount: 20_000, currency: 'NGN', initiate_type: 'inline', transaction_ref: 'r1' },
      { authorization: 'Bearer sandbox_sk_jara' },
    );
    const paid = await post(`${url}/control/pay`, { reference: 'r1' });
    expect([paid.status, paid.body]).toEqual([200, { reference: 'r1', status: 'success' }]);
    expect((await post(`${url}/control/pay`, { reference: 'r1' })).status).toBe(409);
    expect((await post(`${url}/control/pay`, { reference: 'r2' })).status).toBe(404);
    expect((await post(`${url}/control/pay`, {})).status).toBe(400);
    expect((await readJournal(url)).payments).toMatchObject([{ reference: 'r1', amount: 200 }]);
  });
});

describe('reset', () => {
  it('goes back to the first day, but never gives an old id to a new order', async () => {
    const { url } = await freshSandbox();
    const { body: old } = await buyData(url, 'glad', '08031239999');
    await post(`${url}/control/faces/glad`, { failPercent: 100, float: 1 });
    expect((await post(`${url}/control/reset`, {})).status).toBe(200);
    expect(await readJournal(url)).toEqual({
      deliveries: [],
      payments: [],
      links: [],
      payouts: [],
      mails: [],
      pushes: [],
      messages: [],
      webhooks: [],
    });
    expect((await supplierGet(url, 'glad', `/api/data/${Number(old['id'])}`)).status).toBe(404);
    const { body } = await buyData(url, 'glad', '08031239999');
    expect(body).toMatchObject({ Status: 'successful', balance_before: '50000000.0' });
    expect(body['id']).not.toBe(old['id']);
  });

  it('calls off what was under way', async () => {
    const sandbox = await freshSandbox({ timings: { slowMs: 3_600_000 } });
    const slow = cutOff(buyData(sandbox.url, 'glad', '08031230008'));
    for (let count = 0; count === 0;)
      count = Number((await supplierGet(sandbox.url, 'glad', '/api/data/')).body['count']);
    await post(`${sandbox.url}/control/reset`, {});
    expect(await slow).toMatchObject({ message: 'fetch failed' });
  });
});

describe('timings', () => {
  it('can be changed while the sandbox runs', async () => {
    const { url } = await freshSandbox();
    expect((await ask(`${url}/control/timings`)).body).toMatchObject({
      processingMs: 10_000,
      slowMs: 5_000,
      reversalMs: 30_000,
    });
    await post(`${url}/control/timings`, { slowMs: 1 });
    expect((await buyData(url, 'glad', '08031230008')).body['Status']).toBe('successful');
    expect((await post(`${url}/control/timings`, { slowMs: 'soon' })).status).toBe(400);
  });
});

describe('the page for people', () => {
  it('shows the faces, the magic numbers and what happened, and its forms come back to it', async () => {
    const { url } = await freshSandbox();
    await buyData(url, 'glad', '08031239999', { ident: '<b>order</b>' });
    const { status, text } = await ask(`${url}/`);
    expect(status).toBe(200);
    for (const piece of ['GLAD', 'ALARO', 'Squad', '…0011', '08031239999', '&#60;b&#62;order'])
      expect(text).toContain(piece);
    const form = await fetch(`${url}/control/faces/glad`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ latencyMs: '', failPercent: '0', float: '1000', down: 'true' }),
    });
    expect([form.status, form.headers.get('location')]).toEqual([303, '/']);
    expect((await ask(`${url}/`)).text).toContain('✕ down');
  });

  it('lets browsers tell where its forms come from', async () => {
    const { url } = await freshSandbox();
    const { headers } = await fetch(`${url}/`);
    // With no-referrer a browser sends "Origin: null", which the guard refuses.
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });
});

describe('the guard', () => {
  const addresses = ['/', '/control/journal', '/control/faces'];

  it.each(addresses)('refuses a foreign Host at %s', async (path) => {
    const { port } = await freshSandbox();
    expect(await statusWith(port, path, { host: 'rebound.example.com' })).toBe(403);
    expect(await statusWith(port, path, { host: `127.0.0.1.example.com:${port}` })).toBe(403);
    expect(await statusWith(port, path, { host: `localhost:${port}` })).toBe(200);
  });

  it('refuses forms of foreign pages', async () => {
    const { port } = await freshSandbox();
    const host = `127.0.0.1:${port}`;
    for (const origin of ['https://example.com', 'null'])
      expect(await statusWith(port, '/control/reset', { host, origin }, 'POST')).toBe(403);
    expect(await statusWith(port, '/control/reset', { host, origin: 'http://127.0.0.1:3000' }, 'POST')).toBe(
      200,
    );
  });
});

/** By hand, because fetch sets Host and Origin itself. */
function statusWith(
  port: number,
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}
