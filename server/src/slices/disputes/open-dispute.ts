import { limits } from '@jara/contract/constants.ts';
import { disputeKinds } from '@jara/contract/dispute-kinds.ts';
import { DAY_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import { countAttempt } from '../../platform/attempts.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { findTransaction, readTransactionKey } from '../transactions/find-receipt.ts';
import { getDispute, readWords } from './dispute.ts';

/** The database keeps one dispute of a transaction that is not closed: words after an answer open it again, and of two at once one is refused. */
export const openDispute =
  ({ pool, events }: Context): Handler<'openDispute'> =>
  async ({ principal: { userId }, params, body }) => {
    const kind = body.kind.trim();
    if (!Object.hasOwn(disputeKinds, kind)) refuseField('kind', 'Choose what is wrong');
    const words = readWords(body.text);
    const transaction = await findTransaction(pool, {
      transaction: readTransactionKey(params.id),
      ownerId: userId,
    });
    if (transaction === undefined) refuse('not_found');
    await countAttempt(pool, {
      name: 'openDispute',
      parts: [String(userId)],
      most: limits.disputesPerDay,
      windowSeconds: DAY_SECONDS,
    });
    const id = await pool.commit(async (db) => {
      const opened = await db.find<{ id: bigint }>(
        `insert into disputes (transaction_id, user_id, kind) values ($1, $2, $3)
         on conflict (transaction_id) where state <> 'closed' do update set state = 'open' where disputes.state = 'answered'
         returning id`,
        [transaction.id, userId, kind],
      );
      if (opened === undefined) refuse('dispute_open');
      await db.run('insert into dispute_messages (dispute_id, words) values ($1, $2)', [opened.id, words]);
      await queueMail(db, userId, 'dispute_changed');
      return opened.id;
    });
    events.publish(userId, { type: 'transaction', _id: String(transaction.id) });
    return {
      msg: 'We have your report. The answer comes on this slip and by mail',
      dispute: await getDispute(pool, id),
    };
  };
