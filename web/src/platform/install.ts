/** The browser's offer to install the shop as an app: taken when it comes, and made by the user menu when somebody asks for it. */
import { useSyncExternalStore } from 'react';

interface InstallOffer extends Event {
  prompt: () => Promise<unknown>;
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function change(next: InstallOffer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** It comes once, soon after the page; without this the browser would put a banner over the screen. */
export function catchInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    change(event as InstallOffer); // what the name of the event means
  });
  window.addEventListener('appinstalled', () => change(null));
}

/** How this browser installs: it asks by itself, the user gets an explanation (Safari on phones), or not at all, also because it is done. */
export type InstallMethod = 'ask' | 'explain' | null;

export function useInstallMethod(): InstallMethod {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (offer !== null ? 'ask' : isSafariOnPhone() ? 'explain' : null),
  );
}

/** Only there is `standalone` known, and false while the page is not installed. */
export const isSafariOnPhone = (): boolean => (navigator as { standalone?: boolean }).standalone === false;

/** The browser asks; whatever the answer is, an offer can be made once. */
export function askToInstall(): void {
  void offer?.prompt();
  change(null);
}
