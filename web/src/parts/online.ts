/** Whether the device has a network. Purchases are never queued in silence: without one, the buttons say so. */
import { useSyncExternalStore } from 'react';

export const noNetworkWords = 'No network \u2014 try when back';

export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener('online', listener);
      window.addEventListener('offline', listener);
      return () => {
        window.removeEventListener('online', listener);
        window.removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
  );
}
