/** The rules of the electricity form: the sentence of the toast, and the fix at each field. */
import { meterCompanies, meterTypes, type MeterCompany, type MeterType } from '@jara/contract/constants.ts';
import { digitsIn } from '@jara/contract/digits.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { messages } from '@jara/contract/messages.ts';
import { parseAmount } from '../../ui/amount-field.tsx';
import { terms } from '../../platform/terms.ts';
import { digitsFix } from '../../shared/forms/digits-fix.ts';

export interface MeterDraft {
  /** Empty until one is chosen. */
  meterId: string;
  meterType: MeterType;
  meterNumber: string;
}

export interface Meter {
  meterId: number;
  disco: MeterCompany;
  meterType: MeterType;
  meterNumber: string;
}

export interface MeterErrors {
  meterId?: string;
  meterNumber?: string;
}

/** Numbers of this length are asked about by themselves; shorter and longer ones exist, and are asked about when told to. */
const usualLength = /^\d{11,13}$/;
const possible = /^\d{6,15}$/;

export function asMeterType(text: string): MeterType {
  return meterTypes.find((type) => type === text) ?? 'prepaid';
}

/** The meter that the form names, when it can be one. */
export function meterOf({ meterId, meterType, meterNumber }: MeterDraft): Meter | undefined {
  const company = meterCompanies.find(({ id }) => String(id) === meterId);
  const digits = digitsIn(meterNumber, possible);
  if (company === undefined || digits === undefined) return undefined;
  return { meterId: company.id, disco: company.name, meterType, meterNumber: digits };
}

export const hasUsualLength = ({ meterNumber }: Meter): boolean => usualLength.test(meterNumber);

export function checkMeter(draft: MeterDraft): { errors: MeterErrors; words?: string } {
  const isEmpty = !/\d/.test(draft.meterNumber);
  const errors: MeterErrors = {};
  if (draft.meterId === '') errors.meterId = 'Choose the company that sends the bill.';
  if (isEmpty) errors.meterNumber = 'Enter the number on the meter or on an old receipt.';
  else if (digitsIn(draft.meterNumber, possible) === undefined)
    errors.meterNumber = digitsFix(draft.meterNumber, 'A meter number has 6 to 15 digits', possible);
  if (errors.meterId === undefined && errors.meterNumber === undefined) return { errors };
  const isMissing = draft.meterId === '' || isEmpty;
  return { errors, words: isMissing ? messages.allFieldsRequired : 'Please check the meter number entered' };
}

/** `minimum` in naira, as the check of the meter gave it. */
export function checkElectricityAmount(
  text: string,
  minimum: number,
): { amount: number } | { fix: string; words: string } {
  const maximum = terms.electricity.maximum;
  if (text.trim() === '') return { fix: 'Enter an amount.', words: messages.allFieldsRequired };
  const amount = parseAmount(text);
  if (amount === undefined)
    return { fix: 'Enter whole naira, for example 2000.', words: messages.enterValidAmount };
  if (amount < minimum)
    return {
      fix: `The smallest purchase for this meter is ${formatNaira(minimum)}.`,
      words: `Minimum purchase is ${formatNaira(minimum)}`,
    };
  if (amount > maximum)
    return {
      fix: `The largest purchase is ${formatNaira(maximum)}.`,
      words: `Maximum purchase is ${formatNaira(maximum)}`,
    };
  return { amount };
}
