/** What the head of a receipt says, by kind and state: where the money is, in words. */
import { purchaseTypes } from '@jara/contract/constants.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { HOUR_MS } from '@jara/contract/time-units.ts';
import type { CallReply } from '../../platform/send.ts';
import { terms } from '../../platform/terms.ts';
import { networkLabel } from '../../shared/network-mark.tsx';
import { recipientOf } from '../money/recipient.ts';
import { clockWords, timeWords } from '../../shared/when.tsx';

type Receipt = CallReply<'getTransaction'>['receipt'];

export interface ReceiptWords {
  title: string;
  text: string;
  /** What comes next, while it is open. */
  next: string;
}

const changesByItself = 'This slip changes by itself when it is decided';

export function isPurchase({ trans_Type: type }: Pick<Receipt, 'trans_Type'>): boolean {
  return purchaseTypes.has(type);
}

/** Electricity that is told by a token; a postpaid bill is paid and done. */
function hasToken({ trans_Type: type, product }: Pick<Receipt, 'trans_Type' | 'product'>): boolean {
  return type === 'electricity' && product?.endsWith('-POSTPAID') !== true;
}

/** `wallet` is whose it is: "your wallet", or another's for staff who look at it. */
export function receiptWords(receipt: Receipt, wallet = 'your wallet'): ReceiptWords {
  if (isPurchase(receipt)) return purchaseWords(receipt, wallet);
  if (receipt.trans_Type === 'withdraw') return withdrawalWords(receipt, wallet);
  return moneyWords(receipt, wallet);
}

function purchaseWords(receipt: Receipt, wallet: string): ReceiptWords {
  const network = receipt.trans_Network === null ? 'the network' : networkLabel(receipt.trans_Network);
  const sum = formatNaira(receipt.charge ?? receipt.trans_amount);
  const who = recipientOf(receipt);
  const isTokenSale = hasToken(receipt);
  switch (receipt.trans_Status) {
    case 'success':
      return {
        title: 'Delivered',
        text:
          receipt.tokens.length > 0
            ? 'Type the token into the meter, then press enter (the blue or the red key).'
            : `${receipt.description}${who === undefined ? '' : ` for ${who}`}.`,
        next: '',
      };
    case 'failed':
      return {
        title: 'Failed \u2014 money returned',
        text: `${sum} is back in ${wallet}. ${receipt.supplierMessage ?? `${network} did not accept the request.`}`,
        next: '',
      };
    case 'refunded':
      return { title: 'Refunded', text: `${sum} is back in ${wallet}.`, next: '' };
    default:
      return {
        title: isTokenSale ? 'Paid \u2014 waiting for the token' : `Paid \u2014 waiting for ${network}`,
        text: `${isTokenSale ? `${network} has not sent the token yet. ` : ''}${heldWords(receipt, sum)}`,
        next: nextWords(receipt, isTokenSale),
      };
  }
}

/** What we do meanwhile; with the time when the supplier is asked again, where that is known. */
function nextWords({ nextCheckAt }: Receipt, isTokenSale: boolean): string {
  const words = isTokenSale ? 'The token is on the way. It appears here by itself' : changesByItself;
  return nextCheckAt === undefined ? words : `${words}. Checking again at ${clockWords(nextCheckAt)}`;
}

function heldWords({ createdAt }: Receipt, sum: string): string {
  const givenUp = new Date(Date.parse(createdAt) + terms.purchase.giveUpHours * HOUR_MS);
  const latest = timeWords(givenUp.toISOString(), { precise: true });
  return `Your ${sum} is held, not lost. If it fails you get it back at once. If it is still open at ${latest}, a person looks into it.`;
}

function withdrawalWords(receipt: Receipt, wallet: string): ReceiptWords {
  const sum = formatNaira(receipt.trans_amount);
  switch (receipt.trans_Status) {
    case 'success': {
      const received = formatNaira(receipt.faceValue ?? receipt.trans_amount);
      return {
        title: 'Paid out',
        text: `${received} is in the account ${receipt.recipient ?? ''}.`,
        next: '',
      };
    }
    case 'failed':
      return {
        title: 'Failed \u2014 money returned',
        text: `${sum} is back in ${wallet}. The bank did not accept the withdrawal.`,
        next: '',
      };
    case 'refunded':
      return {
        title: 'Sent back \u2014 money returned',
        text: `The bank sent the money back. ${sum} is back in ${wallet}.`,
        next: '',
      };
    default:
      return {
        title: 'Paid \u2014 waiting for the bank',
        text: heldWords(receipt, sum),
        next: changesByItself,
      };
  }
}

function lossTitle({ trans_Type: type, timeline }: Receipt): string {
  if (timeline.some(({ step }) => step === 'debited')) return 'Debited';
  return type === 'transfer' ? 'Sent' : 'Paid';
}

function moneyWords(receipt: Receipt, wallet: string): ReceiptWords {
  const sum = formatNaira(receipt.trans_amount);
  const isGain = (receipt.balance_After ?? 0) >= (receipt.balance_Before ?? 0);
  switch (receipt.trans_Status) {
    case 'success':
      return {
        title: isGain ? 'Received' : lossTitle(receipt),
        text: isGain ? `${sum} is in ${wallet}.` : receipt.description,
        next: '',
      };
    case 'failed':
      return { title: 'Not paid', text: `Nothing was added to ${wallet}.`, next: '' };
    case 'refunded':
      return { title: 'Refunded', text: receipt.description, next: '' };
    default:
      return {
        title: 'Waiting for payment',
        text: 'Your wallet is credited as soon as the payment is confirmed.',
        next: changesByItself,
      };
  }
}
