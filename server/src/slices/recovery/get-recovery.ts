import { limits } from '@jara/contract/constants.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import type { Handler } from '../../platform/serve.ts';
import { findRecovery, listAsked, listDeliveries } from './opening.ts';
import { presentItem, presentRecovery } from './present.ts';

export const getRecovery =
  ({ pool }: Context): Handler<'getRecovery'> =>
  async ({ query }) => {
    const page = query.page ?? 1;
    const size = limits.pageSize;
    const recovery = await findRecovery(pool);
    const id = recovery?.id ?? 0n;
    const [asked, deliveries, sizes] = await Promise.all([
      listAsked(pool, id),
      listDeliveries(pool, id, { limit: size, offset: (page - 1) * size }),
      countItems(pool, id),
    ]);
    return {
      recovery: recovery === undefined ? null : presentRecovery(recovery),
      asked: asked.map(presentItem),
      deliveries: deliveries.map(presentItem),
      page,
      totalPages: Math.max(1, Math.ceil(Number(sizes.deliveries) / size)),
      counts: { asked: Number(sizes.openAsked), deliveries: Number(sizes.openDeliveries) },
    };
  };

interface Sizes {
  deliveries: bigint;
  openAsked: bigint;
  openDeliveries: bigint;
}

const countItems = (db: Db, recoveryId: bigint): Promise<Sizes> =>
  db.get<Sizes>(
    `select count(*) filter (where kind = 'delivery') as deliveries,
       count(*) filter (where kind <> 'delivery' and decided_at is null) as "openAsked",
       count(*) filter (where kind = 'delivery' and decided_at is null) as "openDeliveries"
     from recovery_items where recovery_id = $1`,
    [recoveryId],
  );
