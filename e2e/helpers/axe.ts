/** What a program can find of WCAG 2.2 AA and of good practice. */
import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { isStill } from './screens.ts';
import { expect } from './test.ts';

/** All that depends on colours, and with that on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** One sentence for each element that breaks a rule, of the page or of what `selector` finds. */
export async function violationsOf(
  page: Page,
  options: RunOptions = {},
  selector = 'html',
): Promise<string[]> {
  // It is half a megabyte: a page that is looked at twice has it once.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source);
  const found = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(selector)}, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})`,
  );
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html }) => `${id}: ${help}: ${html}`),
  );
}

/** Nothing, in both themes: a theme is one attribute of the page, so the screen is opened once. It is left in the light one. */
export async function hasNoViolations(page: Page): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    await isStill(page);
    const found = await violationsOf(page, theme === 'dark' ? { runOnly: colourRules } : {});
    expect.soft(found, `${page.url()} (${theme})`).toEqual([]);
  }
}
