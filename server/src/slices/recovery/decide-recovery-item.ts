import { commitAsStaff } from '../staff-actions/commit-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { decideItem, findItem } from './opening.ts';
import { presentItem } from './present.ts';

/** Of two admins at once the second hears that it does not wait any more. */
export const decideRecoveryItem =
  ({ pool }: Context): Handler<'decideRecoveryItem'> =>
  async ({ principal, params, body, request }) => {
    const reason = body.reason.trim();
    const id = readId(params.id) ?? refuse('not_found');
    const item = await commitAsStaff(
      pool,
      principal,
      'decideRecoveryItem',
    )(async (db) => {
      const { kind, provider, reference } = (await findItem(db, id)) ?? refuse('not_found');
      if (!(await decideItem(db, { id, reason, actorId: principal.userId }))) refuse('not_waiting');
      await recordStaffAction(db, principal, request, {
        action: 'decideRecoveryItem',
        subject: `recovery item ${id}`,
        before: { kind, provider, reference, isDecided: false },
        after: { kind, provider, reference, isDecided: true },
        reason,
      });
      return (await findItem(db, id)) ?? refuse('not_found');
    });
    return { msg: 'Noted', item: presentItem(item) };
  };

const readId = (input: string): bigint | undefined => (/^\d{1,18}$/.test(input) ? BigInt(input) : undefined);
