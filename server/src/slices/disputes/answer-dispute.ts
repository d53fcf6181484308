import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { readRowId } from '../../platform/row-id.ts';
import type { Handler } from '../../platform/serve.ts';
import { isSamePerson } from '../identity/is-same-person.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { commitAsStaff } from '../staff-actions/commit-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { refuseForOneself } from '../staff-actions/staff-money.ts';
import { getDisputeEntry, readWords, type DisputeState } from './dispute.ts';

/** The answer, the state and the record of who gave it are one commit. What is closed stays closed. */
export const answerDispute =
  ({ pool, config, events }: Context): Handler<'answerDispute'> =>
  async ({ principal, params, body, request }) => {
    const words = readWords(body.text);
    const id = readRowId(params.id) ?? refuse('not_found');
    const state: DisputeState = body.close === true ? 'closed' : 'answered';
    const { userId, transactionId } = await commitAsStaff(
      pool,
      principal,
      'answerDispute',
    )(async (db) => {
      const dispute = await lockDispute(db, id);
      if (await isSamePerson(db, config.identity, principal.userId, dispute.userId)) refuseForOneself();
      if (dispute.state === 'closed') refuse('not_waiting');
      await db.run(
        `update disputes set state = $2, closed_at = case when $2 = 'closed' then now() end where id = $1 and state <> 'closed'`,
        [id, state],
      );
      await db.run(
        'insert into dispute_messages (dispute_id, staff_id, words, closes) values ($1, $2, $3, $4)',
        [id, principal.userId, words, state === 'closed'],
      );
      await queueMail(db, dispute.userId, 'dispute_changed');
      await recordStaffAction(db, principal, request, {
        action: 'answerDispute',
        subject: `transaction ${dispute.transactionId}`,
        before: { dispute: id, state: dispute.state },
        after: { dispute: id, state, words },
      });
      return dispute;
    });
    events.publish(userId, { type: 'transaction', _id: String(transactionId) });
    const msg = state === 'closed' ? 'Answered and closed' : 'Answered';
    return { msg, dispute: await getDisputeEntry(pool, id) };
  };

interface LockedDispute {
  userId: bigint;
  transactionId: bigint;
  state: DisputeState;
}

async function lockDispute(db: Db, id: bigint): Promise<LockedDispute> {
  const found = await db.find<LockedDispute>(
    `select user_id as "userId", transaction_id as "transactionId", state from disputes where id = $1 for update`,
    [id],
  );
  return found ?? refuse('not_found');
}
