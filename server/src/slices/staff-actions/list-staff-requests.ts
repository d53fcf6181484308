import { limits } from '@jara/contract/constants.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { countedPages } from '../../platform/lists/counted-pages.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { presentRequest, selectRequests, type RequestRow } from './staff-request.ts';

/** Gives the codes of the coupons that were made by these keys, by key: of those that are open. */
type OpenCouponCodes = (
  made: readonly { makerId: bigint; key: string }[],
) => Promise<ReadonlyMap<string, string>>;

export const listStaffRequests =
  ({ pool }: Context, openCouponCodes: OpenCouponCodes): Handler<'listStaffRequests'> =>
  async ({ principal, query }) => {
    const queue = readQueue(query.queue);
    const page = query.page ?? 1;
    const size = limits.pageSize;
    const [found, counts] = await Promise.all([
      // One more tells whether a page follows.
      readRequests(pool, principal, queue, { most: size + 1, skip: (page - 1) * size }),
      countRequests(pool, principal),
    ]);
    const rows = found.slice(0, size);
    const codes = await openCouponCodes(rows.filter((row) => mayHaveCode(row, principal)));
    return {
      staffRequests: rows.map((row) =>
        presentRequest(row, principal, mayHaveCode(row, principal) ? codes.get(row.key) : null),
      ),
      page,
      totalPages: countedPages(counts[queue], { most: counted[queue], page, found: found.length }),
      counts,
    };
  };

/** An admin sees the code of what they issued; whoever is an agent by now does not. */
const mayHaveCode = ({ makerId, call, state }: RequestRow, { userId, isAdmin }: Viewer): boolean =>
  isAdmin && makerId === userId && call === 'generateCoupon' && state === 'confirmed';

type Queue = 'waiting' | 'ended';
const counted: Record<Queue, number> = { waiting: Infinity, ended: limits.staffRequestsCounted };
type Viewer = Pick<Principal, 'userId' | 'isAdmin'>;

const isOpen = `r.state = 'waiting' and r.expires_at > now()`;
/** What waited longest stands first; of what has ended, the latest. */
const queues: Record<Queue, string> = {
  waiting: `${isOpen} order by r.id`,
  ended: `not (${isOpen}) order by coalesce(r.ended_at, r.expires_at) desc, r.id desc`,
};

/** Admins see all, agents what they asked for. */
const ofViewer = '($1::bigint is null or r.maker_id = $1)';
const makerFor = ({ isAdmin, userId }: Viewer): bigint | null => (isAdmin ? null : userId);

export const readRequests = (
  db: Db,
  viewer: Viewer,
  queue: Queue,
  { most, skip }: { most: number; skip: number },
): Promise<RequestRow[]> =>
  db.rows<RequestRow>(`${selectRequests} where ${ofViewer} and ${queues[queue]} limit $2 offset $3`, [
    makerFor(viewer),
    most,
    skip,
  ]);

async function countRequests(db: Db, viewer: Viewer): Promise<Record<Queue, number>> {
  const { ended } = await db.get<{ ended: bigint }>(
    `select count(*) as ended from (
       select from staff_requests r where ${ofViewer} and not (${isOpen}) limit ${limits.staffRequestsCounted}) r`,
    [makerFor(viewer)],
  );
  return { waiting: await countOpenRequests(db, viewer), ended: Number(ended) };
}

/** By the index of what is open, however many have ended. */
export async function countOpenRequests(db: Db, viewer: Viewer): Promise<number> {
  const { open } = await db.get<{ open: bigint }>(
    `select count(*) as open from staff_requests r where ${isOpen} and ${ofViewer}`,
    [makerFor(viewer)],
  );
  return Number(open);
}

function readQueue(input: string | undefined): Queue {
  const queue = input?.trim() || 'waiting';
  return queue === 'waiting' || queue === 'ended' ? queue : refuseField('queue', 'Choose waiting or ended');
}
