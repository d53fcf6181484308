import { limits } from '@jara/contract/constants.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { presentSuspense, selectSuspense, type SuspenseRow } from './entry.ts';

export const listSuspense =
  ({ pool }: Context): Handler<'listSuspense'> =>
  async ({ query }) => {
    const queue = readQueue(query.queue);
    const page = query.page ?? 1;
    const size = limits.pageSize;
    const [rows, sizes] = await Promise.all([
      pool.rows<SuspenseRow>(`${selectSuspense} and ${queues[queue]} limit $1 offset $2`, [
        size,
        (page - 1) * size,
      ]),
      pool.get<Sizes>(
        `select count(*) filter (where "decidedAt" is null) as open, count("decidedAt") as decided,
           coalesce(sum("paidKobo") filter (where gateway is null and "decidedAt" is null), 0)::bigint as "openKobo",
           coalesce(sum("paidKobo") filter (where gateway is null and "decidedAt" is not null), 0)::bigint as "decidedKobo"
         from (${selectSuspense}) s`,
      ),
    ]);
    const shown = queue === 'open' ? sizes.open : sizes.decided;
    return {
      suspense: rows.map(presentSuspense),
      page,
      totalPages: Math.max(1, Math.ceil(Number(shown) / size)),
      total: toNaira(kobo(queue === 'open' ? sizes.openKobo : sizes.decidedKobo)),
      counts: { open: Number(sizes.open), decided: Number(sizes.decided) },
    };
  };

/** Of `postings p`: what waits for a decision of staff. */
export const IN_SUSPENSE = `p.code = 'funding.suspense'
  and not exists (select from suspense_decisions d where d.posting_id = p.id)`;

/** How much waits for a decision of staff. */
export async function countSuspense(db: Db): Promise<number> {
  const { count } = await db.get<{ count: bigint }>(`select count(*) from postings p where ${IN_SUSPENSE}`);
  return Number(count);
}

type Queue = 'open' | 'decided';

/** What waited longest stands first; of what is decided, the latest. */
const queues: Record<Queue, string> = {
  open: 'd.posting_id is null order by p.id',
  decided: 'd.posting_id is not null order by d.decided_at desc, p.id desc',
};

interface Sizes {
  open: bigint;
  decided: bigint;
  openKobo: bigint;
  decidedKobo: bigint;
}

function readQueue(input: string | undefined): Queue {
  const queue = input?.trim() || 'open';
  return queue === 'open' || queue === 'decided' ? queue : refuseField('queue', 'Choose open or decided');
}
