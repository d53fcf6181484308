import type { Locator, Page } from '@playwright/test';
import { coveredOnFirstView } from './readable.ts';
import { isStill } from './screens.ts';
import { expect } from './test.ts';

const sizes = [
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

/** In desktop windows of each size: a panel, or this part of it, is all in sight, and it covers nothing. `more` is looked at in each. */
export async function coversNothing(
  page: Page,
  part: Locator,
  more?: (width: number) => Promise<void>,
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect.poll(() => page.evaluate('innerWidth')).toBe(size.width);
    await expect(part).toBeInViewport({ ratio: 1 });
    await isStill(page);
    // The layout follows the window a moment later.
    await expect.poll(() => coveredOnFirstView(page), { message: `${size.width} px` }).toEqual([]);
    await more?.(size.width);
  }
}
