/** Asks the bank what became of payouts without an outcome, on the schedule of purchases, whatever process sent them. */
import type { Context } from '../../app/context.ts';
import { settleWithdrawal } from './settle.ts';
interface Row {
  transactionId: bigint;
  provider: string;
  reference: string;
}

const AT_A_TIME = 20;
// While one process asks, no other one does; if it dies, the next one asks after this.
const CLAIM_SECONDS = 60;

/** One round. Gives how many were due, so that the caller goes on while there is a backlog. */
export async function requeryWithdrawals(context: Context): Promise<number> {
  const due = await context.pool.rows<Row>(
    `update withdrawals set next_check_at = now() + make_interval(secs => $1)
     where transaction_id in (
       select transaction_id from withdrawals where next_check_at <= now() order by next_check_at limit $2 for update skip locked)
     returning transaction_id as "transactionId", provider, reference`,
    [CLAIM_SECONDS, AT_A_TIME],
  );
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
  return due.length;
}

/** Asks about one payout now, whatever its state: a bank may still send back what it paid. */
export async function requeryWithdrawal(context: Context, transactionId: bigint): Promise<void> {
  const row = await context.pool.find<Row>(
    `select transaction_id as "transactionId", provider, reference from withdrawals where transaction_id = $1`,
    [transactionId],
  );
  if (row !== undefined) await ask(context, row);
}

async function ask({ payouts, withdrawals, log }: Context, row: Row): Promise<void> {
  const { transactionId, provider, reference } = row;
  // The handler that sent it is still waiting for the very same answer.
  if (withdrawals.isLive(transactionId)) return;
  if (provider !== payouts.name) {
    log.error({ provider, reference }, 'a withdrawal was sent by a provider that is not connected');
    return;
  }
  await settleWithdrawal(withdrawals.settling, transactionId, await payouts.requery(reference));
}
