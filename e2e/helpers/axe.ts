/** What a program can find of WCAG 2.2 AA and of good practice. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { isStill } from './screens.ts';
import { expect } from './test.ts';

/** Nothing, in both themes: a theme is one attribute of the page, so the screen is opened once. It is left in the light one. */
export async function hasNoViolations(page: Page): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    await isStill(page);
    // Without it each look opens a page of its own to put frames together; there are none here.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html }) => `${id}: ${help}: ${html}`),
    );
    expect.soft(found, `${page.url()} (${theme})`).toEqual([]);
  }
}
