/** Putting money in by card, through the gateway's own page. */
import { expect, type Page } from '@playwright/test';
import { formatNaira } from '@jara/contract/money.ts';
import { sandboxUrl } from './server.ts';

/** Opens a payment and goes to the gateway's page for it. */
export async function opensPayment(page: Page, naira: number): Promise<void> {
  await page.goto('/profile/fundWallet');
  await page.getByLabel('Amount', { exact: true }).fill(String(naira));
  await page.getByRole('button', { name: 'Pay by card' }).click();
  await page.getByRole('link', { name: 'proceed to pay' }).click();
  await isAtCheckout(page, naira);
}

export async function isAtCheckout(page: Page, naira: number): Promise<void> {
  await expect(page).toHaveURL((url) => url.href.startsWith(`${sandboxUrl()}/squad/checkout/`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(formatNaira(naira));
}

/** Pays there, and comes back to the shop. */
export async function paysByCard(page: Page, naira: number): Promise<void> {
  await page.getByRole('button', { name: `Pay ${formatNaira(naira)}` }).click();
  await expect(page).toHaveURL(/\/profile\/fundWallet\/return\?reference=/);
}

/** The card is declined there. */
export async function failsAtCheckout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Fail' }).click();
  await expect(page).toHaveURL(/\/profile\/fundWallet\/return\?reference=/);
}
