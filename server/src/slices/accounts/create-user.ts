/** Makes users: the row and both of its accounts, in the caller's commit. */
import type { UserType } from '@jara/contract/constants.ts';
import { openUserAccounts } from '../../ledger/chart.ts';
import type { Db } from '../../platform/db.ts';

export interface NewUser {
  userName: string;
  fullName: string;
  email: string;
  phone: string;
  passwordHash: string;
  /** The user name of whoever referred them. One that nobody has is ignored. */
  referredBy?: string;
  userType?: UserType;
  isAdmin?: boolean;
  isAgent?: boolean;
  isCouponVendor?: boolean;
  isDemo?: boolean;
}

/** Breaks `users_user_name_key`, `users_email_key` or `users_phone_key` when another user has one of the three. */
export async function createUser(
  db: Db,
  user: NewUser,
): Promise<{ userId: bigint; walletAccountId: bigint }> {
  const { id } = await db.get<{ id: bigint }>(
    `insert into users (user_name, full_name, email, phone, password_hash, user_type, is_admin, is_agent, is_coupon_vendor, is_demo,
       referred_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (select id from users where user_name = $11)) returning id`,
    [
      user.userName,
      user.fullName,
      user.email,
      user.phone,
      user.passwordHash,
      user.userType ?? 'smart earner',
      user.isAdmin ?? false,
      user.isAgent ?? false,
      user.isCouponVendor ?? false,
      user.isDemo ?? false,
      user.referredBy ?? null,
    ],
  );
  return { userId: id, walletAccountId: await openUserAccounts(db, id) };
}
