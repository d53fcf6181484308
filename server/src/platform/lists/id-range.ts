/** The ids of a table that only grows, the newest first, narrowed to values of its columns and to days: as one range of one index. */
import type { Db } from '../db.ts';
import { boundsOfDays, LAST_ID, type Days, type GrowingTable } from './days.ts';
import { given, whereOf, type Condition } from './filters.ts';

/** What a row has to be equal in; one without a value is left out. */
export type Key = readonly [sql: string, value: unknown];

interface Narrowed {
  /** The first two with a value are looked up, by an index of both and of the id, all rising. Further ones are read from the rows. */
  keys: readonly Key[];
  /** Read from the rows, so there are many of it among those of the keys. */
  also?: readonly Condition[];
  days?: Days;
  /** Those below this id. */
  before?: string | undefined;
}

export interface IdRange {
  /** What follows a `select` of columns; the order is that of the index. */
  sql: string;
  params: unknown[];
}

const MOST_KEYS = 2;

/**
 * Whole rows are compared: such a range begins and ends in the index where its first and last row are. With `=` and an order by the id the
 * database may walk back through all ids instead, where it takes for frequent what nobody has done for long.
 */
export async function idRange(
  db: Db,
  list: GrowingTable,
  { keys, also = [], days, before }: Narrowed,
): Promise<IdRange> {
  const { table, alias } = list;
  const inDays = days && (await boundsOfDays(db, list, days));
  const used = keys.filter(([, value]) => value !== undefined);
  const [lookedUp, others] = [used.slice(0, MOST_KEYS), used.slice(MOST_KEYS)];
  const { where, params } = whereOf([
    ...others.map(([sql, value]): Condition => [`${sql} = ?`, value]),
    ...also,
    ...(inDays?.conditions ?? []),
  ]);
  const columns = [...lookedUp.map(([sql]) => sql), `${alias}.id`];
  const nth = (offset: number): string => `$${params.length + offset}`;
  const values = lookedUp.map((_, index) => `${nth(index + 1)}, `).join('');
  const [low, high] = [nth(lookedUp.length + 1), nth(lookedUp.length + 2)];
  const row = columns.join(', ');
  return {
    sql: `from ${table} ${alias} where (${row}) >= (${values}${low}) and (${row}) <= (${values}${high})
      and ${where} order by ${columns.map((column) => `${column} desc`).join(', ')}`,
    params: [
      ...params,
      ...lookedUp.map(([, value]) => value),
      inDays?.first ?? 0n,
      lower(inDays?.last ?? LAST_ID, before === undefined ? LAST_ID : BigInt(before) - 1n),
    ],
  };
}

const lower = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** SQL that selects the ids of a page, and its parameters. */
export function pageOfIds(
  { sql, params }: IdRange,
  { alias }: GrowingTable,
  { most, skip = 0 }: { most: number; skip?: number },
): IdRange {
  return {
    sql: `select ${alias}.id ${sql} limit $${params.length + 1} offset $${params.length + 2}`,
    params: [...params, most, skip],
  };
}

/** How many there are, up to so many: no more are looked at. */
export async function countUpTo(db: Db, { sql, params }: IdRange, most: number): Promise<number> {
  const { count } = await db.get<{ count: bigint }>(
    `select count(*) from (select 1 ${sql} limit $${params.length + 1}) found`,
    [...params, most],
  );
  return Number(count);
}

/** Of a filter by user name: undefined where none is given; nobody has the id 0. */
export async function idNamed(db: Db, input: string | undefined): Promise<bigint | undefined> {
  const userName = given(input)?.toLowerCase();
  if (userName === undefined) return undefined;
  const user = await db.find<{ id: bigint }>('select id from users where user_name = $1', [userName]);
  return user?.id ?? 0n;
}
