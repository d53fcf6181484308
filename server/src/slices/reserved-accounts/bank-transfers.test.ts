import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { verifyIdentity } from '../kyc/testing/verify-identity.ts';
import type { TestUser } from '../../../test/make.ts';
import { settleSavedHooks } from './settle-saved-hooks.ts';

const app = useTestApp({ timings: { processingMs: 100, webhookRetryMs: 20 } });

interface Holder extends TestUser {
  accountNumber: string;
}

let holders = 0;
async function holder(): Promise<Holder> {
  const user = await app.make.user();
  holders += 1;
  await verifyIdentity(app, user, { bvn: `8${String(holders).padStart(6, '0')}5555` });
  // The last four digits of the phone number choose what the bank of the sandbox does: those of test users count up.
  await app.context.pool.run('update users set phone = $2 where id = $1', [
    user.userId,
    `0803${String(holders).padStart(3, '0')}5555`,
  ]);
  const { reply } = await app.as(user).call('generateAccount', { bankName: 'palmpay' });
  return { ...user, accountNumber: reply.accountNumbers[0]?.accountNumber ?? '' };
}

const balanceOf = async (user: TestUser) => (await app.as(user).call('getProfile')).reply.user.balance;

async function send(accountNumber: string, amount: unknown, tell?: string): Promise<number> {
  const response = await fetch(`${app.sandbox.url}/control/bank-transfer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accountNumber, amount, ...(tell === undefined ? {} : { tell }) }),
  });
  await response.body?.cancel();
  return response.status;
}

const sign = (body: string, secret = 'sandbox-paymentpoint-secret'): string =>
  createHmac('sha256', secret).update(body).digest('hex');

async function hook(body: string, signature: string | null = sign(body)): Promise<number> {
  const response = await fetch(`${app.url}/hooks/paymentpoint`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature === null ? {} : { 'paymentpoint-signature': signature }),
    },
    body,
  });
  await response.body?.cancel();
  return response.status;
}

let transfers = 0;
const eventFor = (accountNumber: string, changes: Record<string, unknown> = {}): string => {
  transfers += 1;
  return JSON.stringify({
    notification_status: 'payment_successful',
    transaction_id: `T${transfers}`,
    amount_paid: 1_000,
    settlement_amount: 995,
    settlement_fee: 5,
    transaction_status: 'success',
    sender: { name: 'TUNDE BALOGUN', account_number: '****6789', bank: 'A BANK' },
    receiver: { name: 'x', account_number: accountNumber, bank: 'PalmPay' },
    customer: { email: 'somebody.else@people.example' },
    ...changes,
  });
};
const counted = async (sql: string, params: unknown[] = []) =>
  Number((await app.context.pool.get<{ count: bigint }>(sql, params)).count);
const inSuspense = () => counted(`select count(*) from bank_transfers where state = 'suspense'`);

describe('a bank transfer', () => {
  it('fills the wallet with what was paid less one percent', async () => {
    const ada = await holder();
    expect(await send(ada.accountNumber, 1_234.56)).toBe(200);
    await expect.poll(() => balanceOf(ada)).toBe(1_222.21);
    const { transactions } = (await app.as(ada).call('listTransactions')).reply;
    expect(transactions).toMatchObject([
      {
        trans_Type: 'wallet',
        trans_Status: 'success',
        trans_amount: 1_222.21,
        charge: 12.35,
        faceValue: 1_234.56,
        balance_Before: 0,
        balance_After: 1_222.21,
        description: 'Bank transfer from TUNDE SANDBOX BALOGUN',
      },
    ]);
    expect(app.sandbox.journal().payments).toMatchObject([
      { gateway: 'paymentpoint', accountNumber: ada.accountNumber, amount: 1_234.56, email: ada.email },
    ]);
  });

  it('counts once when it is told twice, and late when it is told late', async () => {
    const ada = await holder();
    await send(ada.accountNumber, 100, 'twice');
    await send(ada.accountNumber, 200, 'late');
    await expect.poll(() => balanceOf(ada)).toBe(297);
    await expect
      .poll(() => app.sandbox.journal().webhooks.filter(({ deliveredAt }) => deliveredAt === null))
      .toEqual([]);
    expect(await balanceOf(ada)).toBe(297);
  });

  it('is told again until the shop hears it', async () => {
    const ada = await holder();
    const aim = async (webhookUrl: string) => {
      const response = await fetch(`${app.sandbox.url}/control/faces/reserved-accounts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ webhookUrl }),
      });
      await response.body?.cancel();
    };
    await aim('http://127.0.0.1:9/nobody');
    await send(ada.accountNumber, 100);
    await expect
      .poll(() => app.sandbox.journal().webhooks.at(-1)?.attempts.length ?? 0)
      .toBeGreaterThanOrEqual(2);
    expect(await balanceOf(ada)).toBe(0);
    await aim(`${app.url}/hooks/paymentpoint`);
    await expect.poll(() => balanceOf(ada), { timeout: 10_000 }).toBe(99);
  });

  it('is credited by the account number, whatever e-mail the hook names', async () => {
    const [ada, thief] = [await holder(), await holder()];
    expect(await hook(eventFor(ada.accountNumber, { customer: { email: thief.email } }))).toBe(200);
    expect(await balanceOf(ada)).toBe(990);
    expect(await balanceOf(thief)).toBe(0);
  });

  it('counts once for fifty hooks at the same time, in the same bytes and in others', async () => {
    const ada = await holder();
    const event = JSON.parse(eventFor(ada.accountNumber)) as Record<string, unknown>;
    const statuses = await Promise.all(
      Array.from({ length: 50 }, (_, n) => hook(JSON.stringify({ ...event, timestamp: n % 10 }))),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await balanceOf(ada)).toBe(990);
    expect(await counted(`select count(*) from hook_events where handled_at is null`)).toBe(0);
  });

  it('told a second time with another amount or account is not believed the second time, and staff hear of it', async () => {
    const [ada, bola] = [await holder(), await holder()];
    const event = JSON.parse(eventFor(ada.accountNumber)) as Record<string, unknown>;
    await hook(JSON.stringify(event));
    await hook(JSON.stringify({ ...event, amount_paid: 9_000 }));
    await hook(JSON.stringify({ ...event, receiver: { account_number: bola.accountNumber } }));
    expect([await balanceOf(ada), await balanceOf(bola)]).toEqual([990, 0]);
    expect(app.takeErrors()).toHaveLength(2);
  });

  it.each<[string, (body: string) => { body: string; signature: string | null }]>([
    ['no signature', (body) => ({ body, signature: null })],
    ['an empty signature', (body) => ({ body, signature: '' })],
    ['a signature by another key', (body) => ({ body, signature: sign(body, 'other') })],
    ['a changed amount', (body) => ({ body: body.replace('1000', '9000'), signature: sign(body) })],
    ['a cut signature', (body) => ({ body, signature: sign(body).slice(0, 63) })],
  ])('is not credited by a hook with %s, of which nothing is kept', async (_how, forge) => {
    const ada = await holder();
    const before = await counted('select count(*) from hook_events');
    const { body, signature } = forge(eventFor(ada.accountNumber));
    expect(await hook(body, signature)).toBe(400);
    expect(await balanceOf(ada)).toBe(0);
    expect(await counted('select count(*) from hook_events')).toBe(before);
  });

  it.each<[string, Record<string, unknown>]>([
    ['that failed', { transaction_status: 'failed' }],
    ['of another kind', { notification_status: 'payment_reversed' }],
    ['of nothing', { amount_paid: 0 }],
    ['of less than nothing', { amount_paid: -5 }],
    ['with more decimals than money has', { amount_paid: 1.005 }],
    ['without an id', { transaction_id: undefined }],
    ['without an account', { receiver: {} }],
  ])('%s credits nobody, and is kept', async (_how, changes) => {
    const ada = await holder();
    const before = await counted('select count(*) from hook_events');
    expect(await hook(eventFor(ada.accountNumber, changes))).toBe(200);
    expect(await balanceOf(ada)).toBe(0);
    expect(await counted('select count(*) from hook_events')).toBe(before + 1);
    expect(await settleSavedHooks(app.context)).toBe(0);
  });
});

