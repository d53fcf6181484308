/**
 * A streaming replica of the database, for what reads a lot and decides nothing. Guarantees that what is read there counts only where it
 * was this database, with all that its primary had committed before: a server that is another one, has lost its primary, is behind, or was
 * promoted meanwhile is left alone, and the caller reads the primary.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { MINUTE_MS, SECOND_MS } from '@jara/contract/time-units.ts';
import { mayBecomeOwner, openPool, type Db, type Pool, type PoolOptions } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { powersBeyondProgram } from '../platform/connections/powers.ts';

export interface Replica {
  /**
   * Reads there, as soon as `hasArrived` says that it shows what the primary has just committed. False when what was read does not count, or
   * nothing was read; the reason is logged.
   */
  read(
    hasArrived: (replica: Db) => Promise<boolean>,
    work: (replica: Pool) => Promise<void>,
  ): Promise<boolean>;
  close(): Promise<void>;
}

export interface ReplicaOptions extends Pick<PoolOptions, 'url' | 'role'> {
  primary: Pool;
  log: Log;
  /** How long it may take to catch up. */
  patienceMs?: number;
  /** How long nobody asks it again after it failed. */
  awayMs?: number;
  /** How far its clock may be from the primary's: rules look at ages. */
  clockOffMs?: number;
}

/** For people, who can act on it. */
export class WrongReplica extends Error {
  override name = 'WrongReplica';
}

const ASK_AGAIN_MS = 100;
/**
 * What PostgreSQL says to a login that is wrong for as long as nobody changes it: role, name of the database. A password (28P01) may be one
 * that the primary has and the replica has not heard of yet.
 */
const WRONG_LOGIN = /^(?:28000|22023|3D000|42501)/;

/**
 * Throws `WrongReplica` where the address leads to no standby of the primary's system, or logs in as the owner of the books or as whoever may more
 * than the program. One that does not answer may come back.
 */
export async function openReplica({
  url,
  role,
  primary,
  log,
  ...patience
}: ReplicaOptions): Promise<Replica> {
  // One connection: all is read from the server that showed what it has.
  const pool = openPool({ url, role, size: 1, log });
  try {
    const seen = await refuseAnother(pool, primary).catch((error: unknown) => {
      if (error instanceof WrongReplica) throw error;
      log.warn({ err: error }, UNREADABLE);
      return undefined;
    });
    // Both: a pooler on the way may log in as somebody else.
    const asked = new Client({ connectionString: url }).user;
    for (const user of [asked, seen]) if (user !== undefined) await refusePowerful(primary, user);
  } catch (error) {
    await pool.close();
    throw error;
  }
  return readerOf(pool, primary, log, patience);
}

const UNREADABLE = 'the replica of the database cannot be read: the primary is read instead';

/** Gives who is logged in there. */
async function refuseAnother(replica: Db, primary: Db): Promise<string> {
  const ask = (db: Db) =>
    db.get<{ isReplica: boolean; system: bigint; database: string; user: string }>(
      `select pg_is_in_recovery() as "isReplica", system_identifier as system, current_database() as database, session_user::text as "user" from pg_control_system()`,
    );
  const ours = await ask(primary);
  const there = await ask(replica).catch((error: unknown) => {
    if (error instanceof DatabaseError && WRONG_LOGIN.test(error.code ?? ''))
      throw new WrongReplica(
        `DATABASE_REPLICA_URL cannot be used, PostgreSQL says: ${error.message}. ${TO_DO}`,
      );
    throw error;
  });
  if (!there.isReplica)
    throw new WrongReplica(
      `DATABASE_REPLICA_URL leads to a database that is no standby: it may be written. ${TO_DO}`,
    );
  if (there.system !== ours.system)
    throw new WrongReplica(
      `DATABASE_REPLICA_URL leads to a standby of another database: its system identifier is ${there.system}, that of DATABASE_URL is ${ours.system}. ${TO_DO}`,
    );
  if (there.database !== ours.database)
    throw new WrongReplica(
      `DATABASE_REPLICA_URL leads to the database ${there.database}, DATABASE_URL to ${ours.database}. ${TO_DO}`,
    );
  return there.user;
}

