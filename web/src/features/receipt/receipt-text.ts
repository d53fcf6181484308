/** A slip to hand on: as a picture where the device shares pictures, else as text, else copied. */
import { formatNaira } from '@jara/contract/money.ts';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { brand } from '../../platform/brand.ts';
import { toast } from '../../ui/toast.tsx';
import { copyText } from '../../shared/copy.ts';
import { groupDigits } from '../money/movement.ts';
import { recipientOf } from '../money/recipient.ts';
import { slipLink } from './receipt-check.tsx';
import { isPurchase, slipWords } from './receipt-words.ts';
import { unitsWords } from './token-block.tsx';
import { fullTime } from '../../shared/when.tsx';

/** What a slip says to somebody else: no balance. */
export interface SlipFacts {
  title: string;
  sum: string;
  rows: { label: string; value: string }[];
  /** In groups of four. */
  tokens: string[];
  /** Where it can be checked; undefined while that is not known. */
  link: string | undefined;
}

export function slipFacts(receipt: Receipt, code: string | undefined): SlipFacts {
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
    title: slipWords(receipt).title,
    sum: formatNaira(isPurchase(receipt) ? (charge ?? amount) : amount),
    rows,
    tokens: receipt.tokens.map((token) => groupDigits(token)),
    link: code === undefined ? undefined : slipLink(code),
  };
}

function textOf({ title, sum, rows, tokens, link }: SlipFacts): string {
  return [
    `${brand.name} slip: ${title}`,
    sum,
    ...tokens.map((token) => `Token: ${token}`),
    ...rows.map(({ label, value }) => `${label}: ${value}`),
    ...(link === undefined ? [] : [`Check it: ${link}`]),
  ].join('\n');
}

export async function shareSlip(receipt: Receipt, code: string | undefined): Promise<void> {
  const facts = slipFacts(receipt, code);
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
async function pictureOf(facts: SlipFacts, name: string): Promise<File | undefined> {
  if (typeof navigator.canShare !== 'function') return undefined;
  try {
    const { drawSlip } = await import('./receipt-picture.ts');
    return await drawSlip(facts, `${name}.png`);
  } catch {
    return undefined;
  }
}
