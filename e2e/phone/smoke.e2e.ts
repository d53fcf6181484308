import { expect, test } from '@playwright/test';

test('the product answers the browser', async ({ page }) => {
  const answer = await page.goto('/healthz');
  expect(answer?.status()).toBe(200);
  await expect(page.locator('body')).not.toBeEmpty();
});
