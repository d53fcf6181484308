import { formatKobo, kobo, type Kobo } from '@jara/contract/money.ts';
import { keyedByStaff, makeOnceAsStaff, notedNumber } from '../staff-actions/once-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { checkStaffMoney } from '../staff-actions/staff-money.ts';
import type { Context } from '../../app/context.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import type { Db } from '../../platform/db.ts';
import { replayedHeaders } from '../../platform/idempotency.ts';
import { refuse } from '../../platform/refuse.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import { findTransaction, getReceipt, readTransactionKey } from '../transactions/find-receipt.ts';
import type { Purchases } from './purchases.ts';
import { settlementWithoutWords } from './settle.ts';

/**
 * An admin says that the supplier gave back the cost of a purchase that staff refunded. It is booked as the supplier's own word would be,
 * and whichever of the two comes second changes nothing. Posting, attempt and the record of who said it are one commit.
 */
export const recoverRefund =
  ({ pool, config, purchases }: Context): Handler<'recoverRefund'> =>
  async ({ principal, params, body, request }) => {
    const reason = body.reason.trim();
    const query = { transaction: readTransactionKey(params.id), ownerId: null };
    const { id, userId } = (await findTransaction(pool, query)) ?? refuse('not_found');
    const keyed = keyedByStaff(principal, request, 'recoverRefund', [id]);
    const once = await makeOnceAsStaff(pool, keyed, async (db) => {
      const checked = await checkStaffMoney(db, config, principal, {
        action: 'recoverRefund',
        users: [userId],
        movedKobo: null,
      });
      const costKobo = await bookRecovery(db, purchases, id);
      const actionId = await recordStaffAction(db, principal, request, {
        action: 'recoverRefund',
        subject: `transaction ${id}`,
        before: { lostKobo: costKobo },
        after: { lostKobo: '0' },
        checked,
        reason,
      });
      crashPoint('purchase.recover.before_commit');
      return { actionId, costKobo };
    });
    crashPoint('purchase.recover.after_commit');
    const lostKobo = once.replayed ? kobo(notedNumber(once.noted.before, 'lostKobo')) : once.made.costKobo;
    const receipt = await getReceipt(pool, { transaction: { id }, ownerId: null, staff: true });
    const msg = `${formatKobo(lostKobo)} is no loss any more`;
    return new Reply(200, { msg, receipt }, once.replayed ? replayedHeaders : {});
  };

/**
 * In the caller's commit, by the settlement of all purchases, as if the supplier had said it. Refuses with not_waiting what is no loss: no
 * refund by staff, or one whose cost came back. Gives what was lost.
 */
async function bookRecovery(db: Db, purchases: Purchases, purchaseId: bigint): Promise<Kobo> {
  // Wallet, then transaction: the order of every settlement.
  await db.run(
    `select from accounts where kind = 'wallet' and user_id = (select user_id from transactions where id = $1) for update`,
    [purchaseId],
  );
  const { status } = await db.get<{ status: string }>(
    'select status from transactions where id = $1 for update',
    [purchaseId],
  );
  const delivered = await db.find<{ attempt: number; costKobo: bigint }>(
    `select a.attempt::int, t.cost_kobo as "costKobo" from purchase_attempts a join transactions t on t.id = a.transaction_id
     where a.transaction_id = $1 and a.state = 'delivered'`,
    [purchaseId],
  );
  // A sale that nobody refunded would be reversed by this word.
  if (status !== 'refunded' || delivered === undefined) refuse('not_waiting');
  const applied = await purchases.settleInCommit(
    db,
    settlementWithoutWords(purchaseId, delivered.attempt, { outcome: 'refused', nextSupplier: null }),
  );
  if (applied !== 'recovered')
    throw new Error(`the refund of ${purchaseId} should be recovered, but was ${applied}`);
  return kobo(delivered.costKobo);
}
