/**
 * Moves money: one balanced posting, in the caller's commit. Guarantees that its legs sum to zero, that a user account never goes
 * below zero, that nothing leaves a wallet that its owner froze or more than the owner's limit for a day leaves, that the balance before
 * and after stands in each entry of a user account, and that the same (code, reference) is never posted twice. Purchases do the same
 * for many at once in `open_purchases`, `settle_purchases` and `settle_other_outcomes` of server/database/functions/.
 */
import { kobo, type Kobo } from '@jara/contract/money.ts';
import { brokenConstraint, type Db } from '../platform/db.ts';
import type { PostingCode } from './chart.ts';
import { spentToday } from './spending-controls.ts';

export interface Leg {
  accountId: bigint;
  /** Positive raises the account, negative lowers it. */
  amountKobo: Kobo;
}

export interface Posting {
  code: PostingCode;
  reference: string;
  legs: readonly Leg[];
  actorId?: bigint;
  reason?: string;
}

export interface UserBalance {
  before: Kobo;
  after: Kobo;
  version: bigint;
}

export type PostOutcome =
  /** By account id, for the user accounts among the legs. */
  { outcome: 'posted'; balances: Map<bigint, UserBalance> } | NotPosted;

/** Why money does not leave an account: nothing was written. `refuseNotPosted` says it to a person. */
export type NotPosted =
  | { outcome: 'insufficient_balance' | 'wallet_frozen' }
  /** The most that may still leave the wallet today. */
  | { outcome: 'over_spending_limit'; leftKobo: Kobo };

interface LockedAccount {
  id: bigint;
  userId: bigint;
  balance: bigint;
  version: bigint;
  isFrozen: boolean;
  /** Null without a limit. */
  dailyLimit: bigint | null;
}

/** Adds up the legs of one account and drops what cancels out, so that an account has one entry in a posting. */
function joinLegs(legs: readonly Leg[]): Map<bigint, bigint> {
  const amounts = new Map<bigint, bigint>();
  for (const { accountId, amountKobo } of legs)
    amounts.set(accountId, (amounts.get(accountId) ?? 0n) + amountKobo);
  for (const [accountId, amount] of amounts) if (amount === 0n) amounts.delete(accountId);
  return amounts;
}

/**
 * Posts, or says why money may not leave a user account (then nothing was written). Throws when the legs do not balance, when an
 * account does not exist, and with constraint `postings_happen_once` when this reference was posted before: see `isPostedTwice`.
 */
export async function post(
  db: Db,
  { code, reference, legs, actorId, reason }: Posting,
): Promise<PostOutcome> {
  const amounts = joinLegs(legs);
  const sum = [...amounts.values()].reduce((total, amount) => total + amount, 0n);
  if (sum !== 0n || amounts.size < 2) throw new Error(`posting ${code} ${reference} does not balance`);

  const ids = [...amounts.keys()];
  // In one global order, as purchases lock theirs: no two postings can deadlock. House accounts have nothing to lock, since their
  // balance is not kept in the row.
  const locked = await db.rows<LockedAccount>(
    `select id, user_id as "userId", balance, version, frozen_at is not null as "isFrozen", daily_limit_kobo as "dailyLimit"
     from accounts where id = any($1) and user_id is not null order by id for update`,
    [ids],
  );
  const known = await db.get<{ count: bigint }>('select count(*) from accounts where id = any($1)', [ids]);
  if (Number(known.count) !== ids.length)
    throw new Error(`posting ${code} ${reference} names an unknown account`);

  const balances = new Map<bigint, UserBalance>();
  for (const account of locked) {
    const amount = amounts.get(account.id) ?? 0n;
    const after = account.balance + amount;
    const refused = amount < 0n ? await whyNot(db, account, -amount) : undefined;
    if (refused !== undefined) return refused;
    balances.set(account.id, {
      before: kobo(account.balance),
      after: kobo(after),
      version: account.version + 1n,
    });
  }
  await write(db, { code, reference, amounts, balances, actorId: actorId ?? null, reason: reason ?? null });
  return { outcome: 'posted', balances };
}

/** In the order of `open_purchases`. Whatever lowers a wallet is its owner's doing: no code is let through. */
async function whyNot(db: Db, account: LockedAccount, taken: bigint): Promise<NotPosted | undefined> {
  const { userId, balance, isFrozen, dailyLimit } = account;
  if (isFrozen) return { outcome: 'wallet_frozen' };
  if (balance < taken) return { outcome: 'insufficient_balance' };
  if (dailyLimit === null) return undefined;
  const left = dailyLimit - (await spentToday(db, userId));
  return left < taken ? { outcome: 'over_spending_limit', leftKobo: kobo(left < 0n ? 0n : left) } : undefined;
}

interface Writing {
  code: string;
  reference: string;
  amounts: Map<bigint, bigint>;
  balances: Map<bigint, UserBalance>;
  actorId: bigint | null;
  reason: string | null;
}

async function write(
  db: Db,
  { code, reference, amounts, balances, actorId, reason }: Writing,
): Promise<void> {
  const ids = [...amounts.keys()];
  const column = (pick: (balance: UserBalance) => bigint) =>
    ids.map((id) => {
      const balance = balances.get(id);
      return balance === undefined ? null : pick(balance);
    });
  await db.run(
    `with legs as (
       select * from unnest($5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])
         with ordinality as l(account_id, amount, balance_before, balance_after, version, leg)),
     posted as (insert into postings (code, reference, actor_id, reason) values ($1, $2, $3, $4) returning id),
     entered as (
       insert into entries (posting_id, leg, account_id, amount, balance_before, balance_after, version)
       select posted.id, leg, account_id, amount, balance_before, balance_after, version from legs, posted)
     update accounts a set balance = l.balance_after, version = l.version
     from legs l where a.id = l.account_id and l.version is not null`,
    [
      code,
      reference,
      actorId,
      reason,
      ids,
      [...amounts.values()],
      column(({ before }) => before),
      column(({ after }) => after),
      column(({ version }) => version),
    ],
  );
}

/** True for the error of posting the same (code, reference) a second time. */
export function isPostedTwice(error: unknown): boolean {
  return brokenConstraint(error) === 'postings_happen_once';
}
