import { hasNoViolations, violationsOf } from '../helpers/axe.ts';
import { addsToContacts, buyButton, fillsAirtime, payButton } from '../helpers/buying.ts';
import { aNewNumber, aUser, demo, isSignedIn } from '../helpers/people.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';

/* What a program can find of WCAG 2.2 AA and of good practice: nothing, in what opens over a screen, in both themes, at both sizes. */

// What moves is waited for before anything is asked.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('what opens over a screen', async ({ page, isMobile }) => {
  await isSignedIn(page, await aUser({ naira: 1_000 }));
  await page.goto('/profile/buyairtime');
  await buyButton(page).click();
  await expect(page.getByText('Enter the number that gets the airtime.')).toBeVisible();
  await hasNoViolations(page);
  await fillsAirtime(page, { phone: aNewNumber(), amount: 500 });
  await buyButton(page).click();
  await addsToContacts(page, 'Mama');
  await expect(payButton(page, 495)).toBeVisible();
  await hasNoViolations(page);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Your menu' }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await hasNoViolations(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog', { name: 'What is new' })).toBeVisible();
  await hasNoViolations(page);
  if (isMobile) return; // the search by name is for keyboards
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Go to' }).click();
  await page.keyboard.type('e');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await hasNoViolations(page);
});

test('what opens over contacts and tokens', async ({ page }) => {
  const ada = await aUser();
  await call('createApiToken', { name: 'Till', password: ada.password }, ada.token);
  await call('updateWebhook', { webhookUrl: 'http://127.0.0.1:9/jara' }, ada.token);
  await call('testWebhook', undefined, ada.token);
  const contact = { contactName: 'Mama', contactNumber: aNewNumber(), contactNetwork: 'MTN' };
  await call('addContact', contact, ada.token);
  await isSignedIn(page, ada);
  await page.goto('/profile/contacts');
  await page.getByRole('button', { name: /^Mama,/ }).click();
  await hasNoViolations(page);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await hasNoViolations(page);
  await page.getByRole('button', { name: 'Add contact' }).click();
  await page.getByRole('button', { name: 'Save contact' }).click();
  await hasNoViolations(page);
  await page.goto('/profile/developer');
  await page.getByText('webhook.test', { exact: true }).click();
  await hasNoViolations(page);
  await page.getByRole('button', { name: 'Show Till' }).click();
  await page.getByLabel('Your password').fill(ada.password);
  await page.getByRole('button', { name: 'Show token' }).click();
  await expect(page.getByRole('dialog').locator('code')).toBeVisible();
  await hasNoViolations(page);
});

test('what an admin does to a user', async ({ page }) => {
  const { userName } = await aUser();
  await isSignedIn(page, await demo('admin'));
  await page.goto(`/admin/users?user=${userName}`);
  const acts = {
    'Stop the account': 'Stop or open the account',
    'End all access': 'End all access',
    'Hold withdrawals': 'Withdrawals',
    Roles: 'Roles',
    'Correct e-mail or phone': 'Correct e-mail or phone',
    'Upgrade user': 'Upgrade user',
    'Reset password': 'Reset password',
  };
  for (const [button, title] of Object.entries(acts)) {
    await page.getByRole('button', { name: button, exact: true }).click();
    const sheet = page.getByRole('dialog', { name: title, exact: true });
    await expect(sheet).toBeVisible();
    await hasNoViolations(page);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  }
});

test('what breaks a rule is found', async ({ page }) => {
  await page.setContent(
    `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1><p style="color: #aaa; background: #fff">Pale</p><button></button></main>`,
  );
  const found = await violationsOf(page);
  expect(found.map((one) => one.split(':')[0])).toEqual(['button-name', 'color-contrast']);
});
