import type { CallQuery } from '@jara/contract/api.ts';
import { limits } from '@jara/contract/constants.ts';
import type { StaffAction } from '@jara/contract/calls/staff.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { countedPages } from '../../platform/lists/counted-pages.ts';
import type { Days, GrowingTable } from '../../platform/lists/days.ts';
import { given, readDay, type Condition } from '../../platform/lists/filters.ts';
import {
  countUpTo,
  idNamed,
  idRange,
  pageOfIds,
  type IdRange,
  type Key,
} from '../../platform/lists/id-range.ts';
import type { Handler } from '../../platform/serve.ts';

export const listStaffActions =
  ({ reads }: Context): Handler<'listStaffActions'> =>
  async ({ query, principal }) => {
    const page = query.page ?? 1;
    const size = limits.pageSize;
    const range = await rangeOfActions(reads, query);
    const counting = countActions(reads, range);
    const skip = (page - 1) * size;
    // Whoever asks for a page beyond the last one is told so without a walk to where it would be.
    const isBeyond = skip > 0 && isCounted(await counting) && skip >= (await counting);
    // One more tells whether a page follows.
    const [count, rows] = await Promise.all([
      counting,
      isBeyond ? [] : readActions(reads, range, { most: size + 1, skip, viewerId: principal.userId }),
    ]);
    return {
      actions: rows.slice(0, size).map(({ id, doneAt, ...row }) => ({
        _id: String(id),
        ...row,
        createdAt: doneAt.toISOString(),
      })),
      page,
      totalActions: count,
      totalPages: countedPages(count, { most: limits.staffActionsCounted, page, found: rows.length }),
    };
  };

interface Row extends Omit<StaffAction, '_id' | 'createdAt'> {
  id: bigint;
  doneAt: Date;
}

type Query = CallQuery<'listStaffActions'>;

const list: GrowingTable = { table: 'staff_actions', alias: 's' };

/** Each filter and each two of them are a range of an index of `staff_actions` (migration 0099). Refuses days that are none. */
export async function rangeOfActions(db: Db, query: Omit<Query, 'page'>): Promise<IdRange> {
  const days: Days = { time: 'done_at', from: readDay('from', query.from), to: readDay('to', query.to) };
  const { key, also } = await readSubject(db, given(query.subject));
  return idRange(db, list, {
    keys: [
      ['s.actor_id', await idNamed(db, query.actor)],
      ['lower(s.action)', given(query.action)?.toLowerCase()],
      key,
    ],
    also,
    days,
  });
}

/** To the last one. */
const isCounted = (count: number): boolean => count < limits.staffActionsCounted;

export const countActions = (db: Db, range: IdRange): Promise<number> =>
  countUpTo(db, range, limits.staffActionsCounted);

export function readActions(
  db: Db,
  range: IdRange,
  { most, skip, viewerId }: { most: number; skip: number; viewerId: bigint },
): Promise<Row[]> {
  const { sql, params } = pageOfIds(range, list, { most, skip });
  return db.rows<Row>(
    // Nobody reads notes about themselves.
    `select s.id, u.user_name as actor, s.action, s.subject, s.before,
       case when s.action = 'addUserNote' and s.subject = $${params.length + 1} then null else s.after end as after,
       s.reason, s.ip, s.request_id as "requestId", s.done_at as "doneAt"
     from (${sql}) p join staff_actions s on s.id = p.id left join users u on u.id = s.actor_id order by s.id desc`,
    [...params, `user ${viewerId}`],
  );
}

/** As the indexes have it. */
const kind = `split_part(s.subject, ' ', 1)`;

/**
 * A whole subject, or a kind, which is its first word. Of what is several words and no subject, all are found that begin with them: those of
 * the first word are looked through. What ends in a number names one of many, and is whole.
 */
async function readSubject(
  db: Db,
  text: string | undefined,
): Promise<{ key: Key; also: readonly Condition[] }> {
  const [first = ''] = text?.split(' ') ?? [];
  if (text === undefined || text === first) return { key: [kind, text], also: [] };
  const isWhole =
    /\d$/.test(text) ||
    (await db.find('select from staff_actions where subject = $1 limit 1', [text])) !== undefined;
  return isWhole
    ? { key: ['s.subject', text], also: [] }
    : { key: [kind, first], also: [[`starts_with(s.subject, ? || ' ')`, text]] };
}
