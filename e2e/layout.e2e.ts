import type { Page } from '@playwright/test';
import { opens, screenGroups } from './helpers/screens.ts';
import { expect, test } from './helpers/test.ts';
import type { Screen } from './screens.ts';

/* Nothing is wider than the page: on the narrowest phones, and on a desk with everything at twice its size. */

async function fits(page: Page, width: number): Promise<void> {
  const widest = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect.soft(widest, `${page.url()} at ${width} px`).toBeLessThanOrEqual(width);
}

async function fitEverywhere(
  page: Page,
  screens: readonly Screen[],
  widths: readonly number[],
): Promise<void> {
  for (const screen of screens) {
    await opens(page, screen);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 780 });
      await fits(page, width);
    }
  }
}

for (const { whose, screensFor } of screenGroups) {
  test(`the screens of the ${whose} never scroll sideways`, async ({ page, isMobile }) => {
    test.setTimeout(180_000); // as long as there are screens
    await fitEverywhere(page, await screensFor(page), isMobile ? [320, 360] : [640, 1024, 1280]);
  });
}
