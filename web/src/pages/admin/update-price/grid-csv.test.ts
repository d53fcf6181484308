import { describe, expect, it } from 'vitest';
import { csvOf, dryRun, readCsv } from './grid-csv.ts';
import { cellText, noEdits, setCell } from './grid-edits.ts';
import type { GridPlan } from './grid-plan.ts';

const plan = (id: number, more: Partial<GridPlan> = {}): GridPlan => ({
  id,
  network: 'MTN',
  name: `${id}GB`,
  type: 'SME',
  validity: '30 days',
  volumeGb: id,
  prices: {
    planCostPrice: 400,
    smartEarnerPrice: 450,
    resellerPrice: 445,
    apiPrice: 442.5,
    partnerPrice: 440,
  },
  costPerGb: null,
  isAvailable: true,
  isOnSale: true,
  notOnSaleBecause: null,
  version: 1,
  supplierPlanIds: {},
  ...more,
});
const one = plan(1);
const two = plan(2, { costPerGb: 380 });
const plans = [one, two];

describe('the file of prices', () => {
  it('has a line for each plan, with what stands in the grid', () => {
    const edits = setCell(noEdits, one, 'apiPrice', '443');
    expect(csvOf(plans, edits).split('\r\n')).toEqual([
      '"Plan id","Network","Type","Plan","Validity","Cost","Smart earner","Reseller","API","Partner"',
      '"1","MTN","SME","1GB","30 days","400","450","445","443","440"',
      '"2","MTN","SME","2GB","30 days","400","450","445","442.5","440"',
      '',
    ]);
  });

  it('keeps its cells apart, and runs nothing', () => {
    expect(csvOf([plan(3, { name: '=1+1, "big"', validity: '-1' })], noEdits)).toContain(
      `"3","MTN","SME","'=1+1, ""big""","'-1",`,
    );
  });

  it.each(['=1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=1\n2'])(
    'holds %j as a text, not as a formula',
    (name) => {
      expect(csvOf([plan(3, { name })], noEdits)).toContain(`"3","MTN","SME","'${name}",`);
    },
  );

  it('comes back as it went', () => {
    const { edits, cells, plans: found } = dryRun(csvOf(plans, noEdits), plans, noEdits) ?? {};
    expect([edits?.size, cells, found]).toEqual([0, 0, 2]);
  });
});

describe('reading a file', () => {
  it.each([
    ['commas', 'a,b\r\n1,"x, ""y"""\r\n'],
    ['semicolons', 'a;b\n1;"x, ""y"""'],
    ['tabs and a byte order mark', '\uFEFFa\tb\n\n1\t"x, ""y"""\n'],
  ])('takes %s', (_, text) => {
    expect(readCsv(text)).toEqual([
      ['a', 'b'],
      ['1', 'x, "y"'],
    ]);
  });

  it('takes lines inside of quotes', () => {
    expect(readCsv('a,b\n1,"two\nlines"')[1]).toEqual(['1', 'two\nlines']);
  });
});

describe('the dry run', () => {
  const run = (text: string) => dryRun(text, plans, noEdits);

  it('takes the cells that differ, by plan id and name of column, in any order', () => {
    const found = run('API,plan id,Remark\n"₦1,443.50",1,x\n442.5,2,\n');
    expect([found?.plans, found?.cells, found?.wrong, found?.unknownIds]).toEqual([2, 1, [], []]);
    expect(cellText(found?.edits ?? noEdits, one, 'apiPrice')).toBe('₦1,443.50');
  });

  it('leaves out what is no price, what is empty, ids that are not here, and costs that a product decides', () => {
    const found = run('Plan id,Cost,Reseller\n1,,abc\n2,500,0\n77,1,1\n');
    expect(found?.wrong).toEqual(['id 1, Reseller: abc', 'id 2, Reseller: 0']);
    expect(found?.unknownIds).toEqual(['77']);
    expect([found?.cells, found?.edits.size]).toEqual([0, 0]);
  });

  it('knows a file of something else', () => {
    expect(run('name,phone\nada,0803')).toBeUndefined();
    expect(run('')).toBeUndefined();
    expect(run('Plan id,Remark\n1,x')).toBeUndefined();
  });
});
