import type { Page } from '@playwright/test';
import { hasNoViolations } from '../helpers/axe.ts';
import { buysAirtime, receiptState } from '../helpers/buying.ts';
import { aNewNumber, aUser, balanceOf, isSignedIn, type User } from '../helpers/people.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';

/* Passkeys, with the browser's own virtual device in the place of a finger. */

/** The same product by a name: no passkey belongs to a number. */
const byNumber = (): string => process.env['JARA_URL'] ?? '';
const byName = (): string => byNumber().replace('127.0.0.1', 'localhost');
test.use({ baseURL: async ({ baseURL }, use) => use(baseURL?.replace('127.0.0.1', 'localhost')) });

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

/** From then on the page has a device that keeps passkeys. Gives what decides whether it recognises its owner. */
async function hasDevice(page: Page): Promise<(isOwner: boolean) => Promise<void>> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return async (isOwner) => {
    await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isOwner });
  };
}

async function addsPasskey(page: Page, { password }: User): Promise<string> {
  await page.goto('/profile/security');
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click();
  const form = dialog(page, 'Add a passkey');
  await form.getByLabel('Your password').fill(password);
  await form.getByRole('button', { name: 'Continue' }).click();
  const codes = dialog(page, 'Recovery codes');
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recoveryCode = (await codes.getByRole('listitem').first().textContent()) ?? '';
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(passkeys(page).getByRole('listitem')).toHaveCount(1);
  return recoveryCode;
}

async function isSignedOut(page: Page): Promise<void> {
  await page.evaluate('localStorage.clear()');
  await page.goto('/login');
}

const opensLogin = async (page: Page, { userName, password }: User): Promise<void> => {
  await page.getByLabel('Username, e-mail or phone number').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
};

test('a passkey is added, renamed, logs in alone and as second step, and goes', async ({ page }) => {
  const ada = await aUser();
  await isSignedIn(page, ada, byName());
  const recognises = await hasDevice(page);
  await addsPasskey(page, ada);
  const row = passkeys(page).getByRole('listitem');
  await row.getByRole('button', { name: /^Rename/ }).click();
  await hasNoViolations(page);
  await dialog(page, 'Rename passkey').getByLabel('Name').fill('My phone');
  await dialog(page, 'Rename passkey').getByRole('button', { name: 'Save name' }).click();
  await expect(row).toContainText('My phone');

  await isSignedOut(page);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page).toHaveURL('/profile');

  await isSignedOut(page);
  await recognises(false);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByText('No passkey was given').first()).toBeVisible();
  await recognises(true);
  await opensLogin(page, ada);
  await expect(page.getByRole('button', { name: 'Use your passkey' })).toBeVisible();
  await hasNoViolations(page);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(page).toHaveURL('/profile');

  await page.goto('/profile/security');
  await expect(row).toContainText('Last used');
  await row.getByRole('button', { name: /^Remove/ }).click();
  await hasNoViolations(page);
  await dialog(page, 'Remove My phone').getByRole('button', { name: 'Remove passkey' }).click();
  await expect(row).toHaveCount(0);
  await isSignedOut(page);
  await opensLogin(page, ada);
  await expect(page).toHaveURL('/profile');
});

test('a payment takes the passkey in place of the PIN', async ({ page }) => {
  const ada = await aUser({ naira: 1_000 });
  await isSignedIn(page, ada, byName());
  const recognises = await hasDevice(page);
  const code = await addsPasskey(page, ada);
  await call('setPin', { password: ada.password, pin: '2580', pinCheck: '2580', code }, ada.token);
  await buysAirtime(page, { phone: aNewNumber(), amount: 100, price: 99 });
  const question = dialog(page, 'Your PIN');
  await expect(question).toBeVisible();
  await hasNoViolations(page);
  await recognises(false);
  await question.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(question).toContainText('No passkey was given');
  await recognises(true);
  await question.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(receiptState(page)).toHaveText('Delivered');
  expect(await balanceOf(ada)).toBe(901);
});

test('without the device a recovery code opens the account', async ({ page, browser }) => {
  const ada = await aUser();
  await isSignedIn(page, ada, byName());
  await hasDevice(page);
  const recoveryCode = await addsPasskey(page, ada);
  const elsewhere = await (await browser.newContext({ baseURL: byName() })).newPage();
  await elsewhere.goto('/login');
  await opensLogin(elsewhere, ada);
  await elsewhere.getByLabel('Code', { exact: true }).fill(recoveryCode);
  await elsewhere.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(elsewhere).toHaveURL('/profile');
});

test('where the address is a number, the page says where passkeys work', async ({ page }) => {
  const ada = await aUser();
  await isSignedIn(page, ada, byNumber());
  await page.goto(`${byNumber()}/profile/security`);
  await expect(passkeys(page)).toContainText(`Passkeys work at ${byName()}`);
  await expect(passkeys(page).getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
  await page.evaluate('localStorage.clear()');
  await page.goto(`${byNumber()}/login`);
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toHaveCount(0);
});