describe('money that nobody owns', () => {
  it('waits in suspense when the account is unknown, and staff are told', async () => {
    const before = await inSuspense();
    expect(await send('1234567890', 500, 'twice')).toBe(200);
    await expect.poll(inSuspense).toBe(before + 1);
    await expect.poll(() => app.takeErrors().join()).toContain('waits in suspense');
  });

  it('waits in suspense when the account is closed', async () => {
    const ada = await holder();
    const admin = await app.make.user({ isAdmin: true });
    await app
      .as(admin)
      .call('closeReservedAccount', { accountNumber: ada.accountNumber, reason: 'The bank closed it' });
    const before = await inSuspense();
    await hook(eventFor(ada.accountNumber));
    expect(await inSuspense()).toBe(before + 1);
    expect(await balanceOf(ada)).toBe(0);
    expect(app.takeErrors()).toHaveLength(1);
  });
});

describe('a hook that was stored and then forgotten', () => {
  it('is acted upon by the job, once', async () => {
    const ada = await holder();
    await app.context.pool.run(
      `insert into hook_events (provider, body_hash, body, received_at) values ('paymentpoint', 'h1', $1, now() - interval '1 minute')`,
      [eventFor(ada.accountNumber)],
    );
    await Promise.all([settleSavedHooks(app.context), settleSavedHooks(app.context)]);
    expect(await balanceOf(ada)).toBe(990);
    expect(await settleSavedHooks(app.context)).toBe(0);
  });
});
