import { endOfDay, startOfDay, type Day } from '@jara/contract/lagos-time.ts';
import type { Db } from '../db.ts';
import type { Condition } from './filters.ts';

export interface Days {
  from: Day | undefined;
  to: Day | undefined;
}

/**
 * The days of a filter, both included, as conditions on `alias` of a table that only grows, which is listed by id and has an index on
 * `happened_at`. With bounds of the ids, so that a page of long ago does not walk through all that came since: a row has its time from the
 * start of its commit, and no commit lasts a minute, so that much is out of order.
 */
export async function conditionsOfDays(
  db: Db,
  { table, alias }: { table: string; alias: string },
  { from, to }: Days,
): Promise<Condition[]> {
  const [first, past] = [from && startOfDay(from), to && endOfDay(to)];
  return [
    [`${alias}.happened_at >= ?`, first],
    [`${alias}.id >= ?`, first && (await edgeOf(db, table, 'first', first))],
    [`${alias}.happened_at < ?`, past],
    [`${alias}.id <= ?`, past && (await edgeOf(db, table, 'last', past))],
  ];
}

/** Each statement by itself, so that it is planned with the times at hand. Zero where there is no row on that side. */
async function edgeOf(db: Db, table: string, edge: 'first' | 'last', time: Date): Promise<bigint> {
  const [extreme, side, minute] =
    edge === 'first'
      ? ['min', '>= $1', `< $2::timestamptz + interval '1 minute'`]
      : ['max', '< $1', `> $2::timestamptz - interval '1 minute'`];
  const { nearest } = await db.get<{ nearest: string | null }>(
    `select ${extreme}(happened_at)::text as nearest from ${table} where happened_at ${side}`,
    [time],
  );
  if (nearest === null) return 0n;
  const { id } = await db.get<{ id: bigint }>(
    `select ${extreme}(id) as id from ${table} where happened_at ${side} and happened_at ${minute}`,
    [time, nearest],
  );
  return id;
}
