/** Whether the page is as wide as a desk: what only a desk shows is not even built on a phone. */
import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(width >= 64rem)');

const isDesk = (): boolean => query.matches;

export function useDesk(): boolean {
  return useSyncExternalStore((listener) => {
    query.addEventListener('change', listener);
    return () => query.removeEventListener('change', listener);
  }, isDesk);
}
