/** The result of the last books audit. The server runs the audit every few minutes and publishes the result to its listeners. */
import type { Pool } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { audit } from './audit.ts';

export interface BooksAudit {
  /** Runs every rule, and logs as an error what does not hold. */
  renew(): Promise<void>;
  /** Null until the books were proved once since the start. */
  readonly last: { provedAt: Date; brokenRules: number } | null;
}

export function createBooksAudit(pool: Pool, log: Log): BooksAudit {
  let last: BooksAudit['last'] = null;
  return {
    async renew() {
      const broken = (await audit(pool)).filter(({ breaks }) => breaks.length > 0);
      for (const { rule, statement, breaks } of broken) {
        log.error({ rule, statement, breaks }, 'the books do not hold');
      }
      last = { provedAt: new Date(), brokenRules: broken.length };
    },
    get last() {
      return last;
    },
  };
}
