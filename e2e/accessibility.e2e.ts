import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { buyButton, fillsAirtime, payButton } from './helpers/buying.ts';
import { aNewNumber, aUser, isSignedIn, remembers } from './helpers/people.ts';
import { isStill, opens, screenGroups } from './helpers/screens.ts';
import { expect, test } from './helpers/test.ts';

/* What a program can find of WCAG 2.2 AA and of good practice: nothing, on every screen, in both themes, at both sizes. */

async function hasNoViolations(page: Page): Promise<void> {
  await isStill(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html }) => `${id}: ${help}: ${html}`),
  );
  expect.soft(found, page.url()).toEqual([]);
}

for (const theme of ['light', 'dark']) {
  test.describe(`in the ${theme} theme`, () => {
    test.beforeEach(async ({ page }) => {
      await page.goto('/robots.txt');
      await remembers(page, 'theme', theme);
    });

    for (const { whose, screensFor } of screenGroups) {
      test(`the screens of ${whose}`, async ({ page }) => {
        for (const screen of await screensFor(page)) {
          await opens(page, screen);
          await hasNoViolations(page);
        }
      });
    }

    test('what opens over a screen', async ({ page }) => {
      await isSignedIn(page, await aUser({ naira: 1_000 }));
      await page.goto('/profile/buyairtime');
      await buyButton(page).click();
      await expect(page.getByText('Enter the number that gets the airtime.')).toBeVisible();
      await hasNoViolations(page);
      await fillsAirtime(page, { phone: aNewNumber(), amount: 500, nickname: 'Mama' });
      await buyButton(page).click();
      await expect(payButton(page, 495)).toBeVisible();
      await hasNoViolations(page);
      await page.goto('/profile');
      await page.getByRole('button', { name: 'Your menu' }).click();
      await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
      await hasNoViolations(page);
    });
  });
}
