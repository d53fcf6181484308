/** What a change of a plan sets below its cost, so that nobody of the staff makes it alone. */
import type { HeldPrice } from '@jara/contract/calls/unusual-prices.ts';
import type { Db } from '../../platform/db.ts';
import type { CatalogueState, Plan } from '../catalogue/catalogue.ts';
import { heldPrices } from '../pricing/held-prices.ts';
import { perVolume, priceForPlan, productOf } from '../pricing/price-for.ts';
import { lowestSpecialPrice } from '../pricing/special-prices.ts';
import type { PriceChange } from '../pricing/unusual-prices.ts';

interface Planned {
  /** Null for a new plan, whose id nobody knows yet. */
  before: Plan | null;
  after: Plan;
  /** As `priceChanges` gives them. */
  changes: readonly PriceChange[];
}

export async function heldPlanPrices(
  db: Db,
  catalogue: CatalogueState,
  { before, after, changes }: Planned,
): Promise<HeldPrice[]> {
  const all = [
    ...changes,
    ...costOfProduct(catalogue, before, after),
    ...(await underSpecialPrices(db, catalogue, before, after)),
  ];
  return heldPrices(all.map((change) => (before === null ? change : { planId: after.id, ...change })));
}

/** Where another volume or product gives it another cost than its own. */
function costOfProduct(catalogue: CatalogueState, before: Plan | null, after: Plan): PriceChange[] {
  if (before === null || !isOther(before, after)) return [];
  const fromKobo = priceForPlan(catalogue, before, undefined).costKobo;
  const toKobo = priceForPlan(catalogue, after, undefined).costKobo;
  return [{ field: 'cost', fromKobo, toKobo, costKobo: null }];
}

/** A special price is per GB of a product: another volume or product makes the plan as cheap as that says. */
async function underSpecialPrices(
  db: Db,
  catalogue: CatalogueState,
  before: Plan | null,
  after: Plan,
): Promise<PriceChange[]> {
  if (before !== null && !isOther(before, after)) return [];
  const toKobo = await lowestOf(db, after);
  if (toKobo === null) return [];
  const fromKobo = before === null ? null : await lowestOf(db, before);
  const { costKobo } = priceForPlan(catalogue, after, undefined);
  return [{ field: 'special price', fromKobo, toKobo, costKobo }];
}

async function lowestOf(db: Db, plan: Plan) {
  const perGbKobo = await lowestSpecialPrice(db, [productOf(plan), plan.network]);
  return perGbKobo === null ? null : perVolume(perGbKobo, plan.volumeMb);
}

const isOther = (before: Plan, after: Plan): boolean =>
  before.volumeMb !== after.volumeMb || productOf(before) !== productOf(after);