/**
 * The password would open the primary too, which knows whose it is also while the replica does not answer: what is refused of the program's login
 * (`program-login.ts`) is refused here. Roles are those of the whole system, its standbys included.
 */
async function refusePowerful(primary: Db, user: string): Promise<void> {
  const login = await primary.find<{ isOwner: boolean; powers: string[] }>(
    `select ${mayBecomeOwner('login.oid')} as "isOwner", array(${powersBeyondProgram('login.rolname')} order by 1) as powers
     from pg_roles login where login.rolname = $1`,
    [user],
  );
  if (login?.isOwner === true)
    throw new WrongReplica(
      `DATABASE_REPLICA_URL logs in as ${user}, who owns the books, or can become who does. Use the login of the program there: it is ` +
        `that of DATABASE_PROGRAM_URL, or what npm run migrate -- --program-url-file writes, at the address of the replica. ${TO_DO}`,
    );
  if (login !== undefined && login.powers.length > 0)
    throw new WrongReplica(
      `DATABASE_REPLICA_URL logs in as ${user}, who may more than the program: ${login.powers.join(', ')} takes that away. ${TO_DO}`,
    );
}

const TO_DO =
  'Set it to a streaming replica of DATABASE_URL, or remove it: then all is read from DATABASE_URL.';

function readerOf(
  pool: Pool,
  primary: Pool,
  log: Log,
  {
    patienceMs = 20 * SECOND_MS,
    awayMs = 5 * MINUTE_MS,
    clockOffMs = 5 * SECOND_MS,
  }: Pick<ReplicaOptions, 'patienceMs' | 'awayMs' | 'clockOffMs'>,
): Replica {
  let awayUntilMs = -Infinity;

  const askClock = async () => (await primary.get<{ ms: number }>(`select ${CLOCK} as ms`)).ms;

  async function refuseWrongClock(): Promise<void> {
    const before = await askClock();
    const { ms } = await pool.get<{ ms: number }>(`select ${CLOCK} as ms`);
    const offMs = Math.max(before - ms, ms - (await askClock()));
    if (offMs > clockOffMs) throw new Error(`its clock is ${Math.round(offMs)} ms off the primary's`);
  }

  async function untilArrived(hasArrived: (replica: Db) => Promise<boolean>): Promise<void> {
    const deadlineMs = performance.now() + patienceMs;
    while (!(await hasArrived(pool))) {
      if (performance.now() > deadlineMs) throw new Error(`it is more than ${patienceMs} ms behind`);
      await sleep(ASK_AGAIN_MS);
    }
  }

  /** Which server answers, by the microsecond in which it was started. Refuses one that goes its own way. */
  async function serverNow(): Promise<string> {
    const now = await pool.get<{ isReplica: boolean; startedAt: string }>(
      `select pg_is_in_recovery() as "isReplica", pg_postmaster_start_time()::text as "startedAt"`,
    );
    if (!now.isReplica) throw new Error('it is no replica any more');
    return now.startedAt;
  }

  return {
    async read(hasArrived, work) {
      if (performance.now() < awayUntilMs) return false;
      try {
        const server = await serverNow();
        await refuseWrongClock();
        await untilArrived(hasArrived);
        await work(pool);
        if ((await serverNow()) !== server) throw new Error('another server answers than before');
        return true;
      } catch (error) {
        awayUntilMs = performance.now() + awayMs;
        log.warn({ err: error }, UNREADABLE);
        return false;
      }
    },
    close: () => pool.close(),
  };
}

const CLOCK = '(extract(epoch from clock_timestamp()) * 1000)::float8';
