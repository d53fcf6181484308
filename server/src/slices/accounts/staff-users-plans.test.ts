import { beforeAll, expect, it } from 'vitest';
import { naira } from '@jara/contract/money.ts';
import { rowsRead } from '../../../test/database.ts';
import { useTestPool } from '../../../test/pool.ts';
import { sumUpUsers } from '../../ledger/sums/user-sums.ts';
import type { Db } from '../../platform/db.ts';
import { countUsers, pageOfUsers, readUserFilter } from './staff-users.ts';

const books = useTestPool(2);
const MANY = 20_000;

beforeAll(async () => {
  await books.owner.commit(async (commit) => {
    await commit.run(`set local statement_timeout = 0`);
    await commit.run(`set local session_replication_role = replica`);
    await commit.run(
      `with made as (
         insert into users (user_name, full_name, email, phone, password_hash, user_type)
         select chr(97 + n % 26) || chr(97 + n / 26 % 26) || 'x_' || n, 'Many Names', 'many' || n || '@example.com',
           '0' || (array['803', '905', '701'])[1 + n % 3] || lpad((n * 487)::text, 7, '0'), 'x', case n % 1000 when 0 then 'partner' else 'smart earner' end
         from generate_series(1, $1) n returning id)
       insert into accounts (kind, user_id, balance, version)
       select kind, id, case kind when 'wallet' then $2::bigint else 0 end, 0 from made, unnest(array['wallet', 'earnings']) kind`,
      [MANY, naira(1)],
    );
    await commit.run('select forget_user_sums()');
  }, 60_000);
  for (let round = 0; round < 3; round += 1) while (await sumUpUsers(books.pool));
  for (const table of ['users', 'accounts', 'user_sums']) await books.owner.run(`vacuum analyze ${table}`);
}, 60_000);

/** Of users and of their accounts, however the database plans the statements. */
const rowsReadBy = (read: (db: Db) => Promise<unknown>): Promise<number> =>
  books.owner.commit(async (db) => {
    const all = async () => Number((await rowsRead(db, 'users')) + (await rowsRead(db, 'accounts')));
    const before = await all();
    await read(db);
    return (await all()) - before;
  });

it.each([
  [{}, MANY],
  [{ type: 'smart earner' }, MANY - 20],
  [{ type: 'partner' }, 20],
  [{ phoneNumber: '0803' }, Math.floor(MANY / 3)],
  [{ phoneNumber: '08' }, Math.floor(MANY / 3)],
  [{ phoneNumber: '08031' }, 684],
  [{ phoneNumber: '0803', type: 'smart earner' }, 6_660],
  [{ userName: 'b' }, 770],
  [{ userName: 'ab', type: 'smart earner' }, 30],
])('%j reads few rows of users and of accounts', async (query, count) => {
  const filter = readUserFilter(query);
  const total = await countUsers(books.pool, filter, 0n);
  expect(total).toEqual({ count, balanceNaira: count });
  expect(await rowsReadBy((db) => countUsers(db, filter, 1n))).toBeLessThan(20);
  expect(await rowsReadBy((db) => pageOfUsers(db, filter, { skip: 0, most: 50, count }))).toBeLessThan(3_000);
});

it('and few more while some have changed, until the sums take them up', async () => {
  await books.owner.commit(async (commit) => {
    await commit.run(`set local session_replication_role = replica`);
    await commit.run(
      `with changed as (
         update users set user_type = 'partner' where user_name in ('abx_26', 'acx_52') returning id, user_name, phone)
       insert into users_apart (user_id, is_summed, user_type, user_name, phone)
       select id, true, 'smart earner', user_name, phone from changed`,
    );
  });
  const filter = readUserFilter({ type: 'partner' });
  expect((await countUsers(books.pool, filter, 0n)).count).toBe(22);
  expect(await rowsReadBy((db) => countUsers(db, filter, 1n))).toBeLessThan(20);
});
