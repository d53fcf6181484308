import {
  buyButton,
  closesReceipt,
  pays,
  payButton,
  sheet,
  shownBalance,
  slip,
  receiptState,
} from '../helpers/buying.ts';
import { aUser, balanceOf, demo, isSignedIn, type User } from '../helpers/people.ts';
import { deliveriesTo, journal } from '../helpers/sandbox.ts';
import { call } from '../helpers/server.ts';
import { aNewMeter, checksMeter, fillsAmount } from '../helpers/sending.ts';
import { expect, test } from '../helpers/test.ts';
import { refusesWith, toasts } from '../helpers/toasts.ts';

/* Electricity: the meter is checked, then paid for; the token is what one came for. */

const meterCard = 'The meter';
let ada: User;

test.beforeEach(async ({ page }) => {
  ada = await aUser({ naira: 5_000 });
  await isSignedIn(page, ada);
});

test('prepaid: the meter is checked after the pause, and the slip has the token, units and the way to check it', async ({
  page,
}) => {
  const meter = aNewMeter();
  await page.goto('/profile/electricity');
  await page.getByLabel('Company').selectOption({ label: 'Ikeja electricity' });
  await page.getByLabel('Meter number').fill(meter);
  const card = page.getByRole('status', { name: meterCard });
  await expect(card).toContainText('Ikeja · prepaid');
  const owner = /[A-Z]+ [A-Z]+/.exec(await card.innerText())?.[0] ?? 'nobody';
  await expect(page.getByLabel('Meter number')).toBeHidden();
  await fillsAmount(page, 2_000);
  await buyButton(page).click();
  await expect(sheet(page)).toContainText('₦50.00');
  await payButton(page, 2_050).dblclick();
  await expect(receiptState(page)).toHaveText('Delivered');
  const token = slip(page).getByRole('region', { name: 'Token' });
  await expect(token).toContainText(/(\d{4} ){4}\d{4}/);
  await expect(token).toContainText('kWh');
  await expect(slip(page)).toContainText(`Owner${owner}`);
  await expect(page).toHaveURL('/profile');
  expect(await balanceOf(ada)).toBe(2_950);
  expect(await deliveriesTo(meter)).toHaveLength(1);
  await closesReceipt(page);

  // What was validated is reset by the purchase.
  await page.goto('/profile/electricity');
  await expect(page.getByLabel('Meter number')).toHaveValue('');
  await page.getByRole('group', { name: 'Recent meters' }).getByRole('button').click();
  await expect(page.getByRole('status', { name: meterCard })).toBeVisible();
});

test('the dashboard sells it: the same again in two taps, a known meter from its tile or its tab', async ({
  page,
}) => {
  const meterNumber = aNewMeter();
  await call('buyElectricity', { meterId: 18, meterNumber, meterType: 'prepaid', amount: 2_000 }, ada.token);
  await page.goto('/profile');
  await page.getByRole('button', { name: /^Again: Ikeja electricity ₦2,000\.00, prepaid/ }).click();
  // The confirm step, or that it was bought a moment ago.
  await expect(page.getByRole('dialog')).toContainText('₦2,050.00');
  await page.keyboard.press('Escape');

  const main = page.getByRole('main');
  const meters = page.getByRole('group', { name: 'Recent meters' }).getByRole('button');
  // A wide window has tabs in place of tiles.
  await page.setViewportSize({ width: 1280, height: 800 });
  await main.getByRole('tab', { name: 'Electricity' }).click();
  await expect(meters).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  await main.getByRole('link', { name: 'Utility' }).click();
  await meters.click();
  await expect(page.getByRole('status', { name: meterCard })).toContainText('Ikeja · prepaid');
  await fillsAmount(page, 1_000);
  await buyButton(page).click();
  await pays(page, 1_050);
  await expect(receiptState(page)).toHaveText('Delivered');
  expect(await deliveriesTo(meterNumber)).toHaveLength(2);
});

test('postpaid: the bill is paid, without a token', async ({ page }) => {
  await checksMeter(page, { meter: aNewMeter(), type: 'Postpaid' });
  await fillsAmount(page, 1_000);
  await buyButton(page).click();
  await pays(page, 1_050);
  await expect(receiptState(page)).toHaveText('Delivered');
  await expect(slip(page).getByRole('region', { name: 'Token' })).toBeHidden();
});

