import { messages } from '@jara/contract/messages.ts';
import { kobo, negate, parseNaira, toNaira, type Kobo } from '@jara/contract/money.ts';
import type { FloatDrift as WireFloatDrift } from '@jara/contract/calls/review-queue.ts';
import { keyedByStaff, makeOnceAsStaff } from '../staff-actions/once-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { checkStaffMoney } from '../staff-actions/staff-money.ts';
import type { Context } from '../../app/context.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import { replayedHeaders } from '../../platform/idempotency.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import type { Db } from '../../platform/db.ts';
import { acceptDrift, readFloatDrifts } from './float-drift.ts';

/**
 * Drift, acceptance and the record of who accepted it are one commit. Beyond a sum that takes two: whoever accepts what a supplier took hides
 * it from all alarms.
 */
export const acceptFloat =
  ({ pool, config }: Context): Handler<'acceptFloat'> =>
  async ({ principal, body, request }) => {
    const reason = body.reason.trim();
    const supplier = body.supplierName.trim().toUpperCase();
    const { sizeKobo, driftKobo } = readDrift(body.amount);
    const keyed = keyedByStaff(principal, request, 'acceptFloat', [supplier, driftKobo]);
    const once = await makeOnceAsStaff(pool, keyed, async (db) => {
      const checked = await checkStaffMoney(db, config, principal, {
        action: 'acceptFloat',
        users: [],
        movedKobo: sizeKobo,
      });
      if (!(await acceptDrift(db, supplier, driftKobo)))
        refuseOtherDrift(supplier, principal.confirmation !== undefined);
      const actionId = await recordStaffAction(db, principal, request, {
        action: 'acceptFloat',
        subject: `supplier ${supplier}`,
        before: { driftKobo: String(driftKobo) },
        after: { driftKobo: '0' },
        reason,
        checked,
      });
      crashPoint('float.accept.before_commit');
      return { actionId };
    });
    crashPoint('float.accept.after_commit');
    const answer = { msg: `The difference at ${supplier} is accepted`, floats: await listFloatDrifts(pool) };
    return new Reply(200, answer, once.replayed ? replayedHeaders : {});
  };

/** With its sign: there may be more or less than the books say. */
function readDrift(amount: number): { sizeKobo: Kobo; driftKobo: Kobo } {
  const sizeKobo = parseNaira(Math.abs(amount)) ?? refuseField('amount', messages.enterValidAmount);
  return { sizeKobo, driftKobo: amount < 0 ? negate(sizeKobo) : sizeKobo };
}

/** What a colleague asked for waits still, and can be done no more. */
function refuseOtherDrift(supplier: string, isConfirmed: boolean): never {
  if (!isConfirmed) refuse('not_waiting');
  refuse('changed_meanwhile', {
    msg: `The difference at ${supplier} is another one by now, or gone. Reject it`,
  });
}

/** As staff see them. */
export async function listFloatDrifts(db: Db): Promise<WireFloatDrift[]> {
  const drifts = await readFloatDrifts(db);
  return drifts.map(({ supplier, driftKobo, since, floatKobo, refundedKobo, readAt, askedBy }) => ({
    supplierName: supplier,
    drift: toNaira(kobo(driftKobo)),
    since: since.toISOString(),
    float: toNaira(kobo(floatKobo)),
    refunded: toNaira(kobo(refundedKobo)),
    readAt: readAt.toISOString(),
    askedBy,
  }));
}
