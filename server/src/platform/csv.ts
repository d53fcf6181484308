/** CSV that a spreadsheet shows and does not run: every field quoted, UTF-8 with a byte-order mark, so that names keep their letters. */
import { csvFormula } from '@jara/contract/csv-formula.ts';
import Papa from 'papaparse';

/** What a file begins with. */
export const byteOrderMark = '\uFEFF';

/** Rows, each with its ending. A number is written as one: its minus begins no formula. Nothing for no rows. */
export const csvRows = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.length === 0
    ? ''
    : `${Papa.unparse(
        rows.map((row) => [...row]),
        { quotes: true, newline: '\r\n', escapeFormulae: csvFormula },
      )}\r\n`;

/** `0803 123 4567`: digits that begin with a 0 in groups, because a spreadsheet takes them for a number and drops the 0. */
export const spacedDigits = (text: string): string =>
  /^0\d{4,}$/.test(text) ? text.replace(/^(\d{4})(\d{1,3})/, '$1 $2 ').trim() : text;
