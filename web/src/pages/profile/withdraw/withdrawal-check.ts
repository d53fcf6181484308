/** The rules of the withdrawal form (S5.19); fee and limits are the server's. */
import { digitsIn } from '@jara/contract/digits.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { messages } from '@jara/contract/messages.ts';
import { minusNaira } from '../../../shared/naira-sum.ts';
import { overLimit, type VelocityLimit } from '../../../features/money/velocity-limit.tsx';
import type { CallReply } from '../../../platform/send.ts';
import { digitsFix } from '../../../shared/forms/digits-fix.ts';
import { parseAmount } from '../../../ui/amount-field.tsx';

export interface AccountDraft {
  /** Empty until a bank is chosen. */
  bankCode: string;
  accountNumber: string;
}

export interface AccountErrors {
  bank?: string;
  accountNumber?: string;
}

const tenDigits = /^\d{10}$/;
const rule = 'An account number has 10 digits';

/** The ten digits of an account number, however they are spaced. */
export const readAccountNumber = (text: string): string | undefined => digitsIn(text, tenDigits);

export function checkAccount({ bankCode, accountNumber }: AccountDraft): {
  errors: AccountErrors;
  words?: string;
} {
  const isEmpty = !/\d/.test(accountNumber);
  const errors: AccountErrors = {};
  if (bankCode === '') errors.bank = 'Choose the bank of the account.';
  if (isEmpty) errors.accountNumber = 'Enter the 10 digits of the account number.';
  else if (readAccountNumber(accountNumber) === undefined)
    errors.accountNumber = digitsFix(accountNumber, rule, tenDigits);
  if (isEmpty) return { errors, words: messages.enterAccountNumber };
  if (errors.accountNumber !== undefined) return { errors, words: rule };
  return errors.bank === undefined ? { errors } : { errors, words: 'Choose a bank' };
}

export type WithdrawalTerms = Pick<CallReply<'listBankCodes'>, 'fee' | 'minimumAmount' | 'maximumAmount'>;

/** `balance` is null while it is not known: then the server decides. */
export function checkWithdrawal(
  text: string,
  { minimumAmount, maximumAmount }: WithdrawalTerms,
  balance: number | null,
  limit?: VelocityLimit,
): { amount: number } | { fix: string; words: string } {
  const amount = parseAmount(text, { kobo: true });
  if (amount === undefined) {
    const fix =
      text.trim() === ''
        ? 'Enter how much you want to withdraw.'
        : 'Enter naira, for example 5000 or 5000.50.';
    return { fix, words: messages.enterValidAmount };
  }
  const [least, most] = [formatNaira(minimumAmount), formatNaira(maximumAmount)];
  if (amount < minimumAmount)
    return { fix: `Withdraw at least ${least}.`, words: `minimum withdrawal is ${least}` };
  if (amount > maximumAmount)
    return { fix: `Withdraw at most ${most} at a time.`, words: `maximum withdrawal is ${most}` };
  if (balance !== null && amount > balance) {
    const missing = formatNaira(minusNaira(amount, balance));
    return { fix: `Your wallet holds ${missing} less than that.`, words: messages.insufficientBalance };
  }
  return overLimit(amount, limit) ?? { amount };
}
