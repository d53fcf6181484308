/** What a program can find of WCAG 2.2 AA and of good practice. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { isStill } from './screens.ts';
import { expect } from './test.ts';

/** All that depends on colours, and with that on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Nothing, in both themes: a theme is one attribute of the page, so the screen is opened once. It is left in the light one. */
export async function hasNoViolations(page: Page): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    await isStill(page);
    // Without the mode each look opens a page of its own to put frames together; there are none here.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (theme === 'dark' ? axe.withRules(colourRules) : axe).analyze();
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html }) => `${id}: ${help}: ${html}`),
    );
    expect.soft(found, `${page.url()} (${theme})`).toEqual([]);
  }
}
