/**
 * A checkout intent: a movement of money that is about to be made, with the idempotency key that was made when the confirm step opened. The
 * intent is kept in the tab until a final answer, so that a reload, a double click or a second try can never pay twice: the same key
 * goes out again, and the server answers with the state of the one movement.
 */
import { DAY_MS } from '@jara/contract/time-units.ts';
import { useSyncExternalStore } from 'react';
import { getSession } from '../../platform/session.ts';
import type { Movement } from '../money/movement.ts';
import { newKey } from '../../platform/idempotency-key.ts';
import { readTab, writeTab } from '../../platform/tab-storage.ts';

export interface CheckoutIntent {
  key: string;
  userId: string;
  movement: Movement;
  /** The person was shown the same of a moment ago and wants it again. */
  force: boolean;
  /** When it was last sent, in milliseconds; null while it waits for the person. */
  sentAt: number | null;
  /** It was sent and no answer came: nobody knows whether it was carried out. */
  isUnsure: boolean;
  /** Of the last answer that said so little, for support. */
  requestId?: string | undefined;
}

export function makeIntent(movement: Movement, { force = false } = {}): CheckoutIntent {
  return { key: newKey(), userId: owner(), movement, force, sentAt: null, isUnsure: false };
}

/** Whether an earlier try may have arrived: nobody knows, or the page was left before its answer came. */
export const mayHaveArrived = ({ sentAt, isUnsure }: CheckoutIntent): boolean => isUnsure || sentAt !== null;

const owner = (): string => getSession().signedIn?.user._id ?? '';

const intentKey = 'checkout-intents';
const intentTtlMs = DAY_MS;
const listeners = new Set<() => void>();
let unsure: { text: string; intents: CheckoutIntent[] } = { text: '[]', intents: [] };

/** The intents of this user in this tab that have no final answer yet; of a user whose session is over by their id. */
export function checkoutIntents(userId = owner()): CheckoutIntent[] {
  const saved = readTab(intentKey);
  if (!Array.isArray(saved)) return [];
  const oldest = Date.now() - intentTtlMs;
  return (saved as CheckoutIntent[]) // written by `keepIntent`
    .filter((intent) => intent.userId === userId && (intent.sentAt === null || intent.sentAt > oldest));
}

export function keepIntent(intent: CheckoutIntent): void {
  // By its own user: the session may be over by now.
  write([...checkoutIntents(intent.userId).filter(({ key }) => key !== intent.key), intent]);
}

export function forgetIntent(key: string): void {
  write(checkoutIntents().filter((intent) => intent.key !== key));
}

function write(intents: CheckoutIntent[]): void {
  writeTab(intentKey, intents.length === 0 ? undefined : intents);
  for (const listener of listeners) listener();
}

/** The intents that were sent and got no answer. */
export function useUnsureIntents(): CheckoutIntent[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readUnsure);
}

function readUnsure(): CheckoutIntent[] {
  const intents = checkoutIntents().filter(({ isUnsure }) => isUnsure);
  const text = JSON.stringify(intents);
  if (text !== unsure.text) unsure = { text, intents };
  return unsure.intents;
}
