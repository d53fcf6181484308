/** The prices of a plan, one by one, by the names that callers have for them. */
import { userTypes } from '@jara/contract/constants.ts';
import type { Kobo } from '@jara/contract/money.ts';
import type { Plan } from '../catalogue/catalogue.ts';
import { priceFields, type PlanChange } from './read-plan.ts';

export interface PriceCell {
  field: string;
  fromKobo: Kobo;
  toKobo: Kobo;
}

const COST = 'planCostPrice';

/** The prices in which the two differ. */
export function priceCells(before: Plan, after: Plan): PriceCell[] {
  const cells = [
    ...userTypes.map((tier) => ({
      field: priceFields[tier],
      fromKobo: before.priceKobo[tier],
      toKobo: after.priceKobo[tier],
    })),
    { field: COST, fromKobo: before.costKobo, toKobo: after.costKobo },
  ];
  return cells.filter(({ fromKobo, toKobo }) => fromKobo !== toKobo);
}

export function priceOf(plan: Plan, field: string): Kobo | undefined {
  if (field === COST) return plan.costKobo;
  const tier = userTypes.find((name) => priceFields[name] === field);
  return tier === undefined ? undefined : plan.priceKobo[tier];
}

/** A change of exactly these prices. */
export function changeTo(cells: readonly { field: string; toKobo: Kobo }[]): PlanChange {
  const toOf = (name: string) => cells.find(({ field }) => field === name)?.toKobo;
  const cost = toOf(COST);
  const prices = userTypes.flatMap((tier) => {
    const toKobo = toOf(priceFields[tier]);
    return toKobo === undefined ? [] : [[tier, toKobo] as const];
  });
  return {
    priceKobo: Object.fromEntries(prices),
    ...(cost !== undefined && { costKobo: cost }),
    supplierPlanIds: new Map(),
  };
}
