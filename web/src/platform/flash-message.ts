/** Words that are said on the next page: leaving the program for a ready-made page would take a toast with it. */
const key = 'flash-message';

export function keepFlashMessage(words: string): void {
  if (words === '') return;
  try {
    sessionStorage.setItem(key, words);
  } catch {
    // Storage is closed to this page: the words are lost, the way is not.
  }
}

export function takeFlashMessage(): string | null {
  try {
    const words = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return words;
  } catch {
    return null;
  }
}
