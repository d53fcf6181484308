import type { Page } from '@playwright/test';
import { aUser, isSignedIn, remembers } from '../helpers/people.ts';
import { expect, test } from '../helpers/test.ts';

/* The two themes (S9.24): kept in browser storage, light unless one says otherwise. */

const theme = (page: Page) => page.evaluate('document.documentElement.dataset.theme');
const paper = (page: Page) => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
const light = 'rgb(251, 250, 247)';
const dark = 'rgb(14, 21, 18)';

/** The radio buttons lie under their words. */
const chooses = (page: Page, name: 'Light' | 'Dark') =>
  page.getByRole('group', { name: 'Theme' }).getByText(name, { exact: true }).click();

test('light is the default, whatever the machine prefers', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  expect(await theme(page)).toBe('light');
  expect(await paper(page)).toBe(light);
});

test('the dark theme stays after a reload and on the private screens', async ({ page }) => {
  await page.goto('/');
  await chooses(page, 'Dark');
  expect(await theme(page)).toBe('dark');
  await expect.poll(() => paper(page)).toBe(dark);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(await paper(page)).toBe(dark);

  await isSignedIn(page, await aUser());
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Your menu' }).click();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(await paper(page)).toBe(dark);
  await chooses(page, 'Light');
  await expect.poll(() => paper(page)).toBe(light);
  await page.reload();
  expect(await theme(page)).toBe('light');
});

test('the dark theme is there before anything is painted', async ({ page }) => {
  await page.goto('/robots.txt');
  await remembers(page, 'theme', 'dark');
  // Without a body there is nothing to paint.
  await page.addInitScript(`
    new MutationObserver(() => { window.hadBodyWhenDark ??= document.body !== null; })
      .observe(document, { attributes: true, subtree: true, attributeFilter: ['data-theme'] });
  `);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate('window.hadBodyWhenDark')).toBe(false);
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#0e1512');
});
