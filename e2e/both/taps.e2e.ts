import { limits } from '@jara/contract/constants.ts';
import { formatPhone } from '@jara/contract/phone.ts';
import type { Locator, Page } from '@playwright/test';
import { receiptState, sheet } from '../helpers/buying.ts';
import { transactionWith } from '../helpers/lists.ts';
import { aNewNumber, aUser, isSignedIn, type User } from '../helpers/people.ts';
import { phoneCode, registeredPhone } from '../helpers/sandbox.ts';
import { ask, call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';

/* The usual things in as few taps and keys as promised, from the dashboard of a small phone to the end, with nothing scrolled. */

/** Taps what lies in the window, and counts. */
class Hand {
  taps = 0;
  keys = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async tapsOn(target: Locator): Promise<void> {
    await expect(target).toBeInViewport({ ratio: 1 });
    // Before the tap: it may lead to another screen.
    await expect.poll(() => this.page.evaluate<number>('scrollY')).toBe(0);
    await target.tap();
    this.taps += 1;
  }

  async types(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.keys += text.length;
  }

  /** One key, or several together. */
  async presses(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.keys += 1;
  }
}

async function standsOnTheDashboard(page: Page, user: User): Promise<Hand> {
  await page.setViewportSize({ width: 360, height: 740 });
  await isSignedIn(page, user);
  await page.goto('/profile');
  await expect(page.getByRole('navigation', { name: 'Services' })).toBeVisible();
  return new Hand(page);
}

const payButton = (page: Page): Locator => sheet(page).getByRole('button', { name: /^Pay / });

test('data again takes 2 taps @phone', async ({ page }) => {
  const ada = await aUser({ naira: 5_000 });
  const { plans } = await call('listPlans', { network: 1 }, ada.token);
  const plan = plans.find(({ isAvailable }) => isAvailable)?.planId ?? '';
  await call('buyData', { network: 1, mobile_number: aNewNumber(), plan }, ada.token);
  // Within half a minute one is asked whether the same is meant again.
  await page.clock.install({ time: Date.now() + 60_000 });
  const hand = await standsOnTheDashboard(page, ada);
  await hand.tapsOn(page.getByRole('button', { name: /^Again: MTN/ }));
  await hand.tapsOn(payButton(page));
  await expect(receiptState(page)).toHaveText('Delivered');
  expect(hand.taps).toBe(2);
});

test('airtime for a new number takes 4 taps and its digits @phone', async ({ page }) => {
  const hand = await standsOnTheDashboard(page, await aUser({ naira: 2_000 }));
  const number = aNewNumber();
  await hand.tapsOn(
    page.getByRole('navigation', { name: 'Services' }).getByRole('link', { name: 'Airtime' }),
  );
  await hand.tapsOn(page.getByLabel('Phone number'));
  await hand.types(number);
  const usual = page.getByRole('group', { name: 'Usual sums' });
  // A usual sum leads to the confirm step once the buyer's own price is known.
  await expect(usual).toContainText('₦99.00');
  await hand.tapsOn(usual.getByRole('button', { name: /^₦500\b/ }));
  await hand.tapsOn(payButton(page));
  await expect(receiptState(page)).toHaveText('Delivered');
  expect([hand.taps, hand.keys]).toEqual([4, number.length]);
});

test('the first data for oneself takes 3 taps @phone', async ({ page }) => {
  const ada = await aUser({ naira: 5_000 });
  const hand = await standsOnTheDashboard(page, ada);
  await hand.tapsOn(
    page
      .getByRole('region', { name: 'Your wallet is ready' })
      .getByRole('link', { name: 'Data', exact: true }),
  );
  await hand.tapsOn(
    page.getByRole('region', { name: 'Plans' }).getByRole('button', { name: /^Buy / }).first(),
  );
  await hand.tapsOn(payButton(page));
  await expect(receiptState(page)).toHaveText('Delivered');
  expect([hand.taps, hand.keys]).toEqual([3, 0]);
  const [bought] = (await call('listTransactions', { type: 'data' }, ada.token)).transactions;
  expect(bought?.recipient).toBe(ada.phone);
});

test('the account number that one pays into takes 1 tap @phone', async ({ page, context }) => {
  const ada = await aUser();
  const bvn = `${ada.phone.slice(1)}8`;
  await call('updateKyc', { bvn }, ada.token);
  await call('confirmIdentity', { code: await phoneCode(registeredPhone(bvn)) }, ada.token);
  const { accountNumbers } = await call('generateAccount', { bankName: 'palmpay' }, ada.token);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const hand = await standsOnTheDashboard(page, ada);
  await hand.tapsOn(page.getByRole('button', { name: /^Copy account number/ }));
  await expect(page.getByText('Account number copied')).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(accountNumbers[0]?.accountNumber);
  expect(hand.taps).toBe(1);
  // The shop's own page for it is the sandbox's.
  const link = page.getByRole('link', { name: /^Top up on the bank/ });
  await expect(link).toHaveAttribute('href', /\/paymentpoint\/transfer\?accountNumber=\d{10}$/);
  // It heads the screen for more money as well.
  await page.getByRole('link', { name: 'Fund wallet' }).tap();
  await expect(page.getByRole('button', { name: /^Copy account number/ })).toBeInViewport({ ratio: 1 });
});

test('a purchase that failed takes 2 taps to find, of any day and among more than a page @phone', async ({
  page,
}) => {
  const ada = await aUser({ naira: 5_000 });
  await ask('buyAirtime', { network: 1, mobile_number: aNewNumber('0001'), amount: 500 }, ada.token);
  for (let later = 0; later <= limits.pageSize; later += 1) await call('testTopUp', { amount: 1 }, ada.token);
  const hand = await standsOnTheDashboard(page, ada);
  await hand.tapsOn(page.getByRole('link', { name: 'Slips' }));
  await expect(page.getByRole('button', { name: 'Page 2' })).toBeAttached();
  await expect(transactionWith(page, 'MTN airtime ₦500.00')).toHaveCount(0);
  const asked = page.waitForRequest((request) => request.url().includes('/transaction?'));
  await hand.tapsOn(page.getByRole('group', { name: 'State' }).getByText('Failed', { exact: true }));
  // Without a day it is last week's as well.
  expect([...new URL((await asked).url()).searchParams]).toEqual([['status', 'failed']]);
  await expect(transactionWith(page, 'MTN airtime ₦500.00', 'Failed')).toBeInViewport({ ratio: 1 });
  expect(hand.taps).toBe(2);
});

test('one more sale at a desk takes paste, digit and Enter', async ({ page, context, isMobile }) => {
  test.skip(isMobile, 'a desk has a keyboard');
  const ada = await aUser({ naira: 5_000 });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await isSignedIn(page, ada);
  await page.goto('/profile/sell');
  const number = page.getByLabel('Phone number');
  const lastSale = page.getByRole('region', { name: 'Last sale' });
  const hand = new Hand(page);
  const recipients = async () => {
    const { transactions } = await call('listTransactions', { type: 'data' }, ada.token);
    return transactions.map(({ recipient }) => recipient);
  };
  const sold: string[] = [];
  for (const digit of ['1', '2']) {
    const customer = aNewNumber();
    sold.unshift(customer);
    await expect(number).toBeFocused();
    await expect(number).toHaveValue('');
    await page.evaluate(`navigator.clipboard.writeText('${customer}')`);
    for (const key of ['ControlOrMeta+V', digit, 'Enter']) await hand.presses(key);
    // The slip beside it may still be that of the sale before.
    await expect(lastSale).toContainText(formatPhone(customer));
    await expect(lastSale.getByRole('article').getByRole('status')).toHaveText('Delivered');
    expect(await recipients()).toEqual(sold);
  }
  expect([hand.taps, hand.keys]).toEqual([0, 6]);
});
