/** The two themes. `public/theme.js` sets the stored one before the first paint; this changes it afterwards. */
import { useSyncExternalStore } from 'react';
import { writeLocal } from './local-storage.ts';

export type Theme = 'light' | 'dark';

const pageColour: Record<Theme, string> = { light: '#fbfaf7', dark: '#0e1512' };
const listeners = new Set<() => void>();

function readTheme(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', pageColour[theme]);
  writeLocal('theme', theme);
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readTheme,
    () => 'light',
  );
}
