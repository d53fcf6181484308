/** Whom or what a transaction is for, as people read it: a phone number, a meter, a bank account. */
import { formatPhone } from '@jara/contract/phone.ts';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { groupDigits } from './movement.ts';

export type RecipientFacts = Pick<Transaction, 'trans_Type' | 'recipient'>;

/** Undefined when the transaction is for nobody but its owner. */
export function recipientOf({ trans_Type: type, recipient }: RecipientFacts): string | undefined {
  if (recipient === null) return undefined;
  if (type === 'electricity') return groupDigits(recipient);
  return type === 'withdraw' ? recipient : formatPhone(recipient);
}
