/**
 * What every call checks by which staff move money or set what one user pays, in the commit of what it does: who acts is still staff, nobody acts for themselves, nor
 * for the same person under another name; nobody moves more on one day than the settings, or a limit of their own, let them; and beyond a sum nobody moves it alone,
 * nor sets a price below what we pay, or lowers what we are said to pay, nor has mail of somebody with that much go elsewhere; nor makes another admin, or takes that from one.
 * `recordStaffAction` takes such an action only with what this gives, so no call can forget it.
 */
import type { Api } from '@jara/contract/api.ts';
import type {
  HeldContact,
  HeldContactCall,
  HeldMoneyCall,
  HeldPriceCall,
  HeldRightsCall,
} from '@jara/contract/calls/review-queue.ts';
import type { HeldPrice } from '@jara/contract/calls/unusual-prices.ts';
import { formatKobo, fromNaira, kobo, naira, subtract, zero, type Kobo } from '@jara/contract/money.ts';
import type { StaffRights } from '@jara/contract/calls/staff.ts';
import type { StaffLimitKind } from '@jara/contract/staff-limits.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Caller } from '../../platform/sessions/principal.ts';
import { isSamePerson } from '../identity/is-same-person.ts';
import { checkAppointment } from './appointments.ts';
import { checked, type CheckedMoney, type StaffMoneyCall } from './checked-money.ts';
import { findNewStaff } from './new-staff.ts';
import { refuseFormerStaff } from './refuse-former-staff.ts';
import { countedAs, dailyLimit } from './staff-limits.ts';
import { takeRequest } from './take-request.ts';

type StaffConfig = Pick<
  Config,
  'identity' | 'staffDailyMaximum' | 'coupons' | 'staffReasonRequired' | 'staffSecondPerson'
>;

/** What is added up of a day before it is asked whether somebody may go on alone; else a large sum would go through in small ones. */
const kinds: Partial<Record<StaffMoneyCall, string>> = {
  transferFund: 'issuing',
  generateCoupon: 'issuing',
  refund: 'refunding',
  decideWaiting: 'deciding',
  decideSuspense: 'deciding',
  debit: 'debiting',
  acceptFloat: 'accepting',
  correctContactDetails: 'correcting',
} satisfies Record<HeldMoneyCall | HeldContactCall, string>;

/** The calls that have the same value in a table as this one. */
const alike = (table: Readonly<Record<string, unknown>>, action: StaffMoneyCall): string[] =>
  Object.keys(table).filter((other) => table[other] === table[action]);

/** Of a vendor, whose coupons come out of the own wallet: no staff's money. */
export const ownMoney: CheckedMoney = checked(null);

/** Of planned prices that begin: they were checked when they were planned. */
export const plannedBefore: CheckedMoney = checked(null);

/** Of rights that the operator gives on the machine. */
export const byOperator: CheckedMoney = checked(null);

/** Those that move money. */
type MoneyCall = {
  [Name in keyof Api]: Api[Name] extends { money: true | 'others' } ? Name : never;
}[keyof Api];

type StaffMoney = {
  /** Whose money or price it is; nobody's where it is a price of everybody, or money of the house. */
  users: readonly bigint[];
  /** Said to who would act for themselves, in place of the usual sentence. */
  words?: { msg: string; field: string };
} & (
  | {
      /** What moves money takes a key. */
      action: Exclude<StaffMoneyCall, HeldPriceCall | HeldContactCall | HeldRightsCall> &
        (MoneyCall | 'upgradeUser');
      /** Null where no wallet is touched, or where it was paid in another currency. */
      movedKobo: Kobo | null;
      prices?: undefined;
      contact?: undefined;
    }
  /** Those below cost, and the costs that are lowered: with any of them nobody does it alone. */
  | { action: HeldPriceCall; movedKobo: null; prices: readonly HeldPrice[]; contact?: undefined }
  /** Null where the mail goes where it went. Nothing is moved, but whoever reads the mail of an account can take what it holds. */
  | { action: HeldContactCall; movedKobo: null; prices?: undefined; contact: HeldContact | null }
  /** Whoever is an admin may all the rest, so the first thing that a stolen session would do is to make one, and to dismiss who could stop it. */
  | {
      action: HeldRightsCall;
      movedKobo: null;
      prices?: undefined;
      contact?: undefined;
      before: StaffRights;
      after: StaffRights;
    }
);

