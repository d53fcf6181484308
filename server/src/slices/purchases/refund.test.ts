import { kobo, naira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import { trialBalance } from '../../ledger/balances.ts';
import { settlementWithoutWords, type Settlement } from './settle.ts';

const app = useTestApp();
const reader = useTestApp({ env: { AGENT_MAY_REFUND: 'off' } });

let admin: TestUser;
let agent: TestUser;
beforeAll(async () => {
  admin = await app.make.user({ isAdmin: true });
  agent = await app.make.user({ isAgent: true });
});

/** Airtime for ₦100 at ₦99: delivered at once unless the number's last digits say otherwise. */
async function buy(buyer: TestUser, mobile_number = '08031234567') {
  const answer = await app
    .as(buyer)
    .call('buyAirtime', { network: 1, mobile_number, amount: 100, force: true });
  return answer.body as { receipt: { _id: string; reference: string; trans_Status: string } }; // a receipt comes with every outcome
}

const transactionsOf = async (user: TestUser) =>
  (await app.as(user).call('listTransactions')).reply.transactions;
const balanceOf = async (user: TestUser) => (await app.as(user).call('getProfile')).reply.user.balance;
const books = async () =>
  new Map(
    (await trialBalance(app.context.pool)).map((account) => [
      `${account.kind}:${account.name}`,
      account.balance,
    ]),
  );

describe('a refund by staff', () => {
  it('gives the whole charge back, at a loss of the house, and says so to all', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const before = await books();
    const { receipt } = await buy(ada);
    const { reply } = await app.as(admin).call('refund', { id: receipt._id, reason: 'wrong number' });
    expect(reply.msg).toBe(`₦99.00 is back in the wallet of ${ada.userName}`);
    expect(reply.receipt).toMatchObject({
      _id: receipt._id,
      trans_Status: 'refunded',
      charge: 99,
      trans_profit: -97,
    });
    expect(reply.receipt.timeline.at(-1)).toMatchObject({ step: 'returned' });
    expect(await balanceOf(ada)).toBe(1_000);
    const [refundTransaction, purchase] = await transactionsOf(ada);
    expect(refundTransaction).toMatchObject({
      trans_Type: 'refund',
      trans_Status: 'success',
      trans_amount: 99,
      trans_Network: 'MTN',
      phone_number: '08031234567',
      balance_Before: 901,
      balance_After: 1_000,
    });
    expect(purchase).toMatchObject({ _id: receipt._id, trans_Status: 'refunded' });
    const after = new Map(before);
    for (const [account, amount] of Object.entries({ 'supplier:GLAD': naira(97), 'loss:refund': naira(-97) }))
      after.set(account, kobo((before.get(account) ?? 0n) + amount));
    expect(await books()).toEqual(after);
  });

  it('leaves one row of who did it, to what, and why, with nothing personal in it', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const { receipt } = await buy(ada);
    await app.as(agent).call('refund', { id: receipt.reference, reason: ' the customer asked ' });
    const rows = await app.context.pool.rows(
      'select actor_id, action, subject, before, after, reason from staff_actions where subject = $1',
      [`transaction ${receipt._id}`],
    );
    expect(rows).toEqual([
      {
        actor_id: agent.userId,
        action: 'refund',
        subject: `transaction ${receipt._id}`,
        before: { status: 'success' },
        after: {
          status: 'refunded',
          amountKobo: '9900',
          refundTransactionId: expect.stringMatching(/^\d+$/),
        },
        reason: 'the customer asked',
      },
    ]);
    expect(JSON.stringify(rows, (_key, value: unknown) => String(value))).not.toContain('0803');
  });

  it('needs no reason and no body', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const { receipt } = await buy(ada);
    const response = await fetch(`${app.url}/api/v1/admin/refund/${receipt._id}`, {
      method: 'POST',
      headers: { 'x-auth-token': admin.token },
    });
    expect(response.status).toBe(200);
  });

  it.each([
    ['0002', 'purchase_pending'],
    ['0001', 'already_refunded'],
  ])('of a number ending in %s is refused with %s', async (digits, code) => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const { receipt } = await buy(ada, `0803123${digits}`);
    const { status, refusal } = await app.as(admin).call('refund', { id: receipt._id });
    expect([status, refusal.code]).toEqual([409, code]);
  });

  it('never gives a credit back', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    await app.as(ada).call('testTopUp', { amount: 500 });
    const { receipt } = await buy(ada);
    await app.as(admin).call('refund', { id: receipt._id });
    for (const transaction of (await transactionsOf(ada)).filter(
      ({ trans_Type }) => trans_Type !== 'airtime',
    )) {
      const { status, refusal } = await app.as(admin).call('refund', { id: transaction._id });
      expect([status, refusal.code]).toEqual([409, 'not_refundable']);
    }
    expect(await balanceOf(ada)).toBe(1_500);
  });

  it.each(['0', '999999999', 'NOSUCHREFERENCE', '../1'])('of %s finds nothing', async (id) => {
    expect((await app.as(admin).call('refund', { id })).status).toBe(404);
  });

  it('is for staff only', async () => {
    const ada = await app.make.user({ wallet: naira(1_000), isCouponVendor: true });
    const { receipt } = await buy(ada);
    expect((await app.as(ada).call('refund', { id: receipt._id })).status).toBe(403);
    expect((await app.anybody().call('refund', { id: receipt._id })).status).toBe(401);
    expect(await balanceOf(ada)).toBe(901);
  });

  it('is not for agents where the setting is off', async () => {
    const owner = await reader.make.user({ isAgent: true });
    const { status, refusal } = await reader.as(owner).call('refund', { id: '1' });
    expect([status, refusal.code]).toEqual([403, 'forbidden']);
  });
});

