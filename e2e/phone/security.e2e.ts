import type { Page } from '@playwright/test';
import { codeOf } from '../../server/test/authenticator.ts';
import { hasNoViolations } from '../helpers/axe.ts';
import { buysAirtime, buyButton, fillsAirtime, pays, sheet, receiptState } from '../helpers/buying.ts';
import { aNewNumber, aUser, balanceOf, isSignedIn, type User } from '../helpers/people.ts';
import { deliveriesTo } from '../helpers/sandbox.ts';
import { ask, call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';

/* What guards an account: PIN, two-step login, devices. */

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function setsPin(page: Page, { password }: User, pin: string, code?: string): Promise<void> {
  await page.goto('/profile/security');
  await page.getByRole('button', { name: 'Set a PIN' }).click();
  const form = dialog(page, 'Set a PIN');
  await form.getByLabel('New PIN', { exact: true }).fill(pin);
  await form.getByLabel('New PIN again').fill(pin);
  await form.getByLabel('Your password').fill(password);
  if (code !== undefined) await form.getByLabel('Code', { exact: true }).fill(code);
  await hasNoViolations(page);
  await form.getByRole('button', { name: 'Save PIN' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'Change PIN' })).toBeVisible();
}

async function givesPin(page: Page, pin: string): Promise<void> {
  const form = dialog(page, 'Your PIN');
  await form.getByLabel('PIN', { exact: true }).fill(pin);
  await form.getByRole('button', { name: 'Continue' }).click();
}

test('with a PIN a purchase asks for it, happens once, and asks for nothing when it is gone', async ({
  page,
}) => {
  const ada = await aUser({ naira: 1_000 });
  const phone = aNewNumber();
  await isSignedIn(page, ada);
  await setsPin(page, ada, '2580');
  await buysAirtime(page, { phone, amount: 100, price: 99 });
  await givesPin(page, '1379');
  await expect(dialog(page, 'Your PIN')).toContainText('This PIN is not right');
  await givesPin(page, '2580');
  await expect(receiptState(page)).toHaveText('Delivered');
  expect(await deliveriesTo(phone)).toHaveLength(1);
  expect(await balanceOf(ada)).toBe(901);

  await page.goto('/profile/security');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const removal = dialog(page, 'Remove PIN');
  await removal.getByLabel('Your PIN now').fill('2580');
  await removal.getByLabel('Your password').fill(ada.password);
  await hasNoViolations(page);
  await removal.getByRole('button', { name: 'Remove PIN' }).click();
  await expect(page.getByRole('button', { name: 'Set a PIN' })).toBeVisible();
  await buysAirtime(page, { phone: aNewNumber(), amount: 100, price: 99 });
  await expect(receiptState(page)).toHaveText('Delivered');
});

test('without the PIN nothing is bought, and the order waits as it was', async ({ page }) => {
  const ada = await aUser({ naira: 1_000 });
  const phone = aNewNumber();
  await call('setPin', { password: ada.password, pin: '2580', pinCheck: '2580' }, ada.token);
  await isSignedIn(page, ada);
  await fillsAirtime(page, { phone, amount: 100 });
  await buyButton(page).click();
  await pays(page, 99);
  await dialog(page, 'Your PIN').getByRole('button', { name: 'Close' }).click();
  await expect(sheet(page)).toContainText('Nothing was done: it needs your PIN');
  expect(await balanceOf(ada)).toBe(1_000);
});

