/** Data plans on the client: of the profile (your prices, all networks) and of one network, fresh. */
import { queryOptions } from '@tanstack/react-query';
import type { CustomerPlan, PriceItem, SubscriptionPlans } from '@jara/contract/calls/catalogue.ts';
import { dataNetworkCodes, type Network } from '@jara/contract/constants.ts';
import { keys } from '../platform/queries.ts';
import { send } from '../platform/send.ts';
import type { PlanFacts } from './plan-row.tsx';

/** The plans of a network at your own price. */
export const plansQuery = (network: Network) =>
  queryOptions({
    queryKey: keys.plans(network),
    queryFn: ({ signal }) => send('listPlans', { network: dataNetworkCodes[network] }, { signal }),
    select: ({ plans }) => [...plans].sort((a, b) => a.planAmount - b.planAmount),
  });

/** Whether it can be bought now. To staff `isAvailable` is the plan's own switch, and `isOnSale` stands beside it. */
export const isOnSale = (plan: Pick<CustomerPlan, 'isAvailable' | 'isOnSale'>): boolean =>
  plan.isOnSale ?? plan.isAvailable;

export function factsOf(plan: CustomerPlan): PlanFacts {
  return {
    network: plan.planNetwork,
    name: plan.planName,
    type: plan.planType,
    validity: plan.planValidity,
    amount: plan.planAmount,
    isAvailable: isOnSale(plan),
  };
}

export function factsOfItem(item: PriceItem): PlanFacts {
  return {
    network: item.plan_network,
    name: item.plan,
    type: item.plan_type,
    validity: item.month_validate,
    amount: item.plan_amount,
    isAvailable: isOnSale(item),
  };
}

export function allPlans(plans: SubscriptionPlans): PriceItem[] {
  return [...plans.MTN, ...plans.MTN_CG_PRICE, ...plans.GLO, ...plans.AIRTEL, ...plans.NMOBILE];
}

/** The available plan with the lowest price per GB, when there is something to compare. */
export function bestPerGb(plans: readonly CustomerPlan[]): number | undefined {
  const open = plans.filter((plan) => isOnSale(plan) && plan.volumeRatio > 0);
  if (open.length < 2) return undefined;
  const perGb = (plan: CustomerPlan) => plan.planAmount / plan.volumeRatio;
  return open.reduce((best, plan) => (perGb(plan) < perGb(best) ? plan : best)).planId;
}

/** The different validities, shortest first: `1 day`, `7 days`, `30 days`. */
export function validitiesOf(plans: readonly CustomerPlan[]): string[] {
  return [...new Set(plans.map(({ planValidity }) => planValidity))].sort(
    (a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10),
  );
}

/** The types in the order of their cheapest plan. */
export function typesOf(plans: readonly CustomerPlan[]): string[] {
  return [...new Set(plans.map(({ planType }) => planType))];
}
