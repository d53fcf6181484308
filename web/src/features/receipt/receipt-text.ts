/** A receipt to hand on: as a picture where the device shares pictures, else as text, else copied. */
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { brand } from '../../platform/brand.ts';
import { toast } from '../../ui/toast.tsx';
import { copyText } from '../../shared/copy.ts';
import { receiptFacts, type ReceiptFacts } from './receipt-facts.ts';

function textOf({ title, sum, rows, tokens, link }: ReceiptFacts): string {
  return [
    `${brand.name} slip: ${title}`,
    sum,
    ...tokens.map((token) => `Token: ${token}`),
    ...rows.map(({ label, value }) => `${label}: ${value}`),
    ...(link === undefined ? [] : [`Check it: ${link}`]),
  ].join('\n');
}

export async function shareReceipt(receipt: Receipt, code: string | undefined): Promise<void> {
  const facts = receiptFacts(receipt, code);
  const text = textOf(facts);
  if (typeof navigator.share !== 'function') return copyText(text, 'Slip copied');
  const shared = { title: `${brand.name} slip`, text };
  try {
    const picture = await pictureOf(facts, receipt.reference);
    const withPicture = picture && { ...shared, files: [picture] };
    const takesPictures = withPicture !== undefined && navigator.canShare(withPicture);
    await navigator.share(takesPictures ? withPicture : shared);
  } catch (error) {
    // Closing the share sheet is not a failure.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast.error('Could not share the slip');
  }
}

/** The picture is an extra: without it the words are shared. */
async function pictureOf(facts: ReceiptFacts, name: string): Promise<File | undefined> {
  if (typeof navigator.canShare !== 'function') return undefined;
  try {
    const { drawReceipt } = await import('./receipt-picture.ts');
    return await drawReceipt(facts, `${name}.png`);
  } catch {
    return undefined;
  }
}
