/** Saved bank accounts: read by their owner only. */
import type { Beneficiary } from '@jara/contract/calls/withdrawals.ts';
import type { Db } from '../../platform/db.ts';

export const MOST_BENEFICIARIES = 20;

interface Row extends Omit<Beneficiary, '_id'> {
  id: bigint;
}

/** The newest first. */
export async function readBeneficiaries(db: Db, userId: bigint): Promise<Beneficiary[]> {
  const rows = await db.rows<Row>(
    `select id, account_name as "accountName", account_number as "accountNumber", bank_name as "bankName", bank_code as "bankCode"
     from beneficiaries where user_id = $1 order by id desc`,
    [userId],
  );
  return rows.map(({ id, accountName, accountNumber, bankName, bankCode }) => ({
    _id: String(id),
    accountName,
    accountNumber,
    bankName,
    bankCode,
  }));
}
