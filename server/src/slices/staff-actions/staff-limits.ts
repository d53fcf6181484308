/**
 * What one of the staff may do in a day, and what they have done of it: what the settings let everybody, or less where they have a limit of their own.
 * Whoever refuses what is beyond a day asks here, under the lock on the row of who acts, which a change of their limits takes too.
 */
import type { StaffRights, StaffUser } from '@jara/contract/calls/staff.ts';
import {
  formatNaira,
  fromNaira,
  kobo,
  naira,
  parseNaira,
  toNaira,
  zero,
  type Kobo,
} from '@jara/contract/money.ts';
import {
  limitedKinds,
  limitKindsOf,
  staffLimitKinds,
  type StaffLimitKind,
} from '@jara/contract/staff-limits.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../platform/db.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { StaffMoneyCall } from './checked-money.ts';

/** In naira; what is not named has none. */
export type StaffLimits = StaffUser['staffLimits'];

/** The settings. */
export type ShopLimits = Pick<Config, 'staffDailyMaximum' | 'coupons'>;

/** Each call on somebody's money, with what it counts as; coupons are counted as they are made, those of vendors too. */
export const countedAs = {
  transferFund: 'issue',
  generateCoupon: null,
  voidCoupon: null,
  refund: 'refund',
  recoverRefund: null,
  decideWaiting: 'decide',
  decideSuspense: 'decide',
  debit: 'decide',
  acceptFloat: null,
  setSpecialPrice: null,
  updatePrice: null,
  addPlan: null,
  updatePlan: null,
  schedulePrices: null,
  setCostPrice: null,
  correctContactDetails: null,
  setRoles: null,
  upgradeUser: null,
} as const satisfies Record<StaffMoneyCall, StaffLimitKind | null>;

const shopLimit = ({ staffDailyMaximum, coupons }: ShopLimits, kind: StaffLimitKind): Kobo =>
  naira(
    {
      issue: staffDailyMaximum.issueNaira,
      coupons: coupons.dailyMaximumNaira,
      refund: staffDailyMaximum.refundNaira,
      decide: staffDailyMaximum.decideNaira,
    }[kind],
  );

export async function dailyLimit(
  db: Db,
  config: ShopLimits,
  userId: bigint,
  kind: StaffLimitKind,
): Promise<{ mostKobo: Kobo; usedKobo: Kobo; isOwn: boolean }> {
  const ofShop = shopLimit(config, kind);
  const own = await db.find<{ limitKobo: bigint }>(
    'select limit_kobo as "limitKobo" from staff_limits where user_id = $1 and kind = $2',
    [userId, kind],
  );
  const isOwn = own !== undefined && own.limitKobo < ofShop;
  const used = (await usedToday(db, [userId])).get(userId);
  return { mostKobo: isOwn ? kobo(own.limitKobo) : ofShop, usedKobo: used?.[kind] ?? zero, isOwn };
}

