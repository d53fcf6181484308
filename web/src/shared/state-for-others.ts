/** The state of a transaction in words for somebody who was shown its receipt: they are told what was delivered, not where the money is. */
import { purchaseTypes, type TransactionStatus } from '@jara/contract/constants.ts';

const words: Record<TransactionStatus, string> = {
  success: 'Done',
  failed: 'Failed \u2014 nothing was delivered',
  refunded: 'Taken back \u2014 the money was returned',
  pending: 'Waiting \u2014 not done yet',
};

/** A status that this version does not know is never called done. */
export function stateForOthers(status: string, type: string): string {
  if (status === 'success' && purchaseTypes.has(type)) return 'Delivered';
  return new Map<string, string>(Object.entries(words)).get(status) ?? words.pending;
}
