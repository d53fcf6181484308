/** A database of its own for a test file that needs no program: only the connection, as the program has it. */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { openPool, type Pool } from '../src/platform/db.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export const silent = pino({ level: 'silent' });

export interface TestPool {
  /** Runs as the program's role, which may not edit the books. */
  readonly pool: Pool;
  /** Superuser on the same database: for what the program itself may not do. */
  readonly owner: Pool;
  readonly url: string;
}

export function useTestPool(size = 10): TestPool {
  let database: TestDatabase | undefined;
  let opened: { pool: Pool; owner: Pool } | undefined;
  const now = () => {
    if (database === undefined || opened === undefined) throw new Error('the database is not open yet');
    return { ...opened, url: database.url };
  };
  beforeAll(async () => {
    database = await createTestDatabase();
    opened = {
      pool: openPool({ url: database.url, size, role: 'jara_app', log: silent }),
      owner: openPool({ url: database.url, size: 2, role: null, log: silent }),
    };
  });
  afterAll(async () => {
    await opened?.pool.close();
    await opened?.owner.close();
    await database?.drop();
  });
  return {
    get pool() {
      return now().pool;
    },
    get owner() {
      return now().owner;
    },
    get url() {
      return now().url;
    },
  };
}

/** Waits until so many connections to the database of the pool wait for a lock. Shorter than the lock time-out of the program. */
export const untilBlocked = (pool: Pool, count: number): Promise<void> =>
  vi.waitFor(
    async () => {
      const waiting = await pool.get<{ count: bigint }>(
        `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(Number(waiting.count)).toBe(count);
    },
    { timeout: 1_900, interval: 10 },
  );
