/** How wide the page is, where that decides what is built at all. */
import { useSyncExternalStore } from 'react';

/** `condition` in words that Chrome 80 has: a range such as `(width >= 64rem)` is of Chrome 104. */
function widthHook(condition: string): () => boolean {
  const query = window.matchMedia(condition);
  let matched: boolean | undefined;
  // Paper is as wide as a phone. While it is printed, what is printed must not be built anew, with all that was chosen on it.
  const matches = (): boolean =>
    (matched = matched !== undefined && window.matchMedia('print').matches ? matched : query.matches);
  const subscribe = (listener: () => void) => {
    query.addEventListener('change', listener);
    return () => query.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(subscribe, matches);
}

/** As wide as a desktop: what only a desktop shows is not even built on a phone. */
export const useIsDesktop = widthHook('(min-width: 64rem)');

/** Wide enough for the tables of staff, which have more columns. */
export const useIsWideDesktop = widthHook('(min-width: 80rem)');
