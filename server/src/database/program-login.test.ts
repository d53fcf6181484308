import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { silent } from '../../test/pool.ts';
import { runSql } from '../../test/run-sql.ts';
import { openPool } from '../platform/db.ts';
import { openProgramLogin, programLoginName, refuseOtherLogin } from './program-login.ts';
import { openReplica } from './replica.ts';

const key = 'a key of the installation';
let database: TestDatabase;
let url: string;

beforeAll(async () => {
  database = await createTestDatabase();
  url = await openProgramLogin(database.url, key);
});
afterAll(() => database.drop());

async function ask<Row>(address: string, ...statements: string[]): Promise<Row[]> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows as Row[];
    return rows;
  } finally {
    await client.end();
  }
}
const refused = async (...statements: string[]): Promise<string> =>
  ask(url, ...statements).then(
    () => 'done',
    (error: unknown) => String(error),
  );

describe('the login of the program', () => {
  it('runs as the role of the program, with its time-outs, without a word in the connection', async () => {
    await refuseOtherLogin(url);
    expect(
      await ask(
        url,
        `select current_user as role, current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
           current_setting('idle_in_transaction_session_timeout') as idle, current_setting('timezone') as zone`,
      ),
    ).toEqual([{ role: 'jara_app', statement: '5s', lock: '2s', idle: '10s', zone: 'UTC' }]);
  });

  it.each([
    ['edits no entry', ['set role none', 'update entries set amount = 0']],
    ['sees nothing without its role', ['set role none', 'select from users']],
    ['becomes no superuser', ['set role postgres']],
    ['gives itself no rights', ['grant postgres to jara_app']],
    ['runs no program', ['set role none', `copy (select 1) to program 'true'`]],
    ['changes no function', ['drop function is_shop_closed()']],
    ['makes nothing', ['set role none', 'create table public.mine (id int)']],
  ])('%s', async (_title, statements) => {
    expect(await refused(...statements)).toMatch(/permission denied|must be|cannot/i);
  });

  it('is the same in every process, and another for another key', async () => {
    expect(await openProgramLogin(database.url, key)).toBe(url);
    const both = await Promise.all([
      openProgramLogin(database.url, key),
      openProgramLogin(database.url, key),
    ]);
    expect(both).toEqual([url, url]);
    expect(await openProgramLogin(database.url, 'another key')).not.toBe(url);
    await expect(ask(url, 'select 1')).rejects.toThrow('password authentication failed');
    await openProgramLogin(database.url, key);
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('leaves its password in no statement', async () => {
    const { password } = new URL(url);
    const [row] = await ask<{ verifier: string }>(
      database.url,
      `select rolpassword as verifier from pg_authid where rolname = '${programLoginName(new URL(url).pathname.slice(1))}'`,
    );
    expect(row?.verifier).toMatch(/^SCRAM-SHA-256\$4096:/);
    expect(row?.verifier).not.toContain(password);
  });
});

describe('a connection of the program', () => {
  it.each([
    [
      'as the owner',
      () => database.url,
      /postgres owns the books, or can become who does; .*role is none and not jara_app/,
    ],
    [
      'whose address says another time-out',
      () => `${url}?options=${encodeURIComponent('-c statement_timeout=0')}`,
      /is not that of the program: statement_timeout is 0 and not 5s\. Nothing was sold/,
    ],
  ])('is refused %s', async (_title, address, words) => {
    await expect(refuseOtherLogin(address())).rejects.toThrow(words);
  });

  const name = () => new URL(url).username;
  it.each([
    ['writes every table', 'grant pg_write_all_data to %', 'revoke pg_write_all_data from %'],
    ['reads every table', 'grant pg_read_all_data to %', 'revoke pg_read_all_data from %'],
    ['runs programs', 'grant pg_execute_server_program to %', 'revoke pg_execute_server_program from %'],
    ['reads files', 'grant pg_read_server_files to %', 'revoke pg_read_server_files from %'],
    ['makes roles', 'alter role % createrole', 'alter role % nocreaterole'],
    ['makes databases', 'alter role % createdb', 'alter role % nocreatedb'],
    ['passes by rules of rows', 'alter role % bypassrls', 'alter role % nobypassrls'],
    ['copies the server', 'alter role % replication', 'alter role % noreplication'],
    ['is everything', 'alter role % superuser', 'alter role % nosuperuser'],
  ])('is refused where its login %s, with what takes it away', async (_title, give, take) => {
    const takeAway = take.replace('%', name());
    await runSql(database.url, give.replace('%', name()));
    try {
      const said = await refuseOtherLogin(url).then(String, String);
      expect(said).toContain(`${name()} may more than the program: ${takeAway}`);
      expect(said).toContain('Nothing was sold');
      await runSql(database.url, takeAway);
      await refuseOtherLogin(url);
    } finally {
      await runSql(database.url, takeAway);
    }
  });

  it('is refused where its login may more by another role, or by the database that it owns', async () => {
    const group = `${name()}_group`;
    await runSql(database.url, `create role ${group}`);
    await runSql(database.url, `grant pg_write_all_data to ${group}`);
    await runSql(database.url, `grant ${group} to ${name()}`);
    try {
      await expect(refuseOtherLogin(url)).rejects.toThrow(`revoke ${group} from ${name()}`);
    } finally {
      await runSql(database.url, `drop role ${group}`);
    }
    const own = new URL(database.url).pathname.slice(1);
    await runSql(database.url, `alter database ${own} owner to ${name()}`);
    try {
      await expect(refuseOtherLogin(url)).rejects.toThrow(`alter database ${own} owner to postgres`);
    } finally {
      await runSql(database.url, `alter database ${own} owner to postgres`);
    }
  });

  it('is refused as that of a replica too where it may more, whether somebody answers there or not', async () => {
    const primary = openPool({ url, size: 2, role: 'jara_app', log: silent });
    const nobody = `postgresql://${name()}@127.0.0.1:1/jara`;
    const open = async () => {
      const replica = await openReplica({ url: nobody, role: 'jara_app', primary, log: silent });
      await replica.close();
    };
    try {
      for (const [give, take] of [
        [`alter role ${name()} createdb`, `alter role ${name()} nocreatedb`],
        [`grant pg_read_all_data to ${name()}`, `revoke pg_read_all_data from ${name()}`],
      ] as const) {
        await runSql(database.url, give);
        const said = await open().then(String, String);
        await runSql(database.url, take);
        expect(said).toContain(
          `DATABASE_REPLICA_URL logs in as ${name()}, who may more than the program: ${take} takes`,
        );
      }
      await runSql(database.url, `grant pg_monitor to ${name()}`);
      await open();
      await runSql(database.url, `revoke pg_monitor from ${name()}`);
    } finally {
      await primary.close();
    }
  });

  it('may watch the server', async () => {
    await runSql(database.url, `grant pg_monitor to ${name()}`);
    await expect(refuseOtherLogin(url)).resolves.toBeUndefined();
    await runSql(database.url, `revoke pg_monitor from ${name()}`);
  });

  it('loses what its login may beyond the program when the login is brought up to date', async () => {
    await runSql(database.url, `alter role ${name()} superuser createrole createdb bypassrls replication`);
    expect(await openProgramLogin(database.url, key)).toBe(url);
    await refuseOtherLogin(url);
  });

  it('is brought up to date by an owner who may make roles and is no superuser', async () => {
    const owner = new URL(database.url);
    owner.username = `${name()}_maker`;
    owner.password = 'maker';
    await runSql(database.url, `create role ${owner.username} login createrole password 'maker'`);
    await runSql(database.url, `grant jara_app to ${owner.username} with admin option`);
    // Who made a role has this by itself.
    await runSql(database.url, `grant ${name()} to ${owner.username} with admin option`);
    try {
      expect(await openProgramLogin(owner.href, key)).toBe(url);
      await runSql(database.url, `alter role ${name()} superuser`);
      await expect(openProgramLogin(owner.href, key)).rejects.toThrow(
        `As a superuser run: alter role ${name()} nosuperuser`,
      );
    } finally {
      await runSql(database.url, `alter role ${name()} nosuperuser`);
      await runSql(database.url, `drop owned by ${owner.username}`);
      await runSql(database.url, `drop role ${owner.username}`);
    }
  });

  it('is refused where the owner may make no login', async () => {
    const poor = new URL(database.url);
    poor.username = `${poor.pathname.slice(1)}_poor`;
    poor.password = 'poor';
    await runSql(database.url, `create role ${poor.username} login password 'poor'`);
    await expect(openProgramLogin(poor.href, key)).rejects.toThrow(/may not make the login of the program/);
    await runSql(database.url, `drop role ${poor.username}`);
  });
});
