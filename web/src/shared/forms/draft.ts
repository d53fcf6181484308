/** What was typed into a form and not yet sent: it survives a failure, a visit to another screen and a reload, per user and tab. */
import { useSyncExternalStore } from 'react';
import { getSession } from '../../platform/session.ts';
import { readTab, writeTab } from '../../platform/tab-storage.ts';

export type DraftName =
  | 'airtime'
  | 'data'
  | 'electricity'
  | 'transfer'
  | 'withdraw'
  | 'coupon'
  | 'mail'
  | 'sale'
  | 'funding'
  // Of one transaction, and of one contact or a new one.
  | `problem:${string}`
  | `contact:${string}`;

const cache = new Map<string, object>();
const listeners = new Set<() => void>();

function keyOf(name: DraftName, userId = getSession().signedIn?.user._id ?? ''): string {
  return `draft:${userId}:${name}`;
}

function read<T extends object>(name: DraftName, blank: T): T {
  const key = keyOf(name);
  const known = cache.get(key);
  if (known !== undefined) return known as T; // one name, one shape: the form that owns it
  const saved = readTab(key);
  const draft = typeof saved === 'object' && saved !== null ? { ...blank, ...saved } : blank;
  cache.set(key, draft);
  return draft;
}

function write(name: DraftName, draft: object | undefined): void {
  const key = keyOf(name);
  if (draft === undefined) cache.delete(key);
  else cache.set(key, draft);
  writeTab(key, draft);
  for (const listener of listeners) listener();
}

/** The draft, and what changes some of it and gives the whole. `blank` must be a constant of the module. */
export function useDraft<T extends object>(name: DraftName, blank: T): [T, (change: Partial<T>) => T] {
  const draft = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => read(name, blank),
  );
  const change = (part: Partial<T>): T => {
    const next = { ...read(name, blank), ...part };
    write(name, next);
    return next;
  };
  return [draft, change];
}

/** After it was carried out. */
export function clearDraft(name: DraftName): void {
  write(name, undefined);
}

/** What a person types first in each form that the notice of a missing balance or an ended session leads back to: with it a draft is worth that. */
const firstFields = {
  airtime: 'phone',
  data: 'phone',
  electricity: 'meterNumber',
  transfer: 'userName',
  withdraw: 'accountNumber',
  sale: 'phone',
  // Last: it waits for no money, and what waits for some comes before it.
  coupon: 'code',
} as const;
type Unfinished = keyof typeof firstFields;

/** The form that somebody left half filled, to go back to; of a user whose session is over by their id. */
export function unfinishedDraft(userId?: string): Unfinished | undefined {
  const names = Object.keys(firstFields) as Unfinished[]; // the keys of the table above
  return names.find((name) => {
    // Not through `read`, which would keep a draft that lacks what its form's blank one has.
    const draft: unknown = cache.get(keyOf(name, userId)) ?? readTab(keyOf(name, userId));
    const value = new Map(Object.entries(draft ?? {})).get(firstFields[name]);
    return typeof value === 'string' && value !== '';
  });
}
