/** Which bank account a request means, and what is known of it. */
import { digitsIn } from '@jara/contract/digits.ts';
import { messages } from '@jara/contract/messages.ts';
import type { Bank } from '../../outside/banks/banks.ts';
import type { Db } from '../../platform/db.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { BankList } from './bank-list.ts';

export interface BankAccount {
  bank: Bank;
  accountNumber: string;
}

/** Refuses a bank that is not in the list, and what is not an account number of ten digits. */
export async function readAccount(
  banks: BankList,
  body: { bankName: string; bankCode?: string; accountNumber: string },
): Promise<BankAccount> {
  if (!/\d/.test(body.accountNumber)) refuseField('accountNumber', messages.enterAccountNumber);
  const accountNumber =
    digitsIn(body.accountNumber, /^\d{10}$/) ??
    refuseField('accountNumber', 'An account number has 10 digits');
  const wanted = new Set([body.bankCode, body.bankName].map((text) => text?.trim().toLowerCase()));
  const list = await banks.read();
  // The code first: names change and differ from list to list.
  const bank =
    list.find(({ bankCode }) => wanted.has(bankCode)) ??
    list.find(({ bankName }) => wanted.has(bankName.toLowerCase()));
  return { bank: bank ?? refuseField('bankName', 'Choose a bank of the list'), accountNumber };
}

/** What the bank said about an account. */
export interface KnownAccount {
  bankCode: string;
  bankName: string;
  accountNumber: string;
  accountName: string;
  enquiredAt: Date;
}

const columns = `bank_code as "bankCode", bank_name as "bankName", account_number as "accountNumber", account_name as "accountName",
  enquired_at as "enquiredAt"`;

/**
 * The account as this user's own name enquiry of the last 24 hours showed it, or as it was saved. Refuses with
 * `account_not_validated` when there is neither: the name that a request brings proves nothing.
 */
export async function knownAccountOrRefuse(
  db: Db,
  userId: bigint,
  { bank, accountNumber }: BankAccount,
  { savedCounts }: { savedCounts: boolean },
): Promise<KnownAccount> {
  const known = await db.find<KnownAccount>(
    `select ${columns} from account_enquiries
     where user_id = $1 and bank_code = $2 and account_number = $3 and enquired_at > now() - interval '24 hours'
     union all
     select ${columns} from beneficiaries where $4 and user_id = $1 and bank_code = $2 and account_number = $3
     order by 5 desc limit 1`,
    [userId, bank.bankCode, accountNumber, savedCounts],
  );
  return known ?? refuse('account_not_validated');
}
