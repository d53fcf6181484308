/**
 * Keeps the books audited while the server runs: what is new every minute, the whole once a day, in the small hours of Lagos where the server runs then, each by one
 * process at a time. What came of it stands in the database, for logs and measurements of every process.
 */
import type { Pool } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { audit } from './audit.ts';
import { isBroken, POSTINGS_AT_ONCE, auditNewPostings } from './new-postings.ts';
import type { RuleResult } from './rule.ts';
import { verifyChain } from './seals.ts';

export interface BooksAudit {
  /** Runs every rule, over the chain as well, and logs as an error what does not hold. */
  renew(): Promise<void>;
  /** The same where it is time for it, and nobody else is at it. */
  renewWhenDue(): Promise<void>;
  /** Of new postings. Gives true when more are waiting. */
  auditNew(): Promise<boolean>;
  /** Null until the books were audited once. */
  last(): Promise<{ auditedAt: Date; brokenRules: number } | null>;
}

/** Any number that nothing else uses. */
const WHOLE_LOCK = 7_241_997;

/** `alarm` is told what does not hold, in sentences. */
export function createBooksAudit(
  pool: Pool,
  log: Log,
  alarm: (sentences: string[]) => Promise<void>,
): BooksAudit {
  const notify = async (broken: readonly RuleResult[]): Promise<void> => {
    for (const { rule, statement, breaks } of broken)
      log.error({ rule, statement, breaks }, 'the books do not hold');
    if (broken.length > 0) await alarm(broken.map(({ rule, statement }) => `${rule} ${statement}`));
  };

  async function renew(): Promise<void> {
    const chain = await pool.commit(async (db) => {
      await db.run('set transaction isolation level repeatable read, read only');
      await db.run('set local statement_timeout = 0');
      return verifyChain(db);
    });
    const broken = [...(await audit(pool)), ...chain].filter(isBroken);
    await pool.commit(async (db) => {
      await db.run(
        `insert into books_audits (kind, up_to_posting_id, broken_rules) values ('whole', 0, $1)
         on conflict (kind) do update set broken_rules = excluded.broken_rules, audited_at = now()`,
        [broken.length],
      );
      // What was found in new postings is among what the whole audit found.
      await db.run(`update books_audits set broken_rules = 0 where kind = 'new postings'`);
    });
    await notify(broken);
  }

  return {
    renew,
    async renewWhenDue() {
      await pool.commit(async (db) => {
        const { isDue } = await db.get<{ isDue: boolean }>(
          `select pg_try_advisory_xact_lock($1) and not exists (
             select from books_audits where kind = 'whole' and audited_at > now() - case
               when now() - lagos_midnight(now()) between interval '1 hour' and interval '6 hours' then interval '20 hours'
               else interval '30 hours' end) as "isDue"`,
          [WHOLE_LOCK],
        );
        if (!isDue) return;
        // The lock is held meanwhile, on a connection that does nothing else.
        await db.run('set local idle_in_transaction_session_timeout = 0');
        await renew();
      });
    },
    async auditNew() {
      const { count, broken } = await auditNewPostings(pool);
      await notify(broken);
      return count >= POSTINGS_AT_ONCE;
    },
    async last() {
      const row = await pool.get<{ auditedAt: Date | null; brokenRules: bigint | null }>(
        'select max(audited_at) as "auditedAt", sum(broken_rules) as "brokenRules" from books_audits',
      );
      return row.auditedAt === null
        ? null
        : { auditedAt: row.auditedAt, brokenRules: Number(row.brokenRules) };
    },
  };
}
