/** The job that asks the gateway about payments whose hook did not come. */
import type { Context } from '../../app/context.ts';
import { settlePayment } from './settle-payment.ts';

const MOST_AT_ONCE = 8;
// A claim that was not settled, because the process ended, is free again after this time.
const CLAIM_SECONDS = 60;

/** Settles what is due, until nothing is. Gives how many payments were asked about. Several processes share the work. */
export async function checkPayments(context: Context): Promise<number> {
  let asked = 0;
  for (;;) {
    const references = await claimDue(context);
    await Promise.all(
      references.map((reference) =>
        settlePayment(context, reference).catch((error: unknown) =>
          context.log.error({ err: error, reference }, 'checking a payment failed; it is checked again'),
        ),
      ),
    );
    asked += references.length;
    if (references.length < MOST_AT_ONCE) return asked;
  }
}

async function claimDue({ pool }: Context): Promise<string[]> {
  const claimed = await pool.rows<{ reference: string }>(
    `update payments set next_check_at = now() + make_interval(secs => $1)
     where transaction_id in (
       select transaction_id from payments where next_check_at <= now() order by next_check_at limit $2 for update skip locked)
     returning reference`,
    [CLAIM_SECONDS, MOST_AT_ONCE],
  );
  return claimed.map(({ reference }) => reference);
}
