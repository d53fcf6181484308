import type { Page } from '@playwright/test';
import { formatPhone } from '@jara/contract/phone.ts';
import { pixelsOf } from './helpers/pictures.ts';
import { coversNothing } from './helpers/panels.ts';
import { aNewNumber, aUser, isSignedIn } from './helpers/people.ts';
import { expect, test } from './helpers/test.ts';

/* What stands beside the form that sells: the slip of the last sale, to be handed out without a step away from the next one. */

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

test('what one does with the slip of the last sale stands in the first view of a desk', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has a row instead');
  await sellsOnce(page);
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
