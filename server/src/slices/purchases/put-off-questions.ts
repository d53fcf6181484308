/**
 * Keeps the requery job of other processes from asking a supplier about what this process is sending it at this moment: whoever waits for
 * the supplier gets the very same answer. When this process dies, its purchases are asked about as soon as any others.
 */
import { MINUTE_MS, SECOND_MS } from '@jara/contract/time-units.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Ongoing } from '../../platform/ongoing.ts';

interface Parts {
  pool: Db;
  ongoing: Ongoing<unknown>;
  settings: { firstCheckSeconds: number };
  log: Log;
}

/** Looks so often until the first check of a purchase. */
const LOOKS = 5;
/** What is sent faster, as nearly all is, costs nothing here. */
const LOOKS_OF_A_FAST_ONE = 2;
/** Two looks may be late, for whatever reason, before the first question is asked. */
const LOOKS_AHEAD = 3;
/** Longer than all suppliers together may take: one that is still here has met a fault of ours, and others may ask about it. */
const LONGEST_MS = 5 * MINUTE_MS;
const AT_A_TIME = 500;

/** Begins at once. The returned function stops it, and waits for the statement that is running. */
export function putOffQuestions({ pool, ongoing, settings, log }: Parts): () => Promise<void> {
  const { firstCheckSeconds } = settings;
  const everyMs = (firstCheckSeconds * SECOND_MS) / LOOKS;
  let looking: Promise<void> | null = null;
  let hasFailed = false;

  async function look(): Promise<void> {
    const slow = ongoing.idsOfAge(LOOKS_OF_A_FAST_ONE * everyMs, LONGEST_MS);
    for (let n = 0; n < slow.length; n += AT_A_TIME) {
      await putOff(pool, slow.slice(n, n + AT_A_TIME), firstCheckSeconds);
    }
    hasFailed = false;
  }

  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => {
        // Nothing but a needless question comes of it. An outage is told once.
        if (!hasFailed) log.warn({ err: error }, 'questions about slow purchases could not be put off');
        hasFailed = true;
      })
      .finally(() => (looking = null));
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/**
 * Those whose time is near, so that each is written about twice in that time. A hint keeps its place before all others; a claim of whoever asks
 * already is longer, and stays. What a settlement is working on is left to it.
 */
async function putOff(pool: Db, ids: readonly bigint[], firstCheckSeconds: number): Promise<void> {
  await pool.run(
    `with near as (
       select transaction_id, attempt from purchase_attempts
       where transaction_id = any($1::bigint[]) and state = 'sent'
         and next_check_at > to_timestamp(0) and next_check_at < now() + make_interval(secs => $3)
       for update skip locked)
     update purchase_attempts a set next_check_at = now() + make_interval(secs => $2)
     from near where a.transaction_id = near.transaction_id and a.attempt = near.attempt`,
    [ids, firstCheckSeconds, (firstCheckSeconds * LOOKS_AHEAD) / LOOKS],
  );
}
