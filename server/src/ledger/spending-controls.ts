/**
 * What keeps money in the wallet: its owner freezes it or limits what may leave it in a day in Lagos, staff say how the account stands
 * with the house or hold its withdrawals, and for a time after a reset of the password it is held. All of it stands in the row of the balance, and every debit reads it there under its lock (`post` and `open_purchases`):
 * once a change here is committed, no debit that it forbids can be. Why a standing changed is a row of `standings`, without which no commit
 * changes it (server/database/functions/triggers/refuse_unexplained_standing.sql).
 */
import type { Standing } from '@jara/contract/constants.ts';
import type { MoneyHeldBecause } from '@jara/contract/money-held.ts';
import { kobo, type Kobo } from '@jara/contract/money.ts';
import { brokenConstraint, type Db } from '../platform/db.ts';
import { refuse } from '../platform/refuse.ts';

export interface MoneyHeld {
  because: MoneyHeldBecause;
  until: Date;
  /** What may go into purchases until then, in all. */
  purchasesKobo: Kobo;
}

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

/**
 * From the caller's commit on nothing leaves the wallet for these hours but purchases, of this much in all. Held again it is held for longer,
 * and no more is given.
 */
export async function holdMoney(
  db: Db,
  userId: bigint,
  { because, hours, purchasesKobo }: { because: MoneyHeldBecause; hours: number; purchasesKobo: Kobo },
): Promise<void> {
  await db.run(
    `update accounts set held_since = case when held_until > now() then held_since else now() end, held_because = $2,
       held_until = greatest(held_until, now() + make_interval(hours => $3)), held_purchases_kobo = $4
     where user_id = $1 and kind = 'wallet'`,
    [userId, because, hours, purchasesKobo],
  );
}

export async function moneyHeld(db: Db, userId: bigint): Promise<MoneyHeld | undefined> {
  const held = await db.find<{ because: MoneyHeldBecause; until: Date; purchasesKobo: bigint }>(
    `select held_because as because, held_until as until, held_purchases_kobo as "purchasesKobo" from accounts
     where user_id = $1 and kind = 'wallet' and held_until > now()`,
    [userId],
  );
  return held && { ...held, purchasesKobo: kobo(held.purchasesKobo) };
}

/** Whether withdrawals are opened as held. Waits for those that are being opened. False when it was so already. */
export async function setPayoutsHeld(db: Db, userId: bigint, isHeld: boolean): Promise<boolean> {
  const changed = await db.run(
    `update accounts set payouts_held_at = case when $2 then now() end
     where user_id = $1 and kind = 'wallet' and (payouts_held_at is not null) <> $2`,
    [userId, isHeld],
  );
  return changed === 1;
}

/** Of a wallet whose row is locked, in a statement of its own after the lock. */
export async function arePayoutsHeld(db: Db, userId: bigint): Promise<boolean> {
  const held = await db.find(
    `select from accounts where user_id = $1 and kind = 'wallet' and payouts_held_at is not null`,
    [userId],
  );
  return held !== undefined;
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

/** Of an account that nobody else changes, and nothing leaves or reaches, before the caller's commit. Undefined for nobody. */
export async function lockStanding(db: Db, userId: bigint): Promise<Standing | undefined> {
  const [account] = await db.rows<{ standing: Standing }>(
    // By id, as every posting locks them; the wallet was made first.
    `select standing from accounts where user_id = $1 order by id for update`,
    [userId],
  );
  return account?.standing;
}

export async function writeStanding(db: Db, userId: bigint, standing: Standing): Promise<void> {
  await db.run(`update accounts set standing = $2 where user_id = $1 and kind = 'wallet'`, [
    userId,
    standing,
  ]);
}

/** What the database says of a commit that closes an account with money in it, or after which nobody would be an admin. */
export async function orRefuse<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    const constraint = brokenConstraint(error);
    if (constraint === 'closed_accounts_are_empty') refuse('account_not_empty');
    if (constraint === 'somebody_stays_admin') refuse('last_admin');
    throw error;
  });
}
