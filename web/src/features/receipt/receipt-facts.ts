/**
 * What a receipt says on a copy that leaves the program. A customer's copy has no price that the seller paid, no fee and no balance; the
 * owner's own copy has what was paid, and no balance either.
 */
import { formatNaira } from '@jara/contract/money.ts';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { brand } from '../../platform/brand.ts';
import { stateForOthers } from '../../shared/state-for-others.ts';
import { fullTime } from '../../shared/when.tsx';
import { groupDigits } from '../money/movement.ts';
import { recipientOf } from '../money/recipient.ts';
import { receiptLink } from './receipt-check.tsx';
import { isPurchase, receiptWords } from './receipt-words.ts';
import { unitsWords } from './token-block.tsx';

export interface ReceiptFacts {
  /** Whose receipt it is. */
  shop: string;
  title: string;
  /** Undefined where no sum is to be seen. */
  sum: string | undefined;
  rows: { label: string; value: string }[];
  /** In groups of four. */
  tokens: string[];
  /** Where it can be checked; undefined while that is not known. */
  link: string | undefined;
}

/** What a seller puts on a customer's copy. */
export interface SellerFacts {
  shopName: string | null;
  /** The seller's own. */
  price: number | undefined;
}

export function ownFacts(receipt: Receipt, code: string | undefined): ReceiptFacts {
  const { charge, trans_amount: amount } = receipt;
  return {
    ...factsOf(receipt, code),
    shop: brand.name,
    title: receiptWords(receipt).title,
    sum: formatNaira(isPurchase(receipt) ? (charge ?? amount) : amount),
  };
}

export function customerFacts(
  receipt: Receipt,
  code: string | undefined,
  { shopName, price }: SellerFacts,
): ReceiptFacts {
  const sum = isPurchase(receipt) ? priceOwed(receipt, price) : sumForOthers(receipt);
  return {
    ...factsOf(receipt, code),
    shop: shopName ?? brand.name,
    title: stateForOthers(receipt.trans_Status, receipt.trans_Type),
    sum: sum === undefined ? undefined : formatNaira(sum),
  };
}

/** Nobody owes the price of what was not delivered. */
function priceOwed({ trans_Status: status }: Receipt, price: number | undefined): number | undefined {
  return status === 'success' || status === 'pending' ? price : undefined;
}

/** What whoever is shown it gets; what a payment, a refund or a reward brought is nobody else's business. */
function sumForOthers({ trans_Type: type, trans_amount: amount, faceValue }: Receipt): number | undefined {
  if (type === 'transfer') return amount;
  return type === 'withdraw' ? (faceValue ?? undefined) : undefined;
}

function factsOf(receipt: Receipt, code: string | undefined): Pick<ReceiptFacts, 'rows' | 'tokens' | 'link'> {
  const { units } = receipt;
  const who = recipientOf(receipt);
  return {
    rows: [
      { label: 'What', value: receipt.description },
      ...(who === undefined ? [] : [{ label: 'For', value: who }]),
      ...(units === null ? [] : [{ label: 'Units', value: unitsWords(units) }]),
      { label: 'Date', value: fullTime(receipt.createdAt) },
      { label: 'Reference', value: receipt.reference },
    ],
    tokens: receipt.tokens.map((token) => groupDigits(token)),
    link: code === undefined ? undefined : receiptLink(code),
  };
}
