/** A plan as the price grid keeps it, and what it costs us. */
import type { CustomerPlan, NotOnSaleReason } from '@jara/contract/calls/catalogue.ts';
import { fromNaira, multiplyRatio, toNaira } from '@jara/contract/money.ts';
import type { CallReply } from '../../../platform/send.ts';
import { minusNaira } from '../../../shared/naira-sum.ts';

/** The columns that can be typed into, in their order; named as the call names them. */
export const priceFields = [
  'planCostPrice',
  'smartEarnerPrice',
  'resellerPrice',
  'apiPrice',
  'partnerPrice',
] as const;
export type PriceField = (typeof priceFields)[number];

export const fieldLabels: Record<PriceField, string> = {
  planCostPrice: 'Cost',
  smartEarnerPrice: 'Smart earner',
  resellerPrice: 'Reseller',
  apiPrice: 'API',
  partnerPrice: 'Partner',
};

export interface GridPlan {
  id: number;
  network: string;
  name: string;
  type: string;
  validity: string;
  volumeGb: number;
  /** Naira. The cost is unknown to agents. */
  prices: Record<PriceField, number | null>;
  /** What its product costs per GB: where that is set, it counts instead of the plan's own cost. */
  costPerGb: number | null;
  /** The plan's own switch. */
  isAvailable: boolean;
  /** Whether it can be bought now, and if not, why. */
  isOnSale: boolean;
  notOnSaleBecause: NotOnSaleReason | null;
  version: number;
  supplierPlanIds: Readonly<Record<string, string>>;
}

type CostPrices = CallReply<'listCostPrices'>['costPrices'];

export function gridPlan(plan: CustomerPlan, costPrices: CostPrices): GridPlan {
  const setFor = (product: string) => costPrices.find(({ network }) => network === product)?.costPrice;
  return {
    id: plan.planId,
    network: plan.planNetwork,
    name: plan.planName,
    type: plan.planType,
    validity: plan.planValidity,
    volumeGb: plan.volumeRatio,
    prices: {
      planCostPrice: plan.planCostPrice ?? null,
      smartEarnerPrice: plan.smartEarnerPrice ?? null,
      resellerPrice: plan.resellerPrice ?? null,
      apiPrice: plan.apiPrice ?? null,
      partnerPrice: plan.partnerPrice ?? null,
    },
    costPerGb: setFor(`${plan.planNetwork}-${plan.planType}`) ?? setFor(plan.planNetwork) ?? null,
    isAvailable: plan.isAvailable,
    isOnSale: plan.isOnSale ?? plan.isAvailable,
    notOnSaleBecause: plan.notOnSaleBecause ?? null,
    version: plan.version ?? 0,
    supplierPlanIds: plan.supplierPlanIds ?? {},
  };
}

const whyNot: Record<NotOnSaleReason, string> = {
  'switched off': 'Switched off',
  'service locked': 'Network locked',
  'no supplier id': 'No supplier id',
};

/** In two or three words; undefined when it is on sale. */
export function whyNotOnSale({ isOnSale, isAvailable, notOnSaleBecause }: GridPlan): string | undefined {
  if (isOnSale) return undefined;
  if (!isAvailable) return whyNot['switched off'];
  return notOnSaleBecause === null ? 'Not on sale' : whyNot[notOnSaleBecause];
}

export const planName = ({ network, name, type }: GridPlan): string => `${network} ${type} ${name}`;

/** What the plan costs us in naira, when its own cost is `ownCost`; rounded to the kobo as the server does. */
export function costOf({ costPerGb, volumeGb }: GridPlan, ownCost: number | null): number | null {
  if (costPerGb === null) return ownCost;
  return toNaira(multiplyRatio(fromNaira(costPerGb), BigInt(Math.round(volumeGb * 1_000)), 1_000n));
}

/** The part of the price that is left after the cost, in percent with one decimal. */
export const marginPercent = (price: number, cost: number): number =>
  Math.round((minusNaira(price, cost) / price) * 1_000) / 10;
