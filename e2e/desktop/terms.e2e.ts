import { formatNaira } from '@jara/contract/money.ts';
import type { Page } from '@playwright/test';
import { changedSettings } from '../../server/test/changed-terms.ts';
import {
  buyButton,
  choosesPlan,
  closesReceipt,
  payButton,
  pays,
  sheet,
  shownBalance,
  slip,
  receiptState,
} from '../helpers/buying.ts';
import { opensPayment, paysByCard } from '../helpers/funding.ts';
import { aNewNumber, aUser, balanceOf, demo, isSignedIn } from '../helpers/people.ts';
import {
  aNewAccount,
  aNewMeter,
  checksMeter,
  choosesReceiver,
  fillsAmount,
  validatesAccount,
} from '../helpers/sending.ts';
import { ask, call } from '../helpers/server.ts';
import { expect, test as base } from '../helpers/test.ts';
import { refusesWith } from '../helpers/toasts.ts';
import { makeHome, removeHome, useProductOf } from '../product.ts';

/* A shop whose every fee and limit is another one than usual: on a product of its own, everything is bought there, at its own figures. */

/** The same purchase twice is asked about for longer than this journey lasts. */
const settings = { ...changedSettings, PURCHASE_DUPLICATE_WINDOW_SECONDS: '3600' };

/** What strangers read, and programs. */
async function advertises(page: Page): Promise<void> {
  await page.goto('/');
  const landing = await page.content();
  for (const words of [
    'Any sum from ₦200, always under its face value.',
    'Of a payment, 2.5% is charged',
    'By card, from ₦400.00',
    '₦1,000.00 puts ₦975.00 into your wallet',
    'From ₦200.00 to ₦20,000.00 at a time',
    'Airtime costs 97% of its value, and 95.5% for resellers',
    'You upgrade once for ₦2,000.00',
    '₦700.00 goes to your earnings',
    'The charge is ₦100.00 on top of the amount',
    'for the same number within 3,600 seconds, we ask first',
    'more and more slowly for up to 36 hours',
  ])
    expect(landing).toContain(words);
  await page.goto('/register');
  const costs = page.getByRole('complementary', { name: 'What it costs' });
  await expect(costs).toContainText('2.5%');
  await expect(costs).toContainText('Electricity, on top₦100.00');
  const text = await (await page.request.get('/openapi.json')).text();
  expect(text).toContain('the charge is the amount plus 100.');
  expect(text).toContain('Whole naira from 200 to 20,000.');
}

async function buys(page: Page): Promise<void> {
  await page.goto('/profile/buyairtime');
  await page.getByLabel('Phone number').fill(aNewNumber());
  await fillsAmount(page, 199);
  await refusesWith(page, 'Buy', 'Minimum purchase is ₦200');
  await fillsAmount(page, 1_000);
  // Nothing is sold before the buyer's own price is known.
  await expect(page.getByRole('group', { name: 'Usual sums' })).toContainText('₦970.00');
  await buyButton(page).click();
  await pays(page, 970);
  await expect(receiptState(page)).toHaveText('Delivered');
  await closesReceipt(page);

  await choosesPlan(page, { phone: aNewNumber(), network: 'MTN', plan: '1GB', type: 'CG' });
  await pays(page, 470);
  await expect(receiptState(page)).toHaveText('Delivered');
  await closesReceipt(page);

  await checksMeter(page, { meter: aNewMeter() });
  await expect(page.getByRole('main')).toContainText('₦1,000.00 to ₦90,000.00');
  await fillsAmount(page, 2_000);
  await buyButton(page).click();
  await expect(sheet(page)).toContainText('₦100.00');
  await payButton(page, 2_100).click();
  await expect(receiptState(page)).toHaveText('Delivered');
  await expect(slip(page)).toContainText('₦2,100.00');
  await closesReceipt(page);
}

