import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { remembers } from './helpers/people.ts';
import { isStill } from './helpers/screens.ts';
import { expect, test } from './helpers/test.ts';

/* The page for developers: read without a program, and with one, calls are tried on the running product. */

const opensDocs = async (page: Page): Promise<void> => {
  await page.goto('/developers');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};

test('a purchase is made from the page in three steps', async ({ page }) => {
  await opensDocs(page);
  await page.getByRole('button', { name: 'Use the demo API user' }).click();
  await expect(page.getByText(/^Signed in as apiuser, with ₦/)).toBeVisible();
  const call = page.locator('#buyAirtime');
  await call.locator('summary').click();
  await call.getByLabel('Body').fill('{"network": 1, "mobile_number": "08031239999", "amount": 100}');
  await call.getByRole('button', { name: 'Send POST' }).click();
  await expect(call.locator('.result .status')).toHaveText('200');
  await expect(call.locator('.result pre')).toContainText('"trans_Status": "success"');
});

test('a refusal and an address with an id are shown as they are', async ({ page }) => {
  await opensDocs(page);
  const call = page.locator('#getTransaction');
  await call.locator('summary').click();
  await call.getByRole('button', { name: 'Send GET' }).click();
  await expect(call.locator('.result .status')).toHaveText('401');
  await expect(call.locator('.result pre')).toContainText('"code": "unauthenticated"');
});

test('a link to a call opens it, and the languages of the example change by keyboard', async ({ page }) => {
  await page.goto('/developers#withdraw');
  await expect(page.locator('#withdraw').getByText('What you send')).toBeVisible();
  await page.getByRole('radio', { name: 'TypeScript' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('hash_hmac(')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('hmac.compare_digest(')).toBeVisible();
});

for (const theme of ['light', 'dark']) {
  test(`nothing is wrong with it in the ${theme} theme, and nothing sticks out at 320 px`, async ({
    page,
  }) => {
    await page.goto('/robots.txt');
    await remembers(page, 'theme', theme);
    await opensDocs(page);
    await page.locator('#buyData summary').click();
    await isStill(page);
    // The calls are all made alike: one of them stands for the others.
    const { violations } = await new AxeBuilder({ page }).exclude('.call:not(#buyData)').analyze();
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
    await page.setViewportSize({ width: 320, height: 780 });
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(320);
  });
}