test('a token that comes late appears on the open slip by itself', async ({ page }) => {
  await checksMeter(page, { meter: aNewMeter('0012') });
  await fillsAmount(page, 1_000);
  await buyButton(page).click();
  await pays(page, 1_050);
  await expect(receiptState(page)).toHaveText('Paid — waiting for the token');
  await expect(slip(page)).toContainText('The token is on the way. It appears here by itself');
  await expect(receiptState(page)).toHaveText('Delivered', { timeout: 45_000 });
  await expect(slip(page).getByRole('region', { name: 'Token' })).toContainText(/\d{4} \d{4}/);
});

test('what the company refuses comes back at once', async ({ page }) => {
  await checksMeter(page, { meter: aNewMeter('0001') });
  await fillsAmount(page, 1_000);
  await buyButton(page).click();
  await pays(page, 1_050);
  const returned = sheet(page, 'Not delivered');
  await expect(returned.getByRole('status')).toHaveText('Failed — money returned');
  await expect(returned).toContainText('₦1,050.00 is back in your wallet.');
  await returned.getByRole('button', { name: 'Close' }).last().click();
  await expect(shownBalance(page)).toContainText('₦5,000.00');
});

test('a reload while the order is on its way finds the same purchase', async ({ page }) => {
  const meter = aNewMeter('0008');
  await checksMeter(page, { meter });
  await fillsAmount(page, 1_000);
  await buyButton(page).click();
  await pays(page, 1_050);
  await expect(sheet(page, 'Paying')).toBeVisible();
  await expect.poll(() => balanceOf(ada)).toBe(3_950);
  await page.reload();
  await expect(receiptState(page)).toHaveText('Delivered');
  expect(await deliveriesTo(meter)).toHaveLength(1);
  expect(await balanceOf(ada)).toBe(3_950);
});

test('what is wrong is said in the words of the specification', async ({ page }) => {
  await page.goto('/profile/electricity');
  await refusesWith(page, 'Check meter', 'All fields are required');
  // A failed check shows the name field of the answer.
  await checksMeter(page, { meter: aNewMeter('0000') });
  const error = page.locator('[id$="-error"]');
  await expect(error).toBeVisible();
  const name = (await error.textContent()) ?? '';
  await expect(toasts(page).getByText(name, { exact: true })).toHaveCount(1);

  await checksMeter(page, { meter: aNewMeter() });
  await fillsAmount(page, 499);
  await refusesWith(page, 'Buy', 'Minimum purchase is ₦500.00');
  await fillsAmount(page, 4_960);
  await expect(page.getByRole('link', { name: 'Add ₦10.00 to pay' })).toBeVisible();
});

test('who asks for it is told when a locked company is back: on the open page and by one mail', async ({
  page,
}) => {
  // Nobody else buys from this one.
  const service = { serviceName: 'Benin', serviceType: 'electricity' };
  const { token } = await demo('admin');
  await call('updateServices', { ...service, serviceStatus: false }, token);
  const chooses = async () => {
    await page.goto('/profile/electricity');
    await page.getByLabel('Company').selectOption({ label: 'Benin electricity' });
    await page.getByLabel('Meter number').fill(aNewMeter());
    await page.getByRole('button', { name: 'Check meter' }).click();
  };
  await chooses();
  await page.getByRole('button', { name: 'Tell me when Benin electricity is back' }).click();
  const promise = page.getByText(/^We will tell you by mail at .*@.* when Benin electricity is back\.$/);
  await expect(promise).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Do not tell me when Benin electricity is back' }),
  ).toBeFocused();
  await chooses();
  await expect(promise).toBeVisible();
  await call('updateServices', { ...service, serviceStatus: true }, token);
  await expect(toasts(page).getByText('Benin electricity is back', { exact: true })).toBeVisible();
  await expect
    .poll(async () =>
      (await journal()).mails.filter(({ to }) => to === ada.email).map(({ subject }) => subject),
    )
    .toEqual(['Confirm this e-mail address for Jara', 'Benin electricity is back']);
  // The page goes on by itself where it was stopped.
  await expect(page.getByRole('status', { name: meterCard })).toBeVisible();
});
