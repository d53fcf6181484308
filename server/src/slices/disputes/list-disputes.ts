import type { Context } from '../../app/context.ts';
import { limits } from '@jara/contract/constants.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { countDisputes, readDisputes, type DisputeState } from './dispute.ts';

/** What is open is read from its beginning, what is not from its end. */
export const listDisputes =
  ({ pool }: Context): Handler<'listDisputes'> =>
  async ({ query }) => {
    const state = readState(query.queue);
    const before = query.before === undefined ? null : BigInt(query.before);
    const [disputes, open, answered] = await Promise.all([
      readDisputes(pool, state, before),
      countDisputes(pool, 'open'),
      countDisputes(pool, 'answered'),
    ]);
    const hasMore = disputes.length === limits.pageSize;
    return { disputes, next: hasMore ? (disputes.at(-1)?._id ?? null) : null, counts: { open, answered } };
  };

const states: readonly DisputeState[] = ['open', 'answered', 'closed'];

function readState(input: string | undefined): DisputeState {
  const wanted = input?.trim() || 'open';
  return states.find((state) => state === wanted) ?? refuseField('queue', `Choose ${states.join(', ')}`);
}
