import type { Locator, Page } from '@playwright/test';
import { lagosDate, lagosDay, startOfDay } from '@jara/contract/lagos-time.ts';
import { DAY_MS } from '@jara/contract/time-units.ts';
import { hasNoViolations } from '../helpers/axe.ts';
import { lettersOfPages } from '../helpers/pdf.ts';
import { aUser, balanceOf, demo, isSignedIn, type User } from '../helpers/people.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';
import { toasts } from '../helpers/toasts.ts';

/* The life of a coupon on the screen of who makes it; redeeming it is in sending.e2e.ts. */

const couponShown = (page: Page) =>
  page.getByRole('dialog', { name: 'Coupon' }).getByRole('article', { name: 'Coupon slip' });
const rowOf = (page: Page, { userName }: User) =>
  page
    .getByRole('main')
    .getByRole('region', { name: /^(My|All) coupons$/ })
    .getByRole('listitem')
    .filter({ hasText: userName });

async function codeOn(page: Page): Promise<string> {
  const [code = ''] = /(?:\w{4} ){3}\w{4}/.exec(await couponShown(page).innerText()) ?? [];
  return code;
}

async function makesCoupon(page: Page, owner: User, amount: string): Promise<string> {
  await page.goto('/admin/generateCoupon');
  const main = page.getByRole('main');
  await main.getByLabel('Username').fill(owner.userName);
  await main.getByLabel('Amount').fill(amount);
  await main.getByRole('button', { name: 'Validate' }).click();
  await expect(main.getByRole('region', { name: 'The coupon' })).toContainText(owner.userName);
  await hasNoViolations(page);
  await main.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(couponShown(page)).toContainText(`₦${amount}.00`);
  return codeOn(page);
}

test('a coupon vendor makes a coupon from the own wallet, and its owner redeems it', async ({ page }) => {
  const ada = await aUser();
  await isSignedIn(page, await demo('vendor'));
  const code = await makesCoupon(page, ada, '150');
  await hasNoViolations(page);
  await call('redeemCoupon', { coupon: code }, ada.token);
  expect(await balanceOf(ada)).toBe(150);
  await page.goto('/admin/generateCoupon');
  await expect(rowOf(page, ada)).toContainText('Redeemed');
});

/** Fills in the form for several people; gives the part of the page that it is in. */
async function asksForCoupons(page: Page, people: readonly User[], amount: number): Promise<Locator> {
  await page.goto('/admin/generateCoupon');
  const main = page.getByRole('main');
  await main.getByText('Several people').click();
  await main.getByLabel('Usernames').fill(people.map(({ userName }) => userName).join('\n'));
  await main.getByLabel('Amount').fill(String(amount));
  return main;
}

test('a coupon vendor makes coupons for several people at once, on one sheet of paper', async ({ page }) => {
  const people = await Promise.all([1, 2, 3].map(() => aUser()));
  const vendor = await demo('vendor');
  await isSignedIn(page, vendor);
  const main = await asksForCoupons(page, people, 70);
  await hasNoViolations(page);
  await main.getByRole('button', { name: 'Validate' }).click();
  await expect(main.getByRole('region', { name: 'The coupon' })).toContainText('₦210.00');
  await hasNoViolations(page);
  await main.getByRole('button', { name: 'Generate 3 coupons' }).click();
  const sheet = page.getByRole('dialog', { name: '3 coupons' });
  await expect(sheet.getByRole('article', { name: 'Coupon slip' })).toHaveCount(3);
  for (const { userName } of people) await expect(sheet).toContainText(`Log in as ${userName}`);
  await hasNoViolations(page);
  for (const { userName: owner } of people) {
    const { coupons } = await call('listCoupons', { owner }, vendor.token);
    expect(coupons).toMatchObject([{ owner, amount: 70, state: 'open' }]);
  }
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(main.getByRole('button', { name: 'Print all 3' })).toBeVisible();
});

