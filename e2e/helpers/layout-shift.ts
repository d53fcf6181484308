/** What moves by itself while a screen loads. */
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Of Cumulative Layout Shift, on every screen; Google calls 0.1 good. */
export const MOST_SHIFT = 0.02;

/** Adds up in the page what moved by itself from the first paint on: never less than Cumulative Layout Shift. */
export const countsShifts = `
  window.layoutShift = 0;
  window.layoutShifts = [];
  window.changedAt = performance.now();
  new MutationObserver(() => { window.changedAt = performance.now(); })
    .observe(document, { subtree: true, childList: true, characterData: true });
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      window.layoutShift += value;
      const moved = ({ node, previousRect: { y, height }, currentRect }) =>
        [y, '->', currentRect.y, 'height', height, '->', currentRect.height, node?.outerHTML?.slice(0, 160)].join(' ');
      window.layoutShifts.push(value.toFixed(3) + ' ' + sources.map(moved).join(' | '));
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

/** Once typefaces are there and nothing has come for `quietMs`: parts that come later say of nothing that they are on their way. */
export async function shiftOf(page: Page, quietMs = 300): Promise<{ shift: number; what: string[] }> {
  await page.evaluate('document.fonts.ready.then(() => true)');
  await expect
    .poll(() => page.evaluate<number>('performance.now() - window.changedAt'), {
      intervals: [100],
      timeout: 10_000,
    })
    .toBeGreaterThan(quietMs);
  return page.evaluate('({ shift: window.layoutShift, what: window.layoutShifts })');
}

/**
 * So that what stands for the answers is seen each time, whatever the machine does. In the page and not by a route, which turns the cache of the
 * browser off: each page had its typefaces anew, and on a loaded machine the swap of them was all that moved.
 */
export const slowAnswers = `
  const ask = window.fetch;
  window.fetch = async (...request) => {
    const { url } = new Request(...request);
    if (url.includes('/api/')) await new Promise((resolve) => setTimeout(resolve, 200));
    return ask(...request);
  };`;

/** Nothing that is seen has moved. */
export async function stays(page: Page): Promise<void> {
  const { shift, what } = await shiftOf(page);
  expect.soft(shift, `${page.url()}: ${what.join('\n')}`).toBeLessThanOrEqual(MOST_SHIFT);
}
