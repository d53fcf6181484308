import { naira, negate, type Kobo } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import {
  airtimeOrder,
  balanceOf,
  numberOf,
  patientWaits,
  transactionsOf,
  useShop,
} from '../../../test/buying.ts';
import type { TestUser } from '../../../test/make.ts';
import { principalOf } from '../../../test/principal.ts';
import { useSecond } from '../../../test/second.ts';
import { post } from '../../ledger/post.ts';
import { nextTransactionId, recordTransaction } from '../transactions/record-transaction.ts';
import type { PurchaseRequest } from './request.ts';

/** Of a hundred at once on a busy machine some are answered late; none of these tests is about suppliers that do not answer. */
const app = useShop({ env: patientWaits });
const second = useSecond(app);

const airtime = (recipient = numberOf('MTN', '1234')) => ({
  network: 1,
  amount: 500,
  mobile_number: recipient,
});
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Half of the calls go to each process. */
async function buy(turn: number, user: TestUser, body: Record<string, unknown>, key?: string) {
  if (turn % 2 === 0) return second.call(user, 'buyAirtime', body, key);
  const answer = await app.as(user).call('buyAirtime', body, key === undefined ? {} : { key });
  const outcomes = answer.body as { code?: string; receipt?: { reference: string } }; // every answer of this call
  return {
    status: answer.status,
    code: outcomes.code ?? null,
    reference: outcomes.receipt?.reference ?? null,
    isReplay: answer.headers.get('idempotent-replayed') === 'true',
  };
}

const count = <Item>(items: Item[], is: (item: Item) => boolean) => items.filter(is).length;

describe('50 at once', () => {
  it('with one key are one purchase, and all of them are told of it', async () => {
    const ada = await app.make.user({ wallet: naira(100_000) });
    for (const round of times(10)) {
      const body = airtime();
      const outcomes = await Promise.all(times(50).map((turn) => buy(turn, ada, body, `key-${round}`)));
      expect(new Set(outcomes.map(({ reference }) => reference)).size).toBe(1);
      expect(count(outcomes, ({ isReplay }) => !isReplay)).toBe(1);
      // The other process answers while the supplier is still being asked.
      expect(outcomes.every(({ status }) => status === 200 || status === 202)).toBe(true);
    }
    expect(await transactionsOf(app, ada)).toBe(10);
    expect(await balanceOf(app, ada)).toBe(naira(100_000 - 10 * 495));
    expect(second.takeLog()).toEqual([]);
  });

  it('of the same without a key are one purchase and 49 possible duplicates of it', async () => {
    const ada = await app.make.user({ wallet: naira(100_000) });
    for (let round = 0; round < 10; round += 1) {
      const body = airtime();
      const outcomes = await Promise.all(times(50).map((turn) => buy(turn, ada, body)));
      expect(count(outcomes, ({ status }) => status === 200)).toBe(1);
      expect(count(outcomes, ({ code }) => code === 'possible_duplicate')).toBe(49);
      expect(new Set(outcomes.map(({ reference }) => reference)).size).toBe(1);
    }
    expect(await transactionsOf(app, ada)).toBe(10);
  });

  it('with money for one buy one, 40 times over', async () => {
    for (let round = 0; round < 40; round += 1) {
      const ada = await app.make.user({ wallet: naira(495) });
      const outcomes = await Promise.all(times(50).map((turn) => buy(turn, ada, airtime())));
      expect(count(outcomes, ({ status }) => status === 200)).toBe(1);
      expect(count(outcomes, ({ code }) => code === 'insufficient_balance')).toBe(49);
      expect(await balanceOf(app, ada)).toBe(0n);
    }
  });

  it('with money for 20, and some that are refused and return theirs, never spend more than there is', async () => {
    const ada = await app.make.user({ wallet: naira(20 * 495) });
    const outcomes = await Promise.all(
      times(50).map((turn) => buy(turn, ada, airtime(numberOf('MTN', turn % 5 === 0 ? '0001' : '1234')))),
    );
    const bought = count(outcomes, ({ status }) => status === 200);
    expect(count(outcomes, ({ code }) => code === 'supplier_refused')).toBeLessThanOrEqual(10);
    expect(bought).toBeLessThanOrEqual(20);
    expect(await balanceOf(app, ada)).toBe(naira((20 - bought) * 495));
  });
});

