import type { CallQuery } from '@jara/contract/api.ts';
import { limits } from '@jara/contract/constants.ts';
import type { StaffRead } from '@jara/contract/calls/staff.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import type { GrowingTable } from '../../platform/lists/days.ts';
import { given, readDay } from '../../platform/lists/filters.ts';
import { idNamed, idRange, pageOfIds } from '../../platform/lists/id-range.ts';
import { AT_A_TIME, jsonlDownload } from '../../platform/lists/jsonl-download.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { recordStaffAction } from './record-staff-action.ts';

export const listStaffReads =
  ({ pool, reads: db }: Context): Handler<'listStaffReads'> =>
  async ({ principal, query, request }) => {
    const { before, format: formatGiven, ...filter } = query;
    const format = formatGiven?.trim().toLowerCase() || 'json';
    // Also for a file: a day that is none is refused before the record of it is written.
    const first = await readPage(db, filter, { before, most: limits.pageSize });
    if (format === 'json') return first;
    if (format !== 'jsonl') refuseField('format', 'Unknown format: choose json or jsonl');
    // Before the first byte: whoever breaks off the download has read some of it.
    await recordStaffAction(pool, principal, request, {
      action: 'listStaffReads',
      subject: 'staff reads',
      after: { format, ...filter },
    });
    return jsonlDownload('staff-reads', async (below) => {
      const { reads, next } = await readPage(db, filter, { before: below, most: AT_A_TIME });
      return { rows: reads, next };
    });
  };

type Filter = Omit<CallQuery<'listStaffReads'>, 'before' | 'format'>;

interface Row extends Omit<StaffRead, '_id' | 'createdAt'> {
  id: bigint;
  happenedAt: Date;
}

const list: GrowingTable = { table: 'staff_reads', alias: 'r' };

/** Each filter and each two of them are a range of an index of `staff_reads` (migration 0099). */
export async function readPage(
  db: Db,
  filter: Filter,
  { before, most }: { before: string | undefined; most: number },
): Promise<{ reads: StaffRead[]; next: string | null }> {
  const range = await idRange(db, list, {
    keys: [
      ['r.reader_id', await idNamed(db, filter.reader)],
      ['r.subject_id', await idNamed(db, filter.userName)],
      ['lower(r.call)', given(filter.call)?.toLowerCase()],
    ],
    days: { time: 'happened_at', from: readDay('from', filter.from), to: readDay('to', filter.to) },
    before,
  });
  const { sql, params } = pageOfIds(range, list, { most: most + 1 });
  const rows = await db.rows<Row>(
    `select r.id, a.user_name as reader, u.user_name as "userName", r.call, r.filter, r.request_id as "requestId", r.happened_at as "happenedAt"
     from (${sql}) p join staff_reads r on r.id = p.id join users a on a.id = r.reader_id left join users u on u.id = r.subject_id
     order by r.id desc`,
    params,
  );
  const reads = rows.slice(0, most).map(({ id, happenedAt, ...row }) => ({
    _id: String(id),
    ...row,
    createdAt: happenedAt.toISOString(),
  }));
  return { reads, next: rows.length > most ? (reads.at(-1)?._id ?? null) : null };
}
