import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { programLoginName } from '../src/database/program-login.ts';
import type { Db } from '../src/platform/db.ts';
import { runSql } from './run-sql.ts';

export interface TestDatabase {
  /** Superuser on a migrated, otherwise empty database of its own. */
  url: string;
  drop: () => Promise<void>;
}

/** A clone of the migrated template, for one test file: call it in `beforeAll`, drop it in `afterAll`. */
export const createTestDatabase = (): Promise<TestDatabase> => createDatabase('jara_template');

/** Without any schema: for tests of how one comes to be. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createDatabase('template1');

async function createDatabase(template: string): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copied file by file: a thousand files of little each, which through the log take twice as long.
  await runSql(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      await runSql(server, `DROP DATABASE ${name} WITH (FORCE)`);
      await runSql(server, `DROP ROLE IF EXISTS ${programLoginName(name)}`);
    },
  };
}

/** Of a table, in this commit: by a walk through it and by its indexes. */
export async function rowsRead(db: Db, table: string): Promise<bigint> {
  const { count } = await db.get<{ count: bigint }>(
    `select seq_tup_read + coalesce(idx_tup_fetch, 0) as count from pg_stat_xact_user_tables where relname = $1`,
    [table],
  );
  return count;
}

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/** Blocks of 8 kB of tables and indexes that all its statements touch together. */
export async function blocksRead(db: Db, read: (db: Db) => Promise<unknown>): Promise<number> {
  const plans: Plan[] = [];
  const explained = async (sql: string, params?: readonly unknown[]): Promise<void> => {
    const rows = await db.rows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, buffers, timing off, format json) ${sql}`,
      params,
    );
    const [first] = rows;
    if (first !== undefined) plans.push(first['QUERY PLAN'][0].Plan);
  };
  await read({
    rows: async <Row>(sql: string, params?: readonly unknown[]) => {
      await explained(sql, params);
      return db.rows<Row>(sql, params);
    },
    find: async <Row>(sql: string, params?: readonly unknown[]) => {
      await explained(sql, params);
      return db.find<Row>(sql, params);
    },
    get: async <Row>(sql: string, params?: readonly unknown[]) => {
      await explained(sql, params);
      return db.get<Row>(sql, params);
    },
    run: (sql, params) => db.run(sql, params),
  });
  return plans.reduce((sum, plan) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0);
}

export type Filters = Readonly<Record<string, readonly string[]>>;

/** None, each, and each two of them. */
export function queriesOf(filters: Filters): Record<string, string>[] {
  const all = Object.entries(filters).flatMap(([name, values]) =>
    values.map((value) => [name, value] as const),
  );
  const pairs = all.flatMap((one, index) =>
    all.slice(index + 1).flatMap((other) => (other[0] === one[0] ? [] : [[one, other]])),
  );
  return [[], ...all.map((one) => [one]), ...pairs].map((entries) => Object.fromEntries(entries));
}
