/** Parts that a page is complete without: their code is fetched when everything else is there, and missed by nobody when it cannot be. */
import { lazy, type ComponentType } from 'react';

export function lazyAfterLoad<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    isLoaded()
      .then(load)
      .then((part) => ({ default: part }))
      .catch(() => ({ default: (): null => null })),
  );
}

function isLoaded(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    else window.addEventListener('load', () => resolve(), { once: true });
  });
}
