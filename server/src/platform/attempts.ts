/**
 * Counts attempts in fixed windows, for all processes together and by the database's clock, so that neither a second process nor a
 * restart gives more tries.
 */
import { createHash } from 'node:crypto';
import { untilWords } from '@jara/contract/lagos-time.ts';
import type { Db, Pool } from './db.ts';
import { rateLimitHeaders } from './limits/rate-limit-headers.ts';
import { refuse } from './refuse.ts';

export interface AttemptRule {
  /** What is counted: `login`, `register`. */
  name: string;
  /** Whose attempts: each combination of these has a counter of its own. */
  parts: readonly string[];
  most: number;
  windowSeconds: number;
  /** Why it is refused, before the sentence that says when it is not any more; else the usual one. */
  words?: string;
}

interface Counter {
  attempts: number;
  secondsLeft: number;
  endsAt: Date;
}

// The parts come from requests: hashed, they are storable whatever they hold and equally long.
const keyOf = ({ name, parts }: AttemptRule): string =>
  `${name}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;

const windowEnd =
  'ceil(extract(epoch from window_ends_at - now()))::int as "secondsLeft", window_ends_at as "endsAt"';

/**
 * Refuses with `too_many_requests` when the window of a rule holds as many attempts as are allowed, and until the last of those that do ends.
 * Counts nothing.
 */
export async function refuseTooManyAttempts(db: Db, ...rules: readonly AttemptRule[]): Promise<void> {
  const counters = await db.rows<Counter & { key: string }>(
    `select key, attempts, ${windowEnd} from attempt_counters where key = any($1) and window_ends_at > now() order by window_ends_at desc`,
    [rules.map(keyOf)],
  );
  for (const counter of counters) {
    const rule = rules.find((one) => keyOf(one) === counter.key);
    if (rule !== undefined && counter.attempts >= rule.most) refuseUntilWindowEnds(rule, counter);
  }
}

/** Whether anything was counted in the present window. */
export async function hasAttempts(db: Db, rule: AttemptRule): Promise<boolean> {
  const counter = await db.find(
    'select from attempt_counters where key = $1 and window_ends_at > now() and attempts > 0',
    [keyOf(rule)],
  );
  return counter !== undefined;
}

/**
 * Counts one attempt, and refuses with `too_many_requests` when it is one more than are allowed. Gives the fields `RateLimit` for an answer
 * that says what is left.
 */
export async function countAttempt(db: Db, rule: AttemptRule): Promise<Record<string, string>> {
  const counter = await count(db, rule);
  if (counter.attempts > rule.most) refuseUntilWindowEnds(rule, counter);
  return headersOf(rule, counter);
}

const headersOf = ({ most, windowSeconds }: AttemptRule, { attempts, secondsLeft: left }: Counter) =>
  rateLimitHeaders({ name: 'attempts', most, windowSeconds, left: most - attempts, secondsLeft: left });

/** Longer than it takes to look at a try: those that were begun before and are not known to be wrong have failed. */
const LOOK_IN_SECONDS = 10;

/**
 * Counts a try before it is looked at, as `countAttempt` does, for one that is then cleared (`clearAttempts`), taken back (`uncountAttempt`) or
 * known to be wrong (`noteWrong`). Where the window is full of such as are looked at, nobody knows yet that too many were wrong: `wait` refuses for a
 * moment, and nothing is counted.
 */
export async function beginTry(db: Db, rule: AttemptRule, wait: () => never): Promise<void> {
  const begun = await db.run(
    `insert into attempt_counters as c (key, window_ends_at, attempts, last_try_at)
     values ($1, now() + make_interval(secs => $2), 1, now())
     on conflict (key) do update set
       attempts = case when c.window_ends_at > now() then c.attempts + 1 else 1 end,
       wrong = case when c.window_ends_at > now() then c.wrong else 0 end,
       last_try_at = now(),
       window_ends_at = case when c.window_ends_at > now() then c.window_ends_at else excluded.window_ends_at end
     where c.window_ends_at <= now() or c.attempts < $3`,
    [keyOf(rule), rule.windowSeconds, rule.most],
  );
  if (begun === 1) return;
  const full = await db.find<Counter & { mayEmpty: boolean }>(
    `select attempts, ${windowEnd}, wrong < $2 and last_try_at > now() - make_interval(secs => $3) as "mayEmpty"
     from attempt_counters where key = $1 and window_ends_at > now() and attempts >= $2`,
    [keyOf(rule), rule.most, LOOK_IN_SECONDS],
  );
  // Or one of them was right at this moment.
  if (full === undefined || full.mayEmpty) wait();
  refuseUntilWindowEnds(rule, full);
}

/** Of a try that was begun. */
export async function noteWrong(db: Db, rule: AttemptRule): Promise<void> {
  await db.run('update attempt_counters set wrong = least(wrong + 1, attempts) where key = $1', [
    keyOf(rule),
  ]);
}

/** Counts one, and says whether it is among those that are allowed: for what is left out without a word. */
export async function isWithinAttempts(db: Db, rule: AttemptRule): Promise<boolean> {
  return (await count(db, rule)).attempts <= rule.most;
}

/**
 * Counts what is tried, by its text, and refuses with `too_many_requests` when it is one more than are allowed. What was counted less than a window
 * ago costs nothing again, nor does what is refused.
 */
export async function countDifferent(pool: Pool, rule: AttemptRule, tried: string): Promise<void> {
  const once = { ...rule, parts: [...rule.parts, tried], most: 1 };
  if (await hasAttempts(pool, once)) return;
  // Both or none: whoever tries the same again behind a refusal does not find it counted. Two of the same at once wait for each other.
  await pool.commit(async (db) => {
    if (await isWithinAttempts(db, once)) await countAttempt(db, rule);
  });
}

/**
 * Whether the rule lets no more through by now, said once until it does again: for what is told of it. Of tries that are looked at, only those that
 * are known to be wrong make it so: the others may be right.
 */
export async function isNewLock(db: Db, rule: AttemptRule): Promise<boolean> {
  const key = keyOf(rule);
  const lock = await db.find<{ until: string }>(
    `select extract(epoch from window_ends_at)::text as until from attempt_counters
     where key = $1 and window_ends_at > now() and case when last_try_at is null then attempts else wrong end >= $2`,
    [key, rule.most],
  );
  if (lock === undefined) return false;
  return isWithinAttempts(db, { ...rule, name: 'lock', parts: [key, lock.until], most: 1 });
}

const count = (db: Db, rule: AttemptRule): Promise<Counter> =>
  db.get<Counter>(
    `insert into attempt_counters as c (key, window_ends_at, attempts) values ($1, now() + make_interval(secs => $2), 1)
     on conflict (key) do update set
       attempts = case when c.window_ends_at > now() then c.attempts + 1 else 1 end,
       window_ends_at = case when c.window_ends_at > now() then c.window_ends_at else excluded.window_ends_at end
     returning attempts, ${windowEnd}`,
    [keyOf(rule), rule.windowSeconds],
  );

/** Forgets the attempts, after one that succeeded. */
export async function clearAttempts(db: Db, rule: AttemptRule): Promise<void> {
  await db.run('delete from attempt_counters where key = $1', [keyOf(rule)]);
}

/** Takes one attempt back that was counted and then not looked at. */
export async function uncountAttempt(db: Db, rule: AttemptRule): Promise<void> {
  await db.run('update attempt_counters set attempts = greatest(attempts - 1, 0) where key = $1', [
    keyOf(rule),
  ]);
}

/** Removes counters whose window is over; for a job. */
export async function removeOldAttempts(db: Db): Promise<void> {
  await db.run('delete from attempt_counters where window_ends_at < now()');
}

function refuseUntilWindowEnds(rule: AttemptRule, counter: Counter): never {
  const headers = headersOf(rule, counter);
  refuse('too_many_requests', {
    headers,
    counter: rule.name,
    ...(rule.words !== undefined && { msg: `${rule.words}. Try again ${untilWords(counter.endsAt)}` }),
    retryAfterSeconds: Math.max(1, counter.secondsLeft),
  });
}
