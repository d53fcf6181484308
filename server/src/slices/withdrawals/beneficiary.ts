/** Saved bank accounts: read by their owner only. */
import type { Beneficiary } from '@jara/contract/calls/withdrawals.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import type { GivenFactor } from '../step-up/with-pin-or-code.ts';
import { bankReceiver, newReceivers } from '../spending-controls/new-receivers.ts';

export const MOST_BENEFICIARIES = 20;

/** What was given for it, on record; no password is asked here. */
export const given = (factor: GivenFactor): { factor?: GivenFactor } =>
  factor === 'password' ? {} : { factor };

interface Row extends Omit<Beneficiary, '_id' | 'newReceiver'> {
  id: bigint;
}

/** The newest first. */
export async function readBeneficiaries(
  db: Db,
  context: Context,
  principal: Principal,
): Promise<Beneficiary[]> {
  const rows = await db.rows<Row>(
    `select id, account_name as "accountName", account_number as "accountNumber", bank_name as "bankName", bank_code as "bankCode"
     from beneficiaries where user_id = $1 order by id desc`,
    [principal.userId],
  );
  const nameOf = (row: Row) => bankReceiver(row.bankCode, row.accountNumber);
  const isNew = await newReceivers(db, context, principal, rows.map(nameOf));
  return rows.map(({ id, ...account }) => ({
    _id: String(id),
    ...account,
    newReceiver: isNew.get(nameOf({ id, ...account })) ?? null,
  }));
}
