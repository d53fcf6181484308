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
  await runSql(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
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
