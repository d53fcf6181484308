/** The public check: what a receipt says now, no sum, and nothing about whose it is (D7.44). */
import type { CheckedReceipt } from '@jara/contract/calls/transactions.ts';
import { purchaseTypes } from '@jara/contract/constants.ts';
import type { Context } from '../../app/context.ts';
import { countAttempt } from '../../platform/attempts.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { findTransaction } from './find-receipt.ts';
import type { TransactionRecord } from './transaction.ts';
import { readReceiptCode } from './receipt-code.ts';

export const checkSlip =
  (context: Context): Handler<'checkSlip'> =>
  ({ params, request }) =>
    lookUpReceipt(context, params.slip, request.network);

/** Refuses with not_found and too_many_requests. */
export async function lookUpReceipt(
  { pool, keys }: Context,
  code: string,
  ip: string,
): Promise<CheckedReceipt> {
  await countAttempt(pool, { name: 'checkSlip', parts: [ip], most: 60, windowSeconds: 60 });
  const reference = readReceiptCode(keys, code);
  const transaction =
    reference && (await findTransaction(pool, { transaction: { reference }, ownerId: null }));
  return transaction ? present(transaction) : refuse('not_found', { msg: 'There is no such slip' });
}

const present = (transaction: TransactionRecord): CheckedReceipt => ({
  reference: transaction.reference,
  kind: transaction.type,
  status: transaction.status,
  network: transaction.network,
  // The descriptions of other transactions name people.
  product: purchaseTypes.has(transaction.type) ? transaction.description : null,
  recipient: transaction.recipient === null ? null : maskNumber(transaction.recipient),
  createdAt: transaction.createdAt.toISOString(),
  settledAt: transaction.settledAt?.toISOString() ?? null,
});

/** Whoever holds the receipt can compare the end; whoever only found the link cannot call. */
function maskNumber(number: string): string {
  return `\u2022\u2022\u2022\u2022 ${number.slice(-4)}`;
}
