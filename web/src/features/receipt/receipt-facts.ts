import { formatNaira } from '@jara/contract/money.ts';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { fullTime } from '../../shared/when.tsx';
import { groupDigits } from '../money/movement.ts';
import { recipientOf } from '../money/recipient.ts';
import { receiptLink } from './receipt-check.tsx';
import { isPurchase, receiptWords } from './receipt-words.ts';
import { unitsWords } from './token-block.tsx';

/** What a receipt says to somebody else: no balance. */
export interface ReceiptFacts {
  title: string;
  sum: string;
  rows: { label: string; value: string }[];
  /** In groups of four. */
  tokens: string[];
  /** Where it can be checked; undefined while that is not known. */
  link: string | undefined;
}

export function receiptFacts(receipt: Receipt, code: string | undefined): ReceiptFacts {
  const { charge, trans_amount: amount, units } = receipt;
  const who = recipientOf(receipt);
  const rows = [
    { label: 'What', value: receipt.description },
    ...(who === undefined ? [] : [{ label: 'For', value: who }]),
    ...(units === null ? [] : [{ label: 'Units', value: unitsWords(units) }]),
    { label: 'Date', value: fullTime(receipt.createdAt) },
    { label: 'Reference', value: receipt.reference },
  ];
  return {
    title: receiptWords(receipt).title,
    sum: formatNaira(isPurchase(receipt) ? (charge ?? amount) : amount),
    rows,
    tokens: receipt.tokens.map((token) => groupDigits(token)),
    link: code === undefined ? undefined : receiptLink(code),
  };
}
