/** A receipt to hand on: as a picture where the device shares pictures, else as text, else copied; or by WhatsApp to the buyer. */
import { normalisePhone } from '@jara/contract/phone.ts';
import { toast } from '../../ui/toast.tsx';
import { copyText } from '../../shared/copy.ts';
import type { ReceiptFacts } from './receipt-facts.ts';

export function textOf({ shop, title, sum, rows, tokens, link }: ReceiptFacts): string {
  return [
    `${shop} slip: ${title}`,
    ...(sum === undefined ? [] : [sum]),
    ...tokens.map((token) => `Token: ${token}`),
    ...rows.map(({ label, value }) => `${label}: ${value}`),
    ...(link === undefined ? [] : [`Check it: ${link}`]),
  ].join('\n');
}

/** Opens the chat with the number that was bought for; whoever bought for a meter chooses the chat there. */
export function whatsAppAddress(facts: ReceiptFacts, recipient: string | null): string {
  const phone = recipient === null ? undefined : normalisePhone(recipient);
  const chat = phone === undefined ? '' : `234${phone.slice(1)}`;
  return `https://wa.me/${chat}?text=${encodeURIComponent(textOf(facts))}`;
}

/** `reference` names the picture. */
export async function shareReceipt(facts: ReceiptFacts, reference: string): Promise<void> {
  const text = textOf(facts);
  if (typeof navigator.share !== 'function') return copyText(text, 'Slip copied');
  const shared = { title: `${facts.shop} slip`, text };
  try {
    const picture = await pictureOf(facts, reference);
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
