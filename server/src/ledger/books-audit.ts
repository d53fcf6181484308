/**
 * Keeps the books audited while the server runs: what is new every minute, the whole once a day, in the small hours of Lagos where the server runs then, each by one
 * process at a time. The whole goes in turns of some seconds; where it stands is kept in the database after each, so that whoever comes
 * next goes on from there, after a restart as well. What came of it stands there too, for logs and measurements of every process.
 */
import { createHash } from 'node:crypto';
import { HOUR_MS } from '@jara/contract/time-units.ts';
import type { Db, Pool } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { bookRules } from './audit.ts';
import { chainRules } from './chain/chain-rules.ts';
import { postingCodes } from './chart.ts';
import { POSTINGS_AT_ONCE, auditNewPostings } from './new-postings.ts';
import { isBroken, type RuleResult } from './rule.ts';
import { Audit, beginning, goOnFor, type Pace, type Position } from './slices.ts';

export interface BooksAudit {
  /** Runs every rule from the beginning, over the chain as well, and logs as an error what does not hold. */
  renew(): Promise<void>;
  /** Begins the same where it is time for it, and goes on with it for some seconds, unless another process is at it. True when more is to do. */
  renewWhenDue(): Promise<boolean>;
  /** Of new postings. Gives true when more are waiting. */
  auditNew(): Promise<boolean>;
  /** Null until the books were audited once. */
  last(): Promise<{ auditedAt: Date; brokenRules: number } | null>;
  /** When the whole was audited last; null before the first time. */
  wholeAt(): Promise<Date | null>;
}

/** Any number that nothing else uses. */
const WHOLE_LOCK = 7_241_997;
const TURN_MS = 5_000;
const LATE_HOURS = 48;

const rules = [...bookRules, ...chainRules];

/** Changes with any rule: places in other rules mean something else. */
const rulesHash = createHash('sha256')
  .update(
    JSON.stringify(rules, (_name, value: unknown) =>
      typeof value === 'function' ? String(value(Object.keys(postingCodes))) : value,
    ),
  )
  .digest('hex');

interface Run {
  position: Position;
  isOurs: boolean;
  /** It is to read the primary alone. */
  isOfPrimary: boolean;
}

interface Turns {
  pool: Pool;
  log: Log;
  notify(broken: readonly RuleResult[]): Promise<void>;
  /** About how long a turn is. */
  turnMs: number;
  pace?: Pace | undefined;
  /** Read there where it can be. */
  replica?: AuditReplica | undefined;
}

interface AuditReplica {
  /** False when what was read does not count: it is not certain that it had all that is committed. */
  read(
    hasArrived: (replica: Db) => Promise<boolean>,
    work: (replica: Pool) => Promise<void>,
  ): Promise<boolean>;
}

/** The next seconds of the whole audit. True when more is to do. */
async function takeTurn(turns: Turns, isAnew: boolean): Promise<boolean> {
  const { pool, notify } = turns;
  let found: RuleResult[] = [];
  const isMore = await pool.commit(async (db) => {
    const lock = await db.get<{ isFree: boolean }>('select pg_try_advisory_xact_lock($1) as "isFree"', [
      WHOLE_LOCK,
    ]);
    if (!lock.isFree) return false;
    const last = isAnew ? undefined : await findRun(db);
    if (last === undefined && !isAnew && !(await isDue(db))) return false;
    // The lock is held meanwhile, on a connection that does nothing else and holds no state of the database.
    await db.run('set local idle_in_transaction_session_timeout = 0');
    const run = last?.isOurs === true ? last : await beginRun(pool);
    const audit = await goOnWith(turns, run);
    found = newIn(audit, run);
    const broken = audit.results.filter(isBroken).length;
    await keepRun(db, audit.position, broken);
    if (audit.isDone) await endRun(db, broken);
    return !audit.isDone;
  });
  await notify(found);
  return isMore;
}

/** Reads the replica; and the primary where that cannot be, or shows something broken: the primary alone says what does not hold. */
async function goOnWith({ pool, log, turnMs, pace, replica }: Turns, run: Run): Promise<Audit> {
  const start = () => new Audit(rules, { position: run.position, ...(pace === undefined ? {} : { pace }) });
  if (replica !== undefined && !run.isOfPrimary) {
    const there = start();
    const isRead = await replica.read(await leaveMark(pool), (reader) => goOnSome(reader, there, turnMs));
    const found = newIn(there, run);
    if (isRead && found.length === 0) return there;
    if (isRead)
      log.warn({ found }, 'the replica shows what breaks the rules of the books: the primary is read');
  }
  const here = start();
  await goOnSome(pool, here, turnMs);
  return here;
}

/** At least by one slice: how small it has to be is not kept between two turns. */
async function goOnSome(pool: Pool, audit: Audit, turnMs: number): Promise<void> {
  const { slices } = audit.position;
  while (audit.position.slices === slices) await goOnFor(pool, audit, turnMs);
}

const newIn = ({ results }: Audit, { position }: Run): RuleResult[] =>
  results.filter(({ count }, place) => count > (position.found[place]?.count ?? 0));

