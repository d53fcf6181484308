/** What is said of the limit that receivers share as long as they are new: the server refuses with these words, and the screens say them before. */
import { untilWords } from './lagos-time.ts';
import { formatNaira } from './money.ts';
import type { NewReceiver } from './calls/transfers.ts';

export type { NewReceiver };

/** `New receivers: ... at most to all together until tomorrow 09:12`; before anything was sent, within so many hours. */
export function newReceiverWords({ amount, hours, until }: NewReceiver): string {
  const time = until === null ? `within ${hours} hours` : `until ${untilWords(new Date(until))}`;
  return `New receivers: ${formatNaira(amount)} at most to all together ${time}`;
}

/** About a sum that is more than is left. */
export const overNewReceiverWords = (limit: NewReceiver): string =>
  `${newReceiverWords(limit)}. ${limit.left === 0 ? 'Nothing' : formatNaira(limit.left)} can go now`;
