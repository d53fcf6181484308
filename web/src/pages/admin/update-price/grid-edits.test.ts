import { describe, expect, it } from 'vitest';
import {
  cellsOf,
  cellText,
  rowChangesOf,
  countsOf,
  fillDown,
  fillFromCost,
  noEdits,
  pasteCells,
  setCell,
} from './grid-edits.ts';
import { costOf, marginPercent, priceFields, type GridPlan } from './grid-plan.ts';

const plan = (id: number, cost: number, price: number, more: Partial<GridPlan> = {}): GridPlan => ({
  id,
  network: 'MTN',
  name: `${id}GB`,
  type: 'SME',
  validity: '30 days',
  volumeGb: id,
  prices: {
    planCostPrice: cost,
    smartEarnerPrice: price,
    resellerPrice: price - 5,
    apiPrice: price - 8,
    partnerPrice: price - 10,
  },
  costPerGb: null,
  isAvailable: true,
  isOnSale: true,
  notOnSaleBecause: null,
  version: 1,
  supplierPlanIds: {},
  ...more,
});
const plans = [plan(1, 400, 450), plan(2, 800, 890), plan(5, 2_000, 2_200)];
const [one = plan(0, 1, 1), two = plan(0, 1, 1)] = plans;

describe('cells', () => {
  it('keep what was typed, and forget it when it is what is saved', () => {
    const edited = setCell(noEdits, one, 'smartEarnerPrice', '455');
    expect(cellText(edited, one, 'smartEarnerPrice')).toBe('455');
    expect(setCell(edited, one, 'smartEarnerPrice', ' 450.00 ').size).toBe(0);
  });

  it('take a block from a sheet, with naira signs and commas, and leave out what does not fit', () => {
    const cells = cellsOf('460\t₦455\r\n1,000\t\r\n2300\t2290\textra\t1\t2\n9\t9\n');
    const edited = pasteCells(noEdits, plans, priceFields, { row: 0, column: 1 }, cells);
    const to = rowChangesOf(edited, plans).flatMap(({ cells: changed }) => changed.map((cell) => cell.to));
    expect(to).toEqual([460, 455, 1_000, 2_300, 2_290, 1]);
    expect(rowChangesOf(edited, plans).map(({ wrong }) => wrong)).toEqual([[], [], ['apiPrice']]);
  });

  it('of a cost that the product decides are not typed over', () => {
    const fixed = plan(3, 900, 1_500, { costPerGb: 410 });
    expect(pasteCells(noEdits, [fixed], priceFields, { row: 0, column: 0 }, [['1']]).size).toBe(0);
    expect(costOf(fixed, 900)).toBe(1_230);
  });

  it('are filled from the cost, up to the next naira', () => {
    const percent = fillFromCost(noEdits, plans, { field: 'apiPrice', amount: 3, unit: 'percent' });
    expect(plans.map((each) => cellText(percent, each, 'apiPrice'))).toEqual(['412', '824', '2060']);
    const odd = [plan(1, 333.33, 450)];
    const naira = fillFromCost(noEdits, odd, { field: 'apiPrice', amount: 10, unit: 'naira' });
    expect(odd.map((each) => cellText(naira, each, 'apiPrice'))).toEqual(['344']);
  });
});

describe('what would be saved', () => {
  it('tells prices below cost, counting the new cost', () => {
    const dearer = setCell(noEdits, one, 'planCostPrice', '470');
    const edited = setCell(setCell(dearer, one, 'smartEarnerPrice', '460'), two, 'apiPrice', '1500');
    const changes = rowChangesOf(edited, plans);
    expect(changes.map(({ cells }) => cells.map(({ field }) => field))).toEqual([
      ['planCostPrice', 'smartEarnerPrice'],
      ['apiPrice'],
    ]);
    expect(changes[0]?.cells[1]).toMatchObject({ from: 450, to: 460, isBelowCost: true });
    expect(changes[1]?.cells[0]).toMatchObject({ to: 1_500, isBelowCost: false });
    // The prices that stay are below the new cost as well.
    expect(changes[0]?.overtaken).toEqual(['resellerPrice', 'apiPrice', 'partnerPrice']);
    expect(countsOf(changes)).toEqual({ cells: 3, belowCost: 4, wrong: 0 });
  });

  it.each(['', 'x', '-5', '0', '1000001', '4.005'])('does not take "%s" for a price', (text) => {
    const changes = rowChangesOf(setCell(noEdits, one, 'resellerPrice', text), plans);
    expect(changes).toMatchObject([{ cells: [], wrong: ['resellerPrice'] }]);
  });
});

it.each([
  [500, 450, 10],
  [450, 450, 0],
  [300, 450, -50],
])('of a price of %d at a cost of %d the margin is %d %%', (price, cost, percent) => {
  expect(marginPercent(price, cost)).toBe(percent);
});

describe('filling down', () => {
  const texts = (edits: ReturnType<typeof fillDown>) =>
    plans.map((row) => cellText(edits, row, 'resellerPrice'));

  it('writes the topmost cell into all below it, whichever end was chosen first', () => {
    const typed = setCell(noEdits, one, 'resellerPrice', '460');
    expect(texts(fillDown(typed, plans, 'resellerPrice', { from: 0, to: 2 }))).toEqual(['460', '460', '460']);
    expect(texts(fillDown(typed, plans, 'resellerPrice', { from: 1, to: 0 }))).toEqual([
      '460',
      '460',
      '2195',
    ]);
  });

  it('gives a single cell what stands above it; the first one has nothing above', () => {
    expect(texts(fillDown(noEdits, plans, 'resellerPrice', { from: 1, to: 1 }))).toEqual([
      '445',
      '445',
      '2195',
    ]);
    expect(fillDown(noEdits, plans, 'resellerPrice', { from: 0, to: 0 })).toBe(noEdits);
  });

  it('leaves costs that their product decides', () => {
    const fixed = plan(3, 900, 990, { costPerGb: 320 });
    expect(fillDown(noEdits, [one, fixed], 'planCostPrice', { from: 0, to: 1 }).size).toBe(0);
  });
});
