/**
 * Purchases that were delivered can be given back, once. Transactions that bring money in or pass it on never are (S4.28), and what
 * is open is asked about instead.
 */
import { purchaseTypes } from '@jara/contract/constants.ts';
import type { Transaction } from '@jara/contract/calls/transactions.ts';

/** Undefined when it can be refunded; `no purchase` when nobody would think of it; else the reason in words. */
export function whyNotRefundable({
  trans_Type: type,
  trans_Status: status,
}: Pick<Transaction, 'trans_Type' | 'trans_Status'>): string | undefined {
  if (!purchaseTypes.has(type)) return 'no purchase';
  if (status === 'success') return undefined;
  if (status === 'refunded') return 'It was refunded already.';
  if (status === 'failed') return 'It failed, and the money went back by itself.';
  return 'It has no outcome yet. If the supplier refuses it, the money goes back by itself.';
}

/** Naira that a refund by staff costs us until the supplier gives it back; nought of anything else. */
export const lostBy = ({
  trans_Status: status,
  profit = 0,
}: Pick<Transaction, 'trans_Status' | 'profit'>): number =>
  status === 'refunded' && profit < 0 ? -profit : 0;
