/** A slip as text, for a chat: what, for whom, state, time, reference. */
import { formatNaira } from '@jara/contract/money.ts';
import { formatPhone } from '@jara/contract/phone.ts';
import type { Receipt } from '@jara/contract/transactions.ts';
import { brand } from '../brand.ts';
import { toast } from '../ui/toast.tsx';
import { copyText } from './copy.ts';
import { isPurchase, slipWords } from './slip-words.ts';
import { fullTime } from './when.tsx';

function slipText(receipt: Receipt): string {
  const { description, recipient, charge, trans_amount: amount, createdAt, reference } = receipt;
  return [
    `${brand.name} slip: ${slipWords(receipt).title}`,
    description + (recipient === null ? '' : ` for ${formatPhone(recipient)}`),
    `${formatNaira(isPurchase(receipt) ? (charge ?? amount) : amount)}, ${fullTime(createdAt)}`,
    ...receipt.tokens.map((token) => `Token ${token}`),
    `Reference ${reference}`,
  ].join('\n');
}

/** The share sheet of the device; where there is none, the text is copied. */
export function shareSlip(receipt: Receipt): void {
  const text = slipText(receipt);
  if (typeof navigator.share !== 'function') return copyText(text, 'Slip copied');
  navigator.share({ title: `${brand.name} slip`, text }).catch((error: unknown) => {
    // Closing the share sheet is not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError'))
      toast.error('Could not share the slip');
  });
}
