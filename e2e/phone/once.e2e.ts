import { formatPhone } from '@jara/contract/phone.ts';
import {
  buyButton,
  buysAirtime,
  closesReceipt,
  fillsAirtime,
  payButton,
  pays,
  sheet,
  shownBalance,
  slip,
  receiptState,
} from '../helpers/buying.ts';
import { transactionWith } from '../helpers/lists.ts';
import { aNewNumber, aUser, balanceOf, isSignedIn, type User } from '../helpers/people.ts';
import { deliveriesTo } from '../helpers/sandbox.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';

/*
 * One purchase is one purchase, whatever the buyer's fingers and network do. The numbers that end in 0008 take three seconds at the
 * sandbox: time for something to happen while the order is on its way.
 */

const order = { amount: 500, price: 495 };

async function isBoughtOnce(ada: User, phone: string): Promise<void> {
  expect(await deliveriesTo(phone)).toHaveLength(1);
  const { transactions } = await call('listTransactions', { phoneNumber: phone }, ada.token);
  expect(transactions.map(({ trans_Status: status }) => status)).toEqual(['success']);
  expect(await balanceOf(ada)).toBe(2_000 - order.price);
}

let ada: User;

test.beforeEach(async ({ page }) => {
  ada = await aUser({ naira: 2_000 });
  await isSignedIn(page, ada);
});

test('a double click on Pay buys once', async ({ page }) => {
  const phone = aNewNumber('0008');
  await fillsAirtime(page, { phone, ...order });
  await buyButton(page).click();
  await payButton(page, order.price).dblclick();
  await expect(sheet(page, 'Paying')).toBeVisible();
  await expect(receiptState(page)).toHaveText('Delivered');
  await isBoughtOnce(ada, phone);
});

test('a double click on Buy opens the confirm step and pays nothing', async ({ page }) => {
  const phone = aNewNumber();
  await fillsAirtime(page, { phone, ...order });
  const place = await buyButton(page).boundingBox();
  await buyButton(page).click();
  // As slow as a hand: the confirm step stands where the button was.
  await page.waitForTimeout(150);
  await page.mouse.click((place?.x ?? 0) + 50, (place?.y ?? 0) + 20);
  await page.waitForTimeout(500);
  await expect(payButton(page, order.price)).toBeVisible();
  expect(await balanceOf(ada)).toBe(2_000);
  await pays(page, order.price);
  await expect(receiptState(page)).toHaveText('Delivered');
  await isBoughtOnce(ada, phone);
});

test('a reload while the order is on its way finds the same purchase', async ({ page }) => {
  const phone = aNewNumber('0008');
  await buysAirtime(page, { phone, ...order });
  await expect(sheet(page, 'Paying')).toBeVisible();
  await expect.poll(() => balanceOf(ada)).toBe(2_000 - order.price);
  await page.reload();
  await expect(sheet(page, 'Paying')).toBeVisible();
  await expect(receiptState(page)).toHaveText('Delivered');
  await expect(slip(page)).toContainText(formatPhone(phone));
  await closesReceipt(page);
  await expect(shownBalance(page)).toContainText('₦1,505.00');
  await isBoughtOnce(ada, phone);
});

test('leaving the screen while the order is on its way loses nothing', async ({ page }) => {
  const phone = aNewNumber('0008');
  await buysAirtime(page, { phone, ...order });
  await expect.poll(() => balanceOf(ada)).toBe(2_000 - order.price);
  await page.goto('/profile/transactions');
  await expect(receiptState(page)).toHaveText('Delivered');
  await closesReceipt(page);
  await page.goto('/profile/transactions');
  await expect(transactionWith(page, formatPhone(phone), '−₦495.00')).toHaveCount(1);
  await isBoughtOnce(ada, phone);
});

