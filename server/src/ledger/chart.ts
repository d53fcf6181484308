/** The chart of accounts and of postings (docs/money.md). House accounts exist once; user accounts come with the user. */
import type { Db } from '../platform/db.ts';

export const houseKinds = [
  'issuance',
  'gateway',
  'reserved',
  'bank',
  'supplier',
  'in_flight',
  'coupon_liability',
  'revenue',
  'referral_cost',
  'loss',
  'suspense',
] as const;
export type HouseKind = (typeof houseKinds)[number];
export type UserAccountKind = 'wallet' | 'earnings';

/** Why money moved. Each code's `reference` names the business object that it may happen to once. */
export const postingCodes = {
  'purchase.open': 'the purchase',
  'purchase.deliver': 'the purchase',
  'purchase.return': 'the purchase',
  'purchase.reverse': 'the purchase',
  'purchase.refund': 'the purchase',
  'purchase.recover': 'the purchase',
  'purchase.late_vend': 'the purchase and its attempt',
  'purchase.late_reverse': 'the purchase and its attempt',
  'funding.card': "the gateway's payment reference",
  'funding.suspense': "the gateway's payment reference",
  'suspense.credit': 'the payment that stood in suspense',
  'suspense.return': 'the payment that stood in suspense',
  'withdraw.open': 'the transaction',
  'withdraw.pay': 'the transaction',
  'withdraw.return': 'the transaction',
  'withdraw.reverse': 'the transaction',
  'withdraw.late_pay': 'the transaction',
  'withdraw.late_reverse': 'the transaction',
  transfer: "the sender's transaction",
  'issue.transfer': 'the transaction',
  'debit.clawback': 'the debit',
  'debit.chargeback': 'the debit',
  'funding.transfer': "the provider's transfer reference",
  'coupon.issue': 'the coupon',
  'coupon.redeem': 'the coupon',
  'coupon.void': 'the coupon',
  'upgrade.fee': 'the transaction',
  'referral.reward': 'the referee',
  'earning.withdraw': 'the transaction',
  'issue.test_top_up': 'the transaction',
  'issue.demo': 'the demo user',
} as const;
export type PostingCode = keyof typeof postingCodes;

/** The id of a house account, which is made on first use. Ids never change, so callers may keep them. */
export async function houseAccount(db: Db, kind: HouseKind, name = ''): Promise<bigint> {
  const params = [kind, name];
  const found = await db.find<{ id: bigint }>(
    'select id from accounts where kind = $1 and name = $2 and user_id is null',
    params,
  );
  if (found !== undefined) return found.id;
  await db.run('select open_house_account($1, $2)', params);
  const made = await db.get<{ id: bigint }>(
    'select id from accounts where kind = $1 and name = $2 and user_id is null',
    params,
  );
  return made.id;
}

/** Opens the two accounts of a new user, both empty. Gives the wallet's id. */
export async function openUserAccounts(db: Db, userId: bigint): Promise<bigint> {
  const wallet = await db.get<{ id: bigint }>('select open_user_accounts($1) as id', [userId]);
  return wallet.id;
}

/** The id of a user's account. */
export async function userAccount(db: Db, userId: bigint, kind: UserAccountKind): Promise<bigint> {
  const account = await db.get<{ id: bigint }>('select id from accounts where user_id = $1 and kind = $2', [
    userId,
    kind,
  ]);
  return account.id;
}
