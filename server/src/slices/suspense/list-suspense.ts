import { limits } from '@jara/contract/constants.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { countedPages } from '../../platform/lists/counted-pages.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { presentSuspense, selectSuspense, type SuspenseRow } from './entry.ts';

export const listSuspense =
  ({ pool }: Context): Handler<'listSuspense'> =>
  async ({ query }) => {
    const queue = readQueue(query.queue);
    const page = query.page ?? 1;
    const size = limits.pageSize;
    const [found, open, decided] = await Promise.all([
      // One more tells whether a page follows.
      readSuspense(pool, queue, { most: size + 1, skip: (page - 1) * size }),
      sumOpen(pool),
      countDecided(pool),
    ]);
    const counts = { open: open.count, decided };
    return {
      suspense: found.slice(0, size).map(presentSuspense),
      page,
      totalPages: countedPages(counts[queue], { most: counted[queue], page, found: found.length }),
      total: toNaira(kobo(open.totalKobo)),
      counts,
    };
  };

/**
 * What waits for a decision of staff: by the indexes of payments and bank transfers that are not marked as decided, so that nothing is read of
 * what was decided. Whether it was, the decisions say.
 */
export const OPEN_SUSPENSE = `(
  select p.id, p.posted_at, s.naira_kobo from (
    select provider || ':' || provider_reference as reference, paid_kobo as naira_kobo
    from bank_transfers where state = 'suspense' and decided_at is null
    union all
    select gateway || ':' || reference, null from payments where state = 'suspense' and decided_at is null) s
  cross join lateral (
    select id, posted_at from postings i
    where code = 'funding.suspense' and reference = s.reference and not exists (select from suspense_decisions where posting_id = i.id)
    offset 0) p)`;

/** How much waits for a decision of staff. */
export async function countSuspense(db: Db): Promise<number> {
  return (await sumOpen(db)).count;
}

/** What was paid in another currency is counted, and is no naira. */
async function sumOpen(db: Db): Promise<{ count: number; totalKobo: bigint }> {
  const { count, totalKobo } = await db.get<{ count: bigint; totalKobo: bigint }>(
    `select count(*), coalesce(sum(naira_kobo), 0)::bigint as "totalKobo" from ${OPEN_SUSPENSE} p`,
  );
  return { count: Number(count), totalKobo };
}

export async function countDecided(db: Db): Promise<number> {
  const { count } = await db.get<{ count: bigint }>(
    'select count(*) from (select from suspense_decisions limit $1) d',
    [counted.decided],
  );
  return Number(count);
}

type Queue = 'open' | 'decided';
const counted: Record<Queue, number> = { open: Infinity, decided: limits.suspenseCounted };

/** What waited longest stands first; of what is decided, the latest. */
const queues: Record<Queue, { ids: string; order: string }> = {
  open: { ids: `select id from ${OPEN_SUSPENSE} p order by id`, order: 'p.id' },
  decided: {
    ids: 'select posting_id from suspense_decisions order by decided_at desc, posting_id desc',
    order: 'd.decided_at desc, p.id desc',
  },
};

/** The ids of a page are found first, and of them alone is read who paid and who decided. */
export const readSuspense = (
  db: Db,
  queue: Queue,
  { most, skip }: { most: number; skip: number },
): Promise<SuspenseRow[]> =>
  db.rows<SuspenseRow>(
    `${selectSuspense} and p.id = any(array(${queues[queue].ids} limit $1 offset $2)) order by ${queues[queue].order}`,
    [most, skip],
  );

function readQueue(input: string | undefined): Queue {
  const queue = input?.trim() || 'open';
  return queue === 'open' || queue === 'decided' ? queue : refuseField('queue', 'Choose open or decided');
}
