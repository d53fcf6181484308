/** What the head of a slip says, by kind and state: where the money is, in words. */
import { formatNaira } from '@jara/contract/money.ts';
import { formatPhone } from '@jara/contract/phone.ts';
import type { CallReply } from '../send.ts';
import { networkLabel } from './network-mark.tsx';
import { timeWords } from './when.tsx';

type Receipt = CallReply<'getTransaction'>['receipt'];

export interface SlipWords {
  title: string;
  line: string;
  /** What comes next, while it is open. */
  next: string;
}

const purchaseTypes = new Set(['data', 'airtime', 'electricity']);
/** A purchase that cannot be settled within a day goes to a person. */
const promiseMs = 24 * 3_600_000;

export function isPurchase({ trans_Type: type }: Pick<Receipt, 'trans_Type'>): boolean {
  return purchaseTypes.has(type);
}

export function slipWords(receipt: Receipt): SlipWords {
  return isPurchase(receipt) ? purchaseWords(receipt) : moneyWords(receipt);
}

function purchaseWords(receipt: Receipt): SlipWords {
  const network = receipt.trans_Network === null ? 'the network' : networkLabel(receipt.trans_Network);
  const sum = formatNaira(receipt.charge ?? receipt.trans_amount);
  const recipient = receipt.recipient === null ? '' : ` for ${formatPhone(receipt.recipient)}`;
  switch (receipt.trans_Status) {
    case 'success':
      return { title: 'Delivered', line: `${receipt.description}${recipient}.`, next: '' };
    case 'failed':
      return {
        title: 'Failed \u2014 money returned',
        line: `${sum} is back in your wallet. ${receipt.supplierMessage ?? `${network} did not accept the request.`}`,
        next: '',
      };
    case 'refunded':
      return { title: 'Refunded', line: `${sum} is back in your wallet.`, next: '' };
    default: {
      const latest = timeWords(new Date(Date.parse(receipt.createdAt) + promiseMs).toISOString(), {
        precise: true,
      });
      return {
        title: `Paid \u2014 waiting for ${network}`,
        line: `Your ${sum} is held, not lost. If it fails you get it back at once. If it is still open at ${latest}, a person looks into it.`,
        next: 'This slip changes by itself when it is decided',
      };
    }
  }
}

function moneyWords(receipt: Receipt): SlipWords {
  const sum = formatNaira(receipt.trans_amount);
  const isGain = (receipt.balance_After ?? 0) >= (receipt.balance_Before ?? 0);
  switch (receipt.trans_Status) {
    case 'success':
      return {
        title: isGain ? 'Received' : 'Paid',
        line: isGain ? `${sum} is in your wallet.` : receipt.description,
        next: '',
      };
    case 'failed':
      return { title: 'Not paid', line: 'Nothing was added to your wallet.', next: '' };
    case 'refunded':
      return { title: 'Refunded', line: receipt.description, next: '' };
    default:
      return {
        title: 'Waiting for payment',
        line: 'Your wallet is credited as soon as the payment is confirmed.',
        next: 'This slip changes by itself when it is decided',
      };
  }
}
