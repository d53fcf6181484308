import { kobo, naira, negate } from '@jara/contract/money.ts';
import { beforeAll, expect, it } from 'vitest';
import { letPostingsStandAlone } from '../../test/books.ts';
import { useTestPool } from '../../test/pool.ts';
import { houseAccount, openUserAccounts } from './chart.ts';
import { isStopped, postInto, type Leg, type PostOutcome } from './post.ts';

const db = useTestPool(2);
beforeAll(() => letPostingsStandAlone(db.owner));

it('money reaches the account that it is meant for, or nothing is posted', async () => {
  const result = db.pool.commit(async (on) => {
    const [ada, bola] = [await openUserAccounts(on, 1n), await openUserAccounts(on, 2n)];
    const issuance = await houseAccount(on, 'issuance');
    const top = (reference: string, accountId: bigint, ...legs: Leg[]) =>
      postInto(on, accountId, { code: 'issue.demo', reference, legs });
    const give = (accountId: bigint, amountKobo = naira(5)): Leg => ({ accountId, amountKobo });
    const take = (accountId: bigint, amountKobo = naira(5)): Leg => give(accountId, negate(amountKobo));
    // Two legs of one account are one entry, and what cancels out is none.
    expect(
      await top('1', ada, give(ada), give(ada), take(issuance, naira(10)), give(bola), take(bola)),
    ).toEqual({
      before: 0n,
      after: naira(10),
      version: 1n,
    });
    expect(await on.get('select count(*) from entries')).toEqual({ count: 2n });
    await expect(top('2', ada, give(ada), take(ada))).rejects.toThrow('does not balance');
    await expect(top('3', ada, give(ada), take(issuance, kobo(499)))).rejects.toThrow('does not balance');
    // To somebody else, or more than there is.
    await expect(top('4', ada, give(bola), take(issuance))).rejects.toThrow(`did not reach account ${ada}`);
    await expect(top('5', bola, give(bola, naira(11)), take(ada, naira(11)))).rejects.toThrow(
      `posting issue.demo 5 did not reach account ${bola}`,
    );
  });
  await expect(result).resolves.toBeUndefined();
});

it('what is refused for the sum is looked at for its twin, and what is stopped altogether is not', () => {
  const held = { until: new Date(), leftSeconds: 1, because: 'reset', purchasesKobo: kobo(0) } as const;
  const stopped: PostOutcome[] = [
    { outcome: 'wallet_frozen' },
    { outcome: 'account_restricted' },
    { outcome: 'receiver_stopped' },
    { outcome: 'money_held', ...held },
  ];
  const others: PostOutcome[] = [
    { outcome: 'insufficient_balance' },
    { outcome: 'over_spending_limit', leftKobo: kobo(0) },
  ];
  expect(stopped.map(isStopped)).toEqual([true, true, true, true]);
  expect(others.map(isStopped)).toEqual([false, false]);
});
