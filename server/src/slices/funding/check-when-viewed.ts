/** Whoever looks at their own open payment has probably just come back from paying: the gateway is asked at once. */
import { DAY_MS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import { createLately } from '../../platform/limits/lately.ts';
import { within } from '../../platform/ongoing.ts';
import type { TransactionRecord } from '../transactions/transaction.ts';
import { settlePayment } from './settle-payment.ts';

const MIN_INTERVAL_MS = 3_000;
const WAIT_MS = 2_500;
const REMEMBER_MOST = 10_000;
const OPEN_FOR_MS = DAY_MS;

/** At most once in three seconds per payment, and never for longer than a page may wait. Never throws. */
export function checkWhenViewed(
  context: Context,
): (transaction: TransactionRecord, viewerId: bigint) => Promise<void> {
  const asked = createLately({ withinMs: MIN_INTERVAL_MS, most: REMEMBER_MOST });
  return async (transaction, viewerId) => {
    if (transaction.userId !== viewerId || !mayBePaid(transaction, Date.now())) return;
    if (!asked.begin(transaction.reference)) return;
    const settled = settlePayment(context, transaction.reference).then(
      () => undefined,
      (error: unknown) =>
        context.log.warn({ err: error, reference: transaction.reference }, 'could not ask about a payment'),
    );
    await within(settled, WAIT_MS, undefined);
  };
}

/** A payment that failed a moment ago may have been made with another card since. */
const mayBePaid = ({ type, status, paymentLink, createdAt }: TransactionRecord, nowMs: number): boolean =>
  type === 'wallet' &&
  paymentLink !== null &&
  (status === 'pending' || (status === 'failed' && nowMs - createdAt.getTime() < OPEN_FOR_MS));
