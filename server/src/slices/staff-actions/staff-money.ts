/**
 * What every call checks by which staff move money or set what one user pays, in the commit of what it does: nobody acts for themselves, nor
 * for the same person under another name, and nobody moves more on one day than the settings let them. `recordStaffAction` takes such an
 * action only with what this gives, so no call can forget it.
 */
import { formatKobo, kobo, naira, subtract, zero, type Kobo } from '@jara/contract/money.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { isSamePerson } from '../identity/is-same-person.ts';

type StaffConfig = Pick<Config, 'identity' | 'staffDailyMaximum'>;

interface Limit {
  of: keyof Config['staffDailyMaximum'];
  words: string;
}
const issuing: Limit = { of: 'issueNaira', words: 'issue' };
const refunding: Limit = { of: 'refundNaira', words: 'refund' };
const deciding: Limit = { of: 'decideNaira', words: 'decide about' };

/** Each of them, with the limit that it counts against; the one of coupons counts those of vendors too, and is theirs. */
const limits = {
  transferFund: issuing,
  generateCoupon: null,
  refund: refunding,
  recoverRefund: null,
  decideWaiting: deciding,
  decideSuspense: deciding,
  setSpecialPrice: null,
  upgradeUser: null,
} as const satisfies Record<string, Limit | null>;
export type StaffMoneyCall = keyof typeof limits;

declare const isChecked: unique symbol;
/** Only this file makes one. */
export interface CheckedMoney {
  readonly movedKobo: Kobo | null;
  readonly [isChecked]: true;
}
const checked = (movedKobo: Kobo | null): CheckedMoney => ({ movedKobo }) as CheckedMoney; // the mark exists for the compiler alone

/** Of a vendor, whose coupons come out of the own wallet: no staff's money. */
export const ownMoney: CheckedMoney = checked(null);

interface StaffMoney {
  action: StaffMoneyCall;
  /** Whose money or price it is. */
  users: readonly bigint[];
  /** Null where no wallet is touched. */
  movedKobo: Kobo | null;
  /** Said to who would act for themselves, in place of the usual sentence. */
  words?: { msg: string; field: string };
}

/** First in the commit: it locks the row of who acts, before any wallet. */
export async function checkStaffMoney(
  db: Db,
  config: StaffConfig,
  { userId: actorId }: Pick<Principal, 'userId'>,
  { action, users, movedKobo, words }: StaffMoney,
): Promise<CheckedMoney> {
  for (const userId of users) {
    if (await isSamePerson(db, config.identity.hashKey, actorId, userId)) refuseForOneself(words);
  }
  const limit = limits[action];
  if (limit !== null && movedKobo !== null) await refuseOverLimit(db, config, { actorId, limit, movedKobo });
  return checked(movedKobo);
}

export function refuseForOneself(words?: StaffMoney['words']): never {
  const msg = words?.msg ?? 'Nobody does this for themselves: ask a colleague';
  refuse('forbidden', { msg, ...(words !== undefined && { errors: [{ field: words.field, msg }] }) });
}

async function refuseOverLimit(
  db: Db,
  { staffDailyMaximum }: StaffConfig,
  { actorId, limit, movedKobo }: { actorId: bigint; limit: Limit; movedKobo: Kobo },
): Promise<void> {
  // One of an actor at a time, else many at once each find the day still empty.
  await db.run('select from users where id = $1 for no key update', [actorId]);
  const together = Object.entries(limits).flatMap(([action, other]) => (other === limit ? [action] : []));
  const { total } = await db.get<{ total: bigint }>(
    `select coalesce(sum(moved_kobo), 0)::bigint as total from staff_actions
     where actor_id = $1 and action = any($2) and moved_kobo is not null and done_at >= lagos_midnight(now())`,
    [actorId, together],
  );
  const most = naira(staffDailyMaximum[limit.of]);
  if (kobo(total) + movedKobo <= most) return;
  const left = total >= most ? zero : subtract(most, kobo(total));
  refuse('staff_daily_limit', {
    msg: `One of the staff may ${limit.words} at most ${formatKobo(most)} in one day; ${formatKobo(left)} is left today`,
  });
}
