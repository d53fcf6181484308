import type { Context } from '../../app/context.ts';
import { heldStates, listed, openStates } from '../../ledger/states.ts';
import { setPayoutsHeld } from '../../ledger/spending-controls.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { refuseStepUpOlderThan } from '../../platform/sessions/step-ups.ts';
import { otherUserOrRefuse } from '../accounts/other-user.ts';
import { findStaffUser } from '../accounts/staff-users.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { commitAsStaff } from '../staff-actions/commit-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { refuseSamePerson } from '../staff-actions/refuse-same-person.ts';
import { lockUser } from './change-standing.ts';

/**
 * The hold waits for a withdrawal that is being opened, and the next one waits for the hold: whichever commits first has won, and the counts
 * of the answer say which. Saying again what is so changes nothing.
 */
export const holdWithdrawals =
  ({ pool, config }: Context): Handler<'holdWithdrawals'> =>
  async ({ principal, params, body, request }) => {
    const userId = otherUserOrRefuse(principal, params.id);
    const reason = body.reason.trim();
    const { isHeld } = body;
    const counts = await commitAsStaff(pool, principal, 'holdWithdrawals', [userId])(async (db) => {
      if ((await lockUser(db, userId)) === undefined) refuse('not_found');
      await refuseSamePerson(db, config, principal, userId);
      // A borrowed session holds, and frees nothing.
      if (!isHeld) await refuseStepUpOlderThan(db, principal, config.staffStepUpMinutes);
      const isChanged = await setPayoutsHeld(db, userId, isHeld);
      const counted = await countPayouts(db, userId);
      if (!isChanged) return counted;
      const what = isHeld ? 'withdrawals_held' : 'withdrawals_freed';
      await recordSecurityEvent(db, { userId, actorId: principal.userId }, request, { what });
      await queueMail(db, userId, what);
      await recordStaffAction(db, principal, request, {
        action: 'holdWithdrawals',
        subject: `user ${userId}`,
        before: { isHeld: !isHeld },
        after: { isHeld, ...counted },
        reason,
      });
      return counted;
    });
    const user = (await findStaffUser(pool, userId)) ?? refuse('not_found');
    return { msg: wordsOf(user.userName, isHeld, counts), user, ...counts };
  };

interface Counts {
  held: number;
  sentBefore: number;
}

/** In a statement of its own after the lock of the wallet. */
async function countPayouts(db: Db, userId: bigint): Promise<Counts> {
  return db.get<Counts>(
    `select count(*) filter (where state in (${listed(heldStates)}))::int as held,
       count(*) filter (where state in (${listed(openStates)}))::int as "sentBefore"
     from withdrawals where user_id = $1 and state in (${listed([...heldStates, ...openStates])})`,
    [userId],
  );
}

const many = (count: number): string => (count === 1 ? '1 withdrawal' : `${count} withdrawals`);

function wordsOf(userName: string, isHeld: boolean, { held, sentBefore }: Counts): string {
  if (!isHeld) {
    const waiting = held === 0 ? '' : `. ${many(held)} still ${held === 1 ? 'waits' : 'wait'} for a decision`;
    return `Withdrawals of ${userName} go to the bank again${waiting}`;
  }
  const sent =
    sentBefore === 0 ? '' : `. ${many(sentBefore)} ${sentBefore === 1 ? 'was' : 'were'} sent before`;
  return `From now on withdrawals of ${userName} are held${sent}`;
}