test('a frozen wallet and a daily limit keep the money in, and say so where it would leave', async ({
  page,
}) => {
  const ada = await aUser({ naira: 1_000 });
  const order = { phone: aNewNumber(), amount: 100 };
  await isSignedIn(page, ada);
  await page.goto('/profile/security');
  const controls = page.getByRole('region', { name: 'Limits and freeze' });
  await controls.getByRole('button', { name: 'Freeze wallet' }).click();
  await expect(controls.getByText('Frozen', { exact: true })).toBeVisible();

  await buysAirtime(page, { ...order, price: 99 });
  await expect(sheet(page)).toContainText('Your wallet is frozen: nothing leaves it until you unfreeze it');
  await sheet(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('100');
  for (const address of ['/profile', '/profile/buydata', '/profile/transfer', '/profile/withdraw']) {
    await page.goto(address);
    await expect(page.getByRole('main').getByText('Your wallet is frozen', { exact: true })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go to Security to unfreeze it' }).click();
  await expect(controls).toBeVisible();
  await expect(page.getByText('Your wallet is frozen', { exact: true })).toBeHidden();

  await controls.getByRole('button', { name: 'Unfreeze' }).click();
  const unfreeze = dialog(page, 'Unfreeze wallet');
  await unfreeze.getByLabel('Your password').fill('not the password');
  await unfreeze.getByRole('button', { name: 'Unfreeze' }).click();
  await expect(unfreeze.getByText('Your password is not correct')).toBeVisible();
  await hasNoViolations(page);
  await unfreeze.getByLabel('Your password').fill(ada.password);
  await unfreeze.getByRole('button', { name: 'Unfreeze' }).click();
  await expect(controls.getByRole('button', { name: 'Freeze wallet' })).toBeVisible();

  await controls.getByRole('button', { name: 'Set a limit' }).click();
  const setting = dialog(page, 'Set a daily limit');
  await setting.getByRole('button', { name: 'Save limit' }).click();
  await expect(setting.getByText('Enter a sum such as 5,000')).toBeVisible();
  await hasNoViolations(page);
  await setting.getByLabel('At most, in one day').fill('150');
  await setting.getByRole('button', { name: 'Limit to ₦150.00 a day' }).click();
  await expect(controls.getByText('₦0.00 of ₦150.00 spent today')).toBeVisible();
  await buysAirtime(page, { ...order, price: 99 });
  await expect(receiptState(page)).toHaveText('Delivered');
  await buysAirtime(page, { ...order, phone: aNewNumber(), price: 99 });
  await expect(sheet(page)).toContainText('Your daily limit leaves ₦51.00 for today');

  await page.goto('/profile/security');
  await expect(controls.getByText('₦99.00 of ₦150.00 spent today')).toBeVisible();
  await controls.getByRole('button', { name: 'Change limit' }).click();
  const changing = dialog(page, 'Change daily limit');
  await changing.getByRole('button', { name: '₦2,000' }).click();
  await changing.getByLabel('Your password').fill(ada.password);
  await changing.getByRole('button', { name: 'Limit to ₦2,000.00 a day' }).click();
  await expect(controls.getByText('₦99.00 of ₦2,000.00 spent today')).toBeVisible();
  await controls.getByRole('button', { name: 'Remove limit' }).click();
  const removing = dialog(page, 'Remove limit');
  await removing.getByLabel('Your password').fill(ada.password);
  await hasNoViolations(page);
  await removing.getByRole('button', { name: 'Remove limit' }).click();
  await expect(controls.getByRole('button', { name: 'Set a limit' })).toBeVisible();
  expect(await balanceOf(ada)).toBe(901);
});

/** On the security screen; gives the key by which codes are made. */
async function switchesOnTotp(page: Page, { password }: User): Promise<string> {
  await page.getByRole('button', { name: 'Switch on' }).click();
  const form = dialog(page, 'Switch on two-step login');
  await form.getByLabel('Your password').fill(password);
  await form.getByRole('button', { name: 'Continue' }).click();
  await expect(form.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await hasNoViolations(page);
  const uri = await form.getByRole('link', { name: 'open the app' }).getAttribute('href');
  const setupKey = new URL(uri ?? '').searchParams.get('secret') ?? '';
  await form.getByLabel('Code', { exact: true }).fill(codeOf(setupKey));
  await form.getByRole('button', { name: 'Switch on' }).click();
  return setupKey;
}

test('staff of whom two-step login is asked come nowhere else before it is on', async ({ page }) => {
  const ada = await aUser();
  // As in live mode, where staff need it: the answers of the server say so, all else is real.
  await page.route('**/api/v1/auth', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), isAgent: true } });
  });
  await page.route('**/api/v1/auth/security', async (route) => {
    const state = (await (await route.fetch()).json()) as { hasTotp: boolean };
    const staffSecondFactors = ['totp', 'passkey'];
    await route.fulfill({ json: { ...state, isTotpRequired: !state.hasTotp, staffSecondFactors } });
  });
  await isSignedIn(page, ada);
  for (const address of ['/profile', '/admin/users', '/admin/waiting', '/profile/buydata']) {
    await page.goto(address);
    await expect(page).toHaveURL('/profile/security');
    await expect(page.getByText('Switch on two-step login or add a passkey first')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Change password' }).click();
  await expect(page).toHaveURL('/profile/changePassword');
  await page.goto('/profile/security');
  await switchesOnTotp(page, ada);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('Switch on two-step login or add a passkey first')).toBeHidden();
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello,');
  await expect(page).toHaveURL('/profile');
  // What is still on its way ends with the page.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('two-step login: on, in by a code and by a recovery code, and off', async ({ page }) => {
  const ada = await aUser();
  await isSignedIn(page, ada);
  await page.goto('/profile/security');
  const setupKey = await switchesOnTotp(page, ada);
  const codes = dialog(page, 'Recovery codes');
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await hasNoViolations(page);
  const [recoveryCode = '', another = ''] = await codes.getByRole('listitem').allTextContents();
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();

  await signsOut(page);
  await logsIn(page, ada);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('This code is not right, or was used already').first()).toBeVisible();
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('000000');
  await hasNoViolations(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Username, e-mail or phone number')).toHaveValue(ada.userName);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(ada.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByLabel('Code', { exact: true }).fill(codeOf(setupKey, 1));
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL('/profile');

  await setsPin(page, ada, '2580', another);
  await page.getByRole('button', { name: 'Switch off' }).click();
  const off = dialog(page, 'Switch off two-step login');
  await off.getByLabel('Your password').fill(ada.password);
  await off.getByLabel('Code', { exact: true }).fill(recoveryCode);
  await off.getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByRole('button', { name: 'Switch on' })).toBeVisible();
});

