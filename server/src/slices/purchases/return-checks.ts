/**
 * Asks suppliers whether they took back what they had delivered, for a day after each delivery: their own word of it may get lost. And
 * whether they deliver after all what was refused because they did not know it. When
 * to ask is decided by the settlement (server/database/functions/return_check_next.sql). Purchases that are open do not wait for these
 * questions: they have a claim of their own, and each supplier gets only so many a minute.
 */
import type { Context } from '../../app/context.ts';
import { claimWithinPace } from '../../platform/provider-paces.ts';
import { checkReturnsByList } from './return-checks-by-list.ts';
import { ask, attemptsToAsk, CLAIM, type AttemptToAsk } from './requery.ts';

/** One round. Gives how many deliveries were asked about. */
export async function checkReturns(context: Context): Promise<number> {
  const { pool } = context;
  const due = await pool.rows<{ supplier: string }>(
    `select name as supplier from unnest($1::text[]) as s(name)
     where exists (select from purchase_attempts where supplier = name and return_check_at <= now())`,
    [[...context.suppliers.keys()]],
  );
  const checks = await Promise.all(due.map(({ supplier }) => checkSupplier(context, supplier)));
  return checks.reduce((sum, one) => sum + one, 0);
}

/** By its list first, where that pays; the rest, and what the list has otherwise, by a question each. */
async function checkSupplier(context: Context, name: string): Promise<number> {
  const { log, suppliers } = context;
  const supplier = suppliers.get(name);
  const answered = supplier === undefined ? 0 : await checkReturnsByList(context, supplier);
  const rows = await claimDue(context, name);
  await Promise.all(
    rows.map((row) =>
      ask(context, row).catch((error: unknown) =>
        log.error(
          { err: error, reference: row.reference },
          'asking about a delivered purchase failed; it is asked again',
        ),
      ),
    ),
  );
  return answered + rows.length;
}

const claimDue = ({ pool, config }: Context, supplier: string): Promise<AttemptToAsk[]> =>
  claimWithinPace(
    pool,
    { provider: supplier, perMinute: config.purchases.returnChecksPerMinute },
    (db, most) =>
      db.rows<AttemptToAsk>(
        `with due as (
         select transaction_id, attempt from purchase_attempts
         where supplier = $1 and return_check_at <= now()
         order by return_check_at limit $2 for update skip locked),
       a as (
         update purchase_attempts p set return_check_at = now() + ${CLAIM}
         from due where p.transaction_id = due.transaction_id and p.attempt = due.attempt returning p.*)
       select ${attemptsToAsk}`,
        [supplier, most],
      ),
  );
