/** What is said of the limit of a receiver that is new: the server refuses with these words, and the screens say them before. */
import { untilWords } from './lagos-time.ts';
import { formatNaira } from './money.ts';
import type { NewReceiver } from './calls/transfers.ts';

export type { NewReceiver };

/** `New receiver: ... at most until tomorrow 09:12`; before anything was sent, in its first hours. */
export function newReceiverWords({ amount, hours, until }: NewReceiver): string {
  const time = until === null ? `in the first ${hours} hours` : `until ${untilWords(new Date(until))}`;
  return `New receiver: ${formatNaira(amount)} at most ${time}`;
}

/** About a sum that is more than is left. */
export const overNewReceiverWords = (limit: NewReceiver): string =>
  `${newReceiverWords(limit)}. ${limit.left === 0 ? 'Nothing' : formatNaira(limit.left)} can go now`;
