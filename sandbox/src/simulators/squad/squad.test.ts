import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { ask, freshSandbox, post, webhookSink } from '../../../test/sandbox.ts';
import type { Answer } from '../../../test/sandbox.ts';

const key = { authorization: 'Bearer sandbox_sk_jara' };

function initiate(url: string, changes: Record<string, unknown> = {}): Promise<Answer> {
  const body = {
    email: 'ada@example.com',
    amount: 500_000,
    currency: 'NGN',
    initiate_type: 'inline',
    transaction_ref: 'fund-1',
    callback_url: 'http://127.0.0.1:3000/profile/fundWallet?tab=card',
    metadata: { user: 'u1' },
  };
  return post(`${url}/squad/transaction/initiate`, { ...body, ...changes }, key);
}

async function verify(url: string, reference: string): Promise<Answer> {
  return ask(`${url}/squad/transaction/verify/${reference}`, { headers: key });
}

async function press(url: string, reference: string, button: 'pay' | 'fail'): Promise<Response> {
  return fetch(`${url}/squad/checkout/${reference}/${button}`, { method: 'POST', redirect: 'manual' });
}

describe('initiate', () => {
  it('makes a link with a checkout page', async () => {
    const { url } = await freshSandbox();
    const { status, body } = await initiate(url);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 200,
      success: true,
      data: {
        checkout_url: `${url}/squad/checkout/fund-1`,
        transaction_ref: 'fund-1',
        transaction_amount: 500_000,
        currency: 'NGN',
      },
    });
    const page = await ask(`${url}/squad/checkout/fund-1`);
    expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('₦5,000.00');
  });

  it('gives the link a reference when the merchant has none', async () => {
    const { url } = await freshSandbox();
    const { body } = await initiate(url, { transaction_ref: undefined });
    const { transaction_ref: reference } = body['data'] as Record<string, unknown>;
    expect((await verify(url, String(reference))).status).toBe(200);
  });

  it('refuses the same reference a second time', async () => {
    const { url } = await freshSandbox();
    await initiate(url);
    const { status, body } = await initiate(url, { amount: 100 });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, message: 'Duplicate transaction reference' });
    expect((await verify(url, 'fund-1')).body).toMatchObject({ data: { transaction_amount: 500_000 } });
  });

  it.each([
    ['email', 'nobody'],
    ['amount', '500000'],
    ['amount', 99],
    ['amount', 100.5],
    ['currency', 'USD'],
    ['initiate_type', undefined],
    ['transaction_ref', 'a b'],
    ['callback_url', 'javascript:alert(1)'],
  ])('refuses a bad %s: %s', async (name, value) => {
    const { url } = await freshSandbox();
    const { status, type, body } = await initiate(url, { [name]: value });
    expect([status, type]).toEqual([400, 'application/problem+json; charset=utf-8']);
    expect(Object.keys(body['errors'] as object)).toEqual([name]);
  });

  it('asks for the key', async () => {
    const { url } = await freshSandbox();
    const stranger = await post(`${url}/squad/transaction/initiate`, {}, { authorization: 'Bearer other' });
    expect(stranger.status).toBe(401);
    expect((await ask(`${url}/squad/transaction/verify/fund-1`)).status).toBe(401);
  });
});

