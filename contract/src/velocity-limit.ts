/** What is said of the limit of a new device, or of an account that nobody proved: the server refuses with these words, the screens say them before. */
import { UNPROVED_CAP_HOURS } from './constants.ts';
import { untilWords } from './lagos-time.ts';
import { formatNaira } from './money.ts';
import type { VelocityLimit } from './calls/security.ts';

const reasonWords: Record<VelocityLimit['reason'], string> = {
  new_device: 'New device',
  reset: 'New password',
  unproved: 'E-mail address not confirmed',
};

/** What is new, or not proved. */
export const newWords = ({ reason }: Pick<VelocityLimit, 'reason'>): string => reasonWords[reason];

/** `limit until tomorrow 09:12`, or within so many hours where nothing but a proof ends it. */
export const limitTimeWords = ({ until }: Pick<VelocityLimit, 'until'>): string =>
  until === null ? `limit within ${UNPROVED_CAP_HOURS} hours` : `limit until ${untilWords(new Date(until))}`;

/** About an amount that is more than is left: `New device: ₦20,000.00 limit until tomorrow 09:12. ₦3,000.00 is left` */
export function overLimitWords({ reason, amount, left, until }: VelocityLimit): string {
  const limit = `${newWords({ reason })}: ${formatNaira(amount)} ${limitTimeWords({ until })}`;
  const rest = `${left === 0 ? 'Nothing' : formatNaira(left)} is left`;
  return `${limit}. ${rest}${reason === 'unproved' ? '. Confirm it to end the limit' : ''}`;
}
