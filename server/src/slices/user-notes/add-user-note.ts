import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { otherUserOrRefuse } from '../accounts/other-user.ts';
import { commitAsStaff } from '../staff-actions/commit-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { refuseSamePerson } from '../staff-actions/refuse-same-person.ts';
import { notesOf, userOrRefuse } from './user-notes.ts';

/** Refusals: forbidden for a note about oneself, not_found. */
export const addUserNote =
  ({ pool, config }: Context): Handler<'addUserNote'> =>
  async ({ principal, params, body, request }) => {
    const userId = otherUserOrRefuse(principal, params.id);
    const [note] = await commitAsStaff(pool, principal, 'addUserNote', [userId])(async (db) => {
      await userOrRefuse(db, userId);
      await refuseSamePerson(db, config, principal, userId);
      await recordStaffAction(db, principal, request, {
        action: 'addUserNote',
        subject: `user ${userId}`,
        after: { note: body.note.trim() },
      });
      return notesOf(db, userId, { most: 1 });
    });
    if (note === undefined) throw new Error(`no note about user ${userId}`);
    return { msg: `The note about ${note.userName} is added`, note };
  };
