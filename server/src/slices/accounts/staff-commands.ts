/** What `npm run admin` does about staff: for whoever has the machine, and for when no admin can log in. Each is on record. */
import type { StaffRights } from '@jara/contract/calls/staff.ts';
import type { StaffLimitKind } from '@jara/contract/staff-limits.ts';
import type { Db } from '../../platform/db.ts';
import { forgetByCommand } from '../../platform/session.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { distrustDevices } from '../sessions/devices.ts';
import { operator, recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { rightsWords } from '../staff-actions/rights-words.ts';
import {
  limitsWithin,
  limitWords,
  readStaffLimits,
  staffLimitsOf,
  staffLimitsOfOne,
  withLimits,
  writeStaffLimits,
  type ShopLimits,
} from '../staff-actions/staff-limits.ts';
import { byOperator } from '../staff-actions/staff-money.ts';
import { endSecondFactors, isTwoStep, secondFactorsOf } from '../step-up/second-factors.ts';
import { isLess, lockRights, mailStaffChange, writeRights, type Rights } from './rights.ts';

type Say = (text: string) => void;

const rightOf: Readonly<Record<string, keyof Rights>> = {
  admin: 'isAdmin',
  agent: 'isAgent',
  'coupon-vendor': 'isCouponVendor',
};
export const roleNames = Object.keys(rightOf);

export interface RoleCommand {
  userName: string;
  role: string;
  reason: string;
  /** False to take it away. */
  grants: boolean;
}

async function recordRights(
  db: Db,
  userId: bigint,
  reason: string,
  before: StaffRights,
  after: StaffRights,
): Promise<void> {
  await queueMail(db, userId, 'rights_changed');
  const detail = `${rightsWords(after)}${limitWords(after.staffLimits ?? {})}`;
  await recordSecurityEvent(db, { userId }, undefined, { what: 'roles_changed', detail });
  await recordStaffAction(db, operator.actor, operator.request, {
    action: 'setRoles',
    subject: `user ${userId}`,
    before: { ...before },
    after: { ...after },
    checked: byOperator,
    reason,
  });
}

/** Gives, in words, why nothing was done. */
export async function changeRoleByCommand(
  db: Db,
  { userName, role, reason, grants }: RoleCommand,
  say: Say,
): Promise<string | undefined> {
  const right = rightOf[role];
  if (right === undefined) return `--role is one of: ${roleNames.join(', ')}`;
  const userId = await findId(db, userName);
  const before = userId === undefined ? undefined : await lockRights(db, userId);
  if (userId === undefined || before === undefined) return `Nobody has the username ${userName}.`;
  if (before[right] === grants) return `${userName} is ${rightsWords(before)}: nothing to do.`;
  const after = { ...before, [right]: grants };
  const limits = await staffLimitsOfOne(db, userId);
  const newLimits = limitsWithin(limits, after);
  await writeRights(db, userId, after);
  await writeStaffLimits(db, userId, newLimits);
  if (before.isAdmin && !after.isAdmin) await db.run('select refuse_without_admin()');
  await forgetByCommand(db, userId, { ends: isLess(before, after) });
  await mailStaffChange(db, { userId, before, after, by: 'The operator', reason });
  await recordRights(db, userId, reason, withLimits(before, limits), withLimits(after, newLimits));
  say(`${userName} is ${rightsWords(after)} now.`);
  return undefined;
}

export interface LimitCommand {
  userName: string;
  /** Those that are changed: a sum in naira, or `none`. */
  limits: Partial<Record<StaffLimitKind, string>>;
  reason: string;
  shop: ShopLimits;
}

/** Gives, in words, why nothing was done; throws a Refusal for a limit that cannot be. */
export async function limitStaffByCommand(
  db: Db,
  { userName, limits: given, reason, shop }: LimitCommand,
  say: Say,
): Promise<string | undefined> {
  const userId = await findId(db, userName);
  const rights = userId === undefined ? undefined : await lockRights(db, userId);
  if (userId === undefined || rights === undefined) return `Nobody has the username ${userName}.`;
  const before = await staffLimitsOfOne(db, userId);
  const named = Object.entries(given).map(([kind, sum]) => [kind, sum === 'none' ? null : sum]);
  const after = readStaffLimits(shop, Object.fromEntries(named), rights, before);
  const words = `${userName} is ${rightsWords(rights)}${limitWords(after)}`;
  if (limitWords(before) === limitWords(after)) return `${words}: nothing to do.`;
  await writeStaffLimits(db, userId, after);
  await recordRights(db, userId, reason, withLimits(rights, before), withLimits(rights, after));
  say(`${words}.`);
  return undefined;
}

/** For who lost phone and recovery codes: the next login asks for the password alone, and staff of a live installation set it up anew. */
export async function resetTotpByCommand(
  db: Db,
  { userName, reason }: { userName: string; reason: string },
  say: Say,
): Promise<string | undefined> {
  const userId = await findId(db, userName);
  if (userId === undefined) return `Nobody has the username ${userName}.`;
  if (!isTwoStep(await secondFactorsOf(db, userId))) return `Two-step login of ${userName} is not on.`;
  // Whoever stole the phone may have logged in there.
  await distrustDevices(db, userId, { but: null });
  await endSecondFactors(db, userId);
  await forgetByCommand(db, userId, { ends: true });
  await queueMail(db, userId, 'totp_off');
  await recordSecurityEvent(db, { userId }, undefined, { what: 'totp_off', detail: 'by the operator' });
  await recordStaffAction(db, operator.actor, operator.request, {
    action: 'resetTotp',
    subject: `user ${userId}`,
    before: { isTwoStep: true },
    after: { isTwoStep: false },
    reason,
  });
  say(`Two-step login of ${userName} is off, and all devices are logged out.`);
  return undefined;
}

export async function listStaffByCommand(db: Db, say: Say): Promise<undefined> {
  const people = await db.rows<
    Rights & { id: bigint; userName: string; standing: string; isTwoStep: boolean; lastLogin: Date | null }
  >(
    `select u.id, u.user_name as "userName", u.is_admin as "isAdmin", u.is_agent as "isAgent", u.is_coupon_vendor as "isCouponVendor", a.standing,
       exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) or exists (select from passkeys p where p.user_id = u.id) as "isTwoStep",
       u.last_login_at as "lastLogin"
     from users u join accounts a on a.user_id = u.id and a.kind = 'wallet'
     where u.is_admin or u.is_agent or u.is_coupon_vendor order by u.user_name`,
  );
  if (people.length === 0) say('Nobody is staff or a coupon vendor.');
  const limits = await staffLimitsOf(
    db,
    people.map(({ id }) => id),
  );
  for (const { id, userName, standing, isTwoStep: isGuarded, lastLogin, ...rights } of people) {
    const login = lastLogin === null ? 'never logged in' : `last login ${lastLogin.toISOString()}`;
    say(
      `${userName.padEnd(22)}${rightsWords(rights)}; ${standing}; two-step login ${isGuarded ? 'on' : 'OFF'}; ${login}${limitWords(limits.get(id) ?? {})}`,
    );
  }
  return undefined;
}

const findId = async (db: Db, userName: string): Promise<bigint | undefined> =>
  (
    await db.find<{ id: bigint }>('select id from users where user_name = $1', [
      userName.trim().toLowerCase(),
    ])
  )?.id;
