/** A plan as staff keep it, and what a change of it changes. */
import type { ManagedPlan } from '@jara/contract/calls/managed-catalogue.ts';
import { toNaira } from '@jara/contract/money.ts';
import type { Plan } from '../catalogue/catalogue.ts';

export const presentManagedPlan = (plan: Plan): ManagedPlan => ({
  _id: String(plan.id),
  planId: plan.id,
  planNetwork: plan.network,
  planName: plan.name,
  planType: plan.planType,
  volumeRatio: Number(plan.volumeMb) / 1_000,
  planValidity: plan.validity,
  smartEarnerPrice: toNaira(plan.priceKobo['smart earner']),
  resellerPrice: toNaira(plan.priceKobo.reseller),
  apiPrice: toNaira(plan.priceKobo['api user']),
  partnerPrice: toNaira(plan.priceKobo.partner),
  planCostPrice: toNaira(plan.costKobo),
  isAvailable: plan.isAvailable,
  supplierPlanIds: Object.fromEntries(plan.supplierPlanIds),
  version: plan.version,
});

/** The fields that differ, before and after, for the record of what staff did. */
export function differenceOf(
  before: ManagedPlan,
  after: ManagedPlan,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(
    ([field, value]) => field !== 'version' && JSON.stringify(old.get(field)) !== JSON.stringify(value),
  );
  return {
    before: Object.fromEntries(changed.map(([field]) => [field, old.get(field)])),
    after: Object.fromEntries(changed),
  };
}
