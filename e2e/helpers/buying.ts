/** Buying airtime and data as a person does, and the slip that comes of it. */
import type { Locator, Page } from '@playwright/test';
import { networkLabels, type Network } from '@jara/contract/constants.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { expect } from './test.ts';

interface AirtimeOrder {
  phone: string;
  amount: number;
}

/** Opens the screen and fills the form; the order is not placed yet. */
export async function fillsAirtime(page: Page, { phone, amount }: AirtimeOrder): Promise<void> {
  await page.goto('/profile/buyairtime');
  await page.getByLabel('Phone number').fill(phone);
  await page.getByLabel('Amount', { exact: true }).fill(String(amount));
  // Nothing is sold before the buyer's own price is known.
  await expect(page.getByRole('group', { name: 'Usual sums' })).toContainText('₦99.00');
}

interface DataOrder {
  phone: string;
  network: Network;
  /** As the button of the plan says it: `1GB`, and its type: `CG`. */
  plan: string;
  type: string;
}

/** Opens the screen, fills the form and presses Buy at the plan. */
export async function choosesPlan(page: Page, order: DataOrder): Promise<void> {
  const { phone, network, plan, type } = order;
  await page.goto('/profile/buydata');
  await page.getByLabel('Phone number').fill(phone);
  await choosesNetwork(page, network);
  await page.getByRole('button', { name: new RegExp(`^Buy ${network} ${plan} .* ${type}$`) }).click();
}

/** The tile is what one presses; the radio button lies under it. */
export async function choosesNetwork(page: Page, network: Network): Promise<void> {
  const tiles = page.getByRole('group', { name: 'Network' });
  await tiles.getByText(networkLabels[network], { exact: true }).click();
  await expect(tiles.getByRole('radio', { name: networkLabels[network] })).toBeChecked();
}

/** In the confirm step. */
export async function addsToContacts(page: Page, nickname: string): Promise<void> {
  await page.getByRole('switch', { name: 'Add to contacts' }).check();
  await page.getByLabel('Nickname').fill(nickname);
}

export const buyButton = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: 'Buy', exact: true });

/** The confirm step, whatever it has become. */
export const sheet = (page: Page, title = 'Confirm'): Locator => page.getByRole('dialog', { name: title });

export const payButton = (page: Page, naira: number): Locator =>
  sheet(page).getByRole('button', { name: `Pay ${formatNaira(naira)}` });

/** Confirms at the price that is expected. */
export async function pays(page: Page, naira: number): Promise<void> {
  await payButton(page, naira).click();
}

export async function buysAirtime(
  page: Page,
  order: AirtimeOrder & { price: number; nickname?: string },
): Promise<void> {
  await fillsAirtime(page, order);
  await buyButton(page).click();
  if (order.nickname !== undefined) await addsToContacts(page, order.nickname);
  await pays(page, order.price);
}

/** The slip that lies open over the screen. */
export const slip = (page: Page): Locator => page.getByRole('dialog', { name: 'Slip' }).getByRole('article');

/** The headline of the slip: where the money is. */
export const receiptState = (page: Page): Locator => slip(page).getByRole('status');

export async function referenceOf(page: Page): Promise<string> {
  const name = (await slip(page).getAttribute('aria-label')) ?? '';
  return name.replace('Slip ', '');
}

export async function closesReceipt(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'Slip' }).getByRole('button', { name: 'Close' }).click();
  await expect(slip(page)).toBeHidden();
}

/** The balance in the top bar. */
export const shownBalance = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: 'Balance', exact: false }).first();
