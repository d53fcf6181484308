/** Writes plans: a new one, or a change of one, with its supplier ids and the record of who did it, in one commit. */
import { userTypes } from '@jara/contract/constants.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { checkStaffMoney } from '../staff-actions/staff-money.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { HttpFacts } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { lockPlan, type CatalogueState, type Plan } from '../catalogue/catalogue.ts';
import { describePlan, differenceOf, type DescribedPlan } from './managed-plan.ts';
import { heldPlanPrices } from './held-plan-prices.ts';
import { priceForPlan } from '../pricing/price-for.ts';
import { priceFields, type PlanChange } from './read-plan.ts';
import { refuseUnusualPrices, type PriceChange } from '../pricing/unusual-prices.ts';

export interface Staff {
  principal: Principal;
  request: HttpFacts;
}

export interface PlanRequest {
  action: 'updatePlan' | 'updatePrice';
  planId: number;
  change: PlanChange;
  isConfirmed: boolean;
  /** The version that the caller saw; null when they did not say. */
  version: number | null;
}

/** Refuses with not_found, changed_meanwhile and price_needs_confirmation. Changing nothing leaves no trace. */
export async function changePlan(context: Context, staff: Staff, input: PlanRequest): Promise<DescribedPlan> {
  const { pool, config, catalogue } = context;
  const changed = await pool.commit(async (db) => {
    const plan = (await lockPlan(db, input.planId)) ?? refuse('not_found');
    if (input.version !== null && input.version !== plan.version) {
      refuse('changed_meanwhile', { body: { version: plan.version } });
    }
    const next = applyChange(plan, input.change);
    const before = describePlan(plan);
    const difference = differenceOf(before, describePlan(next));
    if (Object.keys(difference.after).length === 0) return before;
    const changes = priceChanges(catalogue.now, plan, next);
    const checked = await checkStaffMoney(db, config, staff.principal, {
      action: input.action,
      users: [],
      movedKobo: null,
      prices: await heldPlanPrices(db, catalogue.now, { before: plan, after: next, changes }),
    });
    refuseUnusualPrices(changes, input.isConfirmed);
    await savePlan(db, next);
    await saveSupplierPlanIds(db, next.id, input.change.supplierPlanIds);
    await recordStaffAction(db, staff.principal, staff.request, {
      action: input.action,
      subject: `plan ${plan.id}`,
      checked,
      ...difference,
    });
    return describePlan(next);
  });
  await catalogue.reload();
  return changed;
}

/** The plan with the change in it, as its next version. */
export function applyChange(plan: Plan, { priceKobo, supplierPlanIds, ...change }: PlanChange): Plan {
  const ids = new Map(plan.supplierPlanIds);
  for (const [supplier, id] of supplierPlanIds) {
    if (id === null) ids.delete(supplier);
    else ids.set(supplier, id);
  }
  return {
    ...plan,
    ...change,
    priceKobo: { ...plan.priceKobo, ...priceKobo },
    supplierPlanIds: ids,
    version: plan.version + 1,
  };
}

/** What to look at again: each price that moves, and each that a moving cost may overtake. `before` is null for a new plan. */
export function priceChanges(catalogue: CatalogueState, before: Plan | null, after: Plan): PriceChange[] {
  const { costKobo } = priceForPlan(catalogue, after, undefined);
  const hasNewCost = before === null || priceForPlan(catalogue, before, undefined).costKobo !== costKobo;
  const prices = userTypes.flatMap((tier): PriceChange[] => {
    const fromKobo = before?.priceKobo[tier] ?? null;
    const toKobo = after.priceKobo[tier];
    if (fromKobo === toKobo && !hasNewCost) return [];
    return [{ field: priceFields[tier], fromKobo, toKobo, costKobo }];
  });
  if (before === null || before.costKobo === after.costKobo) return prices;
  return [
    ...prices,
    { field: 'planCostPrice', fromKobo: before.costKobo, toKobo: after.costKobo, costKobo: null },
  ];
}

/** All but its supplier ids. */
export async function savePlan(db: Db, plan: Plan): Promise<void> {
  await db.run(
    `update plans set network = $2, plan_type = $3, name = $4, volume_mb = $5, validity = $6, smart_earner_kobo = $7,
       reseller_kobo = $8, api_kobo = $9, partner_kobo = $10, cost_kobo = $11, is_available = $12, version = $13
     where id = $1`,
    [plan.id, ...columnsOf(plan), plan.version],
  );
}

const columnsOf = ({ priceKobo, ...plan }: Omit<Plan, 'id'>) => [
  plan.network,
  plan.planType,
  plan.name,
  plan.volumeMb,
  plan.validity,
  priceKobo['smart earner'],
  priceKobo.reseller,
  priceKobo['api user'],
  priceKobo.partner,
  plan.costKobo,
  plan.isAvailable,
];

/** How often a given number may turn out to be taken by a plan whose id somebody chose. */
const MOST_TRIES = 1_000;

/** Gives the id. `planId` null takes the next free one; refuses with plan_id_taken when the chosen one was ever used. */
export async function insertPlan(db: Db, planId: number | null, plan: Omit<Plan, 'id'>): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const made = await db.find<{ id: number }>(
      `insert into plans (id, network, plan_type, name, volume_mb, validity, smart_earner_kobo, reseller_kobo, api_kobo, partner_kobo,
         cost_kobo, is_available)
       values (coalesce($1::bigint, nextval('plans_id_seq'))::int, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       on conflict (id) do nothing returning id`,
      [planId, ...columnsOf(plan)],
    );
    if (made !== undefined) return made.id;
    if (planId !== null) refuse('plan_id_taken');
  }
  throw new Error('no free plan id');
}

export async function saveSupplierPlanIds(
  db: Db,
  planId: number,
  ids: ReadonlyMap<string, string | null>,
): Promise<void> {
  for (const [supplier, id] of ids) {
    if (id === null) {
      await db.run('delete from supplier_plans where plan_id = $1 and supplier = $2', [planId, supplier]);
      continue;
    }
    await db.run(
      `insert into supplier_plans (plan_id, supplier, supplier_plan_id) values ($1, $2, $3)
       on conflict (plan_id, supplier) do update set supplier_plan_id = excluded.supplier_plan_id`,
      [planId, supplier, id],
    );
  }
}
