/**
 * Asks the bank what became of payouts without an outcome, on the schedule of purchases, whatever process sent them; and whether those
 * that it paid came back, or those that it did not know were paid after all, on a schedule of its own (server/database/functions/return_check_next.sql).
 */
import type { Context } from '../../app/context.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import { claimWithinPace } from '../../platform/provider-paces.ts';
import type { AskedNow } from '../transactions/asked-now.ts';
import { checkPayoutsByList } from './returned-payouts-by-list.ts';
import { settleWithdrawal } from './settle.ts';

interface Row {
  transactionId: bigint;
  provider: string;
  reference: string;
  /** The time of the database when this was read. */
  askedAt: Date;
}

const AT_A_TIME = 20;
// While one process asks, no other one does; if it dies, the next one asks after this.
const CLAIM_SECONDS = 60;

/** One round. Gives how many were due, so that the caller goes on while there is a backlog. */
export async function askAboutDuePayouts(context: Context): Promise<number> {
  const due = await context.pool.rows<Row>(
    `update withdrawals set next_check_at = now() + make_interval(secs => $1)
     where transaction_id in (
       select transaction_id from withdrawals where next_check_at <= now() order by next_check_at limit $2 for update skip locked)
     returning transaction_id as "transactionId", provider, reference, clock_timestamp() as "askedAt"`,
    [CLAIM_SECONDS, AT_A_TIME],
  );
  await askAll(context, due);
  return due.length;
}

/** One round of questions about what was paid, within the pace of the bank. Gives how many were asked. */
export async function checkReturnedPayouts(context: Context): Promise<number> {
  const { pool, config, payouts } = context;
  const isDue = await pool.find(
    'select from withdrawals where provider = $1 and return_check_at <= now() limit 1',
    [payouts.name],
  );
  if (isDue === undefined) return 0;
  const answered = await checkPayoutsByList(context);
  const pace = { provider: payouts.name, perMinute: config.purchases.returnChecksPerMinute };
  const due = await claimWithinPace(pool, pace, (db, most) =>
    db.rows<Row>(
      `update withdrawals set return_check_at = now() + make_interval(secs => $1)
       where transaction_id in (
         select transaction_id from withdrawals where provider = $2 and return_check_at <= now()
         order by return_check_at limit $3 for update skip locked)
       returning transaction_id as "transactionId", provider, reference, clock_timestamp() as "askedAt"`,
      [CLAIM_SECONDS, payouts.name, most],
    ),
  );
  await askAll(context, due);
  return answered + due.length;
}

async function askAll(context: Context, due: readonly Row[]): Promise<void> {
  await Promise.all(
    due.map((row) =>
      ask(context, row).catch((error: unknown) =>
        context.log.error(
          { err: error, reference: row.reference },
          'asking about a withdrawal failed; it is asked again',
        ),
      ),
    ),
  );
}

/**
 * Asks about one payout now, whatever its state: a bank may still send back what it paid. Gives undefined for a payout that is not
 * there.
 */
export async function askAboutPayout(context: Context, transactionId: bigint): Promise<AskedNow | undefined> {
  const row = await context.pool.find<Row>(
    `select transaction_id as "transactionId", provider, reference, clock_timestamp() as "askedAt" from withdrawals where transaction_id = $1`,
    [transactionId],
  );
  return row === undefined ? undefined : ask(context, row);
}

async function ask({ payouts, withdrawals, log }: Context, row: Row): Promise<AskedNow> {
  const { transactionId, provider, reference, askedAt } = row;
  // The handler that sent it is still waiting for the very same answer.
  if (withdrawals.ongoing.find(transactionId) !== undefined) return 'on_its_way';
  if (provider !== payouts.name) {
    log.error({ provider, reference }, 'a withdrawal was sent by a provider that is not connected');
    return 'not_connected';
  }
  crashPoint('withdraw.requery.before_call');
  const answer = await payouts.requery(reference);
  crashPoint('withdraw.requery.after_call');
  await settleWithdrawal(withdrawals.settling, transactionId, answer, askedAt);
  return { provider, isAnswered: answer.outcome === 'paid' || answer.outcome === 'refused' };
}