describe('a purchase comes back once', () => {
  it('when each of 500 is refunded twice at the same moment', { timeout: 120_000 }, async () => {
    const ada = await app.make.user({ wallet: naira(49_500) });
    const bought = [];
    for (let round = 0; round < 10; round += 1) {
      bought.push(...(await Promise.all(Array.from({ length: 50 }, () => buy(ada)))));
    }
    expect(await balanceOf(ada)).toBe(0);
    const answers = [];
    for (let round = 0; round < 10; round += 1) {
      const some = bought.slice(round * 50, (round + 1) * 50);
      const calls = [...some, ...some].map(({ receipt }, n) =>
        app.as(n % 2 === 0 ? admin : agent).call('refund', { id: receipt._id }),
      );
      answers.push(...(await Promise.all(calls)));
    }
    const codes = answers.map((answer) => (answer.status === 200 ? 'refunded' : answer.refusal.code));
    expect(codes.filter((code) => code === 'refunded')).toHaveLength(500);
    expect(codes.filter((code) => code === 'already_refunded')).toHaveLength(500);
    expect(await balanceOf(ada)).toBe(49_500);
  });

  const settle = async (id: string, result: Settlement['result']) => {
    const settled = await app.context.purchases.settling.settleQueue.add(
      settlementWithoutWords(BigInt(id), 1, result),
    );
    return settled.applied;
  };
  /** How many wait in the database for a lock that somebody else holds. */
  const waiters = async () => {
    const { count } = await app.context.pool.get<{ count: bigint }>(
      `select count(distinct l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where not l.granted and a.datname = current_database()`,
    );
    return Number(count);
  };
  const reverse = (id: string) => settle(id, { outcome: 'refused', nextSupplier: null });

  const orders = ['staff', 'supplier'] as const;
  it.each(orders)('when %s and the other meet at it, in this order', { timeout: 120_000 }, async (first) => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const found: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      const { receipt } = await buy(ada);
      const both = {
        staff: async () => String((await app.as(admin).call('refund', { id: receipt._id })).status),
        supplier: () => reverse(receipt._id),
      };
      let byStaff: Promise<string> | undefined;
      let bySupplier: Promise<string> | undefined;
      // Both wait for the wallet, in the order in which they came to it.
      await app.context.pool.commit(async (db) => {
        await db.run(`select from accounts where user_id = $1 and kind = 'wallet' for update`, [ada.userId]);
        for (const [n, who] of [first, ...orders.filter((one) => one !== first)].entries()) {
          if (who === 'staff') byStaff = both.staff();
          else bySupplier = both.supplier();
          await vi.waitFor(async () => expect(await waiters()).toBe(n + 1));
        }
      });
      found.push(`${await byStaff} ${await bySupplier}`);
      // What is told again afterwards changes nothing.
      expect(await reverse(receipt._id)).toBe('nothing');
      expect(await settle(receipt._id, { outcome: 'delivered', tokens: [], units: null })).toBe('nothing');
    }
    expect(new Set(found)).toEqual(new Set([first === 'staff' ? '200 recovered' : '409 reversed']));
    expect(await balanceOf(ada)).toBe(1_000);
  });

  it(
    'when staff, the supplier and a late word about it meet in any order',
    { timeout: 120_000 },
    async () => {
      const ada = await app.make.user({ wallet: naira(4_000) });
      const bought = await Promise.all(Array.from({ length: 40 }, () => buy(ada)));
      const outcomes = await Promise.all(
        bought.map(async ({ receipt: { _id: id } }) => {
          const [byStaff, bySupplier] = await Promise.all([
            app.as(admin).call('refund', { id }),
            reverse(id),
            settle(id, { outcome: 'delivered', tokens: [], units: null }),
          ]);
          return `${byStaff.status} ${bySupplier}`;
        }),
      );
      for (const outcome of outcomes) expect(['200 recovered', '409 reversed']).toContain(outcome);
      expect(await balanceOf(ada)).toBe(4_000);
      const refunds = await app.context.pool.get<{ transactions: bigint; total: bigint }>(
        `select count(*) as transactions, sum(amount_kobo)::bigint as total from transactions where user_id = $1 and type = 'refund'`,
        [ada.userId],
      );
      expect(refunds).toEqual({ transactions: 40n, total: kobo(40 * 99_00) });
    },
  );
});
