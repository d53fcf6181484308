/**
 * Staff mend what its owner cannot: a typing mistake at the door, a mailbox or a line that is gone. Whoever has the e-mail address can have the
 * password, so both addresses are told and money is held, as after a reset. Sessions stay: the owner is often the one who is logged in and asked for
 * it, and neither password nor second factor changed; `endAccess` is there for when somebody else may be in. A colleague counts as new staff from then
 * on (`new-staff.ts`).
 */
import { isStaff } from '@jara/contract/is-staff.ts';
import { messages } from '@jara/contract/messages.ts';
import { normalisePhone } from '@jara/contract/phone.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { lockContactDetails, refuseTakenDetail, setEmail, setPhone } from '../accounts/contact-details.ts';
import { readEmail } from '../accounts/identifiers.ts';
import { otherUserOrRefuse } from '../accounts/other-user.ts';
import { endResetLinks } from '../accounts/reset-links.ts';
import { lockRights } from '../accounts/rights.ts';
import { findStaffUser } from '../accounts/staff-users.ts';
import { queueMail, queueMailTo } from '../mails/queue-mail.ts';
import { raiseAlarm } from '../mails/staff-alarms.ts';
import { endPhoneCode } from '../phone-codes/phone-codes.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { commitAsStaff } from '../staff-actions/commit-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { holdAfter } from '../step-up/hold-after.ts';
import { endEmailChange } from './email-changes.ts';
import { endEmailLinks } from './email-links.ts';

export const correctContactDetails =
  (context: Context): Handler<'correctContactDetails'> =>
  async ({ principal, params, body, request }) => {
    const userId = otherUserOrRefuse(principal, params.id);
    const reason = body.reason.trim();
    const wanted = readWanted(body);
    await commitAsStaff(context.pool, principal, 'correctContactDetails', [userId])(async (db) => {
      const before = (await lockContactDetails(db, userId)) ?? refuse('not_found');
      const email = wanted.email === before.email ? undefined : wanted.email;
      const phone = wanted.phone === before.phone ? undefined : wanted.phone;
      const what = [email !== undefined && 'e-mail address', phone !== undefined && 'phone number'].filter(
        (word) => word !== false,
      );
      if (what.length === 0) return;
      const about = { userId, actorId: principal.userId };
      if (phone !== undefined) {
        await correctPhone(db, userId, phone);
        await recordSecurityEvent(db, about, request, { what: 'phone_changed' });
      }
      if (email !== undefined) {
        await correctEmail(context, db, userId, { email, oldEmail: before.email });
        await recordSecurityEvent(db, about, request, { what: 'email_changed' });
      }
      await context.sessions.forget(db, userId);
      await mailCorrectionOfStaff(db, principal, { userId, userName: before.userName, what });
      await recordStaffAction(db, principal, request, {
        action: 'correctContactDetails',
        subject: `user ${userId}`,
        before: {
          ...(email !== undefined && { email: before.email }),
          ...(phone !== undefined && { phone: before.phone }),
        },
        after: { ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) },
        reason,
      });
    }).catch(refuseTakenDetail);
    const user = (await findStaffUser(context.pool, userId)) ?? refuse('not_found');
    return { msg: `${user.userName} is reached at ${user.email} and ${user.phoneNumber}`, user };
  };

function readWanted(body: { email?: string; phoneNumber?: string }): { email?: string; phone?: string } {
  const [emailText, phoneText] = [body.email?.trim() ?? '', body.phoneNumber?.trim() ?? ''];
  if (emailText === '' && phoneText === '') refuseField('email', 'Say what is to be corrected');
  return {
    ...(emailText !== '' && {
      email: readEmail(emailText) ?? refuseField('email', 'Enter an e-mail address'),
    }),
    ...(phoneText !== '' && {
      phone: normalisePhone(phoneText) ?? refuseField('phoneNumber', messages.checkPhone),
    }),
  };
}

async function correctPhone(db: Db, userId: bigint, phone: string): Promise<void> {
  await setPhone(db, userId, { phone, isConfirmed: false });
  await endPhoneCode(db, userId, 'phone');
  await queueMail(db, userId, 'phone_corrected');
}

async function correctEmail(
  context: Context,
  db: Db,
  userId: bigint,
  { email, oldEmail }: { email: string; oldEmail: string },
): Promise<void> {
  await setEmail(db, userId, { email, isConfirmed: false });
  await endEmailChange(db, userId);
  await endEmailLinks(db, userId);
  await endResetLinks(db, userId);
  await holdAfter(context, db, userId, 'email_changed');
  await queueMailTo(db, userId, 'email_corrected', oldEmail);
  await queueMail(db, userId, 'email_corrected');
  await queueMailTo(db, userId, 'confirm_email', email);
}

/** Tells every admin, in the caller's commit and each time, of a colleague whom one of them corrected. */
async function mailCorrectionOfStaff(
  db: Db,
  { userName: by }: Pick<Principal, 'userName'>,
  { userId, userName, what }: { userId: bigint; userName: string; what: readonly string[] },
): Promise<void> {
  const rights = await lockRights(db, userId);
  if (rights === undefined || !isStaff(rights)) return;
  await raiseAlarm(db, {
    kind: 'staff_corrected',
    subject: `user ${userId}`,
    words: `${by} corrected the ${what.join(' and ')} of ${userName}`,
  });
}
