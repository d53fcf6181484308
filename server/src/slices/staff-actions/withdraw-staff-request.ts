import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { endRequest } from './end-request.ts';
import { findRequest, presentRequest, readRequestId } from './staff-request.ts';

export const withdrawStaffRequest =
  (context: Context): Handler<'withdrawStaffRequest'> =>
  async ({ principal, params, body, request }) => {
    const id = readRequestId(params.id);
    if ((await findRequest(context.pool, id))?.makerId !== principal.userId) refuse('not_found');
    const reason = body.reason?.trim() || null;
    const row = await endRequest(context, { id, state: 'withdrawn', reason, principal, request });
    return { msg: 'It is taken back. Nothing was done', staffRequest: presentRequest(row, principal) };
  };
