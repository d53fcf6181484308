/** Reading balances. A user account carries its own; a house account's is its last snapshot plus the entries since. */
import { kobo, type Kobo } from '@jara/contract/money.ts';
import type { Standing } from '@jara/contract/constants.ts';
import { runRound } from '../platform/batches/run-round.ts';
import type { Db, Pool } from '../platform/db.ts';

export interface WalletBalance {
  balance: Kobo;
  version: bigint;
  /** Of its owner with the house. */
  standing: Standing;
  /** By its owner. */
  isFrozen: boolean;
}

export async function walletBalance(db: Db, userId: bigint): Promise<WalletBalance> {
  const row = await db.get<Omit<WalletBalance, 'balance'> & { balance: bigint }>(
    `select balance, version, standing, frozen_at is not null as "isFrozen" from accounts where user_id = $1 and kind = 'wallet'`,
    [userId],
  );
  return { ...row, balance: kobo(row.balance) };
}

/** What a user has in both accounts of theirs, in one look. */
export async function userBalances(db: Pool, userId: bigint): Promise<{ wallet: Kobo; earnings: Kobo }> {
  const [row] = await db.prepared<{ wallet: bigint; earnings: bigint }>(
    'user_balances',
    `select max(balance) filter (where kind = 'wallet') as wallet, max(balance) filter (where kind = 'earnings') as earnings
     from accounts where user_id = $1`,
    [userId],
  );
  return { wallet: kobo(row?.wallet ?? 0n), earnings: kobo(row?.earnings ?? 0n) };
}

/** The same two together, by what the caller's commit sees. */
export async function userHoldings(db: Db, userId: bigint): Promise<Kobo> {
  const { total } = await db.get<{ total: bigint }>(
    'select coalesce(sum(balance), 0)::bigint as total from accounts where user_id = $1',
    [userId],
  );
  return kobo(total);
}

export interface AccountTotal {
  kind: string;
  name: string;
  balance: Kobo;
}

const SNAPSHOTS = `
  select coalesce(min(coalesce(h.up_to_posting_id, 0)), 0)::bigint as since
  from accounts a left join house_balances h on h.account_id = a.id where a.user_id is null`;

/**
 * Kind, name and balance of every house account: its snapshot and the entries since, which are gone through once for all of them. $1 is up to
 * where the snapshots were a moment ago: by it the planner sees how few entries there are since.
 */
const HOUSE = `
  with house as materialized (
    select a.id, a.kind, a.name, coalesce(h.balance, 0) as balance, coalesce(h.up_to_posting_id, 0) as up_to
    from accounts a left join house_balances h on h.account_id = a.id where a.user_id is null),
  since as (
    select h.id, sum(e.amount) as amount from entries e join house h on h.id = e.account_id and h.up_to < e.posting_id
    where e.posting_id > $1::bigint group by h.id)
  select h.kind, h.name, (h.balance + coalesce(s.amount, 0))::bigint as balance from house h left join since s on s.id = h.id`;

/**
 * Up to where the snapshots of all house accounts are. Whoever adds the entries since to a snapshot says this too: a condition on a number that
 * only the row knows is taken for a third of all entries.
 */
export const snapshotsUpTo = async (db: Db): Promise<bigint> =>
  (await db.get<{ since: bigint }>(SNAPSHOTS)).since;

/** The trial balance: house accounts one by one, user accounts added up by kind. The balances sum to zero. */
export async function trialBalance(db: Db): Promise<AccountTotal[]> {
  const rows = await db.rows<{ kind: string; name: string; balance: bigint }>(
    `(${HOUSE})
     union all
     select kind, '', sum(balance)::bigint from accounts where user_id is not null group by kind
     order by 1, 2`,
    [await snapshotsUpTo(db)],
  );
  return rows.map((row) => ({ ...row, balance: kobo(row.balance) }));
}

/** What the house owes to users, and to whoever sent what nobody was credited with. */
export interface Owed {
  /** In all wallets and earnings. */
  accounts: Kobo;
  /** Prices of purchases and amounts of withdrawals that are pending. */
  inFlight: Kobo;
  /** Coupons that are open. */
  coupons: Kobo;
  suspense: Kobo;
  total: Kobo;
}

/** As all accounts together hold zero, what users hold is what the house lacks: no account of a user is read. */
export async function readOwed(db: Db): Promise<Owed> {
  const owed = await db.get<Record<keyof Owed, bigint>>(
    `with sums as (
       select coalesce(-sum(balance), 0)::bigint as accounts,
         coalesce(sum(balance) filter (where kind = 'in_flight'), 0)::bigint as "inFlight",
         coalesce(sum(balance) filter (where kind = 'coupon_liability'), 0)::bigint as coupons,
         coalesce(sum(balance) filter (where kind = 'suspense'), 0)::bigint as suspense
       from (${HOUSE}) house)
     select *, accounts + "inFlight" + coupons + suspense as total from sums`,
    [await snapshotsUpTo(db)],
  );
  return {
    accounts: kobo(owed.accounts),
    inFlight: kobo(owed.inFlight),
    coupons: kobo(owed.coupons),
    suspense: kobo(owed.suspense),
    total: kobo(owed.total),
  };
}

/** Postings of one round: in books that were not rolled up for long, there is much to go through. */
const AT_ONCE = 50_000;

/**
 * Moves the snapshots of the house accounts forward, to where no posting is under way any more, in one process at a time. Gives true when more
 * is waiting.
 */
export const rollUpHouseBalances = (pool: Pool, { atOnce = AT_ONCE } = {}): Promise<boolean> =>
  runRound(pool, 'select roll_up_house_balances($1) as "isMore"', [atOnce]);
