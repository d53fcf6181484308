import { Readable } from 'node:stream';
import type { CallQuery } from '@jara/contract/api.ts';
import { limits } from '@jara/contract/constants.ts';
import { endOfDay, parseDay, startOfDay, type Day } from '@jara/contract/lagos-time.ts';
import type { StaffRead } from '@jara/contract/calls/staff.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuseField } from '../../platform/refuse.ts';
import { Download, type Handler } from '../../platform/serve.ts';
import { recordStaffAction } from './record-staff-action.ts';

export const listStaffReads =
  ({ pool }: Context): Handler<'listStaffReads'> =>
  async ({ principal, query, request }) => {
    const { before, format: formatGiven, ...filter } = query;
    const format = formatGiven?.trim().toLowerCase() || 'json';
    // Also for a file: a day that is none is refused before the record of it is written.
    const first = await readPage(pool, filter, { before, most: limits.pageSize });
    if (format === 'json') return first;
    if (format !== 'jsonl') refuseField('format', 'Unknown format: choose json or jsonl');
    // Before the first byte: whoever breaks off the download has read some of it.
    await recordStaffAction(pool, principal, request, {
      action: 'listStaffReads',
      subject: 'staff reads',
      after: { format, ...filter },
    });
    const stream = Readable.from(jsonOf(pool, filter), { objectMode: false });
    return new Download(stream, 'application/jsonl; charset=utf-8', 'staff-reads.jsonl');
  };

const AT_A_TIME = 1_000;

async function* jsonOf(db: Db, filter: Filter): AsyncGenerator<string> {
  let before: string | undefined;
  do {
    // Each piece is a statement of its own, so that no transaction stays open while a slow client reads.
    const { reads, next } = await readPage(db, filter, { before, most: AT_A_TIME });
    yield reads.map((read) => `${JSON.stringify(read)}\n`).join('');
    before = next ?? undefined;
  } while (before !== undefined);
}

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
  const [from, to] = [readDay('from', filter.from), readDay('to', filter.to)];
  const conditions: [sql: string, value: unknown][] = [
    ['r.reader_id = (select id from users where user_name = ?)', given(filter.reader)],
    ['r.subject_id = (select id from users where user_name = ?)', given(filter.userName)],
    ['lower(r.call) = ?', given(filter.call)],
    ['r.happened_at >= ?', from && startOfDay(from)],
    ['r.happened_at < ?', to && endOfDay(to)],
    ['r.id < ?', before],
  ];
  const used = conditions.filter(([, value]) => value !== undefined);
  const where = used.map(([sql], index) => sql.replace('?', `$${index + 1}`)).join(' and ');
  const rows = await db.rows<Row>(
    `select r.id, a.user_name as reader, u.user_name as "userName", r.call, r.filter, r.request_id as "requestId", r.happened_at as "happenedAt"
     from staff_reads r join users a on a.id = r.reader_id left join users u on u.id = r.subject_id
     ${where === '' ? '' : `where ${where}`} order by r.id desc limit $${used.length + 1}`,
    [...used.map(([, value]) => value), most + 1],
  );
  const reads = rows.slice(0, most).map(({ id, happenedAt, ...row }) => ({
    _id: String(id),
    ...row,
    createdAt: happenedAt.toISOString(),
  }));
  return { reads, next: rows.length > most ? (reads.at(-1)?._id ?? null) : null };
}

const given = (text: string | undefined): string | undefined => text?.trim().toLowerCase() || undefined;

function readDay(field: string, input: string | undefined): Day | undefined {
  const text = given(input);
  return text === undefined
    ? undefined
    : (parseDay(text) ?? refuseField(field, 'Enter the day as YYYY-MM-DD'));
}
