import type { Locator, Page } from '@playwright/test';
import { hasNoViolations } from '../helpers/axe.ts';
import { formatPhone } from '@jara/contract/phone.ts';
import { pixelsOf } from '../helpers/pictures.ts';
import { coversNothing } from '../helpers/panels.ts';
import { aNewNumber, aUser, demo, isSignedIn } from '../helpers/people.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';

/* Selling to customers: how one gets there, and what stands beside the form: the slip of the last sale, to be handed out at once. */

/** Sells the first offer and gives the number of the customer. */
async function sellsOnce(page: Page): Promise<string> {
  const customer = aNewNumber();
  await isSignedIn(page, await aUser({ naira: 5_000 }));
  await page.goto('/profile/sell');
  await page.getByLabel('Phone number').fill(customer);
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  const lastSale = page.getByRole('region', { name: 'Last sale' });
  await expect(lastSale.getByRole('article').getByRole('status')).toHaveText('Delivered');
  return formatPhone(customer);
}

/** The menu that leads to what is sold: at the side, on a phone behind *Buy*. */
async function opensShopMenu(page: Page, isMobile: boolean): Promise<Locator> {
  await page.goto('/profile');
  if (isMobile) await page.getByRole('button', { name: 'Buy menu' }).tap();
  const menu = page.getByRole('navigation', { name: isMobile ? 'Buy' : 'Main', exact: true });
  await expect(menu.getByRole('link', { name: 'Electricity' })).toBeInViewport({ ratio: 1 });
  return menu;
}

test('a reseller gets from the dashboard to a sale by the menu', async ({ page, isMobile }) => {
  const seller = await demo('reseller');
  await isSignedIn(page, seller);
  const item = (await opensShopMenu(page, isMobile)).getByRole('link', { name: 'Sell', exact: true });
  await expect(item).toBeInViewport({ ratio: 1 });
  await item.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sell');
  const customer = aNewNumber();
  await page.getByLabel('Phone number').fill(customer);
  const offers = page.getByRole('group', { name: 'MTN data' }).getByRole('radio');
  await offers.first().check({ force: true });
  await page.getByRole('main').getByRole('button', { name: 'Sell', exact: true }).click();
  if (isMobile) await page.getByRole('dialog').getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByLabel('Last sale')).toContainText(formatPhone(customer));
  const sales = () => call('listTransactions', { phoneNumber: customer }, seller.token);
  await expect
    .poll(async () => (await sales()).transactions.map(({ trans_Status: status }) => status))
    .toEqual(['success']);
});

test('who does not sell to others has no item for it in the menu', async ({ page, isMobile }) => {
  await isSignedIn(page, await aUser());
  const menu = await opensShopMenu(page, isMobile);
  await expect(menu.getByRole('link', { name: 'Sell', exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Sell at a desk' })).toHaveAttribute('href', '/profile/sell');
});

test('the price of each offer stands at the right of its row on a desk', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has one offer in a row');
  await isSignedIn(page, await aUser({ naira: 500 }));
  await page.goto('/profile/sell');
  const offers = page.getByRole('group', { name: 'MTN data' }).getByRole('listitem');
  await expect(offers.nth(9)).toBeVisible();
  for (const offer of await offers.all()) {
    const label = await offer.locator('label').boundingBox();
    const price = await offer.getByText('₦').last().boundingBox();
    if (label === null || price === null) throw new Error('no offer is there');
    expect(label.x + label.width - price.x - price.width).toBeLessThan(16);
    // In one line with the digit and the name, not below them.
    expect(label.height).toBeLessThan(64);
  }
});

test('the figures of today, and what one does with the slip of the last sale, stand in the first view of a desk', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has a row instead');
  await sellsOnce(page);
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today).toContainText('Sales today1');
  for (const size of [
    { width: 1024, height: 768 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await expect(today).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate('scrollY')).toBe(0);
  }
  const lastSale = page.getByRole('region', { name: 'Last sale' });
  await coversNothing(page, lastSale.getByRole('button', { name: 'Print' }), async () => {
    expect(await page.evaluate('scrollY')).toBe(0);
    for (const name of ['Buy again', 'Share'])
      await expect(lastSale.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    await expect(lastSale.getByRole('link', { name: 'WhatsApp' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('main').getByRole('button', { name: 'Sell' })).toBeInViewport({ ratio: 1 });
  });
});

test('a seller sets what the customer pays before the first sale, and the sale counts it', async ({
  page,
}) => {
  await isSignedIn(page, await aUser({ naira: 5_000 }));
  await page.goto('/profile/sell');
  const offer = page.getByRole('group', { name: 'MTN data' }).getByRole('radio').first();
  await offer.check({ force: true });
  await page.getByRole('button', { name: 'Set your price' }).click();
  const sheet = page.getByRole('dialog', { name: 'Your price' });
  await expect(sheet).toBeVisible();
  await hasNoViolations(page);
  await sheet.getByLabel('Your price').fill('1234');
  await sheet.getByLabel('Your price').press('Enter');
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Change your price' })).toHaveText('₦1,234.00');
  // Neither its digits nor its Enter were for the form below.
  await expect(offer).toBeChecked();
  await expect(page.getByText('Enter the number of your customer.')).toHaveCount(0);

  await page.getByLabel('Phone number').fill(aNewNumber());
  await page.getByRole('button', { name: 'Sell', exact: true }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: /^Pay/ });
  const today = page.getByRole('region', { name: 'Today' });
  await expect(confirm.or(today.getByText('₦1,234.00'))).toBeVisible();
  if (await confirm.isVisible()) await confirm.click();
  await expect(today).toContainText('₦1,234.00');
});

test('the slip of the last sale is all that is printed', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has a row instead');
  const customer = await sellsOnce(page);
  await page.emulateMedia({ media: 'print' });
  const text = await page.locator('body').innerText();
  expect(text).toContain(customer);
  for (const hidden of ['Print', 'What to sell', 'Sales today']) expect(text).not.toContain(hidden);
  // What is clipped has its text and its box all the same, so the ink is looked at.
  const { bytes } = await pixelsOf(page, await page.screenshot());
  const dark = bytes.filter((byte, place) => place % 4 === 0 && byte < 128);
  expect(dark.length).toBeGreaterThan(1_000);
  const box = await page.locator('.slip-print').boundingBox();
  expect([box?.x, box?.y]).toEqual([0, 0]);
  expect(box?.height).toBeGreaterThan(200);

  // Paper is narrower than a desk: what is printed is the slip that stood there, on one sheet.
  await page.emulateMedia({ media: null });
  await page.evaluate("document.querySelector('.slip-print').isTheSame = true");
  const sheet = await page.pdf({ format: 'A5' });
  expect(sheet.toString('latin1')).toMatch(/\/Count 1\b/);
  expect(await page.evaluate("document.querySelector('.slip-print')?.isTheSame")).toBe(true);
});