/** By user id, since midnight in Lagos; whoever did nothing of a kind has none of it. */
export async function usedToday(
  db: Db,
  userIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, Partial<Record<StaffLimitKind, Kobo>>>> {
  const rows = await db.rows<{ userId: bigint; kind: StaffLimitKind; usedKobo: bigint }>(
    `select s.actor_id as "userId", c.kind, sum(s.moved_kobo)::bigint as "usedKobo"
     from staff_actions s join jsonb_each_text($2) as c(action, kind) on c.action = s.action and c.kind is not null
     where s.actor_id = any($1) and s.moved_kobo is not null and s.done_at >= lagos_midnight(now()) group by 1, 2
     union all
     select maker_id, 'coupons', sum(amount_kobo)::bigint from coupons where maker_id = any($1) and created_at >= lagos_midnight(now()) group by 1`,
    [userIds, JSON.stringify(countedAs)],
  );
  const used = new Map<bigint, Partial<Record<StaffLimitKind, Kobo>>>();
  for (const { userId, kind, usedKobo } of rows)
    used.set(userId, { ...used.get(userId), [kind]: kobo(usedKobo) });
  return used;
}

/** By user id; whoever has none is not in the map. */
export async function staffLimitsOf(
  db: Db,
  userIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, StaffLimits>> {
  const rows = await db.rows<{ userId: bigint; kind: StaffLimitKind; limitKobo: bigint }>(
    'select user_id as "userId", kind, limit_kobo as "limitKobo" from staff_limits where user_id = any($1)',
    [userIds],
  );
  const limits = new Map<bigint, StaffLimits>();
  for (const { userId, kind, limitKobo } of rows)
    limits.set(userId, { ...limits.get(userId), [kind]: toNaira(kobo(limitKobo)) });
  return limits;
}

/** The same of one. */
export const staffLimitsOfOne = async (db: Db, userId: bigint): Promise<StaffLimits> =>
  (await staffLimitsOf(db, [userId])).get(userId) ?? {};

/** Rights, with the limits beside them where there are any. */
export const withLimits = (rights: StaffRights, staffLimits: StaffLimits): StaffRights => ({
  ...rights,
  ...(limitedKinds(staffLimits).length > 0 && { staffLimits }),
});

/** What is left of limits where somebody has these rights: a limit ends with the role. */
export function limitsWithin(limits: StaffLimits, rights: StaffRights): StaffLimits {
  const left = limitKindsOf(rights).filter((kind) => limits[kind] !== undefined);
  return Object.fromEntries(left.map((kind) => [kind, limits[kind] ?? 0]));
}

/**
 * The limits of whoever has these rights, from now on: those `before`, but for the kinds that the input names, where null ends one. Refuses what is no
 * sum, more than the settings let everybody, or for another role. What was so before may stay: a setting that was lowered since stands in nobody's way.
 */
export function readStaffLimits(
  config: ShopLimits,
  input: Readonly<Partial<Record<StaffLimitKind, unknown>>>,
  rights: StaffRights,
  before: StaffLimits,
): StaffLimits {
  const allowed = limitKindsOf(rights);
  const read = (kind: StaffLimitKind): number => {
    const { label, of } = staffLimitKinds[kind];
    const wrong = (words: string): never => refuseField(`staffLimits.${kind}`, `${label}: ${words}`);
    if (!allowed.includes(kind)) wrong(`a limit of ${of} alone`);
    const limitKobo = parseNaira(input[kind]) ?? wrong('enter a sum in naira');
    const most = shopLimit(config, kind);
    if (limitKobo > most && toNaira(limitKobo) !== before[kind])
      wrong(`at most ${formatNaira(toNaira(most))}, which everybody may in a day`);
    return toNaira(limitKobo);
  };
  const named = limitedKinds(input).map((kind) => [kind, input[kind] === null ? undefined : read(kind)]);
  return limitsWithin({ ...before, ...Object.fromEntries(named) }, rights);
}

/** In a commit that has locked the user, and says why in the record of staff: the database asks (`refuse_unexplained_right`). */
export async function writeStaffLimits(db: Db, userId: bigint, limits: StaffLimits): Promise<void> {
  const kinds = limitedKinds(limits);
  await db.run('delete from staff_limits where user_id = $1 and kind <> all($2)', [userId, kinds]);
  await db.run(
    `insert into staff_limits as l (user_id, kind, limit_kobo) select $1, kind, limit_kobo from unnest($2::text[], $3::bigint[]) as n(kind, limit_kobo)
     on conflict (user_id, kind) do update set limit_kobo = excluded.limit_kobo where l.limit_kobo <> excluded.limit_kobo`,
    [userId, kinds, kinds.map((kind) => fromNaira(limits[kind] ?? 0))],
  );
}

/** Whether somebody may do more of anything. */
export const isMore = (before: StaffLimits, after: StaffLimits): boolean =>
  limitedKinds(before).some((kind) => (after[kind] ?? Infinity) > (before[kind] ?? Infinity));

/** `; daily limits: Refund ₦20,000.00`; empty where there are none. */
export function limitWords(limits: StaffLimits): string {
  const words = limitedKinds(limits).map(
    (kind) => `${staffLimitKinds[kind].label} ${formatNaira(limits[kind] ?? 0)}`,
  );
  return words.length === 0 ? '' : `; daily limits: ${words.join(', ')}`;
}
