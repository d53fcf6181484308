import { describe, expect, it } from 'vitest';
import { csvRows } from '../../../../../server/src/platform/csv.ts';
import { csvOf } from './grid-csv.ts';
import { noEdits } from './grid-edits.ts';
import type { GridPlan } from './grid-plan.ts';

const plan = (name: string): GridPlan => ({
  id: 7,
  network: 'MTN',
  name,
  type: 'SME',
  validity: '30 days',
  volumeGb: 1,
  prices: { planCostPrice: 4, smartEarnerPrice: 5, resellerPrice: 5, apiPrice: 5, partnerPrice: 5 },
  costPerGb: null,
  isAvailable: true,
  isOnSale: true,
  notOnSaleBecause: null,
  version: 1,
  supplierPlanIds: {},
});

const formulas = [
  '=1+1',
  '+234803',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '=1\n2',
  '=HYPERLINK("http://evil.example","x")',
];

describe.each([
  ['the server', (text: string) => csvRows([[text]])],
  ['the grid of prices', (text: string) => csvOf([plan(text)], noEdits)],
])('a file of %s', (_side, write) => {
  it.each(formulas)('does not run %j', (text) => {
    expect(write(text)).toContain(`"'${text.replace(/"/g, '""')}"`);
  });
});
