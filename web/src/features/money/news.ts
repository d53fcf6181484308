/**
 * What ended, or came in, while one looked elsewhere. The device remembers in which state it has shown each transaction; a transaction in another
 * state is news until its receipt or the list of news was opened. What stood there before anything was remembered is no news.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { profileQuery } from '../../platform/queries.ts';
import { useSession } from '../../platform/session.ts';
import { readLocal, writeLocal } from '../../platform/local-storage.ts';

type TransactionState = Pick<Transaction, '_id' | 'trans_Status' | 'trans_Type'>;
/** Pairs of `_id` and state, the oldest first. */
type Seen = readonly (readonly [string, string])[];

const mostRemembered = 300;
const listeners = new Set<() => void>();
const keyOf = (userId: string): string => `seenLines:${userId}`;

function parse(text: string | null): Seen | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return Array.isArray(value) ? (value as Seen) : undefined; // written by `markSeen`
  } catch {
    return undefined;
  }
}

/** Of one's own transactions: they were looked at in the state that they have now. */
export function markSeen(userId: string, transactions: readonly TransactionState[]): void {
  const ids = new Set(transactions.map(({ _id }) => _id));
  const others = (parse(readLocal(keyOf(userId))) ?? []).filter(([id]) => !ids.has(id));
  const seen = [
    ...others,
    ...transactions.map(({ _id, trans_Status }) => [_id, trans_Status] as const).reverse(),
  ];
  writeLocal(keyOf(userId), JSON.stringify(seen.slice(-mostRemembered)));
  for (const listener of listeners) listener();
}

/** Newest first. What is still open is no news; a return is shown with the purchase that it belongs to. */
export function newsOf<T extends TransactionState>(transactions: readonly T[], seen: Seen | undefined): T[] {
  if (seen === undefined) return [];
  const states = new Map(seen);
  return transactions.filter(
    ({ _id, trans_Status: status, trans_Type: type }) =>
      status !== 'pending' && type !== 'refund' && states.get(_id) !== status,
  );
}

export function useNews(): { news: Transaction[]; markAllSeen: () => void } {
  const transactions = useQuery(profileQuery).data?.transactions;
  const userId = useSession().signedIn?.user._id;
  const saved = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (userId === undefined ? null : readLocal(keyOf(userId))),
  );
  const seen = parse(saved);
  const isFirst = seen === undefined;
  useEffect(() => {
    if (userId !== undefined && transactions !== undefined && isFirst) markSeen(userId, transactions);
  }, [userId, transactions, isFirst]);
  return {
    news: newsOf(transactions ?? [], seen),
    markAllSeen: () => {
      if (userId !== undefined && transactions !== undefined) markSeen(userId, transactions);
    },
  };
}
