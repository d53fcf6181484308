/** What a notice says of a transaction: the state first, no name, and of a number no more than its owner needs to know it again. */
import { formatKobo, kobo } from '@jara/contract/money.ts';
import { normalisePhone } from '@jara/contract/phone.ts';
import type { TransactionRecord } from '../transactions/transaction.ts';

type Change = Pick<
  TransactionRecord,
  'type' | 'status' | 'description' | 'recipient' | 'amountKobo' | 'priceKobo' | 'faceValueKobo' | 'tokens'
>;

/** Null for what has no notice. */
export function wordsOf(transaction: Change): string | null {
  switch (transaction.type) {
    case 'airtime':
    case 'data':
    case 'electricity':
      return ofPurchase(transaction);
    case 'withdraw':
      return ofWithdrawal(transaction);
    case 'wallet':
    case 'transfer':
      return transaction.status === 'success'
        ? `Received: ${sum(transaction.amountKobo)} is in your wallet.`
        : null;
    case 'referrer':
      return `Earned: ${sum(transaction.amountKobo)} for your invitation is in your earnings.`;
    case 'refund':
    case 'earning':
      return null;
  }
}

function ofPurchase({
  type,
  status,
  description,
  recipient,
  priceKobo,
  amountKobo,
  tokens,
}: Change): string | null {
  const paid = sum(priceKobo ?? amountKobo);
  const what = `${description}, for ${type === 'electricity' ? 'the meter ' : ''}${masked(recipient)}`;
  const isBack = `${paid} is back in your wallet.`;
  switch (status) {
    case 'success':
      return `Delivered: ${what}. ${tokens.length > 0 ? 'The token is on its slip.' : `You paid ${paid}.`}`;
    case 'failed':
      return `Failed: ${what}. ${isBack}`;
    case 'refunded':
      return `Taken back: ${what}. ${isBack}`;
    case 'pending':
      return null;
  }
}

function ofWithdrawal({ status, recipient, amountKobo, faceValueKobo }: Change): string | null {
  const account = `the account ${masked(recipient)}`;
  const isBack = `${sum(amountKobo)} is back in your wallet.`;
  switch (status) {
    case 'success':
      return `Paid out: ${sum(faceValueKobo ?? amountKobo)} is in ${account}.`;
    case 'failed':
      return `Not paid out to ${account}. ${isBack}`;
    case 'refunded':
      return `Sent back by the bank of ${account}. ${isBack}`;
    case 'pending':
      return null;
  }
}

const sum = (amountKobo: bigint): string => formatKobo(kobo(amountKobo));

/** `0803…4567` of a phone number, `…4567` of a meter or an account. */
function masked(number: string | null): string {
  if (number === null) return '';
  const isPhone = normalisePhone(number) === number;
  return `${isPhone ? number.slice(0, 4) : ''}\u2026${number.slice(-4)}`;
}
