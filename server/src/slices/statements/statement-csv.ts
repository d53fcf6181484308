/** A statement as CSV, read and written in pieces: a million movements take the memory of five hundred. */
import { Readable } from 'node:stream';
import { endOfDay, lagosTimestamp, startOfDay } from '@jara/contract/lagos-time.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
import { byteOrderMark, csvRows, spacedDigits } from '../../platform/csv.ts';
import type { Db } from '../../platform/db.ts';
import { addTo, movementsOf, noTotals, wordsOf, type Movement } from './movements.ts';
import type { Statement } from './statement.ts';

const titles = [
  'Date',
  'Reference',
  'What',
  'For',
  'Money in',
  'Money out',
  'Of which fees',
  'Balance',
  'Client reference',
];

const naira = (amount: bigint): number => toNaira(kobo(amount));

const rowOf = (movement: Movement): (string | number)[] => [
  lagosTimestamp(movement.postedAt),
  movement.reference ?? '',
  wordsOf(movement),
  spacedDigits(movement.recipient ?? ''),
  movement.amountKobo > 0n ? naira(movement.amountKobo) : '',
  movement.amountKobo < 0n ? naira(-movement.amountKobo) : '',
  movement.feeKobo === null ? '' : naira(movement.feeKobo),
  naira(movement.balanceAfter),
  movement.clientReference ?? '',
];

async function* rowsOfFile(db: Db, statement: Statement): AsyncGenerator<string> {
  const { from, to, openingKobo, closingKobo } = statement;
  const opening = [
    lagosTimestamp(startOfDay(from)),
    '',
    'Opening balance',
    '',
    '',
    '',
    '',
    naira(openingKobo),
    '',
  ];
  yield byteOrderMark + csvRows([titles, opening]);
  let totals = noTotals;
  for await (const movements of movementsOf(db, statement)) {
    for (const movement of movements) totals = addTo(totals, movement);
    yield csvRows(movements.map(rowOf));
  }
  const { inKobo, outKobo, feesKobo } = totals;
  const sums = [naira(inKobo), naira(outKobo), naira(feesKobo)];
  yield csvRows([[lagosTimestamp(endOfDay(to)), '', 'Closing balance', '', ...sums, naira(closingKobo), '']]);
}

export const statementAsCsv = (db: Db, statement: Statement): Readable =>
  Readable.from(rowsOfFile(db, statement), { objectMode: false });
