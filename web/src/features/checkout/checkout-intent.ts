/**
 * An order: a movement of money that is about to be made, with the idempotency key that was made when the confirm step opened. The
 * order is kept in the tab until a final answer, so that a reload, a double click or a second try can never pay twice: the same key
 * goes out again, and the server answers with the state of the one movement.
 */
import { DAY_MS } from '@jara/contract/time-units.ts';
import { useSyncExternalStore } from 'react';
import { getSession } from '../../platform/session.ts';
import type { Movement } from '../money/movement.ts';
import { newKey } from '../../platform/idempotency-key.ts';
import { readTab, writeTab } from '../../platform/tab-storage.ts';

export interface Order {
  key: string;
  userId: string;
  movement: Movement;
  /** The person was shown the same of a moment ago and wants it again. */
  force: boolean;
  /** When it was last sent, in milliseconds; null while it waits for the person. */
  sentAt: number | null;
  /** It was sent and no answer came: nobody knows whether it was carried out. */
  isUnsure: boolean;
}

export function makeOrder(movement: Movement, { force = false } = {}): Order {
  return { key: newKey(), userId: owner(), movement, force, sentAt: null, isUnsure: false };
}

const owner = (): string => getSession().signedIn?.user._id ?? '';

const intentKey = 'orders';
const intentTtlMs = DAY_MS;
const listeners = new Set<() => void>();
let unsure: { text: string; orders: Order[] } = { text: '[]', orders: [] };

/** The orders of this user in this tab that have no final answer yet. */
export function checkoutIntents(): Order[] {
  const saved = readTab(intentKey);
  if (!Array.isArray(saved)) return [];
  const oldest = Date.now() - intentTtlMs;
  return (saved as Order[]) // written by `keepOrder`
    .filter((order) => order.userId === owner() && (order.sentAt === null || order.sentAt > oldest));
}

export function keepOrder(order: Order): void {
  write([...checkoutIntents().filter(({ key }) => key !== order.key), order]);
}

export function forgetOrder(key: string): void {
  write(checkoutIntents().filter((order) => order.key !== key));
}

function write(orders: Order[]): void {
  writeTab(intentKey, orders.length === 0 ? undefined : orders);
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
  const orders = checkoutIntents().filter(({ isUnsure }) => isUnsure);
  const text = JSON.stringify(orders);
  if (text !== unsure.text) unsure = { text, orders };
  return unsure.orders;
}