describe('checkout', () => {
  it('pays: back to the merchant, verified, and told by a signed event until it is heard', async () => {
    const sink = await webhookSink([503, 404]);
    const sandbox = await freshSandbox({ webhookUrls: { squad: sink.url }, timings: { webhookRetryMs: 10 } });
    const { url } = sandbox;
    await initiate(url);
    expect((await verify(url, 'fund-1')).body).toMatchObject({ data: { transaction_status: 'pending' } });

    const redirect = await press(url, 'fund-1', 'pay');
    expect(redirect.status).toBe(303);
    expect(redirect.headers.get('location')).toBe(
      'http://127.0.0.1:3000/profile/fundWallet?tab=card&reference=fund-1&transaction_ref=fund-1',
    );
    expect((await verify(url, 'fund-1')).body).toMatchObject({
      data: {
        transaction_status: 'success',
        transaction_amount: 500_000,
        transaction_ref: 'fund-1',
        email: 'ada@example.com',
        transaction_currency_id: 'NGN',
      },
    });

    await vi.waitFor(
      () => expect(sandbox.journal().webhooks[0]?.deliveredAt).toEqual(expect.any(String)),
      5_000,
    );
    expect(sandbox.journal().webhooks[0]?.attempts.map(({ status }) => status)).toEqual([503, 404, 200]);
    const bodies = new Set(sink.received.map((event) => event.body));
    expect(bodies.size).toBe(1);
    for (const { body, headers } of sink.received) {
      const signature = createHmac('sha512', 'sandbox_sk_jara').update(body).digest('hex').toUpperCase();
      expect(headers['x-squad-encrypted-body']).toBe(signature);
      expect(JSON.parse(body)).toMatchObject({
        Event: 'charge_successful',
        TransactionRef: 'fund-1',
        Body: {
          amount: 500_000,
          transaction_ref: 'fund-1',
          transaction_status: 'Success',
          currency: 'NGN',
          merchant_amount: 494_000,
          meta: { user: 'u1' },
        },
      });
    }
    expect(sandbox.journal().payments).toMatchObject([{ reference: 'fund-1', amount: 5_000 }]);
  });

  it('takes a second payment of the same link for what it is', async () => {
    const sandbox = await freshSandbox();
    await initiate(sandbox.url);
    await Promise.all([press(sandbox.url, 'fund-1', 'pay'), press(sandbox.url, 'fund-1', 'pay')]);
    const again = await press(sandbox.url, 'fund-1', 'pay');
    expect(again.status).toBe(200);
    expect(await again.text()).toContain('already paid');
    const afterwards = await press(sandbox.url, 'fund-1', 'fail');
    expect(await afterwards.text()).toContain('already paid');
    expect(sandbox.journal().payments).toHaveLength(1);
    expect(sandbox.journal().webhooks).toHaveLength(1);
  });

  it('fails without an event, and may be paid later', async () => {
    const sandbox = await freshSandbox();
    await initiate(sandbox.url);
    expect((await press(sandbox.url, 'fund-1', 'fail')).status).toBe(303);
    const failed = await verify(sandbox.url, 'fund-1');
    expect(failed.body).toMatchObject({ data: { transaction_status: 'failed' } });
    expect(sandbox.journal()).toMatchObject({ payments: [], webhooks: [], links: [{ status: 'failed' }] });

    await press(sandbox.url, 'fund-1', 'pay');
    const paid = await verify(sandbox.url, 'fund-1');
    expect(paid.body).toMatchObject({ data: { transaction_status: 'success' } });
  });

  it('declines by chance when the simulator is set to', async () => {
    const sandbox = await freshSandbox();
    await initiate(sandbox.url);
    await post(`${sandbox.url}/control/faces/squad`, { failPercent: 100 });
    await press(sandbox.url, 'fund-1', 'pay');
    expect((await verify(sandbox.url, 'fund-1')).body).toMatchObject({
      data: { transaction_status: 'failed' },
    });
  });

  it('stays on its own page when the merchant named none, and says so when there is no such link', async () => {
    const { url } = await freshSandbox();
    await initiate(url, { callback_url: undefined });
    const paid = await press(url, 'fund-1', 'pay');
    expect(paid.headers.get('location')).toBe('/squad/checkout/fund-1');
    const unknown = await ask(`${url}/squad/checkout/other`);
    expect([unknown.status, unknown.text.includes('does not exist')]).toEqual([404, true]);
    expect((await verify(url, 'other')).status).toBe(400);
  });

  it('prints what customers typed as text', async () => {
    const { url } = await freshSandbox();
    await initiate(url, { customer_name: '<script>alert(1)</script>' });
    const { text } = await ask(`${url}/squad/checkout/fund-1`);
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('&#60;script&#62;alert(1)');
  });
});
