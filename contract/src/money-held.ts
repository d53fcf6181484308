/** What is said while hardly any money leaves a wallet: the server refuses with these words, and the screens say them before. */
import { untilWords } from './lagos-time.ts';
import { formatNaira } from './money.ts';
import type { MoneyHeld } from './calls/security.ts';

/** What came before it. */
export type MoneyHeldBecause = MoneyHeld['because'];

const becauseWords: Record<MoneyHeldBecause, string> = {
  reset: 'Your password was reset',
  pin_removed: 'Your PIN was removed without it',
  email_changed: 'Your e-mail address was changed',
};

/** `Your password was reset: until tomorrow 09:12 nothing is sent or withdrawn, and purchases come to ... at most` */
export const heldWords = ({ because, until, purchasesMost }: MoneyHeld): string =>
  `${becauseWords[because]}: until ${untilWords(new Date(until))} nothing is sent or withdrawn, and ` +
  (purchasesMost === 0 ? 'nothing is bought' : `purchases come to ${formatNaira(purchasesMost)} at most`);
