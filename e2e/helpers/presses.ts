/** Counts what a hand does, as the page sees it: a test cannot press more than it says. */
import type { Page } from '@playwright/test';

export interface Presses {
  /** Taps or clicks. */
  pointer: number;
  /** What was pressed, in this order. Held keys count once, those that only change others not at all. */
  keys: string[];
}

/** Counts from now on, while the document stays; gives what was counted since. */
export async function countsPresses(page: Page): Promise<() => Promise<Presses>> {
  await page.evaluate(`
    globalThis.presses = { pointer: 0, keys: [] };
    addEventListener('pointerdown', () => void (presses.pointer += 1), true);
    addEventListener('keydown', ({ key, repeat }) => {
      if (!repeat && !['Control', 'Shift', 'Alt', 'Meta'].includes(key)) presses.keys.push(key);
    }, true);
  `);
  return () => page.evaluate<Presses>('presses');
}
