import { holderOf } from './account-names.ts';

export interface Transfer {
  reference: string;
  amountKobo: number;
  bankCode: string;
  accountNumber: string;
  accountName: string;
  remark: string;
}

const LEAST_AMOUNT_KOBO = 100;

/** Checks the body of `POST /payout/transfer`; a text says what is wrong with it. Amounts are kobo, written as text. */
export function readTransfer(body: unknown, merchantId: string): Transfer | string {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const text = (name: string): string => {
    const value = fields[name];
    return typeof value === 'string' ? value : '';
  };
  const reference = text('transaction_reference');
  if (!reference.startsWith(`${merchantId}_`) || !/^[\w.-]{1,100}$/.test(reference))
    return 'The transaction reference must begin with the merchant id';
  if (!/^[1-9]\d{0,14}$/.test(text('amount'))) return 'The amount must be a text of whole kobo';
  const amountKobo = Number(text('amount'));
  if (amountKobo < LEAST_AMOUNT_KOBO) return 'The amount is too low';
  if (text('currency_id') !== 'NGN') return 'The currency must be NGN';
  if (text('remark') === '') return 'A remark is required';
  const [bankCode, accountNumber] = [text('bank_code'), text('account_number')];
  const holder = holderOf(bankCode, accountNumber);
  if (holder === undefined) return 'The account does not exist';
  if (text('account_name') !== holder) return 'The account name is not the one of the lookup';
  return { reference, amountKobo, bankCode, accountNumber, accountName: holder, remark: text('remark') };
}
