/** Lines as CSV, read and written in pieces: ten million lines take the memory of a thousand. */
import { Readable } from 'node:stream';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { lagosTimestamp } from '@jara/contract/lagos-time.ts';
import { byteOrderMark, csvRows, spacedDigits } from '../../platform/csv.ts';
import type { Db } from '../../platform/db.ts';
import { lineColumns, presentTransaction, type Line } from './transaction.ts';
import type { Filter } from './list-filters.ts';

type Column = [title: string, read: (line: Transaction) => string | number];

const columns: readonly Column[] = [
  ['Date', (line) => lagosTimestamp(new Date(line.createdAt))],
  ['Reference', (line) => line.reference],
  ['Type', (line) => line.trans_Type],
  ['Status', (line) => line.trans_Status],
  ['Network', (line) => line.trans_Network ?? ''],
  ['What', (line) => line.description],
  ['For', (line) => spacedDigits(line.recipient ?? '')],
  ['Amount', (line) => line.trans_amount],
  ['Balance before', (line) => line.balance_Before ?? ''],
  ['Balance after', (line) => line.balance_After ?? ''],
];
const staffColumns: readonly Column[] = [
  ['User', (line) => line.trans_UserName],
  ['Profit', (line) => line.profit ?? ''],
];

const AT_A_TIME = 1_000;
/** Above every id. */
const TOP = 9_223_372_036_854_775_807n;

async function* linesOf(db: Db, filter: Filter, viewer: { staff: boolean }): AsyncGenerator<string> {
  const shown = viewer.staff ? [...columns, ...staffColumns] : columns;
  yield byteOrderMark + csvRows([shown.map(([title]) => title)]);
  let belowId = TOP;
  for (;;) {
    // Each piece is a statement of its own, so that no transaction stays open while a slow client reads.
    const lines = await readBelow(db, filter, belowId);
    yield csvRows(
      lines
        .map((line) => presentTransaction(line, viewer))
        .map((line) => shown.map(([, read]) => read(line))),
    );
    const last = lines.at(-1);
    if (last === undefined || lines.length < AT_A_TIME) return;
    belowId = last.id;
  }
}

async function readBelow(db: Db, { where, params }: Filter, belowId: bigint): Promise<Line[]> {
  return db.rows<Line>(
    `select ${lineColumns} from transactions t join users u on u.id = t.user_id
     where ${where} and t.id < $${params.length + 1} order by t.id desc limit ${AT_A_TIME}`,
    [...params, belowId],
  );
}

/** The newest first. */
export const linesAsCsv = (db: Db, filter: Filter, viewer: { staff: boolean }): Readable =>
  Readable.from(linesOf(db, filter, viewer), { objectMode: false });