/** First in the commit: it locks who acts and who confirms, then what waits for them, before any wallet. Of an actor's calls at once each finds in the day what the one before did. */
export async function checkStaffMoney(
  db: Db,
  config: StaffConfig,
  principal: Caller,
  money: StaffMoney,
): Promise<CheckedMoney> {
  const { action, users, movedKobo, words, prices, contact = null } = money;
  const { userId: actorId, confirmation } = principal;
  await refuseFormerStaff(db, principal, action);
  for (const userId of users) {
    if (await isSamePerson(db, config.identity, actorId, userId)) refuseForOneself(words);
  }
  if (confirmation !== undefined)
    await takeRequest(db, config, {
      confirmation,
      action,
      makerId: actorId,
      userIds: users,
      movedKobo,
      contact,
      rights: money.action === 'setRoles' ? { from: money.before, to: money.after } : null,
    });
  const kind = countedAs[action];
  if (kind !== null) await refuseOverLimit(db, config, { actorId, kind, movedKobo });
  if (action === 'correctContactDetails') return checkCorrection(db, config, principal, { users, contact });
  if (money.action === 'setRoles') return checkAppointment(db, config, principal, money);
  const isHeld =
    confirmation === undefined &&
    (prices === undefined
      ? await needsSecond(db, config, { actorId, action, movedKobo })
      : config.staffSecondPerson.aboveNaira !== 0 && prices.length > 0);
  return checked(movedKobo, {
    heldOf: isHeld ? users : null,
    prices: prices ?? null,
    mustSayWhy: config.staffReasonRequired,
  });
}

/** What an account holds counts as moved by who had its mail go elsewhere alone: else one admin would come at as much by each of many accounts. */
async function checkCorrection(
  db: Db,
  config: StaffConfig,
  { userId: actorId, confirmation }: Caller,
  { users, contact }: { users: readonly bigint[]; contact: HeldContact | null },
): Promise<CheckedMoney> {
  const movedKobo = contact === null ? zero : fromNaira(contact.holds);
  if (confirmation !== undefined || movedKobo === 0n) return checked(null);
  const isHeld = await needsSecond(db, config, { actorId, action: 'correctContactDetails', movedKobo });
  return isHeld ? checked(null, { heldOf: users, contact }) : checked(movedKobo);
}

export function refuseForOneself(words?: StaffMoney['words']): never {
  const msg = words?.msg ?? 'Nobody does this for themselves: ask a colleague';
  refuse('forbidden', { msg, ...(words !== undefined && { errors: [{ field: words.field, msg }] }) });
}

interface Moving {
  actorId: bigint;
  action: StaffMoneyCall;
}

type CountedKind = Exclude<StaffLimitKind, 'coupons'>;
const limitVerbs: Record<CountedKind, string> = { issue: 'issue', refund: 'refund', decide: 'decide about' };

async function refuseOverLimit(
  db: Db,
  config: StaffConfig,
  { actorId, kind, movedKobo }: { actorId: bigint; kind: CountedKind; movedKobo: Kobo | null },
): Promise<void> {
  const { mostKobo: most, usedKobo: total, isOwn } = await dailyLimit(db, config, actorId, kind);
  // Of another currency nobody knows what it comes to: whoever may do nothing may not do that either.
  if (movedKobo === null ? most > 0n : total + movedKobo <= most) return;
  const left = total >= most ? zero : subtract(most, total);
  refuse('staff_daily_limit', {
    msg: `${isOwn ? 'This member' : 'One'} of the staff may ${limitVerbs[kind]} at most ${formatKobo(most)} in one day; ${formatKobo(left)} is left today`,
  });
}

async function movedToday(db: Db, actorId: bigint, actions: readonly string[]): Promise<Kobo> {
  const { total } = await db.get<{ total: bigint }>(
    `select coalesce(sum(moved_kobo), 0)::bigint as total from staff_actions
     where actor_id = $1 and action = any($2) and moved_kobo is not null and done_at >= lagos_midnight(now())`,
    [actorId, actions],
  );
  return kobo(total);
}

/** Whether a second admin has to confirm it. What a colleague confirmed today counts for both of them, so not for what one did alone. */
async function needsSecond(
  db: Db,
  config: StaffConfig,
  { actorId, action, movedKobo }: Moving & { movedKobo: Kobo | null },
): Promise<boolean> {
  const { aboveNaira } = config.staffSecondPerson;
  if (aboveNaira === 0 || kinds[action] === undefined) return false;
  // Nobody alone takes money from somebody, however little; and nobody knows what another currency comes to.
  if (action === 'debit' || movedKobo === null) return true;
  // Else whoever makes several accounts of their own staff moves as much again by each.
  if ((await findNewStaff(db, config, [actorId])).length > 0) return true;
  const together = alike(kinds, action);
  const { total: confirmed } = await db.get<{ total: bigint }>(
    `select coalesce(sum(moved_kobo), 0)::bigint as total from staff_requests
     where maker_id = $1 and call = any($2) and state = 'confirmed' and ended_at >= lagos_midnight(now())`,
    [actorId, together],
  );
  const alone = subtract(await movedToday(db, actorId, together), kobo(confirmed));
  return alone + movedKobo > naira(aboveNaira);
}
