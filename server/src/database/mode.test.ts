import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { migrate } from './migrate.ts';
import { withClient } from './with-client.ts';

let database: TestDatabase;
const ask = async <Row extends object>(sql: string): Promise<Row[]> =>
  withClient(database.url, async (client) => (await client.query<Row>(sql)).rows);
const modes = async () =>
  (await ask<{ mode: string }>('select mode from installation')).map(({ mode }) => mode);

/** As the version left it that wrote no mode yet. */
const FORGET_THE_MODE = `drop table installation; delete from schema_migrations where name = '0028_mode.sql'`;
const addUser = (isDemo: boolean) => `
  insert into users (user_name, full_name, email, phone, password_hash, is_demo)
  values ('ada', 'Ada', 'ada@shop.example', '08031234567', 'none', ${isDemo})`;
const addPlan = `
  insert into plans (network, plan_type, name, volume_mb, validity, cost_kobo, api_kobo, partner_kobo, reseller_kobo, smart_earner_kobo)
  values ('MTN', 'SME', '1GB', 1000, '30 days', 1, 1, 1, 1, 1)`;

/** What a refused start must not have touched. */
const present = () =>
  ask(
    `select c.relname, m.name from pg_class c, schema_migrations m where c.relnamespace = 'public'::regnamespace order by 1, 2`,
  );

describe('an empty database', () => {
  beforeEach(async () => {
    database = await createEmptyDatabase();
  });
  afterEach(() => database.drop());

  it.each(['sandbox', 'live'] as const)('gets the mode of the program that makes it: %s', async (mode) => {
    await migrate(database.url, { mode });
    expect(await modes()).toEqual([mode]);
  });

  it('is not made by a program that was told no mode', async () => {
    await expect(migrate(database.url)).rejects.toThrow(
      'This database is empty, and nothing says what it is to become. Nothing was changed. Set MODE=live or MODE=sandbox.',
    );
    expect(await ask(`select from pg_class where relname = 'schema_migrations'`)).toEqual([]);
  });

  it('is made once, and in one mode, by programs of both that start together', async () => {
    const all = await Promise.allSettled(
      (['live', 'sandbox', 'live', 'sandbox'] as const).map((mode) => migrate(database.url, { mode })),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await modes()).toHaveLength(1);
  });
});

describe('a database of one mode', () => {
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const becomeLive = async (): Promise<void> => {
    await ask(FORGET_THE_MODE);
    await migrate(database.url, { mode: 'live' });
  };

  it('is not opened in the other one, and is left as it is', async () => {
    const before = await present();
    await expect(migrate(database.url, { mode: 'live' })).rejects.toThrow(
      /^This database was made by a sandbox, .* and MODE is live\. Nothing was changed\. .* set DATABASE_URL to it\..* set MODE=sandbox\.$/,
    );
    await becomeLive();
    for (const mode of ['sandbox', undefined] as const) {
      await expect(migrate(database.url, { mode })).rejects.toThrow(
        /^This database is that of a live installation, and MODE is not live: .* Nothing was changed\. To open it, set MODE=live\./,
      );
    }
    expect(await present()).toEqual(before);
    await migrate(database.url, { mode: 'live' });
  });

  it('keeps it, whoever says otherwise', async () => {
    for (const sql of [
      `update installation set mode = 'live'`,
      'delete from installation',
      'truncate installation',
      `insert into installation (is_one, mode) values (false, 'live')`,
    ]) {
      await expect(ask(sql)).rejects.toThrow(
        /the mode of a database never changes|installation_is_one_check/,
      );
      await expect(ask(`set role jara_app; ${sql}`)).rejects.toThrow('permission denied');
    }
    expect(await modes()).toEqual(['sandbox']);
  });

  it('whose row is gone is opened as a live one only', async () => {
    await ask('alter table installation disable trigger user; delete from installation');
    await expect(migrate(database.url, { mode: 'sandbox' })).rejects.toThrow('of a live installation');
    await migrate(database.url, { mode: 'live' });
  });
});

describe('a database from before modes were written', () => {
  beforeEach(async () => {
    database = await createTestDatabase();
    await ask(FORGET_THE_MODE);
  });
  afterEach(() => database.drop());

  it.each([
    ['demo users', addUser(true), 'sandbox', 'live'],
    ['users, and no demo users', addUser(false), 'live', 'sandbox'],
    ['plans, and nobody', addPlan, 'live', 'sandbox'],
  ] as const)('is told by what is in it: %s', async (_what, add, mode, other) => {
    await ask(add);
    const before = await present();
    await expect(migrate(database.url, { mode: other })).rejects.toThrow('Nothing was changed');
    expect(await present()).toEqual(before);
    await migrate(database.url, { mode });
    expect(await modes()).toEqual([mode]);
  });

  it('is opened in no mode when demo users and other people are in it, until its owner makes the demo users people', async () => {
    await ask(addUser(true));
    await ask(addUser(false).replaceAll('ada', 'bola').replace('08031234567', '08031234568'));
    const before = await present();
    for (const mode of ['sandbox', 'live', undefined] as const) {
      await expect(migrate(database.url, { mode })).rejects.toThrow(
        /^This database holds users of a sandbox, .* and other people, .* Nothing was changed\. It opens in no mode/,
      );
    }
    expect(await present()).toEqual(before);
    const text = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
    const sql = /\*\*Demo users beside people\.\*\*.*?```sql\n(.*?)```/s.exec(text)?.[1] ?? '';
    await ask(sql.replace('ada-of-the-shop', 'bola'));
    expect(await ask('select from users where is_demo')).toEqual([]);
    await migrate(database.url, { mode: 'live' });
    expect(await modes()).toEqual(['live']);
  });

  it.each(['sandbox', 'live'] as const)('and takes that of the program when nothing is: %s', async (mode) => {
    await migrate(database.url, { mode });
    expect(await modes()).toEqual([mode]);
  });
});