async function sends(page: Page, userName: string): Promise<void> {
  await choosesReceiver(page, userName);
  await fillsAmount(page, 9);
  await refusesWith(page, 'Transfer', 'minimum transfer is ₦10.00');
  await fillsAmount(page, 5_001);
  await refusesWith(page, 'Transfer', 'maximum transfer is ₦5,000.00');
  await fillsAmount(page, 10);
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await sheet(page).getByRole('button', { name: 'Send ₦10.00' }).click();
  await expect(receiptState(page)).toHaveText('Sent');
  await closesReceipt(page);

  await validatesAccount(page, aNewAccount());
  await fillsAmount(page, 299);
  await refusesWith(page, 'Withdraw', 'minimum withdrawal is ₦300.00');
  await fillsAmount(page, 1_000);
  await expect(page.getByRole('main')).toContainText('₦75.00 fee — the account gets ₦925.00');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await sheet(page).getByRole('button', { name: 'Withdraw ₦1,000.00' }).click();
  await expect(receiptState(page)).toHaveText('Paid out');
  await closesReceipt(page);
}

async function comesIn(page: Page, userAccount: string): Promise<void> {
  await page.goto('/profile/fundWallet');
  await expect(page.getByRole('main')).toContainText('₦400.00 to ₦70,000.00');
  await expect(page.getByRole('main')).toContainText('at most ₦30,000.00 at a time');
  await fillsAmount(page, 399);
  await refusesWith(page, 'Pay by card', 'minimum payment is 400');
  await opensPayment(page, 1_000);
  await paysByCard(page, 1_000);
  await expect(page.getByRole('article')).toContainText('₦975.00');

  const admin = await demo('admin');
  const tooMuch = { userAccount, amount: 4_001 };
  expect((await ask('generateCoupon', tooMuch, admin.token)).body.msg).toContain(
    'maximum coupon is ₦4,000.00',
  );
  const { couponCode } = await call('generateCoupon', { userAccount, amount: 4_000 }, admin.token);
  await page.goto('/profile/fundWallet/coupon');
  await page.getByLabel('Coupon code').fill(couponCode);
  await page.getByRole('button', { name: 'Redeem' }).click();
  await expect(receiptState(page)).toHaveText('Received');
  await closesReceipt(page);
}

/** The reward of whoever invited the new reseller, and from which sum on it moves. */
async function earns(page: Page): Promise<void> {
  await page.goto('/profile/earnings');
  await expect(page.getByRole('region', { name: 'Your earnings' })).toContainText('Balance₦700.00');
  await page.getByRole('button', { name: 'Withdraw to wallet' }).click();
  await fillsAmount(page, 249);
  await refusesWith(page, 'Move to wallet', 'minimum withdrawal is ₦250.00');
  await fillsAmount(page, 250);
  await page.getByRole('button', { name: 'Move ₦250.00' }).click();
  await expect(receiptState(page)).toHaveText('Received');
}

/** At a product of its own, which the helpers ask, too. */
const test = base.extend({
  baseURL: async ({ baseURL: everybodys }, use) => {
    const home = await makeHome('terms', settings);
    await useProductOf(home, everybodys, use);
    removeHome(home);
  },
});
test.describe.configure({ timeout: 240_000 });

test('with every fee and limit changed, all is bought at the changed figures', async ({ page }) => {
  await advertises(page);
  const chidi = await aUser();
  const ada = await aUser({ naira: 40_000, referredBy: chidi.userName });
  await isSignedIn(page, ada);
  await buys(page);
  await sends(page, chidi.userName);
  await comesIn(page, ada.userName);
  const spent = 970 + 470 + 2_100 + 10 + 1_000;
  const left = 40_000 - spent + 975 + 4_000;
  expect(await balanceOf(ada)).toBe(left);
  await page.goto('/profile');
  await expect(shownBalance(page)).toContainText(formatNaira(left));
  await page.getByRole('button', { name: 'Upgrade to reseller' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '₦2,000.00' }).click();
  await expect(page).toHaveURL('/');
  const { user } = await call('login', { userName: ada.userName, password: ada.password });
  expect([user.userType, user.balance]).toEqual(['reseller', left - 2_000]);
  await isSignedIn(page, chidi);
  await earns(page);
  expect(await balanceOf(chidi)).toBe(10 + 250);
});
