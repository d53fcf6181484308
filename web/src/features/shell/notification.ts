/** The notice of the shop to everybody: fetched on entry, shown until somebody presses OK, and then not again until it says something else. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { send } from '../../platform/send.ts';
import { readLocal, writeLocal } from '../../platform/local-storage.ts';

const seenKey = 'notificationSeen';
let seen = readLocal(seenKey);
const listeners = new Set<() => void>();

const notificationQuery = queryOptions({
  queryKey: ['notification'],
  queryFn: ({ signal }) => send('getNotification', undefined, { signal }),
  staleTime: Infinity,
});

function markSeen(text: string): void {
  seen = text;
  writeLocal(seenKey, text);
  for (const listener of listeners) listener();
}

/** The notice that is still to be read, or null. `isSettled`: it is known whether there is one, or cannot be known now. */
export function useNotification() {
  const { data, isPending, fetchStatus } = useQuery(notificationQuery);
  const seenText = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => seen,
  );
  const msg = data?.msg ?? null;
  const text = msg === null || msg === seenText ? null : msg;
  return {
    /** Read or not. */
    notice: msg,
    text,
    isSettled: !isPending || fetchStatus === 'paused',
    clear: () => {
      if (text !== null) markSeen(text);
    },
  };
}
