/**
 * The connection to PostgreSQL: plain SQL in, typed rows out. The program's own connections run as the role `jara_app`, which cannot edit
 * the books, and have time-outs so that no lock is held for long: settings of its login (database/program-login.ts), or of the connection
 * for tools, which log in as the owner.
 */
import {
  DatabaseError,
  Pool as Connections,
  types,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
  type QueryResult,
} from 'pg';
import { ANSWER_MS, CuttableClient, withinAnswerTime } from './connections/cuttable-client.ts';
import { isDamage } from './connections/damage.ts';
import { openListeners, type Listeners } from './connections/listeners.ts';

// int8 as bigint: ids stay exact, and money columns become kobo without passing through a float.
types.setTypeParser(types.builtins.INT8, BigInt);

export interface Db {
  /** All rows of one statement. */
  rows<Row>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
  /** The only row, or undefined when there is none. */
  find<Row>(sql: string, params?: readonly unknown[]): Promise<Row | undefined>;
  /** The only row; its absence is a bug. */
  get<Row>(sql: string, params?: readonly unknown[]): Promise<Row>;
  /** The number of rows that the statement touched. */
  run(sql: string, params?: readonly unknown[]): Promise<number>;
}

export interface Pool extends Db {
  /** The hot path: a named statement is prepared once per connection; behind a pooler that shares connections, each time. */
  prepared<Row>(name: string, sql: string, params: readonly unknown[]): Promise<Row[]>;
  /**
   * Runs `work` in one commit; any exception rolls back. Never wait for the network inside. Throws `CommitUnanswered` when it is not
   * known whether the commit was carried out; after any other exception it certainly was not. A statement that is not answered within
   * `answerMs` ends the connection; null waits as long as the connection lasts.
   */
  commit<Result>(work: (db: Db) => Promise<Result>, answerMs?: number | null): Promise<Result>;
  /** What is published on a channel, on a connection of its own that is renewed when it breaks or falls silent. */
  readonly listeners: Pick<Listeners, 'listen' | 'silentSeconds'>;
  /** Whether a commit reaches the disk now. False also for a time after the database had no room for something. */
  canWrite(): Promise<boolean>;
  /** When `canWrite` was true last, by the clock of this machine; null before the first time. */
  lastWrittenAt(): Date | null;
  close(): Promise<void>;
}

/** The database did not answer. Whether the statement was carried out is not known, unless the error is of a kind that says so. */
class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable';
}

/** No connection could be had, so that nothing was sent. */
class NotConnected extends DatabaseUnreachable {
  override name = 'NotConnected';
}

/** The connection broke between a commit and its answer. Everything before the commit is rolled back by the server when it breaks. */
export class CommitUnanswered extends DatabaseUnreachable {
  override name = 'CommitUnanswered';
}

/** What the database itself answered, and a bug of ours, stay what they are. */
function asDatabaseError(error: unknown): unknown {
  const isKnown =
    error instanceof DatabaseError || error instanceof TypeError || error instanceof DatabaseUnreachable;
  return isKnown ? error : new DatabaseUnreachable('the database does not answer', { cause: error });
}

/** Of a connection that could not be had. A wrong password, say, stays what it is; a server that starts or stops is one that is not there. */
function asNotConnected(error: unknown): unknown {
  if (error instanceof DatabaseUnreachable || (error instanceof DatabaseError && endsConnection(error)))
    return new NotConnected('the database does not answer', { cause: error.cause ?? error });
  return error;
}

/** Hands on what the database answers, with errors as they are named here. */
type Answered = <Result>(work: Promise<Result>) => Promise<Result>;

const ONLY_READS = '25006';
const OUT_OF_ROOM = new Set(['53100', ONLY_READS]);
/** While the disk is full, small writes may still go through: nothing is sold until it was quiet for so long. */
const OUT_OF_ROOM_MS = 10_000;

function watchErrors(): { answered: Answered; hasRoom: () => boolean } {
  let outOfRoomAtMs = -Infinity;
  return {
    async answered(work) {
      try {
        return await work;
      } catch (error) {
        if (error instanceof DatabaseError && OUT_OF_ROOM.has(error.code ?? '')) {
          outOfRoomAtMs = performance.now();
        }
        throw asDatabaseError(error);
      }
    },
    hasRoom: () => performance.now() - outOfRoomAtMs >= OUT_OF_ROOM_MS,
  };
}

/** Has one statement carried out, and gives what the database answers. */
type Ask = (statement: QueryConfig) => Promise<QueryResult>;

function asDb(ask: Ask): Db {
  async function rows<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const result = await ask({ text, values: [...values] });
    return result.rows as Row[]; // the statement and the row type stand side by side at the caller
  }
  return {
    rows,
    find: async <Row>(sql: string, params?: readonly unknown[]) => (await rows<Row>(sql, params))[0],
    async get<Row>(sql: string, params?: readonly unknown[]) {
      const [row] = await rows<Row>(sql, params);
      if (row === undefined) throw new Error(`no row: ${sql.slice(0, 80)}`);
      return row;
    },
    async run(text, values = []) {
      const result = await ask({ text, values: [...values] });
      return result.rowCount ?? 0;
    },
  };
}

export interface PoolOptions {
  url: string;
  /** The server itself, where `url` leads through a pooler that gives a connection of the server to each transaction anew. */
  directUrl?: string | null;
  size: number;
  /** The role that statements run as; null for the owner, undefined for whatever the login says, which then brings the time-outs too. */
  role: string | null | undefined;
  log: { error(context: object, message: string): void };
}

