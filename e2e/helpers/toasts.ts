import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** The short words at the bottom of the page. */
export const toasts = (page: Page) => page.getByRole('status').filter({ hasNot: page.getByRole('article') });

/** Presses the button and reads the toast: exactly these words, once. */
export async function refusesWith(page: Page, button: string, words: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(toasts(page).getByText(words, { exact: true })).toHaveCount(1);
}
