/**
 * What an owner does to keep money in the wallet: freezing it, and a limit for what may leave it in a day in Lagos. Both stand in the
 * row of the balance, and every debit reads them there under its lock (`post` and `open_purchases`): once a change here is committed,
 * no debit that it forbids can be.
 */
import { kobo, type Kobo } from '@jara/contract/money.ts';
import type { Db } from '../platform/db.ts';

export interface SpendingControls {
  isFrozen: boolean;
  /** Null without a limit. */
  dailyLimitKobo: Kobo | null;
}

const readSql = `select frozen_at is not null as "isFrozen", daily_limit_kobo as "dailyLimit" from accounts
  where user_id = $1 and kind = 'wallet'`;

interface Row {
  isFrozen: boolean;
  dailyLimit: bigint | null;
}

const toSpendingControls = ({ isFrozen, dailyLimit }: Row): SpendingControls => ({
  isFrozen,
  dailyLimitKobo: dailyLimit === null ? null : kobo(dailyLimit),
});

export async function spendingControls(db: Db, userId: bigint): Promise<SpendingControls> {
  return toSpendingControls(await db.get<Row>(readSql, [userId]));
}

/** The same, of a wallet that nobody else changes before the caller's commit. */
export async function lockSpendingControls(db: Db, userId: bigint): Promise<SpendingControls> {
  return toSpendingControls(await db.get<Row>(`${readSql} for update`, [userId]));
}

/** Waits for the debits that are being committed. False when it was so already. */
export async function setFrozen(db: Db, userId: bigint, isFrozen: boolean): Promise<boolean> {
  const changed = await db.run(
    `update accounts set frozen_at = case when $2 then now() end
     where user_id = $1 and kind = 'wallet' and (frozen_at is not null) <> $2`,
    [userId, isFrozen],
  );
  return changed === 1;
}

export async function setDailyLimit(db: Db, userId: bigint, limitKobo: Kobo | null): Promise<void> {
  await db.run(`update accounts set daily_limit_kobo = $2 where user_id = $1 and kind = 'wallet'`, [
    userId,
    limitKobo,
  ]);
}

/** What has left the wallet since midnight in Lagos and did not come back. */
export async function spentToday(db: Db, userId: bigint): Promise<Kobo> {
  const { spent } = await db.get<{ spent: bigint }>('select spent_today($1) as spent', [userId]);
  return kobo(spent);
}
