import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { signHook } from '../../../test/outside/scripted-gateway.ts';
import { checkPayments } from './check-payments.ts';
import { settlePayment } from './settle-payment.ts';

const app = useTestApp();

async function hook(reference: string, n: number, secretKey: string): Promise<number> {
  const body = JSON.stringify({ Event: 'charge_successful', TransactionRef: reference, Body: { n } });
  const response = await fetch(`${app.url}/hooks/squad`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-squad-encrypted-body': signHook(body, secretKey),
    },
    body,
  });
  await response.body?.cancel();
  return response.status;
}

const postingsOf = async (reference: string) =>
  Number(
    (
      await app.context.pool.get<{ count: bigint }>(
        `select count(*) from postings where code = 'funding.card' and reference = 'squad:' || $1`,
        [reference],
      )
    ).count,
  );

async function openAndPay(token: string, amount: number): Promise<string> {
  const { reference } = (await app.as({ token }).call('initiateSquadFunding', { amount })).reply;
  const paid = await fetch(`${app.sandbox.url}/control/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reference }),
  });
  expect(paid.status).toBe(200);
  return reference;
}

describe('one paid payment', () => {
  it('is credited once by fifty settlements, fifty hooks, the job and the return page at the same time', async () => {
    const ada = await app.make.user();
    const reference = await openAndPay(ada.token, 500);
    await app.owner.run('update payments set next_check_at = now() where reference = $1', [reference]);
    await Promise.all([
      ...Array.from({ length: 50 }, () => settlePayment(app.context, reference)),
      ...Array.from({ length: 50 }, (_, n) => hook(reference, n, 'sandbox_sk_jara')),
      checkPayments(app.context),
      app.as(ada).call('getTransaction', { id: reference }),
    ]);
    expect(await settlePayment(app.context, reference)).toBe('credited');
    expect(await postingsOf(reference)).toBe(1);
    const { user, transactions } = (await app.as(ada).call('getProfile')).reply;
    expect(user).toMatchObject({ balance: 495, balanceVersion: 1 });
    expect(transactions).toHaveLength(1);
  });
});

describe('many payments of one user', () => {
  it('are each credited once by shuffled, repeated and partly forged hooks', async () => {
    const ada = await app.make.user();
    const references = await Promise.all(
      Array.from({ length: 20 }, (_, n) => openAndPay(ada.token, 100 * (n + 1))),
    );
    const hooks = references.flatMap((reference, index) =>
      Array.from({ length: 1 + ((index * 7) % 10) }, (_, n) => ({
        reference,
        n,
        isForged: (index + n) % 10 === 9,
      })),
    );
    // Every hook goes out while others of the same payment are under way, in an order that has nothing to do with theirs.
    const shuffled = hooks.toSorted(
      (a, b) =>
        ((a.n * 31 + a.reference.charCodeAt(12)) % 17) - ((b.n * 31 + b.reference.charCodeAt(12)) % 17),
    );
    const statuses = await Promise.all(
      shuffled.map(async ({ reference, n, isForged }) => ({
        isForged,
        status: await hook(reference, n, isForged ? 'sandbox_sk_guess' : 'sandbox_sk_jara'),
      })),
    );
    for (const { isForged, status } of statuses) expect(status).toBe(isForged ? 400 : 200);
    const sum = (100 * (20 * 21)) / 2;
    await expect
      .poll(async () => (await app.as(ada).call('getProfile')).reply.user.balance, { timeout: 10_000 })
      .toBe(sum * 0.99);
    for (const reference of references) expect(await postingsOf(reference)).toBe(1);
  });
});
