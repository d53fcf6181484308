/**
 * A second admin confirms what one of the staff asked for, in the commit that does it: whatever happens to that commit, the request is
 * confirmed if it was done and waits if it was not. Of two who confirm at once the second finds that it does not wait any more.
 */
import type { HeldContact, RightsChange } from '@jara/contract/calls/review-queue.ts';
import type { Kobo } from '@jara/contract/money.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../platform/db.ts';
import { writeKey } from '../../platform/idempotency.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Confirmation } from '../../platform/sessions/principal.ts';
import { isSamePerson } from '../identity/is-same-person.ts';
import type { StaffMoneyCall } from './checked-money.ts';
import { findNewStaff } from './new-staff.ts';
import { recordStaffAction } from './record-staff-action.ts';

interface Taken {
  confirmation: Confirmation;
  action: StaffMoneyCall;
  makerId: bigint;
  userIds: readonly bigint[];
  movedKobo: Kobo | null;
  contact: HeldContact | null;
  rights: RightsChange | null;
}

/**
 * Refuses when it is not, or no longer, what was asked for: the sum and the people are those that were confirmed, and so are the addresses,
 * the old ones too, and the rights that somebody had as it was asked for, and those that were asked for. What an account holds may be more or less by now.
 */
export async function takeRequest(
  db: Db,
  config: Pick<Config, 'identity' | 'staffSecondPerson'>,
  taken: Taken,
): Promise<void> {
  const { confirmation, action, makerId, userIds, movedKobo, contact, rights } = taken;
  const { requestId, checker, reason, request, key, requestHash } = confirmation;
  const checkerId = checker.userId;
  for (const userId of [makerId, ...userIds]) {
    if (await isSamePerson(db, config.identity, checkerId, userId))
      refuse('forbidden', { msg: 'Another admin has to confirm this: not who asked, nor whose money it is' });
  }
  const newcomers = await findNewStaff(db, config, [makerId, checkerId]);
  if (newcomers.length > 0)
    refuse('forbidden', {
      msg: `Less than ${config.staffSecondPerson.newHours} hours ago a colleague made ${newcomers.includes(checkerId) ? 'you staff, or corrected your' : 'who asked staff, or corrected their'} e-mail address or phone number: until then it takes two others`,
    });
  const ended = await db.run(
    `update staff_requests set state = 'confirmed', ended_by = $2, ended_at = now(), ended_reason = $3
     where id = $1 and state = 'waiting' and expires_at > now()
       and call = $4 and maker_id = $5 and user_ids = $6 and moved_kobo is not distinct from $7
       and contact - 'holds' is not distinct from $8::jsonb - 'holds'
       and (rights is null or rights = $9::jsonb
         -- As the version before wrote it: without what was asked for, which is in the body.
         or (not rights ? 'to' and not body ? 'staffLimits' and rights = $9::jsonb -> 'from'))`,
    [
      requestId,
      checkerId,
      reason,
      action,
      makerId,
      userIds,
      movedKobo,
      contact === null ? null : JSON.stringify(contact),
      rights === null ? null : JSON.stringify(rights),
    ],
  );
  if (ended === 0 && (contact ?? rights) !== null && (await isOpen(db, requestId)))
    refuse('changed_meanwhile', {
      msg: `${contact === null ? 'The rights of this user were' : 'How this user is reached was'} changed since it was asked for. Reject it`,
    });
  if (ended === 0) refuse('not_waiting');
  const actionId = await recordStaffAction(db, { userId: checkerId }, request, {
    action: 'confirmStaffRequest',
    subject: `request ${requestId}`,
    before: { state: 'waiting' },
    after: { state: 'confirmed' },
    reason,
  });
  confirmation.isTaken = true;
  await writeKey(db, { caller: checker, key, requestHash, byStaff: true }, actionId);
}

const isOpen = async (db: Db, id: bigint): Promise<boolean> =>
  (await db.run(`select from staff_requests where id = $1 and state = 'waiting' and expires_at > now()`, [
    id,
  ])) > 0;
