import type { Page } from '@playwright/test';
import { formatPhone } from '@jara/contract/phone.ts';
import { buyButton, fillsAirtime, payButton, shownBalance } from '../helpers/buying.ts';
import { aNewNumber, aUser, isSignedIn, remembers, type User } from '../helpers/people.ts';
import { ask, call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';

/* Who is signed in, and what ends it (S4.2 to S4.5). */

const logInScreen = (page: Page) => page.getByRole('heading', { level: 1, name: 'Log in' });

async function logsIn(page: Page, { userName, password }: User): Promise<void> {
  await page.getByLabel('Username, e-mail or phone number').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

const remembered = (page: Page) =>
  page.evaluate('[localStorage.getItem("token"), localStorage.getItem("user")]');

test('after log in comes the dashboard', async ({ page }) => {
  const ada = await aUser({ naira: 250 });
  await page.goto('/login');
  await logsIn(page, ada);
  await expect(page).toHaveURL('/profile');
  await expect(shownBalance(page)).toContainText('₦250.00');
  await page.reload();
  await expect(shownBalance(page)).toContainText('₦250.00');
  await page.goto('/login');
  await expect(page).toHaveURL('/profile');
});

test('without a token a private screen is the log in, and then the screen that one wanted', async ({
  page,
}) => {
  const ada = await aUser();
  for (const address of ['/profile', '/profile/buyData', '/profile/transactions']) {
    await page.goto(address);
    await expect(logInScreen(page)).toBeVisible();
    await expect(page).toHaveURL(address);
  }
  await logsIn(page, ada);
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
  await expect(page).toHaveURL('/profile/transactions');
});

test('on load with a stored token the session is checked; a stale one shows the log in, nothing more', async ({
  page,
}) => {
  await page.goto('/robots.txt');
  await remembers(page, 'token', 'A'.repeat(43));
  // The event stream asks at the same time; whichever hears first that the session is over ends it, and the other call with it.
  const check = page.waitForRequest('**/api/v1/auth/isTokenValid');
  await page.goto('/profile');
  expect((await check).headers()['x-auth-token']).toBe('A'.repeat(43));
  await expect(logInScreen(page)).toBeVisible();
  expect(await remembered(page)).toEqual([null, null]);
});

test('a session that ended elsewhere logs out at the next call', async ({ page }) => {
  const ada = await aUser();
  await isSignedIn(page, ada);
  const profile = page.waitForResponse('**/api/v1/auth');
  await page.goto('/profile/fundWallet');
  await (await profile).finished();
  await call('logout', undefined, ada.token);
  // The event stream may have met the end of the session before, and then there is no balance to press.
  await Promise.race([shownBalance(page).click(), logInScreen(page).waitFor()]);
  await expect(logInScreen(page)).toBeVisible();
  await expect(page).toHaveURL('/profile/fundWallet');
  expect(await remembered(page)).toEqual([null, null]);
});

test('a 401 on any call logs out', async ({ page }) => {
  await isSignedIn(page, await aUser());
  await page.goto('/profile/fundWallet');
  await page.route('**/fundWallet/squad/initiate', (route) =>
    route.fulfill({ status: 401, json: { msg: 'Your session has ended', code: 'unauthenticated' } }),
  );
  await page.getByLabel('Amount', { exact: true }).fill('500');
  await page.getByRole('button', { name: 'Pay by card' }).click();
  await expect(logInScreen(page)).toBeVisible();
  expect(await remembered(page)).toEqual([null, null]);
});

test('a session that ends amid a form says so, and that nothing was bought; after the login the order is back', async ({
  page,
}) => {
  const ada = await aUser({ naira: 2_000 });
  const number = aNewNumber();
  // Without an answer nobody tells the page before it asks. A stream that opened and ended would make it read everything again.
  await page.route('**/events', () => undefined);
  await isSignedIn(page, ada);
  await fillsAirtime(page, { phone: number, amount: 500 });
  await buyButton(page).click();
  await expect(payButton(page, 495)).toBeVisible();
  await call('logout', undefined, ada.token);
  // On a slow machine the page may have asked something else before.
  await Promise.race([payButton(page, 495).click(), logInScreen(page).waitFor()]);
  await expect(logInScreen(page)).toBeVisible();
  await expect(page.getByText('You were signed out')).toBeVisible();
  await expect(
    page.getByText('Nothing was bought. Log in, and your order is there as you typed it.'),
  ).toBeVisible();
  await logsIn(page, ada);
  await expect(page.getByLabel('Phone number')).toHaveValue(formatPhone(number));
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('500');
  await expect(shownBalance(page)).toContainText('₦2,000.00');
});

test('sign out leads home and ends the session, in all tabs', async ({ page, context }) => {
  const ada = await aUser();
  await isSignedIn(page, ada);
  const other = await context.newPage();
  await other.goto('/profile/transactions');
  await expect(shownBalance(other)).toContainText('₦0.00');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Your menu' }).click();
  const menu = page.getByRole('region', { name: 'You', exact: true });
  await expect(menu.getByText(ada.userName, { exact: true })).toBeVisible();
  await expect(menu.getByText('[smart earner]', { exact: true })).toBeVisible();
  await expect(menu.getByText(`(${ada.email})`, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  // The landing page is a document of its own: nothing can be asked of it before it is there.
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Welcome to Jara')).toBeVisible();
  expect(await remembered(page)).toEqual([null, null]);
  await expect(logInScreen(other)).toBeVisible();
  await expect.poll(async () => (await ask('getProfile', undefined, ada.token)).status).toBe(401);
});

test('a new password ends the other sessions and not this one', async ({ page }) => {
  const ada = await aUser();
  const { token: elsewhere } = await call('login', { userName: ada.userName, password: ada.password });
  await isSignedIn(page, ada);
  await page.goto('/profile/changePassword');
  await page.getByLabel('Old password').fill(ada.password);
  await page.getByLabel('New password', { exact: true }).fill('another good one');
  await page.getByLabel('New password again').fill('another good one');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(shownBalance(page)).toContainText('₦0.00');
  expect((await ask('getProfile', undefined, elsewhere)).status).toBe(401);
  expect((await ask('getProfile', undefined, ada.token)).status).toBe(200);
});
