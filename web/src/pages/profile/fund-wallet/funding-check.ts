/** The rules of the amount that is put into the wallet (S5.10). */
import { formatNaira } from '@jara/contract/money.ts';
import { messages } from '@jara/contract/messages.ts';
import { parseAmount } from '../../../ui/amount-field.tsx';
import { terms } from '../../../platform/terms.ts';

export type FundingCheck = { amount: number } | { words: string; fix: string };

/** `maximum` in naira. */
export function checkFunding(text: string, maximum: number): FundingCheck {
  const amount = parseAmount(text, { kobo: true });
  if (amount === undefined || amount === 0) {
    return {
      words: messages.enterValidAmount,
      fix:
        text.trim() === '' ? 'Enter how much you want to add.' : 'Enter naira, for example 1000 or 1000.50.',
    };
  }
  if (amount < terms.funding.minimum) {
    return {
      words: messages.minimumPayment(terms.funding.minimum),
      fix: `Add at least ${formatNaira(terms.funding.minimum)}.`,
    };
  }
  if (amount > maximum) {
    const words = `maximum payment is ${formatNaira(maximum)}`;
    return { words, fix: `Add at most ${formatNaira(maximum)} at a time.` };
  }
  return { amount };
}
