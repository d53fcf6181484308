import type { Locator, Page } from '@playwright/test';
import { buyButton, choosesNetwork } from '../helpers/buying.ts';
import { aNewNumber, aUser, isSignedIn, someone } from '../helpers/people.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';
import { refusesWith, toasts } from '../helpers/toasts.ts';

/* What S5 and S8 say, word for word, and that nothing which was typed is taken away. */

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}

const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });

async function stillHas(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await expect(field(page, label)).toHaveValue(value);
}

test.describe('log in', () => {
  const name = 'Username, e-mail or phone number';

  test('asks for what is missing, and the toast leaves after five seconds', async ({ page }) => {
    await page.clock.install();
    await page.goto('/login');
    await refusesWith(page, 'Log in', 'All field are required');
    await fill(page, { [name]: 'ada' });
    await refusesWith(page, 'Log in', 'All field are required');
    await stillHas(page, { [name]: 'ada' });
    await page.mouse.move(0, 0);
    await page.clock.fastForward(5_000);
    await expect(toasts(page)).toHaveText('');
  });

  test('a wrong password stays on the page and keeps what was typed', async ({ page }) => {
    const { userName, email, phone, password } = await aUser();
    const typed = { [name]: userName, Password: 'not the password' };
    await page.goto('/login');
    await fill(page, typed);
    await refusesWith(page, 'Log in', 'Invalid username or password');
    await expect(page).toHaveURL('/login');
    await stillHas(page, typed);
    await expect(page.getByRole('alert')).toHaveText('Invalid username or password');
    await fill(page, { [name]: 'nobody_of_that_name' });
    await refusesWith(page, 'Log in', 'Invalid username or password');

    for (const known of [email, phone, userName.toUpperCase()]) {
      await page.goto('/login');
      await fill(page, { [name]: known, Password: password });
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await expect(page).toHaveURL('/profile');
      await page.evaluate('localStorage.clear()');
    }
  });

  test('a server that is broken is said so in the words of the specification', async ({ page }) => {
    await page.route('**/auth/login', (route) =>
      route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    );
    const typed = { [name]: 'ada', Password: 'a good password' };
    await page.goto('/login');
    await fill(page, typed);
    await refusesWith(page, 'Log in', 'Something went wrong');
    await stillHas(page, typed);
  });
});

test.describe('register', () => {
  test('asks for the e-mail, and says what else is wrong', async ({ page }) => {
    const { userName, email, phone, password } = someone();
    const typed = {
      Username: userName,
      'Phone number': phone,
      Password: password,
      'Password again': password,
    };
    await page.goto('/register');
    await refusesWith(page, 'Register', 'All fields are required');
    await fill(page, typed);
    await refusesWith(page, 'Register', 'Enter an your email');
    await expect(field(page, 'E-mail')).toBeFocused();
    await fill(page, { 'E-mail': email, 'Password again': 'something else' });
    await refusesWith(page, 'Register', 'Enter the same password twice');
    await fill(page, { 'Password again': password, 'Phone number': '0803' });
    await refusesWith(page, 'Register', 'Please check the phone number entered');
    await expect(page.getByText('Phone number must have 11 digits — you typed 4.')).toBeVisible();
    await stillHas(page, {
      Username: userName,
      'E-mail': email,
      Password: password,
      'Password again': password,
    });
  });

  test('a name, an e-mail or a number that is taken is named, and the form stays filled', async ({
    page,
  }) => {
    const taken = await aUser();
    const ada = someone();
    const typed = { Username: ada.userName, 'E-mail': ada.email, Password: ada.password };
    await page.goto('/register');
    await fill(page, { ...typed, 'Phone number': ada.phone, 'Password again': ada.password });
    await fill(page, { Username: taken.userName });
    await refusesWith(page, 'Register', 'This username is taken');
    await fill(page, { Username: ada.userName, 'E-mail': taken.email });
    await refusesWith(page, 'Register', 'An account with this email exists');
    await fill(page, { 'E-mail': ada.email, 'Phone number': taken.phone });
    await refusesWith(page, 'Register', 'An account with this phone number exists');
    await stillHas(page, typed);
  });
});

test.describe('change password', () => {
  const typed = {
    'Old password': 'not the old one',
    'New password': 'a new password',
    'New password again': 'a new password',
  };

  test('asks for all fields, the same word twice, and the right old password', async ({ page }) => {
    const ada = await aUser();
    await isSignedIn(page, ada);
    await page.goto('/profile/changePassword');
    await refusesWith(page, 'Change password', 'All fields are required');
    await fill(page, { ...typed, 'New password again': 'another password' });
    await refusesWith(page, 'Change password', 'Enter the same password twice');
    await fill(page, typed);
    await refusesWith(page, 'Change password', 'Your old password is not correct');
    await expect(page).toHaveURL('/profile/changePassword');
    await stillHas(page, typed);

    await fill(page, { 'Old password': ada.password });
    await field(page, 'Old password').press('Enter');
    await expect(page).toHaveURL('/profile');
    await call('login', { userName: ada.userName, password: 'a new password' });
  });
});

