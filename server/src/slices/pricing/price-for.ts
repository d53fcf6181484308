/**
 * What a purchase costs the buyer and us. Pure, and the only place where a price is multiplied: rounded half up to the kobo, once
 * (D4.18 to D4.20).
 */
import type { MeterCompany, Network, UserType } from '@jara/contract/constants.ts';
import { add, kobo, multiplyRatio, percentOf, zero, type Kobo } from '@jara/contract/money.ts';
import type { CatalogueState, Plan } from '../catalogue/catalogue.ts';

export interface Price {
  priceKobo: Kobo;
  costKobo: Kobo;
}

export interface Buyer {
  userId: bigint;
  userType: UserType;
}

/** `MTN` + `SME2` -> `MTN-SME2`; cost prices and special prices are kept by this name. */
export const productOf = (plan: Pick<Plan, 'network' | 'planType'>): string =>
  `${plan.network}-${plan.planType}`;

const MB_PER_GB = 1_000n;

/** A price per GB for this volume; of very little, nothing. */
export const roundedPerVolume = (perGbKobo: Kobo, volumeMb: bigint): Kobo =>
  multiplyRatio(perGbKobo, volumeMb, MB_PER_GB);

/** The same, and never less than one kobo: a plan that came after its special price was set can be sold all the same. */
export function perVolume(perGbKobo: Kobo, volumeMb: bigint): Kobo {
  const rounded = roundedPerVolume(perGbKobo, volumeMb);
  return rounded > zero ? rounded : kobo(1);
}

/**
 * A visitor sees the smart earner's price. A special price or a cost price of the network alone (`MTN`) counts for its products
 * that have none of their own.
 */
export function priceForPlan(catalogue: CatalogueState, plan: Plan, buyer: Buyer | undefined): Price {
  const product = productOf(plan);
  const perGbKobo =
    buyer === undefined
      ? undefined
      : (catalogue.specialPriceKobo(buyer.userId, product) ??
        catalogue.specialPriceKobo(buyer.userId, plan.network));
  const costPerGbKobo = catalogue.costPriceKobo(product) ?? catalogue.costPriceKobo(plan.network);
  return {
    priceKobo:
      perGbKobo === undefined
        ? plan.priceKobo[buyer?.userType ?? 'smart earner']
        : perVolume(perGbKobo, plan.volumeMb),
    costKobo: costPerGbKobo === undefined ? plan.costKobo : perVolume(costPerGbKobo, plan.volumeMb),
  };
}

export interface AirtimeRates {
  reseller: number;
  others: number;
}

export const airtimePriceBasisPoints = (rates: AirtimeRates, userType: UserType | undefined): number =>
  userType === 'reseller' ? rates.reseller : rates.others;

export function priceForAirtime(
  catalogue: CatalogueState,
  rates: AirtimeRates,
  sale: { network: Network; faceValueKobo: Kobo; buyer: Buyer },
): Price {
  return {
    priceKobo: percentOf(sale.faceValueKobo, airtimePriceBasisPoints(rates, sale.buyer.userType)),
    costKobo: percentOf(sale.faceValueKobo, catalogue.airtimeCostBasisPoints(sale.network)),
  };
}

/** The face value and a fixed fee, whatever the buyer's tier. */
export function priceForElectricity(
  catalogue: CatalogueState,
  feeKobo: Kobo,
  sale: { disco: MeterCompany; faceValueKobo: Kobo },
): Price {
  return {
    priceKobo: add(sale.faceValueKobo, feeKobo),
    costKobo: percentOf(sale.faceValueKobo, catalogue.electricityCostBasisPoints(sale.disco)),
  };
}
