import type { Locator, Page } from '@playwright/test';
import { hasNoViolations } from '../helpers/axe.ts';
import { aUser, balanceOf, demo, isSignedIn, secondAdmin, type User } from '../helpers/people.ts';
import { choosesReceiver, fillsAmount } from '../helpers/sending.ts';
import { call } from '../helpers/server.ts';
import { sheet } from '../helpers/buying.ts';
import { expect, test } from '../helpers/test.ts';
import { toasts } from '../helpers/toasts.ts';

/* What one of the staff may not move alone. */

async function anotherAdmin(): Promise<User> {
  const { userName, password } = secondAdmin;
  return { ...secondAdmin, token: (await call('login', { userName, password })).token };
}

/** All but the press that confirms. */
async function saysHowItIsKnown(page: Page, entry: Locator, words: string): Promise<Locator> {
  await entry.getByRole('button', { name: 'Decide' }).click();
  const step = page.getByRole('dialog', { name: 'Confirm or reject' });
  await step.getByText('confirm it', { exact: true }).click();
  await step.getByLabel('How do you know?').fill(words);
  return step;
}

test('what one admin may not issue alone is issued when another one confirms it', async ({ page }) => {
  const ada = await aUser();
  const boss = await demo('admin');
  const ngozi = await anotherAdmin();
  await isSignedIn(page, boss);
  await choosesReceiver(page, ada.userName);
  await fillsAmount(page, 600_000);
  await page.getByLabel('Reason').fill('Paid at the counter');
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await sheet(page).getByRole('button', { name: 'Send ₦600,000.00' }).click();
  await expect(toasts(page).getByText('another admin has to confirm ₦600,000.00 first')).toBeVisible();
  const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: ada.userName });
  await expect(entry).toContainText('asked by you');
  await hasNoViolations(page);
  expect(await balanceOf(ada)).toBe(0);

  await isSignedIn(page, ngozi);
  await page.goto('/admin');
  await page.getByRole('region', { name: 'Queues' }).getByRole('link', { name: 'Second admin' }).click();
  await expect(entry).toContainText('₦600,000.00');
  const step = await saysHowItIsKnown(page, entry, 'I saw the receipt of the bank');
  await hasNoViolations(page);
  await step.getByRole('button', { name: 'Confirm it' }).click();
  await expect(toasts(page).getByText('₦600,000.00 is in the wallet of')).toBeVisible();
  expect(await balanceOf(ada)).toBe(600_000);
  // For a moment it stands in both lists, which are asked for one after the other.
  await expect(entry.filter({ hasText: 'ended by' })).toContainText(ngozi.userName);
  await expect(entry).toHaveCount(1);
});

test('what was credited by mistake is debited when another admin confirms it, and its owner sees why', async ({
  page,
}) => {
  const ada = await aUser({ naira: 500 });
  const boss = await demo('admin');
  const ngozi = await anotherAdmin();
  await isSignedIn(page, boss);
  await page.goto(`/admin/users?user=${ada.userName}`);
  await page.getByRole('button', { name: 'Debit the wallet' }).click();
  const form = page.getByRole('dialog', { name: 'Debit the wallet' });
  await form.getByLabel('How much').fill('120.50');
  await form.getByLabel('Reason').fill('Credited twice');
  await hasNoViolations(page);
  await form.getByRole('button', { name: 'Debit ₦120.50' }).click();
  await expect(toasts(page).getByText('another admin has to confirm ₦120.50 first')).toBeVisible();
  expect(await balanceOf(ada)).toBe(500);

  await isSignedIn(page, ngozi);
  await page.goto('/admin/waiting?queue=second');
  const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: ada.userName });
  await expect(entry).toContainText('Debit a wallet');
  const step = await saysHowItIsKnown(page, entry, 'I saw both credits');
  await step.getByRole('button', { name: 'Confirm it' }).click();
  await expect(toasts(page).getByText('₦120.50 is out of the wallet of')).toBeVisible();
  expect(await balanceOf(ada)).toBe(379.5);

  await isSignedIn(page, ada);
  await page.goto('/profile/transactions');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Credited by mistake/ })
    .click();
  const slip = page.getByRole('article', { name: /^Slip/ });
  await expect(slip).toContainText('Debited');
  await expect(slip).toContainText('We took it out of your wallet: it had been credited by mistake');
  await hasNoViolations(page);
});

