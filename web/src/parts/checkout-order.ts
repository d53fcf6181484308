/**
 * An order: what is about to be bought, with the idempotency key that was made when the confirm step opened. The order is kept in
 * the tab until a final answer, so that a reload, a double click or a second try can never buy twice: the same key goes out again,
 * and the server answers with the state of the one purchase.
 */
import { useSyncExternalStore } from 'react';
import { airtimeNetworkCodes, dataNetworkCodes, type Network } from '@jara/contract/constants.ts';
import { formatNaira } from '@jara/contract/money.ts';
import type { CallInput } from '../send.ts';
import { getSession } from '../session.ts';
import { networkLabel } from './network-mark.tsx';
import { newKey } from './new-key.ts';
import { planLine, type PlanFacts } from './plan-row.tsx';
import { readTab, writeTab } from './tab-storage.ts';

interface Common {
  network: Network;
  /** 11 digits. */
  phone: string;
  /** Who that is, when it is known. */
  name?: string;
  /** Naira; what the buyer has seen and agrees to. */
  price: number;
  /** Save the number under this name once it is bought. */
  nickname?: string;
}

export type Purchase =
  | (Common & { kind: 'airtime'; amount: number })
  | (Common & { kind: 'data'; planId: number; plan: PlanFacts });

export interface Order {
  key: string;
  userId: string;
  purchase: Purchase;
  /** The buyer was shown the purchase of a moment ago and wants it again. */
  force: boolean;
  /** When it was last sent, in milliseconds; null while it waits for the buyer. */
  sentAt: number | null;
  /** It was sent and no answer came: nobody knows whether it was bought. */
  isUnsure: boolean;
}

export function makeOrder(purchase: Purchase, { force = false } = {}): Order {
  return { key: newKey(), userId: buyer(), purchase, force, sentAt: null, isUnsure: false };
}

const buyer = (): string => getSession().signedIn?.user._id ?? '';

export function airtimeBody({ purchase, force }: Order): CallInput<'buyAirtime'> | undefined {
  if (purchase.kind !== 'airtime') return undefined;
  const { network, phone, amount, price } = purchase;
  return {
    network: airtimeNetworkCodes[network],
    mobile_number: phone,
    amount,
    expectedAmount: price,
    ...(force && { force }),
  };
}

export function dataBody({ purchase, force }: Order): CallInput<'buyData'> | undefined {
  if (purchase.kind !== 'data') return undefined;
  const { network, phone, planId, price } = purchase;
  return {
    network: dataNetworkCodes[network],
    mobile_number: phone,
    plan: planId,
    expectedAmount: price,
    ...(force && { force }),
  };
}

/** What is bought, in one line. */
export function purchaseWords(purchase: Purchase): string {
  return purchase.kind === 'airtime'
    ? `${networkLabel(purchase.network)} airtime ${formatNaira(purchase.amount)}`
    : planLine({ ...purchase.plan, amount: purchase.price });
}

/** The same thing for the same number; the price may have changed. */
export function isSamePurchase(a: Purchase, b: Purchase): boolean {
  if (a.phone !== b.phone || a.network !== b.network) return false;
  if (a.kind === 'airtime') return b.kind === 'airtime' && a.amount === b.amount;
  return b.kind === 'data' && a.planId === b.planId;
}

const keptKey = 'orders';
const keptForMs = 24 * 3_600_000;
const listeners = new Set<() => void>();
let unsure: { text: string; orders: Order[] } = { text: '[]', orders: [] };

/** The orders of this user in this tab that have no final answer yet. */
export function keptOrders(): Order[] {
  const kept = readTab(keptKey);
  if (!Array.isArray(kept)) return [];
  const oldest = Date.now() - keptForMs;
  return (kept as Order[]) // written by `keepOrder`
    .filter((order) => order.userId === buyer() && (order.sentAt === null || order.sentAt > oldest));
}

export function keepOrder(order: Order): void {
  write([...keptOrders().filter(({ key }) => key !== order.key), order]);
}

export function forgetOrder(key: string): void {
  write(keptOrders().filter((order) => order.key !== key));
}

function write(orders: Order[]): void {
  writeTab(keptKey, orders.length === 0 ? undefined : orders);
  for (const listener of listeners) listener();
}

/** The orders that were sent and got no answer. */
export function useUnsureOrders(): Order[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readUnsure);
}

function readUnsure(): Order[] {
  const orders = keptOrders().filter(({ isUnsure }) => isUnsure);
  const text = JSON.stringify(orders);
  if (text !== unsure.text) unsure = { text, orders };
  return unsure.orders;
}
