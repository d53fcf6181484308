import { commitAsStaff } from '../staff-actions/commit-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import type { Context } from '../../app/context.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { findNotification } from './notification.ts';

const LONGEST = 1_000;
/** All control characters but line breaks and tabs. */
const CONTROL = /(?![\n\t])[\p{Cc}\u2028\u2029]/u;

/** The text is stored as it was written, and shown as text: nothing in it is markup. */
export const updateNotification =
  ({ pool }: Context): Handler<'updateNotification'> =>
  async ({ principal, body, request }) => {
    const msg = readText(body.msg);
    await commitAsStaff(
      pool,
      principal,
      'updateNotification',
    )(async (db) => {
      const before = await findNotification(db);
      await db.run('insert into notifications (msg, author_id) values ($1, $2)', [msg, principal.userId]);
      await recordStaffAction(db, principal, request, {
        action: 'updateNotification',
        subject: 'notification',
        before: { msg: before },
        after: { msg },
      });
    });
    return { msg };
  };

function readText(input: string): string | null {
  const text = input.replaceAll('\r\n', '\n').trim();
  if (CONTROL.test(text)) refuseField('msg', 'Use plain text');
  if (Array.from(text).length > LONGEST) refuseField('msg', `Use at most ${LONGEST} characters`);
  return text === '' ? null : text;
}
