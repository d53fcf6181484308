import type { Dispute } from '@jara/contract/calls/receipts/disputes.ts';
import { isStaff } from '@jara/contract/is-staff.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { findNamed, getReceipt } from './find-receipt.ts';
import type { TransactionRecord } from './transaction.ts';
import { receiptCode } from './receipt-code.ts';

/**
 * `bringUpToDate` gets the transaction before it is shown, since whoever comes back from paying wants to know now. It must be quick and
 * must not throw. `findMeterOwner` names whose meter electricity was bought for: only the buyer, who was told, sees that. `findDisputes`
 * gives what was reported of it.
 */
export const getTransaction =
  (
    { pool, keys }: Context,
    bringUpToDate: (transaction: TransactionRecord, viewerId: bigint) => Promise<void>,
    findMeterOwner: (db: Db, transaction: TransactionRecord) => Promise<string | undefined>,
    findDisputes: (db: Db, transactionId: bigint) => Promise<Dispute[]>,
  ): Handler<'getTransaction'> =>
  async ({ principal, params }) => {
    const staff = isStaff(principal);
    const transaction = await findNamed(pool, params.id, { userId: principal.userId, staff });
    if (transaction === undefined) refuse('not_found');
    await bringUpToDate(transaction, principal.userId);
    const receipt = await getReceipt(pool, { transaction, ownerId: transaction.userId, staff });
    const meterOwner =
      transaction.userId === principal.userId ? await findMeterOwner(pool, transaction) : undefined;
    // What was written is between the user and staff: no program of theirs reads it.
    const disputes = principal.via === 'session' ? await findDisputes(pool, transaction.id) : [];
    return {
      receipt,
      slip: receiptCode(keys, receipt.reference),
      ...(meterOwner !== undefined && { meterOwner }),
      ...(disputes.length > 0 && { disputes }),
    };
  };
