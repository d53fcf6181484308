/**
 * Audits the books: every rule that must hold whatever happened, as queries that find what breaks it. Run after the tests of the
 * program, by `npm run books`, and by the server once a night (books-audit.ts). The numbers and their meaning are the table of
 * docs/money.md.
 */
import type { Db, Pool } from '../platform/db.ts';
import { creditRules } from './credit-rules.ts';
import { electricityRules } from './electricity-rules.ts';
import { entryRules } from './entry-rules.ts';
import { payoutRules } from './payout-rules.ts';
import { postingRules } from './posting-rules.ts';
import { purchaseRules, shownRules } from './purchase-rules.ts';
import type { Rule, RuleResult } from './rule.ts';
import { schemaRules } from './schema-rules.ts';
import { auditInSlices, findBreaksOf, type AuditOptions } from './slices.ts';
import { sumRules } from './sums/sum-rules.ts';
import { userSumRules } from './sums/user-sum-rules.ts';
import { suspenseRules } from './suspense-rules.ts';
import { transactionRules } from './transaction-rules.ts';

export const bookRules: readonly Rule[] = [
  ...entryRules,
  ...shownRules,
  ...purchaseRules,
  ...creditRules,
  ...electricityRules,
  ...payoutRules,
  ...schemaRules,
  ...postingRules,
  ...suspenseRules,
  ...transactionRules,
  ...sumRules,
  ...userSumRules,
];

/** Runs every rule, while the shop sells, and says each result as soon as it is there. */
export const audit = (pool: Pool, options?: AuditOptions): Promise<RuleResult[]> =>
  auditInSlices(pool, bookRules, options);

/** Runs every rule in the caller's transaction. */
export const findBreaks = (db: Db, options?: AuditOptions): Promise<RuleResult[]> =>
  findBreaksOf(db, bookRules, options);
