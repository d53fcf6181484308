/** The rules of the transfer form (S5.11, S5.12). */
import { formatNaira } from '@jara/contract/money.ts';
import { messages } from '@jara/contract/messages.ts';
import { minusNaira } from '../../../shared/naira-sum.ts';
import { overLimit, type VelocityLimit } from '../../../features/money/velocity-limit.tsx';
import { parseAmount } from '../../../ui/amount-field.tsx';
import { terms } from '../../../platform/terms.ts';

/** User names as the shop writes them; nothing else is worth asking about. */
const userName = /^[a-z0-9_]{3,20}$/;

/** The user name that is typed, when it can be one. */
export function readReceiver(text: string): string | undefined {
  const name = text.trim().replace(/^@/, '').toLowerCase();
  return userName.test(name) ? name : undefined;
}

export function checkReceiver(text: string): { fix: string; words: string } | undefined {
  if (text.trim() === '')
    return { fix: 'Enter the username of the person who gets the money.', words: messages.enterUserName };
  if (readReceiver(text) !== undefined) return undefined;
  const words = 'A username has 3 to 20 letters, digits or underscores';
  return { fix: `${words}.`, words };
}

/** `balance` is what the wallet holds, or null when it does not pay (an admin) or is not known. */
export function checkTransfer(
  text: string,
  balance: number | null,
  limit?: VelocityLimit,
): { amount: number } | { fix: string; words: string } {
  const amount = parseAmount(text, { kobo: true });
  if (amount === undefined) {
    const fix =
      text.trim() === '' ? 'Enter how much you want to send.' : 'Enter naira, for example 500 or 500.50.';
    return { fix, words: messages.enterValidAmount };
  }
  const minimum = formatNaira(terms.transfer.minimum);
  if (amount < terms.transfer.minimum)
    return { fix: `Send at least ${minimum}.`, words: `minimum transfer is ${minimum}` };
  const maximum = formatNaira(terms.transfer.maximum);
  if (amount > terms.transfer.maximum)
    return { fix: `Send at most ${maximum} at a time.`, words: `maximum transfer is ${maximum}` };
  if (balance !== null && amount > balance) {
    const missing = formatNaira(minusNaira(amount, balance));
    return { fix: `Your wallet holds ${missing} less than that.`, words: messages.insufficientBalance };
  }
  return overLimit(amount, limit) ?? { amount };
}
