import type { Page } from '@playwright/test';
import { formatPhone } from '@jara/contract/phone.ts';
import {
  addsToContacts,
  buyButton,
  buysAirtime,
  choosesPlan,
  closesReceipt,
  pays,
  referenceOf,
  sheet,
  shownBalance,
  slip,
  receiptState,
} from '../helpers/buying.ts';
import { opensPayment, paysByCard } from '../helpers/funding.ts';
import { transactionWith } from '../helpers/lists.ts';
import { aNewNumber, aUser, isSignedIn, someone, type Person } from '../helpers/people.ts';
import { deliveriesTo } from '../helpers/sandbox.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';

/* From nothing to a slip: what a stranger does on the first day. */

async function registers(page: Page, { userName, email, phone, password }: Person): Promise<void> {
  await page.getByLabel('Username').fill(userName);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Phone number').fill(phone);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password again').fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL('/profile');
}

test('registers, funds the wallet by card, buys data and holds the slip', async ({ page }) => {
  const ada = someone();
  const phone = aNewNumber();
  await page.goto('/register');
  await registers(page, ada);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(ada.userName.slice(0, 15));
  await expect(shownBalance(page)).toContainText('₦0.00');

  await opensPayment(page, 1_000);
  await paysByCard(page, 1_000);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment received');
  await expect(page.getByRole('article')).toContainText('₦990.00');
  await expect(shownBalance(page)).toContainText('₦990.00');

  await choosesPlan(page, { phone, network: 'MTN', plan: '1GB', type: 'CG' });
  await expect(sheet(page)).toContainText('1\u00a0GB · 30 days · CG');
  await expect(sheet(page)).toContainText('Balance after₦520.00');
  await pays(page, 470);
  await expect(page).toHaveURL('/profile');
  await expect(receiptState(page)).toHaveText('Delivered');
  await expect(slip(page)).toContainText('₦470.00');
  await expect(slip(page)).toContainText(formatPhone(phone));
  const reference = await referenceOf(page);
  await closesReceipt(page);

  await expect(shownBalance(page)).toContainText('₦520.00');
  await expect(transactionWith(page, /1\s?GB/, formatPhone(phone), '−₦470.00')).toBeVisible();
  await page.getByRole('link', { name: 'All transactions' }).click();
  await expect(page).toHaveURL('/profile/transactions');
  await expect(transactionWith(page, '+₦990.00')).toBeVisible();
  await transactionWith(page, /1\s?GB/, formatPhone(phone), '−₦470.00')
    .getByText(/1\s?GB/)
    .click();
  await expect(receiptState(page)).toHaveText('Delivered');
  expect(await referenceOf(page)).toBe(reference);
  expect(await deliveriesTo(phone)).toHaveLength(1);
});

test('an invitation is remembered with the one who came by it', async ({ page }) => {
  const inviter = await aUser();
  const ada = someone();
  await page.goto(`/register/${inviter.userName}`);
  await expect(page.getByText(`Invited by ${inviter.userName}.`)).toBeVisible();
  await registers(page, ada);
  const { user } = await call('login', { userName: ada.userName, password: ada.password });
  expect(user.referredBy).toBe(inviter.userName);
});

test('a number that is added to the contacts is a chip the next time', async ({ page }) => {
  const ada = await aUser({ naira: 2_000 });
  const [mama, papa] = [aNewNumber(), aNewNumber()];
  await isSignedIn(page, ada);
  await buysAirtime(page, { phone: mama, amount: 200, nickname: 'Mama', price: 198 });
  await expect(receiptState(page)).toHaveText('Delivered');
  await expect(page.getByText('Mama is in your contacts')).toBeVisible();
  await closesReceipt(page);
  await choosesPlan(page, { phone: papa, network: 'GLO', plan: '500MB', type: 'CG' });
  await addsToContacts(page, 'Papa');
  await pays(page, 225);
  await expect(receiptState(page)).toHaveText('Delivered');
  await closesReceipt(page);

  await page.goto('/profile/buyairtime');
  await page.getByRole('button', { name: 'Papa' }).click();
  await expect(page.getByLabel('Phone number')).toHaveValue(formatPhone(papa));
  await expect(page.getByRole('combobox', { name: 'Network' })).toHaveValue('GLO');
  await page.getByRole('button', { name: 'Mama' }).click();
  await expect(page.getByLabel('Phone number')).toHaveValue(formatPhone(mama));
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('200');
  await page.getByLabel('Amount', { exact: true }).fill('300');
  await buyButton(page).click();
  await expect(sheet(page)).toContainText('ForMama');
});
