/**
 * What staff list, count and take away as a file, read from a streaming replica. Each statement waits until the replica shows all that the
 * primary had committed when it came, so that whoever did something finds it in the next list; the primary answers where that takes too long,
 * and whatever else goes wrong.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Counter } from 'prom-client';
import { SECOND_MS } from '@jara/contract/time-units.ts';
import { openPool, type Db, type Pool, type PoolOptions } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { within } from '../platform/ongoing.ts';

export interface ReplicaReads extends Db {
  close(): Promise<void>;
}

export interface ReplicaReadsOptions extends Pick<PoolOptions, 'url' | 'role'> {
  primary: Pool;
  log: Log;
  /** How long a statement waits for it. */
  patienceMs?: number;
  /** How long nobody asks it again after it failed. */
  awayMs?: number;
}

const AT_ONCE = 4;
const PATIENCE_MS = 500;
const AWAY_MS = 10 * SECOND_MS;
const ASK_AGAIN_MS = 5;

export const readCounter = new Counter({
  name: 'jara_list_statements_total',
  help: 'Statements of lists, files and statistics, by the server that answered',
  labelNames: ['server'],
  registers: [],
});

/** Statements that write, by `run`, go to the primary. */
export function openReplicaReads({
  url,
  role,
  primary,
  log,
  patienceMs = PATIENCE_MS,
  awayMs = AWAY_MS,
}: ReplicaReadsOptions): ReplicaReads {
  const pool = openPool({ url, role, size: AT_ONCE, log });
  let awayUntilMs = -Infinity;
  let isAway = false;

  /** A replica that was promoted shows nothing more of the primary. */
  async function untilArrived(deadlineMs: number): Promise<boolean> {
    const { position } = await primary.get<{ position: string }>(
      'select pg_current_wal_lsn()::text as position',
    );
    while (performance.now() < deadlineMs) {
      const { isThere } = await pool.get<{ isThere: boolean | null }>(
        'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as "isThere"',
        [position],
      );
      if (isThere === true) return true;
      await sleep(ASK_AGAIN_MS);
    }
    return false;
  }

  async function answer<Answer>(ask: (db: Db) => Promise<Answer>): Promise<Answer> {
    if (performance.now() >= awayUntilMs) {
      try {
        const arrival = untilArrived(performance.now() + patienceMs);
        // It may be silent: nobody waits longer for it than for one that is behind.
        if (!(await within(arrival, patienceMs, false)))
          throw new Error(`it is more than ${patienceMs} ms behind`);
        const answered = await ask(pool);
        setAway(false);
        readCounter.inc({ server: 'replica' });
        return answered;
      } catch (error) {
        setAway(true, error);
      }
    }
    readCounter.inc({ server: 'primary' });
    return ask(primary);
  }

  /** Said once, not with every statement. */
  function setAway(away: boolean, error?: unknown): void {
    if (away) awayUntilMs = performance.now() + awayMs;
    if (away === isAway) return;
    isAway = away;
    if (away) log.warn({ err: error }, 'the replica of the database cannot be read: lists read the primary');
    else log.info('the replica of the database is read again');
  }

  return {
    rows: (sql, params) => answer((db) => db.rows(sql, params)),
    find: (sql, params) => answer((db) => db.find(sql, params)),
    get: (sql, params) => answer((db) => db.get(sql, params)),
    run: (sql, params) => primary.run(sql, params),
    close: () => pool.close(),
  };
}