/** SQL that is true of a role that owns the books, or may take the rights of whoever does. A superuser may. */
export const mayBecomeOwner = (role: string): string =>
  `pg_has_role(${role}, (select relowner from pg_class where oid = 'public.postings'::regclass), 'member')`;

/** What the connections of the running program are called, in the database. */
export const PROGRAM_NAME = 'jara';

export function openPool({ url, directUrl = null, size, role, log }: PoolOptions): Pool {
  const settings = [
    '-c statement_timeout=5000',
    '-c lock_timeout=2000',
    '-c idle_in_transaction_session_timeout=10000',
    '-c timezone=UTC',
    ...(role === null ? [] : [`-c role=${role}`]),
  ];
  const options = {
    connectionString: url,
    // A pooler drops these, and some refuse whoever sends any.
    ...(role === undefined ? {} : { options: settings.join(' ') }),
    application_name: role === undefined ? PROGRAM_NAME : 'jara tool',
    connectionTimeoutMillis: 5_000,
  };
  const onError = (error: Error) => log.error({ err: error }, 'database connection lost');
  const { pool, cutSilent } = openConnections({ ...options, max: size }, onError);
  const listeners = openListeners({ ...options, connectionString: directUrl ?? url }, onError);
  const { answered, hasRoom } = watchErrors();
  let lastWrittenAt: Date | null = null;
  // Tools of the owner may take their time.
  const usualAnswerMs = role === null ? null : ANSWER_MS;

  const connect = (): Promise<PoolClient> =>
    answered(pool.connect()).catch((error: unknown) => {
      throw asNotConnected(error);
    });

  const askOn =
    (client: PoolClient, answerMs: number | null): Ask =>
    (statement) =>
      answered(withinAnswerTime(client.query(statement), answerMs, () => cutSilent(client)));

  async function askOnce(statement: QueryConfig): Promise<QueryResult> {
    const client = await connect();
    try {
      const result = await askOn(client, usualAnswerMs)(statement);
      client.release();
      return result;
    } catch (error) {
      // What the database refused says nothing against the connection.
      client.release(hadNoEffect(error) ? undefined : (error as Error)); // thrown by pg
      throw error;
    }
  }

  return {
    ...asDb(askOnce),
    async prepared<Row>(name: string, text: string, values: readonly unknown[]) {
      // A name belongs to one connection of the server, and the next statement may come by another.
      const statement = directUrl === null ? { name, text } : { text };
      const result = await askOnce({ ...statement, values: [...values] });
      return result.rows as Row[];
    },
    async commit(work, answerMs = usualAnswerMs) {
      const client = await connect();
      return commitOn(client, askOn(client, answerMs), work);
    },
    listeners,
    async canWrite() {
      if (!hasRoom()) return false;
      // A record in the log of the database and nothing else; its commit waits for the disk, as those of purchases do.
      const written = askOnce({ text: `select pg_logical_emit_message(true, 'jara', 'can write')` });
      return written.then(
        () => {
          lastWrittenAt = new Date();
          return true;
        },
        () => false,
      );
    },
    lastWrittenAt: () => lastWrittenAt,
    async close() {
      await listeners.close();
      await pool.end();
    },
  };
}

/** Releases the connection in the end. */
async function commitOn<Result>(
  client: PoolClient,
  ask: Ask,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  let isCommitting = false;
  try {
    await ask({ text: 'begin' });
    const result = await work(asDb(ask));
    isCommitting = true;
    await ask({ text: 'commit' });
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot roll back is thrown away; the server rolls back by itself.
    await ask({ text: 'rollback' }).then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    if (isCommitting && !hadNoEffect(error)) {
      throw new CommitUnanswered('a commit was not answered', { cause: error });
    }
    throw error;
  }
}

/**
 * The connections for statements. `cutSilent` gives one up that does not answer, and with it those that nobody uses at this moment: they lead
 * to the same server, and whoever took one next would wait as long.
 */
function openConnections(options: PoolConfig, onError: (error: Error) => void) {
  const pool = new Connections({ ...options, Client: CuttableClient });
  pool.on('error', onError);
  const idle = new Set<PoolClient>();
  // A client that is checked out loses the pool's listener; without one of its own a broken connection ends the process.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('release', (_error, client) => idle.add(client));
  pool.on('remove', (client) => idle.delete(client));
  const cutSilent = (silent: PoolClient): void => {
    for (const client of [silent, ...idle]) if (client instanceof CuttableClient) client.cut();
  };
  return { pool, cutSilent };
}

/** The constraint that a statement broke, or undefined for any other error. */
export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.constraint : undefined;
}

/** Class 57 and 08 end the connection: whether a commit got through is not known then. */
const endsConnection = ({ code = '57' }: DatabaseError): boolean => /^(57|08)/.test(code);

/** True when the statement certainly had no effect: the database answered with an error, or was never asked. */
export function hadNoEffect(error: unknown): boolean {
  return error instanceof NotConnected || (error instanceof DatabaseError && !endsConnection(error));
}

/** True for what the database, or the way to it, could not do at this moment; false for refusals of ours and for bugs. */
export function isDatabaseTrouble(error: unknown): boolean {
  return error instanceof DatabaseUnreachable || (error instanceof DatabaseError && isMomentary(error));
}

/** True when a statement was ended because it took longer than it may. */
export const tookTooLong = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '57014';

/**
 * True when the error lies in the moment, or in what the database stands on: a lost connection, a lock, a deadlock, a full server, a disk that
 * fails, a database that only reads, a damaged page or index. The same may go through later.
 */
export function isMomentary(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  const { code = '57' } = error;
  return code === ONLY_READS || isDamage(error) || /^(08|40|53|55|57|58)/.test(code);
}
