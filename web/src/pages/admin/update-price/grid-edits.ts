/** What was typed into the price grid and is not saved yet. Pure: the grid keeps it, the review reads it. */
import { limits } from '@jara/contract/constants.ts';
import { add, ceilToNaira, fromNaira, toNaira, type Kobo } from '@jara/contract/money.ts';
import { parseAmount } from '../../../ui/amount-field.tsx';
import { costOf, priceFields, type GridPlan, type PriceField } from './grid-plan.ts';

/** By plan, the text of each cell that differs from what is saved. */
export type Edits = ReadonlyMap<number, Readonly<Partial<Record<PriceField, string>>>>;

export const noEdits: Edits = new Map();

export const plainNumber = (amount: number | null): string => (amount === null ? '' : String(amount));

export const cellText = (edits: Edits, plan: GridPlan, field: PriceField): string =>
  edits.get(plan.id)?.[field] ?? plainNumber(plan.prices[field]);

/** Naira; undefined when the text is no price. */
export function cellPrice(edits: Edits, plan: GridPlan, field: PriceField): number | undefined {
  const price = parseAmount(cellText(edits, plan, field), { kobo: true });
  return price === undefined || price === 0 || price > limits.priceMaximumNaira ? undefined : price;
}

/** A text that says what is saved already is no edit. */
export function setCell(edits: Edits, plan: GridPlan, field: PriceField, text: string): Edits {
  const { [field]: _, ...others } = edits.get(plan.id) ?? {};
  const isSaved = parseAmount(text, { kobo: true }) === plan.prices[field];
  const row = isSaved ? others : { ...others, [field]: text };
  const next = new Map(edits);
  if (Object.keys(row).length === 0) next.delete(plan.id);
  else next.set(plan.id, row);
  return next;
}

export function dropPlan(edits: Edits, planId: number): Edits {
  const next = new Map(edits);
  next.delete(planId);
  return next;
}

/** Cells as a spreadsheet copies them: rows by line, columns by tab. */
export function cellsOf(text: string): string[][] {
  const rows = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  return rows.map((row) => row.split('\t').map((cell) => cell.trim()));
}

/** Pastes from the cell at `row` and `column` to the right and down; what stands outside of the grid or is blank is left out. */
export function pasteCells(
  edits: Edits,
  plans: readonly GridPlan[],
  fields: readonly PriceField[],
  at: { row: number; column: number },
  cells: readonly (readonly string[])[],
): Edits {
  let next = edits;
  for (const [down, row] of cells.entries()) {
    const plan = plans[at.row + down];
    if (plan === undefined) break;
    for (const [right, text] of row.entries()) {
      const field = fields[at.column + right];
      if (field === undefined || text === '' || isFixed(plan, field)) continue;
      next = setCell(next, plan, field, text);
    }
  }
  return next;
}

/** Some cells of one column, from the one that was chosen first. */
export interface CellRange {
  column: number;
  from: number;
  to: number;
}

/** The topmost cell of the range into all below it; a single cell takes what stands above it. */
export function fillDown(
  edits: Edits,
  plans: readonly GridPlan[],
  field: PriceField,
  { from, to }: Pick<CellRange, 'from' | 'to'>,
): Edits {
  const [top, bottom] = [Math.min(from, to), Math.max(from, to)];
  const source = plans[top === bottom ? top - 1 : top];
  if (source === undefined) return edits;
  const text = cellText(edits, source, field);
  return plans
    .slice(top === bottom ? top : top + 1, bottom + 1)
    .filter((plan) => !isFixed(plan, field))
    .reduce((next, plan) => setCell(next, plan, field, text), edits);
}

/** A cost that the product's cost price decides is not typed here. */
export const isFixed = (plan: GridPlan, field: PriceField): boolean =>
  field === 'planCostPrice' && plan.costPerGb !== null;

export interface Markup {
  field: PriceField;
  amount: number;
  unit: 'percent' | 'naira';
}

/** "Cost + 3 %" for all these plans, rounded up to the next naira; plans whose cost is not known stay. */
export function fillFromCost(edits: Edits, plans: readonly GridPlan[], markup: Markup): Edits {
  let next = edits;
  for (const plan of plans) {
    const cost = costOf(plan, cellPrice(edits, plan, 'planCostPrice') ?? null);
    if (cost === null) continue;
    next = setCell(next, plan, markup.field, String(toNaira(withMarkup(fromNaira(cost), markup))));
  }
  return next;
}

const withMarkup = (cost: Kobo, { amount, unit }: Markup): Kobo =>
  unit === 'percent'
    ? ceilToNaira(cost, 10_000n + BigInt(Math.round(amount * 100)), 10_000n)
    : ceilToNaira(add(cost, fromNaira(amount)));

export interface CellChange {
  field: PriceField;
  from: number | null;
  to: number;
  isBelowCost: boolean;
}

export interface RowChange {
  plan: GridPlan;
  cells: CellChange[];
  /** Prices that stay, but are below the cost that is new. */
  overtaken: PriceField[];
  /** The cells that hold no price. */
  wrong: PriceField[];
}

/** What would be saved. */
export function rowChangesOf(edits: Edits, plans: readonly GridPlan[]): RowChange[] {
  return plans.flatMap((plan) => {
    const row = edits.get(plan.id);
    if (row === undefined) return [];
    const edited = priceFields.filter((field) => row[field] !== undefined);
    const wrong = edited.filter((field) => cellPrice(edits, plan, field) === undefined);
    const cells = edited.flatMap((field) => {
      const to = cellPrice(edits, plan, field);
      return to === undefined ? [] : [changeOf(edits, plan, field, to)];
    });
    const overtaken =
      row.planCostPrice === undefined
        ? []
        : priceFields.filter((field) => row[field] === undefined && isBelowCost(edits, plan, field));
    return [{ plan, cells, overtaken, wrong }];
  });
}

const changeOf = (edits: Edits, plan: GridPlan, field: PriceField, to: number): CellChange => ({
  field,
  from: plan.prices[field],
  to,
  isBelowCost: isBelowCost(edits, plan, field),
});

/** For the eye, while it is typed. Whether somebody must say that a price is meant, the server decides. */
export function isBelowCost(edits: Edits, plan: GridPlan, field: PriceField): boolean {
  if (field === 'planCostPrice') return false;
  const cost = costOf(plan, cellPrice(edits, plan, 'planCostPrice') ?? null);
  const price = cellPrice(edits, plan, field);
  return cost !== null && price !== undefined && price < cost;
}

export function countsOf(changes: readonly RowChange[]): {
  cells: number;
  belowCost: number;
  wrong: number;
} {
  const cells = changes.flatMap((change) => change.cells);
  return {
    cells: cells.length,
    belowCost:
      cells.filter((cell) => cell.isBelowCost).length + changes.flatMap(({ overtaken }) => overtaken).length,
    wrong: changes.flatMap((change) => change.wrong).length,
  };
}
