/** A plan as staff keep it, why it is not on sale, and what a change of it changes. */
import type { NotOnSaleReason } from '@jara/contract/calls/catalogue.ts';
import type { ManagedPlan } from '@jara/contract/calls/managed-catalogue.ts';
import { toNaira } from '@jara/contract/money.ts';
import type { CatalogueState, Plan } from '../catalogue/catalogue.ts';

/** Null when it can be bought. */
function notOnSaleBecause(catalogue: CatalogueState, plan: Plan): NotOnSaleReason | null {
  if (!plan.isAvailable) return 'switched off';
  if (!catalogue.isOpen(plan.network, 'data')) return 'service locked';
  const suppliers = catalogue.suppliersFor(plan.network, 'data');
  return suppliers.some((supplier) => plan.supplierPlanIds.has(supplier)) ? null : 'no supplier id';
}

export const isOnSale = (catalogue: CatalogueState, plan: Plan): boolean =>
  notOnSaleBecause(catalogue, plan) === null;

type Sale = Pick<ManagedPlan, 'isAvailable' | 'isOnSale' | 'notOnSaleBecause'>;

/** To staff `isAvailable` is the plan's own switch, wherever it stands, so that what is read can be written back. */
export function presentSale(catalogue: CatalogueState, plan: Plan): Sale {
  const reason = notOnSaleBecause(catalogue, plan);
  return { isAvailable: plan.isAvailable, isOnSale: reason === null, notOnSaleBecause: reason };
}

const whatToDo: Record<NotOnSaleReason, string> = {
  'switched off': 'It is not on sale: switch it on',
  'service locked': 'It is not on sale yet: data of its network is locked',
  'no supplier id': "It is not on sale yet: give it a supplier's id",
};

/** The answer to staff who have just written the plan: what was done, and what is missing before anybody can buy it. */
export function answerWithPlan(
  catalogue: CatalogueState,
  written: DescribedPlan,
  done: string,
): { msg: string; plan: ManagedPlan } {
  const plan = catalogue.plans.get(written.planId);
  const said = `${written.planNetwork} ${written.planName} ${done}`;
  // Deleted a moment ago, so on sale no more.
  const sale: Sale =
    plan === undefined
      ? { isAvailable: written.isAvailable, isOnSale: false, notOnSaleBecause: 'switched off' }
      : { ...presentSale(catalogue, plan), isAvailable: written.isAvailable };
  const { notOnSaleBecause: reason } = sale;
  return { msg: reason === null ? said : `${said}. ${whatToDo[reason]}`, plan: { ...written, ...sale } };
}

/** What staff wrote, without what follows from it and from elsewhere. */
export type DescribedPlan = Omit<ManagedPlan, 'isOnSale' | 'notOnSaleBecause'>;

export const describePlan = (plan: Plan): DescribedPlan => ({
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
  before: DescribedPlan,
  after: DescribedPlan,
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
