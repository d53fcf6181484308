/** Users as staff see them: which ones a filter finds, what they hold together, and one page of them. */
import type { CallQuery } from '@jara/contract/api.ts';
import { limits, userTypes, type Standing, type UserType } from '@jara/contract/constants.ts';
import { kobo, toNaira, zero } from '@jara/contract/money.ts';
import { phoneToFind } from '@jara/contract/phone.ts';
import { limitKindsOf } from '@jara/contract/staff-limits.ts';
import type { StaffUser } from '@jara/contract/calls/staff.ts';
import { readUsersTotal, type UsersAsked } from '../../ledger/sums/user-sums.ts';
import { specialPricesOf } from '../pricing/special-prices.ts';
import { staffLimitsOf, usedToday } from '../staff-actions/staff-limits.ts';
import type { Db } from '../../platform/db.ts';
import { refuseField } from '../../platform/refuse.ts';

export interface UserFilter {
  /** A condition over `users u`; `true` when nothing is filtered. */
  where: string;
  params: unknown[];
  /** The same, as the sums of users are asked. */
  asked: UsersAsked;
}

export const everyone: UserFilter = { where: 'true', params: [], asked: {} };

/** 'api-user', 'API_USER' and 'api user' are the same; undefined when it is no type. */
export function readUserType(input: string): UserType | undefined {
  const words = input
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_+-]+/g, ' ');
  return userTypes.find((type) => type === words);
}

const given = (text: string | undefined): string | undefined => text?.trim() || undefined;
const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Malformed filters are refused with the field. */
export function readUserFilter(
  query: Pick<CallQuery<'listUsers'>, 'userName' | 'phoneNumber' | 'type'>,
): UserFilter {
  const conditions: string[] = [];
  const params: unknown[] = [];
  const asked: UsersAsked = {};
  const add = (condition: string, value: unknown): void => {
    params.push(value);
    conditions.push(condition.replace('?', `$${params.length}`));
  };
  const userName = given(query.userName)?.toLowerCase();
  if (userName !== undefined) {
    asked.userName = userName;
    add(`u.user_name like ?`, `${escapeLike(userName)}%`);
  }
  const phone = given(query.phoneNumber);
  if (phone !== undefined) {
    asked.phone = beginningOfPhone(phone);
    add(`u.phone like ?`, `${asked.phone}%`);
  }
  const type = given(query.type);
  if (type !== undefined && type.toLowerCase() !== 'all') {
    const userType =
      readUserType(type) ?? refuseField('type', `Unknown type: choose all, ${userTypes.join(', ')}`);
    asked.userType = userType;
    add('u.user_type = ?', userType);
  }
  return { where: conditions.length === 0 ? 'true' : conditions.join(' and '), params, asked };
}

/** A whole number in any spelling, or its first digits. */
function beginningOfPhone(input: string): string {
  const digits = phoneToFind(input);
  return digits !== undefined && digits.length <= 11
    ? digits
    : refuseField('phoneNumber', 'Enter digits of the phone number');
}

export interface UserTotals {
  count: number;
  /** Without the viewer's own wallet. */
  balanceNaira: number;
}

export async function countUsers(
  db: Db,
  { asked, ...found }: UserFilter,
  viewerId: bigint,
): Promise<UserTotals> {
  const { count, walletsKobo } = await readUsersTotal(db, { asked, found, butFor: viewerId });
  return { count: Number(count), balanceNaira: toNaira(kobo(walletsKobo)) };
}

interface Row {
  id: bigint;
  userName: string;
  fullName: string;
  email: string;
  isEmailConfirmed: boolean;
  phone: string;
  isPhoneConfirmed: boolean;
  userType: UserType;
  isAdmin: boolean;
  isAgent: boolean;
  isCouponVendor: boolean;
  balance: bigint;
  standing: Standing;
  standingReason: string | null;
  standingSince: Date | null;
  isFrozen: boolean;
  payoutsHeldAt: Date | null;
  dailyLimit: bigint | null;
  referredBy: string | null;
  nin: string | null;
  bvn: string | null;
  accountNumbers: { bankName: string; accountNumber: string }[];
  createdAt: Date;
  lastLoginAt: Date | null;
}

const lastFour = (kind: 'nin' | 'bvn'): string =>
  `(select i.last_four from identities i where i.user_id = u.id and i.kind = '${kind}') as ${kind}`;

/** Of `users u`, `accounts a` (their wallets), `users r` (who referred them) and `standings s` (why they are not active). */
const columns = `u.id, u.user_name as "userName", u.full_name as "fullName", u.email, u.email_confirmed_at is not null as "isEmailConfirmed",
  u.phone, u.phone_confirmed_at is not null as "isPhoneConfirmed", u.user_type as "userType",
  u.is_admin as "isAdmin", u.is_agent as "isAgent", u.is_coupon_vendor as "isCouponVendor", a.balance,
  a.standing, s.reason as "standingReason", s.changed_at as "standingSince", a.frozen_at is not null as "isFrozen", a.payouts_held_at as "payoutsHeldAt", a.daily_limit_kobo as "dailyLimit", r.user_name as "referredBy",
  u.created_at as "createdAt", u.last_login_at as "lastLoginAt", ${lastFour('nin')}, ${lastFour('bvn')},
  coalesce((
    select json_agg(json_build_object('bankName', b.bank, 'accountNumber', b.account_number) order by b.id) from reserved_accounts b
    where b.user_id = u.id and b.state = 'active'), '[]') as "accountNumbers"`;

