/** Purchases, transfers, registrations and changes of type and number, all at once with the sums: at every step these say what all rows say. */
import { naira, negate } from '@jara/contract/money.ts';
import { beforeAll, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { numberOf, patientWaits } from '../../../test/buying.ts';
import type { TestUser } from '../../../test/make.ts';
import { createUser } from '../../slices/accounts/create-user.ts';
import { houseAccount } from '../chart.ts';
import { post } from '../post.ts';
import { findBreaksOf } from '../slices.ts';
import { userDifferences } from './testing/user-differences.ts';
import { userSumRules } from './user-sum-rules.ts';
import { sumUpUsers } from './user-sums.ts';

const app = useTestApp({ env: { ...patientWaits, PURCHASE_WAIT_MS: '0' } });
const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const aWhile = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * ms));

let count = 0;
let people: TestUser[];
beforeAll(async () => {
  people = await Promise.all(times(4).map(() => app.make.user({ wallet: naira(100_000) })));
  await sumUpUsers(app.context.pool);
});

const lives: ((user: TestUser, turn: number) => Promise<unknown>)[] = [
  (user) =>
    app.as(user).call('buyAirtime', { network: 1, amount: 500, mobile_number: numberOf('MTN', '0009') }),
  async () => {
    const made = await app.make.user({ wallet: naira(5_000) });
    await aWhile(50);
    await app.owner.run(`update users set user_type = 'reseller', referred_by = $2 where id = $1`, [
      made.userId,
      people[made.userId % 2n === 0n ? 0 : 1]?.userId,
    ]);
    await aWhile(50);
    if (made.userId % 3n === 0n)
      await app.owner.run('update users set referred_by = null where id = $1', [made.userId]);
  },
  // Somebody whose number or type changes in a commit that takes long, and who has money moved in it.
  (user, turn) =>
    app.owner.commit(async (db) => {
      await db.run(`update users set user_type = $2 where id = $1`, [
        user.userId,
        turn % 2 === 0 ? 'partner' : 'smart earner',
      ]);
      await aWhile(100);
      await db.run(
        `update users set phone = '0701' || lpad((($1::bigint * 1000) + $2::int)::text, 7, '0') where id = $1`,
        [user.userId, turn],
      );
      await aWhile(100);
    }),
  // A posting whose number is given long before the commit, to somebody whom the sums have.
  async () => {
    count += 1;
    const number = count;
    const { userId, walletAccountId } = await app.context.pool.commit((db) =>
      createUser(db, {
        userName: `late_${number}`,
        fullName: 'Late',
        email: `late_${number}@people.example`,
        phone: `0902${String(number).padStart(7, '0')}`,
        passwordHash: 'x',
        isDemo: true,
      }),
    );
    await aWhile(200);
    await app.context.pool.commit(async (db) => {
      await post(db, {
        code: 'issue.demo',
        reference: String(userId),
        legs: [
          { accountId: await houseAccount(db, 'issuance'), amountKobo: negate(naira(7)) },
          { accountId: walletAccountId, amountKobo: naira(7) },
        ],
      });
      await aWhile(300);
    });
  },
];

it('totals by sums are those of all users, at every step', { timeout: 120_000 }, async () => {
  let isOver = false;
  const living = Promise.all(
    people.flatMap((user) =>
      lives.map(async (live) => {
        for (let turn = 0; turn < 12; turn += 1) {
          await live(user, turn);
          await aWhile(50);
        }
      }),
    ),
  ).finally(() => {
    isOver = true;
  });
  const adding = times(2).map(async () => {
    while (!isOver) {
      await sumUpUsers(app.context.pool, { atOnce: 5 });
      await aWhile(20);
    }
  });
  const comparing = (async () => {
    let compared = 0;
    for (; !isOver; compared += 1) {
      expect(await userDifferences(app.context.pool)).toEqual([]);
      expect((await findBreaksOf(app.context.pool, userSumRules)).flatMap(({ breaks }) => breaks)).toEqual(
        [],
      );
    }
    return compared;
  })();
  const [compared] = await Promise.all([comparing, living, ...adding]);
  expect(compared).toBeGreaterThan(3);
  for (let round = 0; round < 3; round += 1) while (await sumUpUsers(app.context.pool));
  expect(await userDifferences(app.context.pool)).toEqual([]);
});
