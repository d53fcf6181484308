import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { expectBooksToBalance } from '../../test/books.ts';
import { silent } from '../../test/pool.ts';
import { houseAccount } from '../ledger/chart.ts';
import { openPool } from '../platform/db.ts';
import { seed } from '../seed/seed.ts';
import { describeSchema } from './describe-schema.ts';
import { migrate } from './migrate.ts';
import { removeDemo } from './remove-demo.ts';
import { withClient } from './with-client.ts';

let database: TestDatabase;
const ask = async (sql: string): Promise<unknown[]> =>
  withClient(database.url, async (client) => (await client.query(sql)).rows);
const addAda = `
  insert into users (user_name, full_name, email, phone, password_hash)
  values ('ada', 'Ada', 'ada@shop.example', '08031234567', 'none')`;

/** Every table with its number of rows. */
const contents = (url: string): Promise<unknown[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query(
      `select relname, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', relname), false, true, '')))[1]::text as rows
       from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    );
    return rows;
  });

async function remove(isSure = true): Promise<string> {
  const said: string[] = [];
  await removeDemo(database.url, isSure, (line) => said.push(line));
  return said.join('\n');
}

describe('the database of a sandbox', () => {
  beforeEach(async () => {
    database = await createTestDatabase();
    await seed(database.url, silent, 'a key of 32 bytes or more for tests');
  });
  afterEach(() => database.drop());

  it('in which there are only demo users becomes one that is as new, and live', async () => {
    const fresh = await createEmptyDatabase();
    await migrate(fresh.url, { mode: 'live' });
    expect(await remove()).toMatch(
      /^In it are 7 demo users and \d+ postings .*\nThe database is a new one now, and live/,
    );
    expect(await contents(database.url)).toEqual(await contents(fresh.url));
    expect(await describeSchema(database.url)).toBe(await describeSchema(fresh.url));
    expect(await ask('select mode from installation')).toEqual([{ mode: 'live' }]);
    const pool = openPool({ url: database.url, size: 2, role: 'jara_app', log: silent });
    await expectBooksToBalance(pool);
    await pool.close();
    await fresh.drop();
  });

  it('stays as it is until somebody is sure', async () => {
    const before = await contents(database.url);
    expect(await remove(false)).toContain(
      'Nothing was changed yet. To do it: npm run admin -- remove-demo --yes',
    );
    expect(await contents(database.url)).toEqual(before);
  });

  it('is not emptied when somebody else has an account', async () => {
    await ask(addAda);
    const before = await contents(database.url);
    await expect(remove()).rejects.toThrow(
      'This database is not emptied: people have accounts in it who are not demo users: ada. Nothing was changed.',
    );
    expect(await contents(database.url)).toEqual(before);
  });

  it('is not emptied when money came in that is nobody\u2019s', async () => {
    const owner = openPool({ url: database.url, size: 1, role: null, log: silent });
    await owner.commit(async (db) => {
      const [from, to] = [await houseAccount(db, 'bank'), await houseAccount(db, 'suspense')];
      await db.run(`alter table postings disable trigger user; alter table entries disable trigger user`);
      const { id } = await db.get<{ id: bigint }>(
        `insert into postings (code, reference) values ('suspense', '1') returning id`,
      );
      await db.run(
        'insert into entries (posting_id, leg, account_id, amount) values ($1, 1, $2, $4), ($1, 2, $3, $5)',
        [id, from, to, -500, 500],
      );
      await db.run(`alter table postings enable trigger user; alter table entries enable trigger user`);
    });
    await owner.close();
    await expect(remove()).rejects.toThrow('money came in that is no demo user\u2019s. Nothing was changed.');
  });

  it('is not emptied under a program that runs', async () => {
    await withClient(database.url, async (client) => {
      await client.query('select');
      await expect(remove()).rejects.toThrow(
        'another program is connected to it: stop it first. Nothing was changed.',
      );
    });
  });
});

describe('another database', () => {
  beforeEach(async () => {
    database = await createEmptyDatabase();
  });
  afterEach(() => database.drop());

  it('is left as it is when it is live, or empty', async () => {
    await expect(remove()).rejects.toThrow('was not made by a program of this version. Nothing was changed.');
    await migrate(database.url, { mode: 'live' });
    await expect(remove()).rejects.toThrow('it is that of a live installation. Nothing was changed.');
  });
});
