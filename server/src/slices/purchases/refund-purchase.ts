/** Takes a delivered purchase back, once: each leg of its delivery the other way, and the whole price to the buyer. */
import { kobo, negate, type Kobo } from '@jara/contract/money.ts';
import { post, type Leg } from '../../ledger/post.ts';
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
  const posted = await post(db, {
    code: 'purchase.refund',
    reference: String(purchaseId),
    actorId,
    ...(reason === null ? {} : { reason }),
    legs: [...delivered.reversedLegs, { accountId: wallet.id, amountKobo }],
  });
  const balance = posted.outcome === 'posted' ? posted.balances.get(wallet.id) : undefined;
  if (balance === undefined) throw new Error(`the refund of purchase ${purchaseId} did not reach its wallet`);
  await settleTransaction(db, {
    id: purchaseId,
    from: 'success',
    to: 'refunded',
    supplierId: null,
    supplierMessage: null,
  });
  await recordRefund(db, { relatedId: purchaseId, refundId: refundTransactionId, balance });
  return { refundTransactionId, amountKobo };
}

interface Delivery {
  priceKobo: Kobo;
  /** The legs that gave the charge to the supplier and to us, the other way. */
  reversedLegs: Leg[];
}

/** What the delivery posted, so that a refund takes back exactly that, from exactly these accounts. */
async function deliveryOf(db: Db, purchaseId: bigint): Promise<Delivery> {
  const entries = await db.rows<{ accountId: bigint; amount: bigint; kind: string }>(
    `select e.account_id as "accountId", e.amount, a.kind from postings p
     join entries e on e.posting_id = p.id join accounts a on a.id = e.account_id
     where p.code = 'purchase.deliver' and p.reference = $1 order by e.leg`,
    [String(purchaseId)],
  );
  const inFlight = entries.find(({ kind }) => kind === 'in_flight');
  if (inFlight === undefined) throw new Error(`purchase ${purchaseId} is a success without a delivery`);
  return {
    priceKobo: negate(kobo(inFlight.amount)),
    reversedLegs: entries
      .filter((entry) => entry !== inFlight)
      .map(({ accountId, amount }) => ({ accountId, amountKobo: negate(kobo(amount)) })),
  };
}
