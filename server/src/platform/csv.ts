/** CSV by RFC 4180 that a spreadsheet shows and does not run. */

/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string | number): string {
  // A number is written as one: its minus begins no formula.
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line with its ending. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(',')}\r\n`;
