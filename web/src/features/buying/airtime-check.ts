/** The rules of the airtime form (S5.6): the sentence of the toast, and the fix at each field. */
import type { Network } from '@jara/contract/constants.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { messages } from '@jara/contract/messages.ts';
import { readPhone } from '@jara/contract/phone.ts';
import { parseAmount } from '../../ui/amount-field.tsx';
import { phoneFix } from '../../shared/forms/phone-field.tsx';
import { terms } from '../../platform/terms.ts';

export interface AirtimeDraft {
  phone: string;
  amount: string;
  /** Null when the number does not show it and the user chose none. */
  network: Network | null;
}

export interface AirtimeErrors {
  phone?: string;
  amount?: string;
}

export function checkAirtime(draft: AirtimeDraft): { errors: AirtimeErrors; words?: string } {
  const errors: AirtimeErrors = {};
  const phone = phoneError(draft);
  const amount = amountError(draft.amount);
  if (phone !== undefined) errors.phone = phone;
  if (amount !== undefined) errors.amount = amount;
  const words = toastWords(draft);
  return words === undefined ? { errors } : { errors, words };
}

function phoneError({ phone, network }: AirtimeDraft): string | undefined {
  if (phone.trim() === '') return 'Enter the number that gets the airtime.';
  return phoneFix(phone) ?? (network === null ? 'Choose the network of this number.' : undefined);
}

function amountError(text: string): string | undefined {
  if (text.trim() === '') return 'Enter an amount.';
  const amount = parseAmount(text);
  const { minimum, maximum } = terms.airtime;
  if (amount === undefined) return 'Enter whole naira, for example 500.';
  if (amount < minimum) return `The smallest purchase is ${formatNaira(minimum)}.`;
  return amount > maximum ? `The largest purchase is ${formatNaira(maximum)}.` : undefined;
}

function toastWords({ phone, amount, network }: AirtimeDraft): string | undefined {
  if (phone.trim() === '' || amount.trim() === '') return messages.allFieldsRequired;
  if (readPhone(phone) === undefined) return messages.checkPhone;
  if (network === null) return messages.selectNetwork;
  const naira = parseAmount(amount);
  const { minimum, maximum } = terms.airtime;
  if (naira === undefined) return messages.enterValidAmount;
  if (naira < minimum) return messages.airtimeMinimum(minimum);
  return naira > maximum ? `Maximum purchase is ${formatNaira(maximum)}` : undefined;
}
