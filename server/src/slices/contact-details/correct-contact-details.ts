/**
 * Staff mend what its owner cannot: a typing mistake at the door, a mailbox or a line that is gone. Whoever has the e-mail address can have the
 * password, so both addresses are told and money is held, as after a reset. Sessions stay: the owner is often the one who is logged in and asked for
 * it, and neither password nor second factor changed; `endAccess` is there for when somebody else may be in. Of an account that
 * holds more than one of the staff may move alone a second admin confirms another e-mail address first. A colleague counts as new staff from then
 * on (`new-staff.ts`).
 */
import type { HeldContact } from '@jara/contract/calls/review-queue.ts';
import { isStaff } from '@jara/contract/is-staff.ts';
import { messages } from '@jara/contract/messages.ts';
import { naira, toNaira, type Kobo } from '@jara/contract/money.ts';
import { normalisePhone } from '@jara/contract/phone.ts';
import type { Context } from '../../app/context.ts';
import { userHoldings } from '../../ledger/balances.ts';
import type { Db } from '../../platform/db.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import {
  lockContactDetails,
  refuseTakenDetail,
  setEmail,
  setPhone,
  type ContactDetails,
} from '../accounts/contact-details.ts';
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
import { checkStaffMoney } from '../staff-actions/staff-money.ts';
import { holdAfter } from '../step-up/hold-after.ts';
import { queueTextNotices } from '../text-notices/queue-text-notices.ts';
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
      if (email === undefined && phone === undefined) return;
      const correction = { userId, before, email, phone, holdsKobo: await userHoldings(db, userId) };
      const checked = await checkStaffMoney(db, context.config, principal, {
        action: 'correctContactDetails',
        users: [userId],
        movedKobo: null,
        contact: heldContact(correction),
      });
      const about = { userId, actorId: principal.userId };
      if (phone !== undefined) {
        await correctPhone(context, db, userId, { phone, oldPhone: before.phone });
        await recordSecurityEvent(db, about, request, { what: 'phone_changed' });
      }
      if (email !== undefined) {
        await correctEmail(context, db, userId, { email, oldEmail: before.email });
        await recordSecurityEvent(db, about, request, { what: 'email_changed' });
      }
      await context.sessions.forget(db, userId);
      await mailCorrection(context, db, principal, correction);
      await recordStaffAction(db, principal, request, {
        action: 'correctContactDetails',
        subject: `user ${userId}`,
        before: {
          ...(email !== undefined && { email: before.email }),
          ...(phone !== undefined && { phone: before.phone }),
        },
        after: { ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) },
        checked,
        reason,
      });
    }).catch(refuseTakenDetail);
    const user = (await findStaffUser(context.pool, userId)) ?? refuse('not_found');
    return { msg: `${user.userName} is reached at ${user.email} and ${user.phoneNumber}`, user };
  };

/** Of one user, in a commit that has locked them: what becomes different. */
interface Correction {
  userId: bigint;
  before: ContactDetails;
  email: string | undefined;
  phone: string | undefined;
  holdsKobo: Kobo;
}

/** What a second admin would confirm. Nobody logs in by a code to the phone, nor sets a password by it: a phone number alone waits for nobody. */
const heldContact = ({ before, email, phone, holdsKobo }: Correction): HeldContact | null =>
  email === undefined
    ? null
    : {
        email: { from: before.email, to: email },
        phoneNumber: phone === undefined ? null : { from: before.phone, to: phone },
        holds: toNaira(holdsKobo),
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

async function correctPhone(
  context: Context,
  db: Db,
  userId: bigint,
  { phone, oldPhone }: { phone: string; oldPhone: string },
): Promise<void> {
  await setPhone(db, userId, { phone, isConfirmed: false });
  await endPhoneCode(db, userId, 'phone');
  await queueMail(db, userId, 'phone_corrected');
  await queueTextNotices(context, db, { userId, kind: 'phone_corrected', phones: [oldPhone, phone] });
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

/**
 * Tells every admin, in the caller's commit and each time, of a colleague whom one of them corrected, and of a customer who is reached by another
 * e-mail address and has more than one of the staff may move alone: whoever reads the mail of this account can take what it holds.
 */
async function mailCorrection(
  { config }: Pick<Context, 'config'>,
  db: Db,
  { userName: by, confirmation }: Pick<Principal, 'userName' | 'confirmation'>,
  { userId, before, email, phone, holdsKobo }: Correction,
): Promise<void> {
  const rights = await lockRights(db, userId);
  const isColleague = rights !== undefined && isStaff(rights);
  const isInReach = email !== undefined && holdsKobo > naira(config.staffSecondPerson.aboveNaira);
  if (!isColleague && !isInReach) return;
  const what = [email !== undefined && 'e-mail address', phone !== undefined && 'phone number'].filter(
    (word) => word !== false,
  );
  const byTwo = confirmation === undefined ? '' : ', which a second admin confirmed';
  await raiseAlarm(db, {
    kind: 'staff_corrected',
    subject: `user ${userId}`,
    words: `${by} corrected the ${what.join(' and ')} of ${before.userName}${byTwo}`,
  });
}
