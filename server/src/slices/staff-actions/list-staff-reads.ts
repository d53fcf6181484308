import type { CallQuery } from '@jara/contract/api.ts';
import { limits } from '@jara/contract/constants.ts';
import type { StaffRead } from '@jara/contract/calls/staff.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { conditionsOfDays } from '../../platform/lists/days.ts';
import { given, readDay, whereOf } from '../../platform/lists/filters.ts';
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

async function readPage(
  db: Db,
  filter: Filter,
  { before, most }: { before: string | undefined; most: number },
): Promise<{ reads: StaffRead[]; next: string | null }> {
  const days = { from: readDay('from', filter.from), to: readDay('to', filter.to) };
  const { where, params } = whereOf([
    ['r.reader_id = (select id from users where user_name = ?)', given(filter.reader)?.toLowerCase()],
    ['r.subject_id = (select id from users where user_name = ?)', given(filter.userName)?.toLowerCase()],
    ['lower(r.call) = ?', given(filter.call)?.toLowerCase()],
    ...(await conditionsOfDays(db, { table: 'staff_reads', alias: 'r' }, days)),
    ['r.id < ?', before],
  ]);
  const rows = await db.rows<Row>(
    `select r.id, a.user_name as reader, u.user_name as "userName", r.call, r.filter, r.request_id as "requestId", r.happened_at as "happenedAt"
     from staff_reads r join users a on a.id = r.reader_id left join users u on u.id = r.subject_id
     where ${where} order by r.id desc limit $${params.length + 1}`,
    [...params, most + 1],
  );
  const reads = rows.slice(0, most).map(({ id, happenedAt, ...row }) => ({
    _id: String(id),
    ...row,
    createdAt: happenedAt.toISOString(),
  }));
  return { reads, next: rows.length > most ? (reads.at(-1)?._id ?? null) : null };
}