test('devices are logged out one by one and all at once', async ({ page }) => {
  const ada = await aUser();
  const { token: elsewhere } = await call('login', { userName: ada.userName, password: ada.password });
  await isSignedIn(page, ada);
  await page.goto('/profile/security');
  const devices = page.getByRole('region', { name: 'Devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);
  await devices.getByRole('button', { name: /^Log out Unknown device/ }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect.poll(async () => (await ask('getProfile', undefined, elsewhere)).status).toBe(401);
  const { token: again } = await call('login', { userName: ada.userName, password: ada.password });
  await page.reload();
  await devices.getByRole('button', { name: 'Log out all others' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect.poll(async () => (await ask('getProfile', undefined, again)).status).toBe(401);
  expect((await ask('getProfile', undefined, ada.token)).status).toBe(200);
});

test('what happened to an account is seen by its owner', async ({ page }) => {
  const ada = await aUser();
  await ask('login', { userName: ada.userName, password: 'not it at all' });
  await call('freezeWallet', undefined, ada.token);
  await isSignedIn(page, ada);
  await page.goto('/profile/security');
  const entries = page.getByRole('region', { name: 'Security activity' }).getByRole('listitem');
  await expect(entries.filter({ hasText: 'Wallet frozen' })).toHaveCount(1);
  await expect(entries.filter({ hasText: 'Wrong password' })).toHaveCount(1);
});

async function signsOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  // The landing page is a document of its own: nothing else can be opened before it is there.
  await expect(page.getByText('Welcome to Jara')).toBeVisible();
}

async function logsIn(page: Page, { userName, password }: User): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username, e-mail or phone number').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}