/** A moment that is committed now, by which a replica shows that it has everything before it as well. */
async function leaveMark(pool: Pool): Promise<(replica: Db) => Promise<boolean>> {
  const { mark } = await pool.get<{ mark: string }>(
    'update books_audit_runs set moved_at = clock_timestamp() returning moved_at::text as mark',
  );
  return async (replica) =>
    (await replica.find('select from books_audit_runs where moved_at = $1::timestamptz', [mark])) !==
    undefined;
}

/** `alarm` is told what does not hold, in sentences. */
export function createBooksAudit(
  pool: Pool,
  log: Log,
  alarm: (sentences: string[]) => Promise<void>,
  { turnMs = TURN_MS, pace, replica }: Partial<Pick<Turns, 'turnMs' | 'pace' | 'replica'>> = {},
): BooksAudit {
  let saidLateMs = -Infinity;

  const notify = async (broken: readonly RuleResult[]): Promise<void> => {
    for (const { rule, statement, breaks, count } of broken)
      log.error({ rule, statement, breaks, count }, 'the books do not hold');
    if (broken.length > 0) await alarm(broken.map(({ rule, statement }) => `${rule} ${statement}`));
  };
  const turns: Turns = { pool, log, notify, turnMs, pace, replica };

  async function sayWhenLate(): Promise<void> {
    if (performance.now() - saidLateMs < HOUR_MS || !(await isLate(pool))) return;
    saidLateMs = performance.now();
    log.error({ hours: LATE_HOURS }, 'the whole of the books was not audited for too long');
  }

  return {
    async renew() {
      for (let isMore = await takeTurn(turns, true); isMore;) isMore = await takeTurn(turns, false);
    },
    async renewWhenDue() {
      await sayWhenLate();
      return takeTurn(turns, false);
    },
    async auditNew() {
      const { count, broken } = await auditNewPostings(pool);
      await notify(broken);
      return count >= POSTINGS_AT_ONCE;
    },
    async last() {
      const row = await pool.get<{ auditedAt: Date | null; brokenRules: bigint | null }>(
        `select max(audited_at) as "auditedAt",
           -- What is found is known before the audit has ended.
           sum(case kind when 'whole' then greatest(broken_rules, (select broken_rules from books_audit_runs)) else broken_rules end)
             as "brokenRules"
         from books_audits`,
      );
      return row.auditedAt === null
        ? null
        : { auditedAt: row.auditedAt, brokenRules: Number(row.brokenRules) };
    },
    async wholeAt() {
      const row = await pool.find<{ at: Date }>(
        `select audited_at as at from books_audits where kind = 'whole'`,
      );
      return row?.at ?? null;
    },
  };
}

async function isLate(db: Db): Promise<boolean> {
  const late = await db.get<{ is: boolean }>(
    `select coalesce((select audited_at from books_audits where kind = 'whole'), (select began_at from books_audit_runs))
       < now() - $1 * interval '1 hour' is true as is`,
    [LATE_HOURS],
  );
  return late.is;
}

/** Damage to the files of the primary alone never reaches a replica: what begins on a Sunday of Lagos reads the primary. */
const RUN = `position, rules_hash = $1 as "isOurs", extract(isodow from lagos_day(began_at)) = 7 as "isOfPrimary"`;

const findRun = (db: Db): Promise<Run | undefined> =>
  db.find<Run>(`select ${RUN} from books_audit_runs`, [rulesHash]);

/** In place of any other, and in a commit of its own: a replica sees it before the turn has ended. */
const beginRun = (pool: Pool): Promise<Run> =>
  pool.get<Run>(
    `insert into books_audit_runs (rules_hash, position, broken_rules, broken_before)
     select $1, $2, 0, coalesce((select broken_rules from books_audits where kind = 'new postings'), 0)
     on conflict (is_only) do update set rules_hash = excluded.rules_hash, position = excluded.position,
       broken_rules = excluded.broken_rules, broken_before = excluded.broken_before, began_at = excluded.began_at,
       moved_at = excluded.moved_at
     returning ${RUN}`,
    [rulesHash, JSON.stringify(beginning)],
  );

async function isDue(db: Db): Promise<boolean> {
  const due = await db.get<{ is: boolean }>(
    `select not exists (
       select from books_audits where kind = 'whole' and audited_at > now() - case
         when now() - lagos_midnight(now()) between interval '1 hour' and interval '6 hours' then interval '20 hours'
         else interval '30 hours' end) as is`,
  );
  return due.is;
}

const keepRun = (db: Db, position: Position, broken: number): Promise<number> =>
  db.run('update books_audit_runs set position = $1, broken_rules = $2, moved_at = clock_timestamp()', [
    JSON.stringify(position),
    broken,
  ]);

async function endRun(db: Db, broken: number): Promise<void> {
  await db.run(
    `insert into books_audits (kind, up_to_posting_id, broken_rules, audited_at) values ('whole', 0, $1, clock_timestamp())
     on conflict (kind) do update set broken_rules = excluded.broken_rules, audited_at = excluded.audited_at`,
    [broken],
  );
  // What was found in new postings before it began is among what the whole audit found.
  await db.run(
    `update books_audits set broken_rules = greatest(broken_rules - (select broken_before from books_audit_runs), 0)
     where kind = 'new postings'`,
  );
  await db.run('delete from books_audit_runs');
}
