/** Transactions as CSV, read and written in pieces: ten million transactions take the memory of a thousand. */
import { Readable } from 'node:stream';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { lagosTimestamp } from '@jara/contract/lagos-time.ts';
import { byteOrderMark, csvRows, spacedDigits } from '../../platform/csv.ts';
import type { Db } from '../../platform/db.ts';
import type { Filter } from './list-filters.ts';
import { readTransactions } from './sums.ts';
import { presentTransaction } from './transaction.ts';

type Column = [title: string, read: (transaction: Transaction) => string | number];

const columns: readonly Column[] = [
  ['Date', (transaction) => lagosTimestamp(new Date(transaction.createdAt))],
  ['Reference', (transaction) => transaction.reference],
  ['Type', (transaction) => transaction.trans_Type],
  ['Status', (transaction) => transaction.trans_Status],
  ['Network', (transaction) => transaction.trans_Network ?? ''],
  ['What', (transaction) => transaction.description],
  ['For', (transaction) => spacedDigits(transaction.recipient ?? '')],
  ['Amount', (transaction) => transaction.trans_amount],
  ['Balance before', (transaction) => transaction.balance_Before ?? ''],
  ['Balance after', (transaction) => transaction.balance_After ?? ''],
];
const staffColumns: readonly Column[] = [
  ['User', (transaction) => transaction.trans_UserName],
  ['Profit', (transaction) => transaction.profit ?? ''],
  ['Supplier', (transaction) => transaction.supplierName ?? ''],
];
const lastColumns: readonly Column[] = [
  ['Client reference', (transaction) => transaction.clientReference ?? ''],
];

const AT_A_TIME = 1_000;

async function* transactionsOf(db: Db, filter: Filter, viewer: { staff: boolean }): AsyncGenerator<string> {
  const shown = [...columns, ...(viewer.staff ? staffColumns : []), ...lastColumns];
  yield byteOrderMark + csvRows([shown.map(([title]) => title)]);
  let before: string | null = null;
  for (;;) {
    // Each piece is a statement of its own, so that no transaction stays open while a slow client reads.
    const transactions = await readTransactions(db, filter, { size: AT_A_TIME, skip: 0, before });
    yield csvRows(
      transactions
        .map((transaction) => presentTransaction(transaction, viewer))
        .map((transaction) => shown.map(([, read]) => read(transaction))),
    );
    const last = transactions.at(-1);
    if (last === undefined || transactions.length < AT_A_TIME) return;
    before = String(last.id);
  }
}

/** The newest first. */
export const transactionsAsCsv = (db: Db, filter: Filter, viewer: { staff: boolean }): Readable =>
  Readable.from(transactionsOf(db, filter, viewer), { objectMode: false });
