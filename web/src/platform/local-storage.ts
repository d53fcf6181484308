/** Browser storage that may be closed to us (private windows, blocked cookies): then nothing is remembered, and nothing breaks. */

/** Keys of what belongs to whoever is signed in begin so: it goes with the session. */
export const ownPrefix = 'own-';

export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeLocal(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Nothing to do: the page works from memory until it is closed.
  }
}

/** The keys that begin so. */
export function listLocal(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