describe('100 on one wallet', () => {
  it('cross with top-ups and with postings between wallets in both directions: nobody waits for ever, nothing is lost', async () => {
    const [ada, bayo] = [
      await app.make.user({ wallet: naira(100_000) }),
      await app.make.user({ wallet: naira(100_000) }),
    ];
    const move = (from: TestUser, to: TestUser, amountKobo: Kobo) =>
      second.context.pool.commit(async (db) => {
        const [id, receivedId] = [await nextTransactionId(db), await nextTransactionId(db)];
        const posted = await post(db, {
          code: 'transfer',
          reference: String(id),
          actorId: from.userId,
          legs: [
            { accountId: from.walletAccountId, amountKobo: negate(amountKobo) },
            { accountId: to.walletAccountId, amountKobo },
          ],
        });
        if (posted.outcome !== 'posted') throw new Error(posted.outcome);
        const shared = { type: 'transfer', status: 'success', description: 'Move', amountKobo } as const;
        const balanceOn = (user: TestUser) => posted.balances.get(user.walletAccountId) ?? null;
        await recordTransaction(db, { ...shared, id, userId: from.userId, balance: balanceOn(from) });
        const received = { id: receivedId, userId: to.userId, balance: balanceOn(to), relatedId: id };
        await recordTransaction(db, { ...shared, ...received });
      });
    const work = times(100).flatMap((turn): Promise<unknown>[] => [
      buy(turn, ada, airtime()),
      buy(turn, turn % 2 === 0 ? ada : bayo, airtime(numberOf('MTN', '0001'))),
      turn % 2 === 0 ? move(ada, bayo, naira(7)) : move(bayo, ada, naira(3)),
      ...(turn % 10 === 0 ? [app.as(turn % 20 === 0 ? ada : bayo).call('testTopUp', { amount: 1_000 })] : []),
    ]);
    const results = await Promise.allSettled(work);
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(second.takeLog()).toEqual([]);
    expect(await balanceOf(app, ada)).toBe(naira(100_000 - 100 * 495 - 50 * 7 + 50 * 3 + 5_000));
    expect(await balanceOf(app, bayo)).toBe(naira(100_000 + 50 * 7 - 50 * 3 + 5_000));
  });
});

describe('a batch', () => {
  const orderOf = (
    user: TestUser,
    changes: Partial<Pick<PurchaseRequest, 'key' | 'recipient' | 'priceKobo' | 'force' | 'description'>> = {},
  ): PurchaseRequest =>
    airtimeOrder(principalOf(user), numberOf('MTN', '1234'), second.context.catalogue.now.version, changes);

  it('with a member that cannot be written sells to all the others, each once', async () => {
    const users = await Promise.all(times(12).map(() => app.make.user({ wallet: naira(1_000) })));
    const { purchases } = second.context;
    const [bad, ...good] = users;
    if (bad === undefined) throw new Error('no users');
    // They arrive together, so they are one batch with the bad one among them.
    const results = await Promise.allSettled(
      [...good.slice(0, 5), bad, ...good.slice(5)].map((user) =>
        purchases.buy(orderOf(user, user === bad ? { description: 'cannot be \0 stored' } : {})),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual([
      ...times(5).map(() => 'fulfilled'),
      'rejected',
      ...times(6).map(() => 'fulfilled'),
    ]);
    for (const user of good)
      expect([await transactionsOf(app, user), await balanceOf(app, user)]).toEqual([1, naira(505)]);
    expect([await transactionsOf(app, bad), await balanceOf(app, bad)]).toEqual([0, naira(1_000)]);
    const alone = 'a batch of purchases failed; each is opened alone';
    expect(second.takeLog().toSorted()).toEqual([
      ...times(12).map(() => alone),
      'opening a purchase alone failed',
    ]);
  });

  it('with a wallet that somebody holds sells to all the others, and to that one as soon as it is free', async () => {
    const users = await Promise.all(times(6).map(() => app.make.user({ wallet: naira(1_000) })));
    const [held, ...others] = users;
    if (held === undefined) throw new Error('no users');
    const { purchases } = second.context;
    let buying: Promise<unknown>[] = [];
    await app.context.pool.commit(async (db) => {
      await db.run('select from accounts where id = $1 for update', [held.walletAccountId]);
      buying = users.map((user) => purchases.buy(orderOf(user)));
      await Promise.all(buying.slice(1));
    });
    for (const user of others) expect(await transactionsOf(app, user)).toBe(1);
    expect(await buying[0]).toMatchObject({ outcome: 'bought' });
    expect(await balanceOf(app, held)).toBe(naira(505));
    expect(new Set(second.takeLog())).toEqual(new Set(['a batch of purchases failed; each is opened alone']));
  });
});
