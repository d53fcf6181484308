/**
 * Moves money: one balanced posting, in the caller's commit. Guarantees that its legs sum to zero, that a user account never goes
 * below zero, that nothing leaves a wallet that its owner froze, whose owner staff stopped or that is held, or more than the owner's limit for a day
 * leaves, that the balance before
 * and after stands in each entry of a user account, that the same (code, reference) is never posted twice, and that a posting follows from
 * a row as the posting table says. All of it in the database, by `write_posting`: the program itself may not write the books. Purchases
 * do the same for many at once in `open_purchases` and `settle_purchases`.
 */
import { kobo, type Kobo } from '@jara/contract/money.ts';
import { brokenConstraint, type Db } from '../platform/db.ts';
import type { PostingCode } from './chart.ts';
import type { MoneyHeld } from './spending-controls.ts';

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
  | { outcome: 'insufficient_balance' | 'wallet_frozen' | 'account_restricted' | 'receiver_stopped' }
  /** `leftSeconds`: until then, by the time of the database. */
  | ({ outcome: 'money_held'; leftSeconds: number } & MoneyHeld)
  /** The most that may still leave the wallet today. */
  | { outcome: 'over_spending_limit'; leftKobo: Kobo };

/** Adds up the legs of one account and drops what cancels out, so that an account has one entry in a posting. */
function joinLegs(legs: readonly Leg[]): Map<bigint, bigint> {
  const amounts = new Map<bigint, bigint>();
  for (const { accountId, amountKobo } of legs)
    amounts.set(accountId, (amounts.get(accountId) ?? 0n) + amountKobo);
  for (const [accountId, amount] of amounts) if (amount === 0n) amounts.delete(accountId);
  return amounts;
}

/** True when it is not for the sum that nothing moved: whether the same moved a moment ago is no question then. */
export const isStopped = ({ outcome }: PostOutcome): boolean =>
  outcome === 'wallet_frozen' ||
  outcome === 'money_held' ||
  outcome === 'account_restricted' ||
  outcome === 'receiver_stopped';

interface Answer {
  outcome: PostOutcome['outcome'];
  balances: { id: string; before: string; after: string; version: string }[];
  left: string;
  until: string;
  seconds: number;
  because: MoneyHeld['because'];
  most: string;
}

/**
 * Posts, or says why money may not leave a user account (then nothing was written). Throws when the legs do not balance, when an
 * account does not exist, and with constraint `postings_happen_once` when this reference was posted before: see `isPostedTwice`. The
 * commit throws with constraint `postings_follow_from_rows` when the row that justifies the posting is not there by then.
 */
export async function post(
  db: Db,
  { code, reference, legs, actorId, reason }: Posting,
): Promise<PostOutcome> {
  const amounts = joinLegs(legs);
  const sum = [...amounts.values()].reduce((total, amount) => total + amount, 0n);
  if (sum !== 0n || amounts.size < 2) throw new Error(`posting ${code} ${reference} does not balance`);
  const { answer } = await db.get<{ answer: Answer }>(
    'select write_posting($1, $2, $3, $4, $5, $6) as answer',
    [code, reference, [...amounts.keys()], [...amounts.values()], actorId ?? null, reason ?? null],
  );
  switch (answer.outcome) {
    case 'posted':
      return {
        outcome: 'posted',
        balances: new Map(
          answer.balances.map(({ id, before, after, version }) => [
            BigInt(id),
            { before: kobo(BigInt(before)), after: kobo(BigInt(after)), version: BigInt(version) },
          ]),
        ),
      };
    case 'over_spending_limit':
      return { outcome: 'over_spending_limit', leftKobo: kobo(BigInt(answer.left)) };
    case 'money_held':
      return {
        outcome: 'money_held',
        because: answer.because,
        until: new Date(answer.until),
        leftSeconds: answer.seconds,
        purchasesKobo: kobo(BigInt(answer.most)),
      };
    case 'wallet_frozen':
    case 'account_restricted':
    case 'receiver_stopped':
    case 'insufficient_balance':
      return { outcome: answer.outcome };
  }
}

/** Posts what raises this user account and is no transfer: no freeze, limit or standing forbids it. Gives its balance. */
export async function postInto(db: Db, accountId: bigint, posting: Posting): Promise<UserBalance> {
  const posted = await post(db, posting);
  const balance = posted.outcome === 'posted' ? posted.balances.get(accountId) : undefined;
  if (balance === undefined)
    throw new Error(`posting ${posting.code} ${posting.reference} did not reach account ${accountId}`);
  return balance;
}

/** True for the error of posting the same (code, reference) a second time. */
export function isPostedTwice(error: unknown): boolean {
  return brokenConstraint(error) === 'postings_happen_once';
}
