/** A user as the wire names them, and what signing in and `GET /auth` both answer with. */
import type { AccountNumber, Profile, User } from '@jara/contract/calls/accounts.ts';
import type { UserType } from '@jara/contract/constants.ts';
import { isStaff } from '@jara/contract/is-staff.ts';
import { toNaira } from '@jara/contract/money.ts';
import { presentSubscriptionPlans } from '../plans/present.ts';
import type { Context } from '../../app/context.ts';
import { walletBalance } from '../../ledger/balances.ts';
import type { Db } from '../../platform/db.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { newestTransactions } from '../transactions/find-receipt.ts';
import { presentTransaction } from '../transactions/transaction.ts';

const MINUTES_IN_HOUR = 60;

interface UserRow {
  id: bigint;
  userName: string;
  fullName: string;
  email: string;
  phone: string;
  userType: UserType;
  referredBy: string | null;
  createdAt: Date;
  lastLoginAt: Date | null;
  /** The last digits of verified numbers. */
  nin: string | null;
  bvn: string | null;
  accountNumbers: AccountNumber[];
  specialPrices: { productName: string; price: number }[];
  webhookUrl: string | null;
  webhookPausedAt: Date | null;
  standingWords: string | null;
  /** The newest one that was not rotated away, masked. */
  apiToken: string | null;
}

export async function presentProfile(context: Context, viewer: Principal): Promise<Omit<Profile, 'terms'>> {
  const { pool, config } = context;
  const [user, transactions] = await Promise.all([
    presentUser(pool, viewer.userId),
    newestTransactions(pool, viewer.userId),
  ]);
  const staff = isStaff(viewer);
  return {
    user,
    subscriptionPlans: presentSubscriptionPlans(context, viewer),
    transactions: transactions.map((transaction) => presentTransaction(transaction, { staff })),
    isAdmin: viewer.isAdmin,
    isAgent: viewer.isAgent,
    isCouponVendor: viewer.isCouponVendor,
    isShopClosed: context.shop.isClosed(),
    sessionIdleMinutes: staff ? config.session.staffIdleMinutes : config.session.idleHours * MINUTES_IN_HOUR,
  };
}

/** A user as they see themselves. */
export async function presentUser(db: Db, userId: bigint): Promise<User> {
  const row = await db.get<UserRow>(
    `select u.id, u.user_name as "userName", u.full_name as "fullName", u.email, u.phone, u.user_type as "userType",
       r.user_name as "referredBy", u.created_at as "createdAt", u.last_login_at as "lastLoginAt",
       (select last_four from identities where user_id = u.id and kind = 'nin') as nin,
       (select last_four from identities where user_id = u.id and kind = 'bvn') as bvn,
       coalesce((
         select json_agg(json_build_object('bankName', a.bank, 'accountNumber', a.account_number, 'accountName', a.account_name,
           'status', a.state) order by a.id)
         from reserved_accounts a where a.user_id = u.id and a.state <> 'opening'), '[]') as "accountNumbers",
       coalesce((
         select json_agg(json_build_object('productName', s.product, 'price', s.price_kobo / 100.0) order by s.product)
         from special_prices s where s.user_id = u.id), '[]') as "specialPrices",
       e.url as "webhookUrl", e.paused_at as "webhookPausedAt",
       (select s.words from standings s where s.user_id = u.id order by s.id desc limit 1) as "standingWords",
       (select t.masked from api_tokens t where t.user_id = u.id and t.ends_at is null order by t.id desc limit 1) as "apiToken"
     from users u left join users r on r.id = u.referred_by left join webhook_endpoints e on e.user_id = u.id where u.id = $1`,
    [userId],
  );
  const { balance, version, standing, isFrozen } = await walletBalance(db, userId);
  return {
    _id: String(row.id),
    userName: row.userName,
    fullName: row.fullName,
    email: row.email,
    phoneNumber: row.phone,
    userType: row.userType,
    balance: toNaira(balance),
    balanceVersion: Number(version),
    standing,
    standingWords: standing === 'active' ? null : row.standingWords,
    isFrozen,
    referredBy: row.referredBy,
    createdAt: row.createdAt.toISOString(),
    lastLogin: row.lastLoginAt?.toISOString() ?? null,
    nin: maskNumber(row.nin),
    bvn: maskNumber(row.bvn),
    accountNumbers: row.accountNumbers,
    reservedAccountNo3:
      row.accountNumbers.find(({ bankName, status }) => bankName === 'palmpay' && status === 'active')
        ?.accountNumber ?? null,
    isSpecial: row.specialPrices.length > 0,
    specialPrices: row.specialPrices,
    webhookUrl: row.webhookUrl,
    webhookPausedAt: row.webhookPausedAt?.toISOString() ?? null,
    apiToken: row.apiToken,
  };
}

const maskNumber = (lastFour: string | null): string | null =>
  lastFour === null ? null : `•••• ${lastFour}`;
