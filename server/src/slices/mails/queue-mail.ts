/** Puts a mail about an account into the outbox, in the commit of what it reports: it is sent when that happened, and only then. */
import { HOUR_SECONDS } from '@jara/contract/time-units.ts';
import { isNewLock, isWithinAttempts, type AttemptRule } from '../../platform/attempts.ts';
import type { Db } from '../../platform/db.ts';
import type { SpendingControlChange } from './account-letters.ts';
import type { RefusedKind, WrongGuessKind } from './refused-letters.ts';
import type { ContactMailKind } from './contact-letters.ts';
import type { AlarmKind } from './letters.ts';
import type { PayoutHoldKind } from './staff-letters.ts';

/** What a mail to one person says; `letters.ts` has the words. */
export type AccountMailKind =
  | 'password_reset'
  | 'password_changed'
  | 'new_login'
  | 'standing_changed'
  | 'wallet_debited'
  | 'coupon_voided'
  | 'coupon_expired'
  | 'dispute_changed'
  | 'rights_changed'
  | RefusedKind
  | 'api_tokens_scoped'
  | PayoutHoldKind
  | 'second_admin_asked'
  | 'login_code'
  | 'device_code'
  | SpendingControlChange
  | ContactMailKind
  | StaffMailKind;

/** What a mail to all admins says. */
export type StaffMailKind = 'float_low' | AlarmKind;

/** Mails about changes that one person gets in an hour. */
const MOST_PER_HOUR = 10;

/** What is asked for by somebody who may be the owner, and limited there, or done by staff. */
const alwaysSent: ReadonlySet<AccountMailKind> = new Set([
  'password_reset',
  'login_code',
  'device_code',
  'standing_changed',
  'rights_changed',
  'withdrawals_held',
  'withdrawals_freed',
  'email_change_asked',
  'email_changed',
  'email_corrected',
  'wallet_debited',
  'coupon_voided',
  'dispute_changed',
]);

/**
 * To the address that the user has now. Does nothing for a user that does not exist. Whoever changes something and changes it back without
 * end sends no mails without end, to an address that may not even be theirs: beyond ten in an hour there is one of each kind,
 * so that what matters is told whatever came before it.
 */
export async function queueMail(db: Db, userId: bigint, kind: AccountMailKind): Promise<void> {
  if (!alwaysSent.has(kind) && !(await mayMail(db, userId, kind))) return;
  await db.run(
    'insert into mails (user_id, kind, to_address) select id, $2, email from users where id = $1',
    [userId, kind],
  );
}

/** Tells the owner, once for each time, when one of these rules has begun to let no more through. */
export async function mailNewLock(
  db: Db,
  userId: bigint,
  kind: WrongGuessKind,
  rules: readonly AttemptRule[],
): Promise<void> {
  let isNew = false;
  for (const rule of rules) isNew = (await isNewLock(db, rule)) || isNew;
  if (isNew) await queueMail(db, userId, kind);
}

/** To an address that is not the user's, or not any more. Whoever has it sent sees to it that it is not sent without end. */
export async function queueMailTo(
  db: Db,
  userId: bigint,
  kind: ContactMailKind,
  address: string,
): Promise<void> {
  await db.run('insert into mails (user_id, kind, to_address) values ($1, $2, $3)', [userId, kind, address]);
}

/** To an address of nobody's, which whoever wants to register has to prove first. Does nothing for one that somebody has. */
export async function queueRegistrationCode(db: Db, address: string): Promise<void> {
  await db.run(
    `insert into mails (user_id, kind, to_address)
     select null, 'registration_code', $1 where not exists (select from users where email = $1)`,
    [address],
  );
}

async function mayMail(db: Db, userId: bigint, kind: AccountMailKind): Promise<boolean> {
  const isWithin = (name: string, parts: string[], most: number): Promise<boolean> =>
    isWithinAttempts(db, { name, parts: [String(userId), ...parts], most, windowSeconds: HOUR_SECONDS });
  // Both are counted, whatever the first one says.
  const isFirstOfKind = await isWithin('account mail of a kind', [kind], 1);
  return (await isWithin('account mail', [], MOST_PER_HOUR)) || isFirstOfKind;
}

/** To each admin who can act. Its text is composed when it is sent: a trouble that is over by then is not mentioned. */
export async function queueMailToAdmins(db: Db, kind: StaffMailKind): Promise<void> {
  await db.run(
    `insert into mails (user_id, kind, to_address)
     select u.id, $1, u.email from users u join accounts a on a.user_id = u.id and a.kind = 'wallet' where u.is_admin and a.standing = 'active'`,
    [kind],
  );
}

/** Tells these admins of the request of staff that the caller's commit writes: by its time the mail finds it. */
export async function queueMailToSeconds(db: Db, userIds: readonly bigint[]): Promise<void> {
  await db.run(
    `insert into mails (user_id, kind, to_address) select id, 'second_admin_asked', email from users where id = any($1)`,
    [userIds],
  );
}

/** To each who waits for the service, in one statement, however many they are. */
export async function queueServiceMails(db: Db, serviceId: number): Promise<void> {
  await db.run(
    `insert into mails (user_id, kind, to_address, service_id)
     select u.id, 'service_back', u.email, a.service_id from service_alerts a join users u on u.id = a.user_id where a.service_id = $1`,
    [serviceId],
  );
}

/** Takes back the mails about the service that have not begun to leave. Gives whose they were. */
export async function recallServiceMails(db: Db, serviceId: number): Promise<bigint[]> {
  const recalled = await db.rows<{ userId: bigint }>(
    `update mails set state = 'skipped', last_answer = 'the service was locked again', next_try_at = null, done_at = now(), attempt_id = null
     where service_id = $1 and next_try_at is not null and state = 'queued' returning user_id as "userId"`,
    [serviceId],
  );
  return recalled.map(({ userId }) => userId);
}
