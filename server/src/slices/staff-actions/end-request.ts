/** A request of staff that is not done: an admin rejects it, or its maker withdraws it. Whoever comes second hears that it does not wait. */
import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { HttpFacts } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { commitAsStaff } from './commit-as-staff.ts';
import { recordStaffAction } from './record-staff-action.ts';
import { getRequest, type RequestRow } from './staff-request.ts';

interface End {
  id: bigint;
  state: 'rejected' | 'withdrawn';
  reason: string | null;
  principal: Principal;
  request: HttpFacts;
}

const callFor = { rejected: 'rejectStaffRequest', withdrawn: 'withdrawStaffRequest' } as const;

export const endRequest = (
  { pool }: Pick<Context, 'pool'>,
  { id, state, reason, principal, request }: End,
): Promise<RequestRow> =>
  commitAsStaff(
    pool,
    principal,
    callFor[state],
  )(async (db) => {
    const ended = await db.run(
      `update staff_requests set state = $2, ended_by = $3, ended_at = now(), ended_reason = $4
       where id = $1 and state = 'waiting' and expires_at > now()`,
      [id, state, principal.userId, reason],
    );
    if (ended === 0) refuse('not_waiting');
    await recordStaffAction(db, principal, request, {
      action: callFor[state],
      subject: `request ${id}`,
      before: { state: 'waiting' },
      after: { state },
      ...(reason !== null && { reason }),
    });
    return getRequest(db, id);
  });
