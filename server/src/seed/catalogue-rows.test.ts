import { describe, expect, it } from 'vitest';
import { ELECTRICITY_COST_PERCENT } from '../../../sandbox/src/data/meters.ts';
import { PLANS } from '../../../sandbox/src/data/plans.ts';
import { airtimeCostPercent } from '../../../sandbox/src/data/suppliers.ts';
import { airtimeCostRows, electricityCostBasisPoints, planRows } from './catalogue-rows.ts';

/* Else each sale moves the float of a sandbox's supplier by another sum than the books say, and staff are called. */
describe('the catalogue of a fresh sandbox costs what its suppliers take', () => {
  it('for each plan, under the number by which they know it', () => {
    const ours = planRows.map(([network, type, size, , validity, cost], index) => [
      index + 1,
      network,
      type,
      size,
      validity,
      cost,
    ]);
    const theirs = PLANS.map(({ id, network, type, size, validity, costNaira }) => [
      id,
      network,
      type,
      size,
      validity,
      costNaira,
    ]);
    expect(ours).toEqual(theirs);
  });

  it('for airtime of each network, and for electricity', () => {
    const percent = Object.entries(airtimeCostRows).map(([network, cost]) => [network, cost / 100]);
    expect(Object.fromEntries(percent)).toEqual(airtimeCostPercent);
    expect(electricityCostBasisPoints / 100).toBe(ELECTRICITY_COST_PERCENT);
  });
});