test('buying the same for the same number at once asks first', async ({ page }) => {
  const phone = aNewNumber();
  await buysAirtime(page, { phone, ...order });
  await expect(receiptState(page)).toHaveText('Delivered');
  await closesReceipt(page);
  await fillsAirtime(page, { phone, ...order });
  await buyButton(page).click();
  const question = sheet(page, 'Bought a moment ago');
  await expect(question).toContainText('You bought this for the same number a moment ago.');
  await isBoughtOnce(ada, phone);
  await question.getByRole('button', { name: 'Buy again' }).click();
  await pays(page, order.price);
  await expect(receiptState(page)).toHaveText('Delivered');
  expect(await deliveriesTo(phone)).toHaveLength(2);
});

test.describe('without a network', () => {
  test.use({ losesNetwork: true });

  test('an order whose answer is lost stays one order, and trying again shows its slip', async ({
    page,
    context,
  }) => {
    const phone = aNewNumber('0008');
    await page.route(
      '**/buy/airtime',
      async (route) => {
        // It arrives; the way back is cut.
        void route.fetch().catch(() => undefined);
        await expect.poll(() => balanceOf(ada)).toBe(2_000 - order.price);
        await context.setOffline(true);
        await route.abort('internetdisconnected');
      },
      { times: 1 },
    );
    await buysAirtime(page, { phone, ...order });
    const unsure = sheet(page, 'No answer yet');
    await expect(unsure).toContainText(
      'An error occur. kindly confirm your balance before retrying the transaction',
    );
    await expect(unsure.getByRole('button', { name: 'No network — try when back' })).toBeDisabled();
    await context.setOffline(false);
    await unsure.getByRole('button', { name: 'Try again' }).click();
    await expect(receiptState(page)).toHaveText('Delivered');
    await isBoughtOnce(ada, phone);
  });

  test('a network that leads nowhere is told of while the order waits, which stays one order', async ({
    page,
  }) => {
    const phone = aNewNumber();
    await fillsAirtime(page, { phone, ...order });
    await buyButton(page).click();
    const cut: (() => Promise<void>)[] = [];
    // The order arrives, and nothing comes back any more.
    await page.route(/\/(api|events)\b/, (route) => {
      if (route.request().url().endsWith('/buy/airtime')) void route.fetch().catch(() => undefined);
      cut.push(() => route.abort('connectionreset'));
    });
    await pays(page, order.price);
    await expect(sheet(page, 'Paying')).toContainText('No answer yet', { timeout: 20_000 });
    await expect(page.getByText(/^No network/).first()).toBeAttached();
    for (const end of cut.splice(0)) await end();
    const unsure = sheet(page, 'No answer yet');
    await expect(unsure.getByRole('button', { name: 'No network \u2014 try when back' })).toBeDisabled();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await unsure.getByRole('button', { name: 'Try again' }).click({ timeout: 20_000 });
    await expect(receiptState(page)).toHaveText('Delivered');
    await isBoughtOnce(ada, phone);
  });

  test('a network that goes away right after the answer leaves the slip in sight', async ({
    page,
    context,
  }) => {
    const phone = aNewNumber('0008');
    await buysAirtime(page, { phone, ...order });
    await expect.poll(() => balanceOf(ada)).toBe(2_000 - order.price);
    // What is under way still arrives; nothing new can be asked for.
    await context.setOffline(true);
    await expect(receiptState(page)).toHaveText('Delivered');
    await context.setOffline(false);
    await closesReceipt(page);
    await expect(shownBalance(page)).toContainText('₦1,505.00');
    await isBoughtOnce(ada, phone);
  });

  test('nothing can be bought, and what was typed is still there when it is back', async ({
    page,
    context,
  }) => {
    const phone = aNewNumber();
    await fillsAirtime(page, { phone, ...order });
    await context.setOffline(true);
    await expect(page.getByRole('button', { name: 'No network — try when back' })).toBeDisabled();
    await context.setOffline(false);
    await page.reload();
    await expect(page.getByLabel('Phone number')).toHaveValue(formatPhone(phone));
    // Nothing is sold before the buyer's own price is known.
    await expect(page.getByRole('group', { name: 'Usual sums' })).toContainText('₦99.00');
    await buyButton(page).click();
    await pays(page, order.price);
    await expect(receiptState(page)).toHaveText('Delivered');
    await isBoughtOnce(ada, phone);
  });
});
