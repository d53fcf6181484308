/** The grid as a file for a spreadsheet, and what a file that comes back would change. Pure: nothing is saved here. */
import { limits } from '@jara/contract/constants.ts';
import { csvFormula } from '@jara/contract/csv-formula.ts';
import Papa from 'papaparse';
import { parseAmount } from '../../../ui/amount-field.tsx';
import { cellText, isFixed, setCell, type Edits } from './grid-edits.ts';
import { fieldLabels, priceFields, type GridPlan, type PriceField } from './grid-plan.ts';

const idColumn = 'Plan id';
const factColumns = ['Network', 'Type', 'Plan', 'Validity'] as const;

/** With what stands in the grid now, saved or not. */
export function csvOf(plans: readonly GridPlan[], edits: Edits): string {
  const head = [idColumn, ...factColumns, ...priceFields.map((field) => fieldLabels[field])];
  const rows = plans.map((plan) => [
    String(plan.id),
    plan.network,
    plan.type,
    plan.name,
    plan.validity,
    ...priceFields.map((field) => cellText(edits, plan, field)),
  ]);
  return `${Papa.unparse([head, ...rows], { quotes: true, newline: '\r\n', escapeFormulae: csvFormula })}\r\n`;
}

/** RFC 4180; a spreadsheet of another country or a paste has semicolons or tabs between its cells. */
export function readCsv(text: string): string[][] {
  const clean = text.replace(/^\uFEFF/, '');
  const [firstLine = ''] = clean.split(/\r?\n/, 1);
  const separator = ['\t', ';', ','].find((mark) => firstLine.includes(mark)) ?? ',';
  return Papa.parse<string[]>(clean, {
    delimiter: separator,
    skipEmptyLines: 'greedy',
    transform: (cell) => cell.trim(),
  }).data;
}

export interface DryRun {
  /** The edits of the grid with those of the file. */
  edits: Edits;
  /** Rows with a plan of this network. */
  plans: number;
  /** Cells that differ from what is saved. */
  cells: number;
  /** Ids that no plan here has: of another network, or deleted. */
  unknownIds: string[];
  /** Cells that hold no price, as `id 7, Reseller: abc`. They are left out. */
  wrong: string[];
}

/** What the file would change. Undefined when it has no column of ids, or none of prices. */
export function dryRun(text: string, plans: readonly GridPlan[], edits: Edits): DryRun | undefined {
  const [head = [], ...rows] = readCsv(text);
  const placeOf = (name: string) => head.findIndex((cell) => cell.toLowerCase() === name.toLowerCase());
  const idPlace = placeOf(idColumn);
  const columns = priceFields
    .map((field) => ({ field, place: placeOf(fieldLabels[field]) }))
    .filter(({ place }) => place >= 0);
  if (idPlace < 0 || columns.length === 0) return undefined;
  const run: DryRun = { edits, plans: 0, cells: 0, unknownIds: [], wrong: [] };
  for (const row of rows) {
    const id = row[idPlace] ?? '';
    const plan = plans.find((one) => String(one.id) === id);
    if (plan === undefined) run.unknownIds.push(id);
    else {
      run.plans += 1;
      for (const { field, place } of columns) takeCell(run, plan, field, row[place] ?? '');
    }
  }
  return run;
}

/** An empty cell says nothing; a cost that its product decides is not taken. */
function takeCell(run: DryRun, plan: GridPlan, field: PriceField, text: string): void {
  if (text === '' || isFixed(plan, field)) return;
  const price = parseAmount(text, { kobo: true });
  if (price === undefined || price === 0 || price > limits.priceMaximumNaira) {
    run.wrong.push(`id ${plan.id}, ${fieldLabels[field]}: ${text.slice(0, 20)}`);
    return;
  }
  if (price !== plan.prices[field]) run.cells += 1;
  run.edits = setCell(run.edits, plan, field, text);
}
