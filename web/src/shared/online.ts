/** Whether the network leads to the server. Purchases are never queued in silence: without one, the buttons say so. */
import { useSyncExternalStore } from 'react';
import { isConnectionDead, connectionChanged } from '../platform/connection.ts';

export const noNetworkWords = 'No network \u2014 try when back';

const changes = ['online', 'offline', connectionChanged];

export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      for (const change of changes) window.addEventListener(change, listener);
      return () => {
        for (const change of changes) window.removeEventListener(change, listener);
      };
    },
    () => navigator.onLine && !isConnectionDead(),
  );
}
