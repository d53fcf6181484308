import { endOfDay, startOfDay, type Day } from '@jara/contract/lagos-time.ts';
import type { Db } from '../db.ts';
import type { Condition } from './filters.ts';

/** A table that only grows, listed by id from the newest on. */
export interface GrowingTable {
  table: string;
  alias: string;
}

export interface Days {
  /** When a row was written; it has an index. */
  time: 'happened_at' | 'done_at';
  from: Day | undefined;
  to: Day | undefined;
}

interface Bounds {
  conditions: Condition[];
  /** The ids between which all its rows are; undefined where there is no such day. */
  first: bigint | undefined;
  last: bigint | undefined;
}

/**
 * The days of a filter, both included, as conditions and as bounds of the ids, so that a page of long ago does not walk through all that
 * came since: a row has its time from the start of its commit, and no commit lasts a minute, so that much is out of order.
 */
export async function boundsOfDays(db: Db, list: GrowingTable, { time, from, to }: Days): Promise<Bounds> {
  const [start, past] = [from && startOfDay(from), to && endOfDay(to)];
  return {
    conditions: [
      [`${list.alias}.${time} >= ?`, start],
      [`${list.alias}.${time} < ?`, past],
    ],
    first: start && (await edgeOf(db, { ...list, time }, 'first', start)),
    last: past && (await edgeOf(db, { ...list, time }, 'last', past)),
  };
}

export const LAST_ID = 9_223_372_036_854_775_807n;

/** Each statement by itself, so that it is planned with the times at hand. Beyond all ids where there is no row on that side. */
async function edgeOf(
  db: Db,
  { table, time }: Pick<GrowingTable, 'table'> & Pick<Days, 'time'>,
  edge: 'first' | 'last',
  moment: Date,
): Promise<bigint> {
  const [extreme, side, minute] =
    edge === 'first'
      ? ['min', '>= $1', `< $2::timestamptz + interval '1 minute'`]
      : ['max', '< $1', `> $2::timestamptz - interval '1 minute'`];
  const { nearest } = await db.get<{ nearest: string | null }>(
    `select ${extreme}(${time})::text as nearest from ${table} where ${time} ${side}`,
    [moment],
  );
  if (nearest === null) return edge === 'first' ? LAST_ID : 0n;
  const { id } = await db.get<{ id: bigint }>(
    `select ${extreme}(id) as id from ${table} where ${time} ${side} and ${time} ${minute}`,
    [moment, nearest],
  );
  return id;
}
