/**
 * Gives a delivered purchase back to its buyer, once: the whole price to the wallet, our margin the other way. What the supplier took for it
 * is a loss of the house until the supplier gives it back.
 */
import { kobo, negate, type Kobo } from '@jara/contract/money.ts';
import { houseAccount } from '../../ledger/chart.ts';
import { postInto, type Leg } from '../../ledger/post.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { nextTransactionId } from '../transactions/record-transaction.ts';
import { recordRefund } from '../transactions/record-refund.ts';
import { settleTransaction } from '../transactions/settle-transaction.ts';

export interface Refunding {
  purchaseId: bigint;
  buyerId: bigint;
  actorId: bigint;
  reason: string | null;
}

export interface Refunded {
  refundTransactionId: bigint;
  amountKobo: Kobo;
}

/**
 * Runs in the caller's commit. Refuses with purchase_pending while no outcome is known, and with already_refunded when the money went
 * back, whoever sent it. Settlements of the same purchase wait for this commit or it for theirs: both lock wallet, then transaction.
 */
export async function refundPurchase(
  db: Db,
  { purchaseId, buyerId, actorId, reason }: Refunding,
): Promise<Refunded> {
  const wallet = await db.get<{ id: bigint }>(
    `select id from accounts where user_id = $1 and kind = 'wallet' for update`,
    [buyerId],
  );
  const { status } = await db.get<{ status: string }>(
    'select status from transactions where id = $1 for update',
    [purchaseId],
  );
  if (status === 'pending') refuse('purchase_pending');
  if (status !== 'success') refuse('already_refunded');

  const delivered = await deliveryOf(db, purchaseId);
  const amountKobo = delivered.priceKobo;
  const refundTransactionId = await nextTransactionId(db);
  const balance = await postInto(db, wallet.id, {
    code: 'purchase.refund',
    reference: String(purchaseId),
    actorId,
    ...(reason === null ? {} : { reason }),
    legs: [
      { accountId: await houseAccount(db, 'loss', 'refund'), amountKobo: negate(delivered.costKobo) },
      ...delivered.reversedMargin,
      { accountId: wallet.id, amountKobo },
    ],
  });
  await settleTransaction(db, {
    id: purchaseId,
    from: 'success',
    to: 'refunded',
    supplierId: null,
    supplierMessage: null,
  });
  await recordRefund(db, { relatedId: purchaseId, refundId: refundTransactionId, balance });
  // Whether the supplier takes it back is asked anew, however long ago it delivered.
  await db.run(
    `update purchase_attempts set return_check_at = return_check_next('purchase', now(), true)
     where transaction_id = $1 and state = 'delivered'`,
    [purchaseId],
  );
  return { refundTransactionId, amountKobo };
}

interface Delivery {
  priceKobo: Kobo;
  /** What the supplier took. */
  costKobo: Kobo;
  /** The leg that gave us the rest, the other way; none where there was no rest. */
  reversedMargin: Leg[];
}

/** What the delivery posted, so that a refund is of exactly that. */
async function deliveryOf(db: Db, purchaseId: bigint): Promise<Delivery> {
  const entries = await db.rows<{ accountId: bigint; amount: bigint; kind: string }>(
    `select e.account_id as "accountId", e.amount, a.kind from postings p
     join entries e on e.posting_id = p.id join accounts a on a.id = e.account_id
     where p.code = 'purchase.deliver' and p.reference = $1 order by e.leg`,
    [String(purchaseId)],
  );
  const inFlight = entries.find(({ kind }) => kind === 'in_flight');
  const supplier = entries.find(({ kind }) => kind === 'supplier');
  if (inFlight === undefined || supplier === undefined)
    throw new Error(`purchase ${purchaseId} is a success without a delivery`);
  return {
    priceKobo: negate(kobo(inFlight.amount)),
    costKobo: kobo(supplier.amount),
    reversedMargin: entries
      .filter(({ kind }) => kind === 'revenue')
      .map(({ accountId, amount }) => ({ accountId, amountKobo: negate(kobo(amount)) })),
  };
}