test.describe('buy airtime', () => {
  test.beforeEach(async ({ page }) => {
    await isSignedIn(page, await aUser({ naira: 1_000 }));
    await page.goto('/profile/buyairtime');
    await expect(buyButton(page)).toBeEnabled();
  });

  test('says each thing that is wrong and keeps what was typed', async ({ page }) => {
    await refusesWith(page, 'Buy', 'All fields are required');
    await fill(page, { 'Phone number': aNewNumber() });
    await refusesWith(page, 'Buy', 'All fields are required');
    await fill(page, { Amount: '200', 'Phone number': '0803123' });
    await refusesWith(page, 'Buy', 'Please check the phone number entered');
    await expect(page.getByText('Phone number must have 11 digits — you typed 7.')).toBeVisible();
    await expect(field(page, 'Phone number')).toBeFocused();
    await stillHas(page, { Amount: '200', 'Phone number': '0803123' });
    await fill(page, { Amount: '99', 'Phone number': aNewNumber() });
    await refusesWith(page, 'Buy', 'Minimum purchase is ₦100');
    await stillHas(page, { Amount: '99' });
  });

  test('asks for a nickname when the number is to be saved', async ({ page }) => {
    await fill(page, { 'Phone number': aNewNumber(), Amount: '200' });
    await buyButton(page).click();
    await page.getByRole('switch', { name: 'Add to contacts' }).check();
    await refusesWith(page, 'Pay ₦198.00', 'Please enter a nickname for the number');
    await stillHas(page, { Nickname: '' });
  });

  test('takes numbers as people have them', async ({ page }) => {
    await fill(page, { 'Phone number': '+234 803-123 4567', Amount: '1,000' });
    await buyButton(page).click();
    await expect(page.getByRole('dialog', { name: 'Confirm' })).toContainText('0803 123 4567');
    await expect(page.getByRole('button', { name: 'Pay ₦990.00' })).toBeVisible();
  });
});

test.describe('buy data', () => {
  test.beforeEach(async ({ page }) => {
    await isSignedIn(page, await aUser({ naira: 1_000 }));
    await page.goto('/profile/buydata');
  });

  test('starts without a network and says each thing that is missing', async ({ page }) => {
    const buy = page.getByRole('button', { name: /^Buy MTN 1GB .* CG$/ });
    const says = (words: string) => expect(toasts(page).getByText(words, { exact: true })).toHaveCount(1);
    await expect(page.getByRole('main')).toContainText('Select a network');
    await expect(
      page
        .getByRole('radio', { checked: true })
        .and(page.getByRole('group', { name: 'Network' }).getByRole('radio')),
    ).toHaveCount(0);

    // A number whose prefix belongs to nobody leaves the network open; Enter is the way to go on.
    await fill(page, { 'Phone number': '07001234567' });
    await field(page, 'Phone number').press('Enter');
    await says('Please select a network');
    await choosesNetwork(page, 'MTN');
    await fill(page, { 'Phone number': '' });
    await choosesNetwork(page, 'MTN');
    await buy.click();
    await says('Please provide all values');
    await fill(page, { 'Phone number': '080312' });
    await choosesNetwork(page, 'MTN');
    await buy.click();
    await says('Please check the phone number entered');
    await stillHas(page, { 'Phone number': '080312' });
    await fill(page, { 'Phone number': aNewNumber() });
    await buy.click();
    await page.getByRole('switch', { name: 'Add to contacts' }).check();
    await page.getByRole('button', { name: 'Pay ₦470.00' }).click();
    await says('Please enter a nickname for the number');
  });

  test('the types of MTN start with select type and narrow the plans', async ({ page }) => {
    await fill(page, { 'Phone number': aNewNumber() });
    const types = page.getByRole('combobox', { name: 'Type of data' });
    await expect(types.getByRole('option').first()).toHaveText('select type');
    await expect(types.getByRole('option', { name: 'select type' })).toHaveJSProperty('selected', true);
    await types.selectOption('SME2');
    const offers = page.getByRole('region', { name: 'Plans' }).getByRole('button', { name: /^Buy / });
    await expect(offers).toHaveCount(1);
    await expect(offers).toHaveAccessibleName('Buy MTN 1GB ₦485.00 7 days SME2');
  });
});

test.describe('fund wallet', () => {
  test('says what is wrong with an amount and keeps it', async ({ page }) => {
    await isSignedIn(page, await aUser());
    await page.goto('/profile/fundWallet');
    await refusesWith(page, 'Pay by card', 'enter a valid amount');
    for (const [amount, words] of [
      ['99', 'minimum payment is 100'],
      ['abc', 'enter a valid amount'],
      ['10.005', 'enter a valid amount'],
    ] as const) {
      await fill(page, { Amount: amount });
      await refusesWith(page, 'Pay by card', words);
      await stillHas(page, { Amount: amount });
    }
  });
});
