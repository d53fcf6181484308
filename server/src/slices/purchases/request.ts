/** What a call hands to the engine: a purchase whose price is decided, and the supplier that it will go to. */
import { hash } from 'node:crypto';
import type { MeterCompany, MeterType, Network } from '@jara/contract/constants.ts';
import type { Kobo } from '@jara/contract/money.ts';
import { guessNetwork } from '@jara/contract/phone.ts';
import type { CatalogueState } from '../catalogue/catalogue.ts';
import type { SupplierOrder } from '../../outside/suppliers/supplier.ts';
import type { ClientFacts } from '../../platform/client-facts.ts';
import type { Principal } from '../../platform/sessions/principal.ts';

/** What is sold: something of a network for a phone, or of a company for a meter. Both stand in the transaction's column `network`. */
export type Goods =
  | { type: 'data' | 'airtime'; network: Network }
  | { type: 'electricity'; network: MeterCompany; meter: MeterFacts };

export interface MeterFacts {
  type: MeterType;
  /** Where the company may send its own message: the buyer's phone number, or another one that the buyer named. */
  contactPhone: string;
}

/** What a buyer asks for, whatever it costs today. */
export type PurchaseFacts = Goods & {
  /** The phone number, or the number of the meter. */
  recipient: string;
  planId: number | null;
  faceValueKobo: Kobo;
};

/** The same with what it costs and how it stands in lists. */
export type PricedPurchase = PurchaseFacts & {
  /** For example MTN-SME; a network's airtime is MTN-AIRTIME, a company's electricity IKEJA-PREPAID. */
  product: string;
  description: string;
  priceKobo: Kobo;
  costKobo: Kobo;
  volumeMb: bigint | null;
  client: ClientFacts;
  force: boolean;
};

export type PurchaseRequest = PricedPurchase & {
  buyer: Principal;
  key: string | null;
  /** Of the catalogue by which price and cost were decided. */
  catalogueVersion: bigint;
};

/** What must be equal for a repeated key to mean the same request: formatting of the number and of the price does not count. */
export function requestHash(facts: PurchaseFacts): string {
  const { type, network, recipient, planId, faceValueKobo } = facts;
  const request = [type, network, recipient, planId, planId === null ? faceValueKobo : ''];
  // A prepaid meter and a postpaid account may have the same number.
  if (facts.type === 'electricity') request.push(facts.meter.type);
  return hash('sha256', request.join('|'), 'base64url');
}

/** The facts of a purchase that a supplier needs, whether the request is at hand or was read back. */
export type Vendable = PurchaseFacts & { reference: string };

/** `Port Harcourt`, prepaid -> `PORT-HARCOURT-PREPAID`. */
export const electricityProduct = (disco: MeterCompany, meterType: MeterType): string =>
  `${disco.replace(' ', '-')}-${meterType}`.toUpperCase();

export const meterTypeOf = (product: string | null): MeterType =>
  product?.endsWith('-POSTPAID') === true ? 'postpaid' : 'prepaid';

/** Prepaid electricity is worth nothing without its token: the sale is finished when that is there. */
export const lacksToken = (meterType: MeterType, tokens: readonly string[]): boolean =>
  meterType === 'prepaid' && tokens.length === 0;

/**
 * The suppliers that can sell this, in the order in which they are asked. A supplier that has no id for the plan is left out.
 */
export function suppliersFor(
  catalogue: CatalogueState,
  { network, type, planId }: Pick<Vendable, 'network' | 'type' | 'planId'>,
): string[] {
  const route = catalogue.suppliersFor(network, type);
  if (planId === null) return [...route];
  const plan = catalogue.plans.get(planId);
  return route.filter((supplier) => plan?.supplierPlanIds.has(supplier) === true);
}

/** The reference of one attempt at a supplier: unique because the purchase's reference and the attempt's number are. */
export const attemptReference = (reference: string, attempt: number): string => `${reference}${attempt}`;

export function supplierOrder(
  catalogue: CatalogueState,
  purchase: Vendable,
  attempt: { number: number; supplier: string; sentAt: Date },
): SupplierOrder {
  const common = {
    reference: attemptReference(purchase.reference, attempt.number),
    sentAt: attempt.sentAt,
    recipient: purchase.recipient,
    faceValueKobo: purchase.faceValueKobo,
  };
  if (purchase.type === 'electricity') {
    const { network, meter } = purchase;
    return {
      kind: 'electricity',
      ...common,
      disco: network,
      meterType: meter.type,
      phone: meter.contactPhone,
    };
  }
  const plan = purchase.planId === null ? undefined : catalogue.plans.get(purchase.planId);
  return {
    kind: purchase.type,
    ...common,
    network: purchase.network,
    supplierPlanId: plan?.supplierPlanIds.get(attempt.supplier) ?? null,
    isPorted: guessNetwork(purchase.recipient) !== purchase.network,
  };
}
