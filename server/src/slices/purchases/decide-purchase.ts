/**
 * Staff say what became of a purchase that no supplier decides any more: one whose last check is over, or one that was refused after a
 * delivery was told. It ends in the settlement of all purchases; what the supplier says after that is taken as after any other end.
 */
import { listed, staffStates } from '../../ledger/states.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Db } from '../../platform/db.ts';
import type { ServiceType } from '../catalogue/catalogue.ts';
import { lacksToken, meterTypeOf } from './request.ts';
import type { Purchases } from './purchases.ts';
import { refundPurchase } from './refund-purchase.ts';
import { settlementWithoutWords, type Settlement } from './settle.ts';

export interface Decision {
  purchaseId: bigint;
  buyerId: bigint;
  actorId: bigint;
  outcome: 'delivered' | 'returned';
  reason: string;
  /** As it was typed; undefined when none was. */
  token: string | undefined;
}

/**
 * Whether an attempt `a` of a purchase `t` lies before staff: nobody asks about it any more, or it was sold and its supplier took it
 * back later, and nobody has decided on that. The first condition is that of an index.
 */
export const IN_REVIEW = `(a.state in (${listed(staffStates)}) or a.disputed_at is not null) and (
  a.state in (${listed(staffStates)}) and t.status = 'pending'
  or a.state = 'delivered' and t.status = 'success' and a.disputed_at > a.answered_at and a.decided_at is null)`;

interface InReview {
  attempt: number;
  type: ServiceType;
  product: string | null;
  status: 'pending' | 'success';
  tokens: string[];
  wasReportedDelivered: boolean;
}

/** Runs in the caller's commit, and returns what the supplier had reported before. Refuses with not_waiting when it is not, or no longer, for staff to decide. */
export async function decidePurchase(
  db: Db,
  purchases: Purchases,
  decision: Decision,
): Promise<{ wasReportedDelivered: boolean }> {
  const { purchaseId } = decision;
  const inReview = await lockInReview(db, decision);
  if (decision.outcome === 'delivered') await deliver(db, purchases, decision, inReview);
  else await returnOrRefund(db, purchases, decision, inReview);
  await db.run('update purchase_attempts set decided_at = now() where transaction_id = $1 and attempt = $2', [
    purchaseId,
    inReview.attempt,
  ]);
  return { wasReportedDelivered: inReview.wasReportedDelivered };
}

/** Wallet, then transaction: the order of every settlement. */
async function lockInReview(db: Db, { purchaseId, buyerId }: Decision): Promise<InReview> {
  await db.get(`select from accounts where user_id = $1 and kind = 'wallet' for update`, [buyerId]);
  await db.get('select from transactions where id = $1 for update', [purchaseId]);
  const inReview = await db.find<InReview>(
    `select a.attempt::int, t.type, t.product, t.status, t.tokens, a.delivery_reported_at is not null as "wasReportedDelivered"
     from purchase_attempts a join transactions t on t.id = a.transaction_id
     where a.transaction_id = $1 and ${IN_REVIEW}`,
    [purchaseId],
  );
  return inReview ?? refuse('not_waiting');
}

async function deliver(db: Db, purchases: Purchases, decision: Decision, inReview: InReview): Promise<void> {
  // Delivered already: the supplier wants it back, and staff say that it stays so.
  if (inReview.status === 'success') return;
  const { type, product, tokens: seen } = inReview;
  const tokens = decision.token === undefined ? [] : [readToken(decision.token)];
  if (type === 'electricity' && lacksToken(meterTypeOf(product), [...seen, ...tokens]))
    refuseField('token', 'Enter the token that the supplier gave');
  await apply(
    db,
    purchases,
    settlementWithoutWords(decision.purchaseId, inReview.attempt, {
      outcome: 'delivered',
      tokens,
      units: null,
    }),
    'delivered',
  );
}

async function returnOrRefund(
  db: Db,
  purchases: Purchases,
  decision: Decision,
  inReview: InReview,
): Promise<void> {
  const { purchaseId, buyerId, actorId, reason } = decision;
  const isSold = inReview.status === 'success' || inReview.tokens.length > 0;
  if (!isSold) {
    // What the supplier once reported is no reason any more to hold the money: staff have asked.
    if (inReview.wasReportedDelivered) await forgetReportedDelivery(db, purchaseId, inReview.attempt);
    const refused = settlementWithoutWords(decision.purchaseId, inReview.attempt, {
      outcome: 'refused',
      nextSupplier: null,
      // The supplier has not said so: it is asked about on.
      notFound: true,
    });
    await apply(db, purchases, refused, 'returned');
    return;
  }
  // The buyer has seen a token: it is a sale, and a refund of it.
  if (inReview.status === 'pending') {
    const sold = settlementWithoutWords(decision.purchaseId, inReview.attempt, {
      outcome: 'delivered',
      tokens: [],
      units: null,
    });
    await apply(db, purchases, sold, 'delivered');
  }
  await refundPurchase(db, { purchaseId, buyerId, actorId, reason });
}

async function apply(
  db: Db,
  purchases: Purchases,
  settlement: Settlement,
  wanted: 'delivered' | 'returned',
): Promise<void> {
  const applied = await purchases.settleInCommit(db, settlement);
  if (applied !== wanted) {
    throw new Error(`purchase ${settlement.transactionId} should be ${wanted} by staff, but was ${applied}`);
  }
}

const forgetReportedDelivery = (db: Db, purchaseId: bigint, attempt: number): Promise<number> =>
  db.run(
    'update purchase_attempts set delivery_reported_at = null where transaction_id = $1 and attempt = $2',
    [purchaseId, attempt],
  );

function readToken(text: string): string {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^\d{20}$/.test(digits) ? digits : refuseField('token', 'A token has 20 digits');
}
