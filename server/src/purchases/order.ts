/** What a call hands to the engine: a purchase whose price is decided, and the supplier that it will go to. */
import { createHash } from 'node:crypto';
import type { Network } from '@jara/contract/constants.ts';
import type { Kobo } from '@jara/contract/money.ts';
import { guessNetwork } from '@jara/contract/phone.ts';
import type { CatalogueState, ServiceType } from '../catalogue/catalogue.ts';
import type { SupplierOrder } from '../outside/suppliers/supplier.ts';
import type { Principal } from '../platform/session.ts';

export interface Order {
  buyer: Principal;
  type: ServiceType;
  network: Network;
  /** For example MTN-SME; a network's airtime is MTN-AIRTIME. */
  product: string;
  description: string;
  recipient: string;
  planId: number | null;
  chargeKobo: Kobo;
  faceValueKobo: Kobo;
  costKobo: Kobo;
  volumeMb: bigint | null;
  key: string | null;
  force: boolean;
}

/** What a buyer asks for, whatever it costs today. */
export type RequestFacts = Pick<Order, 'type' | 'network' | 'recipient' | 'planId' | 'faceValueKobo'>;

/** What must be equal for a repeated key to mean the same request: formatting of the number and of the price does not count. */
export function requestHash({ type, network, recipient, planId, faceValueKobo }: RequestFacts): string {
  const request = [type, network, recipient, planId, planId === null ? faceValueKobo : ''].join('|');
  return createHash('sha256').update(request).digest('base64url');
}

/** The facts of a purchase that a supplier needs, whether the order is at hand or was read back. */
export interface Vendable {
  type: ServiceType;
  network: Network;
  reference: string;
  recipient: string;
  planId: number | null;
  faceValueKobo: Kobo;
}

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
  attempt: { number: number; supplier: string },
): SupplierOrder {
  const plan = purchase.planId === null ? undefined : catalogue.plans.get(purchase.planId);
  return {
    kind: purchase.type,
    reference: attemptReference(purchase.reference, attempt.number),
    network: purchase.network,
    recipient: purchase.recipient,
    faceValueKobo: purchase.faceValueKobo,
    supplierPlanId: plan?.supplierPlanIds.get(attempt.supplier) ?? null,
    isPorted: guessNetwork(purchase.recipient) !== purchase.network,
  };
}
