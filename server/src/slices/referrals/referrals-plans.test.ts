/** Somebody who referred very many sees what they earned, and by whom, in few blocks; exact while the sums have not come to it all. */
import { beforeAll, expect, it } from 'vitest';
import { blocksRead } from '../../../test/database.ts';
import { useTestPool } from '../../../test/pool.ts';
import { countReferred, readEarnings } from '../../ledger/sums/referred.ts';
import { sumUpTransactions } from '../../ledger/sums/sum-up.ts';
import { sumUpUsers } from '../../ledger/sums/user-sums.ts';
import { readReferred } from './get-referral.ts';

const books = useTestPool(2);
const MANY = 20_000;
const [CHIEF, OTHER] = [1n, 2n];
const OF_OTHER = MANY / 10;
const OF_CHIEF = MANY - OF_OTHER;
/** Of 8 kB: up to two thousand are counted by their index. */
const FEW_TO_COUNT = 100;

/** Of the older half of all users most were referred by the first of them, and a few by the second; nobody later was. Every hundredth entry of theirs moves a hundred naira to the wallet; the others are five each. */
beforeAll(async () => {
  await books.owner.commit(async (commit) => {
    await commit.run('set local session_replication_role = replica');
    await commit.run('set local statement_timeout = 0');
    await commit.run(
      `insert into users (user_name, full_name, email, phone, password_hash, referred_by)
       select 'user_' || n, 'User', 'user' || n || '@example.com', '0901' || lpad(n::text, 7, '0'), 'x', case when n between 3 and ${MANY + 2} then case n % 10 when 3 then ${OTHER} else ${CHIEF} end end
       from generate_series(1, ${2 * MANY}) n`,
    );
    await commit.run(
      `insert into accounts (kind, user_id, balance, version) select kind, id, 0, 0 from users, unnest(array['wallet', 'earnings']) kind`,
    );
    await commit.run(
      `insert into entries (posting_id, leg, account_id, amount, balance_before, balance_after, version)
       select n, 1, a.id, m.amount, m.after - m.amount, m.after, n from (
         select n, case when n % 100 = 0 then -10000 else 500 end as amount,
           sum(case when n % 100 = 0 then -10000 else 500 end) over (order by n) as after
         from generate_series(1, ${MANY}) n) m
       join accounts a on a.user_id = ${CHIEF} and a.kind = 'earnings'`,
    );
    await commit.run(
      `update accounts a set version = ${MANY}, balance = (select sum(amount) from entries where account_id = a.id)
       where a.user_id = ${CHIEF} and a.kind = 'earnings'`,
    );
    await commit.run(
      `insert into transactions (user_id, reference, type, status, description, amount_kobo, balance_before, balance_after, created_at, settled_at)
       select ${CHIEF}, 'R' || n, case when n % 100 = 0 then 'earning' else 'referrer' end, 'success', 'x', case when n % 100 = 0 then 10000 else 500 end,
         case when n % 100 = 0 then 0 end, case when n % 100 = 0 then 10000 end, at, at
       from (select n, now() - interval '1 minute' * (${MANY} - n) as at from generate_series(1, ${MANY}) n) m`,
    );
  }, 60_000);
}, 120_000);

const sumUp = async () => {
  for (let round = 0; round < 3; round += 1) {
    while (await sumUpTransactions(books.pool));
    while (await sumUpUsers(books.pool));
  }
};
const earnings = {
  balanceKobo: BigInt((MANY / 100) * (99 * 500 - 10_000)),
  withdrawnKobo: BigInt((MANY / 100) * 10_000),
};
const readsFew = async (read: Parameters<typeof blocksRead>[1], few = 200): Promise<void> => {
  // What a function reads is planned by its first call.
  await read(books.owner);
  expect(await blocksRead(books.owner, read)).toBeLessThan(few);
};

it('before there are sums', async () => {
  expect(await countReferred(books.pool, CHIEF)).toBe(OF_CHIEF);
  expect(await readEarnings(books.pool, CHIEF)).toEqual(earnings);
  expect(await readEarnings(books.pool, CHIEF, MANY + 1)).toEqual(earnings);
});

it('of whoever moves nothing any more and has no sums, by their entries', async () => {
  const isAtEnd = await books.owner.commit(async (commit) => {
    // Nobody has so many entries: the sums go by, and no user gets any.
    await commit.run('set local statement_timeout = 0');
    for (let round = 0; round < 3; round += 1)
      while (
        (await commit.get<{ isMore: boolean }>(`select sum_up_transactions(50000, ${2 * MANY}) as "isMore"`))
          .isMore
      );
    return commit.get(
      'select up_to_id = (select max(id) from transactions) as "isAtEnd" from transaction_sums_mark',
    );
  });
  expect(isAtEnd).toEqual({ isAtEnd: true });
  for (const table of ['accounts', 'entries', 'transactions'])
    await books.owner.run(`vacuum analyze ${table}`);
  const byEntries = await blocksRead(books.owner, (db) => readEarnings(db, CHIEF, 2 * MANY));
  await readsFew((db) => readEarnings(db, CHIEF), byEntries + 10);
  expect(await readEarnings(books.pool, CHIEF)).toEqual(earnings);
});

it('and by the sums, in few blocks', async () => {
  // As an upgrade finds it: all transactions are in the sums, and whoever has very many entries has none of their own.
  await books.owner.run('update transaction_sums_mark set accounts_up_to = 0');
  await sumUp();
  const sums = ['user_sums', 'users_apart', 'transaction_sums', 'transactions_apart'];
  for (const table of ['accounts', 'entries', 'transactions', ...sums])
    await books.owner.run(`vacuum analyze ${table}`);
  // Rows of users change all the time: an index alone does not say which of them are there.
  await books.owner.run('analyze users');
  expect(await countReferred(books.pool, CHIEF)).toBe(OF_CHIEF);
  await readsFew((db) => countReferred(db, CHIEF), FEW_TO_COUNT);
  expect(await readEarnings(books.pool, CHIEF)).toEqual(earnings);
  await readsFew((db) => readEarnings(db, CHIEF));
});

it('whom they referred stands newest first, by one range of an index', async () => {
  const first = await readReferred(books.owner, CHIEF, 0);
  expect([first.length, first[0]?.userName, first[1]?.userName]).toEqual([
    50,
    `user_${MANY + 2}`,
    `user_${MANY + 1}`,
  ]);
  await readsFew((db) => readReferred(db, CHIEF, 0));
  // Further pages are passed by.
  await readsFew((db) => readReferred(db, CHIEF, OF_CHIEF - 50), 1_000);
  await readsFew((db) => readReferred(db, OTHER, 0));
});

it('with who came and went since', async () => {
  const after = async () => [await countReferred(books.pool, CHIEF), await countReferred(books.pool, OTHER)];
  expect(await after()).toEqual([OF_CHIEF, OF_OTHER]);
  await books.owner.run(`update users set referred_by = ${OTHER} where user_name = 'user_10'`);
  await books.owner.run(`update users set referred_by = null where user_name = 'user_12'`);
  await books.owner.commit(async (commit) => {
    await commit.run(
      `insert into users (user_name, full_name, email, phone, password_hash, referred_by)
       values ('newest', 'User', 'newest@example.com', '08010000001', 'x', ${CHIEF})`,
    );
    await commit.run(`select open_user_accounts(id) from users where user_name = 'newest'`);
  });
  const now = [OF_CHIEF - 1, OF_OTHER + 1];
  expect(await after()).toEqual(now);
  await readsFew((db) => countReferred(db, CHIEF));
  await sumUp();
  expect(await after()).toEqual(now);
});
