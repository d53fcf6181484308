/** What is said of the velocity limit of a new device: the server refuses with these words, and the screens say them before. */
import { untilWords } from './lagos-time.ts';
import { formatNaira } from './money.ts';
import type { VelocityLimit } from './calls/security.ts';

/** What is new. */
export const newWords = ({ reason }: Pick<VelocityLimit, 'reason'>): string =>
  reason === 'new_device' ? 'New device' : 'New password';

/** About an amount that is more than is left: `New device: ₦20,000.00 limit until tomorrow 09:12. ₦3,000.00 is left` */
export function overLimitWords({ reason, amount, left, until }: VelocityLimit): string {
  const limit = `${formatNaira(amount)} limit until ${untilWords(new Date(until))}`;
  return `${newWords({ reason })}: ${limit}. ${left === 0 ? 'Nothing' : formatNaira(left)} is left`;
}
