/**
 * A change of the e-mail address, which is also the way back into an account: asked for with the strongest step-up that the owner has, told to
 * the old address at once, made when the new one is confirmed. Whoever reads the old address agrees, or stops it for as long as a day, also
 * after it was made: then all is put back, and whoever is logged in is logged out.
 */
import { EMAIL_LINK_HOURS } from '@jara/contract/constants.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import type { HttpFacts } from '../../platform/serve.ts';
import { confirmEmail, lockContactDetails, setEmail } from '../accounts/contact-details.ts';
import { endResetLinks } from '../accounts/reset-links.ts';
import { queueMail, queueMailTo } from '../mails/queue-mail.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { distrustDevices } from '../sessions/devices.ts';
import { holdAfter } from '../step-up/hold-after.ts';

export interface EmailChangeRow {
  oldEmail: string;
  newEmail: string;
  agreedAt: Date | null;
  doneAt: Date | null;
  until: Date;
}

export const openEmailChange = (db: Db, userId: bigint): Promise<EmailChangeRow | undefined> =>
  db.find<EmailChangeRow>(
    `select old_email as "oldEmail", new_email as "newEmail", agreed_at as "agreedAt", done_at as "doneAt", expires_at as until
     from email_changes where user_id = $1 and expires_at > now()`,
    [userId],
  );

/**
 * In the caller's commit, of a user that it has locked. Undefined while a change that was made without the old address may still be put back:
 * another would take its way back away.
 */
export async function askForEmailChange(
  db: Db,
  userId: bigint,
  { oldEmail, newEmail }: { oldEmail: string; newEmail: string },
): Promise<Date | undefined> {
  const asked = await db.find<{ until: Date }>(
    `insert into email_changes as c (user_id, old_email, new_email, expires_at) values ($1, $2, $3, now() + make_interval(hours => $4))
     on conflict (user_id) do update set old_email = excluded.old_email, new_email = excluded.new_email, asked_at = now(), agreed_at = null,
       done_at = null, expires_at = excluded.expires_at
     where c.done_at is null or c.agreed_at is not null or c.expires_at < now()
     returning expires_at as until`,
    [userId, oldEmail, newEmail, EMAIL_LINK_HOURS],
  );
  if (asked === undefined) return undefined;
  await queueMailTo(db, userId, 'confirm_email', newEmail);
  await queueMail(db, userId, 'email_change_asked');
  return asked.until;
}

/** False when the user neither has the address nor is changing to it. Breaks `users_email_key` when another user has it. */
export async function confirmAddress(
  context: Context,
  db: Db,
  { userId, email }: { userId: bigint; email: string },
  request: HttpFacts,
): Promise<boolean> {
  await lockContactDetails(db, userId);
  const event = { factor: 'email_link' } as const;
  if (await confirmEmail(db, userId, email)) {
    await recordSecurityEvent(db, { userId }, request, { what: 'email_confirmed', ...event });
    await context.sessions.forget(db, userId);
    return true;
  }
  const change = await openEmailChange(db, userId);
  if (change === undefined || change.newEmail !== email || change.doneAt !== null) return false;
  await setEmail(db, userId, { email, isConfirmed: true });
  await db.run('update email_changes set done_at = now() where user_id = $1', [userId]);
  // A link to choose a new password may wait in the old mailbox.
  await endResetLinks(db, userId);
  if (change.agreedAt === null) await holdAfter(context, db, userId, 'email_changed');
  await queueMailTo(db, userId, 'email_changed', change.oldEmail);
  await queueMail(db, userId, 'email_changed');
  await recordSecurityEvent(db, { userId }, request, { what: 'email_changed', ...event });
  await context.sessions.forget(db, userId);
  return true;
}

/** Of whoever reads the old address. False when nothing is left to agree to. */
export async function agreeToEmailChange(db: Db, userId: bigint): Promise<boolean> {
  const agreed = await db.run(
    'update email_changes set agreed_at = now() where user_id = $1 and done_at is null and expires_at > now()',
    [userId],
  );
  return agreed === 1;
}

/**
 * Of whoever reads the old address. No device is known any more. What was changed already is put back, with all that the other one may hold ended; false when nothing is left
 * to stop. Breaks `users_email_key` when the old address went to another user meanwhile.
 */
export async function stopEmailChange(
  context: Context,
  db: Db,
  userId: bigint,
  request: HttpFacts,
): Promise<boolean> {
  await lockContactDetails(db, userId);
  const change = await openEmailChange(db, userId);
  if (change === undefined) return false;
  await db.run('delete from email_changes where user_id = $1', [userId]);
  // Whoever asked had all that guards the account, on one of its devices.
  await distrustDevices(db, userId, { but: null });
  if (change.doneAt !== null) {
    const { sessions } = context;
    await setEmail(db, userId, { email: change.oldEmail, isConfirmed: true });
    await sessions.endOthers(db, userId, null);
    await sessions.endApiTokens(db, userId);
    await endResetLinks(db, userId);
    await holdAfter(context, db, userId, 'email_changed');
    await queueMailTo(db, userId, 'email_changed', change.newEmail);
    await queueMail(db, userId, 'password_reset');
  }
  await recordSecurityEvent(db, { userId }, request, { what: 'email_change_stopped', factor: 'email_link' });
  return true;
}

/** Ends a change, after staff corrected the address. */
export async function endEmailChange(db: Db, userId: bigint): Promise<void> {
  await db.run('delete from email_changes where user_id = $1', [userId]);
}

/** Removes changes that nobody can put back any more; for a job. */
export async function removeOldEmailChanges(db: Db): Promise<void> {
  await db.run('delete from email_changes where expires_at < now()');
}
