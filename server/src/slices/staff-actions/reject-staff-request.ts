import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { isSamePerson } from '../identity/is-same-person.ts';
import { endRequest } from './end-request.ts';
import { getRequest, presentRequest, readRequestId } from './staff-request.ts';

export const rejectStaffRequest =
  (context: Context): Handler<'rejectStaffRequest'> =>
  async ({ principal, params, body, request }) => {
    const { pool, config } = context;
    const reason = body.reason.trim();
    const id = readRequestId(params.id);
    const { makerId } = await getRequest(pool, id);
    if (await isSamePerson(pool, config.identity, principal.userId, makerId))
      refuse('forbidden', { msg: 'Another admin rejects this; take it back instead' });
    const row = await endRequest(context, { id, state: 'rejected', reason, principal, request });
    return { msg: `It is rejected. ${row.maker} sees why`, staffRequest: presentRequest(row, principal) };
  };
