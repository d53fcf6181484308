import type { ServiceStatus } from '@jara/contract/calls/status.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import type { Handler } from '../../platform/serve.ts';

const REMEMBER_MS = 30_000;

export const getStatus = ({ pool, terms }: Context): Handler<'getStatus'> => {
  const read = createStatusReader(pool);
  return async () => ({ ...(await read()), terms });
};

/** What the purchases of the last hour found, and when. Remembered for 30 s, because everybody asks before buying. */
export function createStatusReader(db: Db): () => Promise<{ services: ServiceStatus[]; checkedAt: string }> {
  let remembered: { services: Promise<ServiceStatus[]>; at: Date } | null = null;
  return async () => {
    const now = new Date();
    if (remembered === null || now.getTime() - remembered.at.getTime() >= REMEMBER_MS) {
      const services = readStatus(db);
      remembered = { services, at: now };
      services.catch(() => {
        remembered = null;
      });
    }
    const { services, at } = remembered;
    return { services: await services, checkedAt: at.toISOString() };
  };
}

interface Row {
  service: string;
  network: string;
  bought: bigint;
  delivered: bigint;
  failed: bigint;
  pending: bigint;
  slow: bigint;
  medianSeconds: number | null;
}

/** Of how many transactions, newest first, at most: the cost does not grow with the sales. */
const MOST_TRANSACTIONS = 10_000;
/** Fewer purchases than this say nothing about a service, and much about their buyers. */
const FEWEST = 5;

async function readStatus(db: Db): Promise<ServiceStatus[]> {
  const rows = await db.rows<Row>(
    `with newest as (
       select type, network, status, created_at, settled_at from transactions order by id desc limit $1),
     bought as (
       select type as service, network, status,
         extract(epoch from coalesce(settled_at, now()) - created_at)::float8 as seconds
       from newest
       where type in ('airtime', 'data', 'electricity') and network is not null and created_at > now() - interval '1 hour')
     select service, network,
       count(*) as bought,
       count(*) filter (where status = 'success') as delivered,
       count(*) filter (where status in ('failed', 'refunded')) as failed,
       count(*) filter (where status = 'pending') as pending,
       count(*) filter (where seconds > 60 and status in ('success', 'pending')) as slow,
       percentile_cont(0.5) within group (order by seconds) filter (where status = 'success') as "medianSeconds"
     from bought group by service, network having count(*) >= $2 order by service, network`,
    [MOST_TRANSACTIONS, FEWEST],
  );
  return rows.map(present);
}

function present(row: Row): ServiceStatus {
  const percentOf = (count: bigint): number => Math.round((Number(count) / Number(row.bought)) * 100);
  return {
    service: row.service,
    network: row.network,
    deliveredPercent: percentOf(row.delivered),
    failedPercent: percentOf(row.failed),
    pendingPercent: percentOf(row.pending),
    slowPercent: percentOf(row.slow),
    medianSeconds: row.medianSeconds === null ? null : Math.round(row.medianSeconds * 10) / 10,
  };
}