test('the mail of an account that holds much goes elsewhere when another admin confirms it', async ({
  page,
}) => {
  const ada = await aUser({ naira: 600_000 });
  const boss = await demo('admin');
  const ngozi = await anotherAdmin();
  await isSignedIn(page, boss);
  await page.goto(`/admin/users?user=${ada.userName}`);
  await page.getByRole('button', { name: 'Correct e-mail or phone' }).click();
  const form = page.getByRole('dialog', { name: 'Correct e-mail or phone' });
  const email = `${ada.userName}.right@people.example`;
  await form.getByLabel('E-mail address').fill(email);
  await form.getByLabel('Reason').fill('The mailbox is gone');
  await hasNoViolations(page);
  await form.getByRole('button', { name: 'Correct', exact: true }).click();
  await expect(toasts(page).getByText('another admin has to confirm this first')).toBeVisible();

  await isSignedIn(page, ngozi);
  await page.goto('/admin/waiting?queue=second');
  const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: 'The mailbox is gone' });
  const asked = entry.filter({ hasText: ada.userName }).first();
  await expect(asked).toContainText(email);
  await expect(asked).toContainText('₦600,000.00');
  await hasNoViolations(page);
  const step = await saysHowItIsKnown(page, asked, 'I called the number that we know');
  await hasNoViolations(page);
  await step.getByRole('button', { name: 'Confirm it' }).click();
  await expect(toasts(page).getByText(`is reached at ${email}`)).toBeVisible();
  expect((await call('getContactDetails', undefined, ada.token)).email).toBe(email);
});

/** Ends in the queue of the second admin, at what was asked for. */
async function asksForRoles(
  page: Page,
  form: Locator,
  { by, reason, of, to }: { by: User; reason: string; of: User; to: User },
): Promise<Locator> {
  await form.getByLabel('Reason').fill(reason);
  await form.getByLabel('Your password').fill(by.password);
  await hasNoViolations(page);
  await form.getByRole('button', { name: 'Save roles' }).click();
  await expect(toasts(page).getByText('another admin has to confirm this first')).toBeVisible();
  await isSignedIn(page, to);
  await page.goto('/admin/waiting?queue=second');
  return page.getByRole('main').getByRole('listitem').filter({ hasText: of.userName });
}

test('another admin is made when a second one confirms it', async ({ page }) => {
  const ada = await aUser();
  const boss = await demo('admin');
  const ngozi = await anotherAdmin();
  await isSignedIn(page, boss);
  await page.goto(`/admin/users?user=${ada.userName}`);
  await page.getByRole('button', { name: 'Roles' }).click();
  const form = page.getByRole('dialog', { name: 'Roles' });
  await form.getByRole('switch', { name: 'Admin' }).click();
  await expect(form).toContainText('another admin confirms it first');
  const entry = await asksForRoles(page, form, {
    by: boss,
    reason: 'Runs the desk in Ibadan',
    of: ada,
    to: ngozi,
  });
  await expect(entry).toContainText('Roles: none → admin');
  const step = await saysHowItIsKnown(page, entry, 'I was at the interview');
  await step.getByRole('button', { name: 'Confirm it' }).click();
  await expect(toasts(page).getByText(`${ada.userName} is admin`)).toBeVisible();
  expect((await call('getProfile', undefined, ada.token)).isAdmin).toBe(true);
});

test('the second admin sees what somebody may do, and would, with the daily limits', async ({ page }) => {
  const ada = await aUser();
  const boss = await demo('admin');
  const ngozi = await anotherAdmin();
  const { users } = await call('listUsers', { userName: ada.userName }, boss.token);
  const id = users[0]?._id ?? '';
  const vendor = { isAdmin: false, isAgent: false, isCouponVendor: true, staffLimits: { coupons: 5_000 } };
  await call('setRoles', { id, ...vendor, reason: 'Sells', password: boss.password }, boss.token);
  await isSignedIn(page, boss);
  await page.goto(`/admin/users?user=${ada.userName}`);
  await expect(page.getByText('₦0.00 of ₦5,000.00 used today')).toBeVisible();
  await page.getByRole('button', { name: 'Roles' }).click();
  const form = page.getByRole('dialog', { name: 'Roles' });
  await expect(form).toContainText('₦0.00 of ₦5,000.00 used today');
  await form.getByRole('switch', { name: 'Admin' }).click();
  await form.getByLabel('Coupons', { exact: true }).fill('20,000');
  const entry = await asksForRoles(page, form, {
    by: boss,
    reason: 'Runs the shop in Ibadan',
    of: ada,
    to: ngozi,
  });
  await expect(entry).toContainText('Roles: coupon vendor → admin and coupon vendor');
  await expect(entry).toContainText('Coupons, daily limit: ₦5,000.00 → ₦20,000.00');
  const step = await saysHowItIsKnown(page, entry, 'I was at the interview');
  await hasNoViolations(page);
  await step.getByRole('button', { name: 'Confirm it' }).click();
  await expect(toasts(page).getByText(`${ada.userName} is admin and coupon vendor`)).toBeVisible();
});