const joins = `join accounts a on a.user_id = u.id and a.kind = 'wallet' left join users r on r.id = u.referred_by
  left join lateral (
    select reason, changed_at from standings where user_id = u.id and a.standing <> 'active' order by id desc limit 1) s on true`;

/** Up to so many are found by the index of what is asked; among more, a page is found soonest by a walk from the newest on. */
const FEW = 5_000;

/**
 * The ids are found first, so that the users before the page are skipped without reading more of them. `count` says how many the filter finds,
 * where that is known: no planner knows whether the few that it finds are among the newest.
 */
export async function pageOfUsers(
  db: Db,
  { where, params }: Pick<UserFilter, 'where' | 'params'>,
  { skip, most, count = FEW + 1 }: { skip: number; most: number; count?: number },
): Promise<StaffUser[]> {
  // A condition is not moved over an offset, nor the order that it would be walked in.
  const few = count <= FEW ? 'offset 0' : '';
  const rows = await db.rows<Row>(
    `select ${columns} from (
       select u.id from (select u.id from users u where ${where} ${few}) u order by u.id desc limit $${params.length + 1} offset $${params.length + 2}) p
     join users u on u.id = p.id ${joins} order by u.id desc`,
    [...params, most, skip],
  );
  const ids = rows.map(({ id }) => id);
  const special = await specialPricesOf(db, ids);
  const staffLimits = await staffLimitsOf(db, ids);
  const used = await usedOf(db, rows);
  return rows.map((row) => ({
    ...present(row, special.get(row.id) ?? []),
    staffLimits: staffLimits.get(row.id) ?? {},
    staffUsedToday: used(row),
  }));
}

/** Of those with a role; of what their roles do, whether or not they did any today. */
async function usedOf(db: Db, rows: readonly Row[]): Promise<(row: Row) => StaffUser['staffUsedToday']> {
  const staff = rows.filter((row) => limitKindsOf(row).length > 0).map(({ id }) => id);
  const used = staff.length === 0 ? undefined : await usedToday(db, staff);
  return (row) =>
    Object.fromEntries(limitKindsOf(row).map((kind) => [kind, toNaira(used?.get(row.id)?.[kind] ?? zero)]));
}

/** The next of the users with an id below `belowId`, newest first: for reading all of them piece by piece. */
export async function usersBelow(
  db: Db,
  { where, params }: UserFilter,
  { belowId, most }: { belowId: bigint; most: number },
): Promise<StaffUser[]> {
  const filter = { where: `${where} and u.id < $${params.length + 1}`, params: [...params, belowId] };
  return pageOfUsers(db, filter, { skip: 0, most });
}

export async function findStaffUser(db: Db, userId: bigint): Promise<StaffUser | undefined> {
  const [user] = await pageOfUsers(db, { where: 'u.id = $1', params: [userId] }, { skip: 0, most: 1 });
  return user;
}

export const pagesOf = (count: number): number => Math.max(1, Math.ceil(count / limits.pageSize));

const DIGITS_BEFORE = 7;
const masked = (four: string | null): string | null =>
  four === null ? null : '*'.repeat(DIGITS_BEFORE) + four;

const present = (
  row: Row,
  specialPrices: StaffUser['specialPrices'],
): Omit<StaffUser, 'staffLimits' | 'staffUsedToday'> => ({
  _id: String(row.id),
  userName: row.userName,
  fullName: row.fullName,
  email: row.email,
  isEmailConfirmed: row.isEmailConfirmed,
  phoneNumber: row.phone,
  isPhoneConfirmed: row.isPhoneConfirmed,
  userType: row.userType,
  isAdmin: row.isAdmin,
  isAgent: row.isAgent,
  isCouponVendor: row.isCouponVendor,
  balance: toNaira(kobo(row.balance)),
  standing: row.standing,
  standingReason: row.standingReason,
  standingSince: row.standingSince?.toISOString() ?? null,
  isFrozen: row.isFrozen,
  withdrawalsHeldSince: row.payoutsHeldAt?.toISOString() ?? null,
  dailyLimit: row.dailyLimit === null ? null : toNaira(kobo(row.dailyLimit)),
  referredBy: row.referredBy,
  nin: masked(row.nin),
  bvn: masked(row.bvn),
  accountNumbers: row.accountNumbers,
  isSpecial: specialPrices.length > 0,
  specialPrices,
  createdAt: row.createdAt.toISOString(),
  lastLogin: row.lastLoginAt?.toISOString() ?? null,
});