test('the coupons of many people are printed two beside each other, none of them torn, on no more pages than they fill', async ({
  page,
}) => {
  test.slow(); // twenty people register
  const people: User[] = [];
  // Not all at once: their passwords would fill the queue that the journeys beside this one need too.
  for (let four = 0; four < 5; four += 1)
    people.push(...(await Promise.all([aUser(), aUser(), aUser(), aUser()])));
  const vendor = await demo('vendor');
  await isSignedIn(page, vendor);
  const main = await asksForCoupons(page, people, 60);
  await main.getByRole('button', { name: 'Validate' }).click();
  await main.getByRole('button', { name: 'Generate 20 coupons' }).click();
  const sheet = page.getByRole('dialog', { name: '20 coupons' });
  await sheet.getByRole('button', { name: 'Close' }).click();
  await main.getByRole('button', { name: 'Print all 20' }).click();
  const shown = sheet.getByRole('article', { name: 'Coupon slip' });
  await expect(shown).toHaveCount(20);
  const codes = (await shown.allInnerTexts()).map((text) =>
    (/(?:\w{4} ){3}\w{4}/.exec(text)?.[0] ?? 'no code').replaceAll(' ', ''),
  );

  await page.emulateMedia({ media: null });
  const pages = lettersOfPages(await page.pdf({ format: 'A4' }));
  const printed = pages.map((letters) => codes.filter((code) => letters.includes(code)));
  expect(printed).toEqual([codes.slice(0, 6), codes.slice(6, 12), codes.slice(12, 18), codes.slice(18)]);
  for (const letters of pages) expect(letters).not.toMatch(/Generatecoupon|Copycodes|Copythecode/);
});

test('a code that got lost is shown again after the password; the coupon is voided and its money is back', async ({
  page,
}) => {
  const ada = await aUser();
  const vendor = await demo('vendor');
  await isSignedIn(page, vendor);
  const code = await makesCoupon(page, ada, '120');
  await page.goto('/admin/generateCoupon');
  const row = rowOf(page, ada);
  await expect(row).toContainText('Open');
  await expect(row).not.toContainText(code);
  await row.getByRole('button', { name: /^Show the code of/ }).click();
  const stepUp = page.getByRole('dialog', { name: 'Show the code' });
  await stepUp.getByLabel('Your password').fill(vendor.password);
  await stepUp.getByRole('button', { name: 'Show the code' }).click();
  await expect(couponShown(page)).toContainText('₦120.00');
  expect(await codeOn(page)).toBe(code);
  await hasNoViolations(page);
  await page.goto('/admin/generateCoupon');
  await row.getByRole('button', { name: /^Void/ }).click();
  const voiding = page.getByRole('dialog', { name: 'Void the coupon' });
  await expect(voiding).toContainText('₦120.00');
  await hasNoViolations(page);
  await voiding.getByRole('button', { name: 'Void the coupon' }).click();
  await expect(
    toasts(page).getByText(`₦120.00 is back in the wallet of ${vendor.userName}`).first(),
  ).toBeVisible();
  await expect(row).toContainText('Voided');
  await expect(row.getByRole('button')).toHaveCount(0);
  const { transactions } = await call('listTransactions', undefined, vendor.token);
  expect(
    transactions.find(({ description }) => description === `Coupon for ${ada.userName} voided`),
  ).toMatchObject({
    trans_amount: 120,
  });
});

test('an admin finds the coupon of a vendor, and voids it with a reason', async ({ page }) => {
  const [ada, vendor] = [await aUser(), await demo('vendor')];
  await call('generateCoupon', { userAccount: ada.userName, amount: 90 }, vendor.token);
  await isSignedIn(page, await demo('admin'));
  await page.goto('/admin/generateCoupon');
  await page.getByRole('search').getByLabel('For').fill(ada.userName);
  const row = rowOf(page, ada);
  await expect(row).toContainText(`by ${vendor.userName}`);
  await expect(row.getByRole('button', { name: /^Show the code of/ })).toHaveCount(0);
  await row.getByRole('button', { name: /^Void/ }).click();
  const voiding = page.getByRole('dialog', { name: 'Void the coupon' });
  await voiding.getByRole('button', { name: 'Void the coupon' }).click();
  await expect(voiding).toContainText('Say why: it goes into the staff record.');
  await voiding.getByLabel('Reason').fill('The vendor asked for it');
  await voiding.getByRole('button', { name: 'Void the coupon' }).click();
  await expect(row).toContainText('Voided');
});

test('a coupon with a last day says so before it is made, on its slip and in the list', async ({ page }) => {
  const ada = await aUser();
  await isSignedIn(page, await demo('vendor'));
  await page.goto('/admin/generateCoupon');
  const main = page.getByRole('main');
  await main.getByLabel('Username').fill(ada.userName);
  await main.getByLabel('Amount').fill('130');
  const lastDay = lagosDay(Date.now() + 7 * DAY_MS);
  const words = lagosDate(startOfDay(lastDay));
  await main.getByLabel('Last day').fill(lastDay);
  await expect(main.getByRole('region', { name: 'The coupon' })).toContainText(words);
  await main.getByRole('button', { name: 'Validate' }).click();
  await main.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(couponShown(page)).toContainText(words);
  await hasNoViolations(page);
  await page.goto('/admin/generateCoupon');
  await expect(rowOf(page, ada)).toContainText(`until ${words}`);
  await hasNoViolations(page);
});
