import { expect, vi } from 'vitest';
import type { Pool } from '../src/platform/db.ts';

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
