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
    // The ids of a page are found first, and of them alone is read who paid and who decided.
    const [rows, sizes, { totalKobo }] = await Promise.all([
      pool.rows<SuspenseRow>(
        `${selectSuspense} and p.id = any(array(
           select p.id from ${queued} where ${queues[queue].which} order by ${queues[queue].order} limit $1 offset $2))
         order by ${queues[queue].order}`,
        [size, (page - 1) * size],
      ),
      pool.get<Sizes>(
        `select (select count(*) from postings p where ${IN_SUSPENSE}) as open, (select count(*) from suspense_decisions) as decided`,
      ),
      pool.get<{ totalKobo: bigint }>(
        `select coalesce(sum("paidKobo") filter (where gateway is null), 0)::bigint as "totalKobo"
         from (${selectSuspense} and ${queues[queue].which}) s`,
      ),
    ]);
    return {
      suspense: rows.map(presentSuspense),
      page,
      totalPages: Math.max(1, Math.ceil(Number(sizes[queue]) / size)),
      total: toNaira(kobo(totalKobo)),
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

const queued = `postings p left join suspense_decisions d on d.posting_id = p.id`;

/** What waited longest stands first; of what is decided, the latest. */
const queues: Record<Queue, { which: string; order: string }> = {
  open: { which: IN_SUSPENSE, order: 'p.id' },
  decided: { which: 'd.posting_id is not null', order: 'd.decided_at desc, p.id desc' },
};

type Sizes = Record<Queue, bigint>;

function readQueue(input: string | undefined): Queue {
  const queue = input?.trim() || 'open';
  return queue === 'open' || queue === 'decided' ? queue : refuseField('queue', 'Choose open or decided');
}
