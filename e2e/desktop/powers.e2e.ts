import type { Page } from '@playwright/test';
import { hasNoViolations } from '../helpers/axe.ts';
import { aNewNumber, aUser, demo, isSignedIn } from '../helpers/people.ts';
import { ask, call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';
import { toasts } from '../helpers/toasts.ts';

/* What an admin takes from somebody, and gives: an account is stopped and opened, staff come and go. */

const says = (page: Page, words: string | RegExp) =>
  expect(toasts(page).getByText(words).first()).toBeVisible();
const panelOf = (page: Page, userName: string) => page.getByRole('dialog', { name: userName });

async function opensPanel(page: Page, userName: string): Promise<void> {
  await page.goto(`/admin/users?user=${userName}`);
  await expect(panelOf(page, userName).getByRole('region', { name: 'Powers' })).toBeVisible();
}

async function sets(page: Page, button: string, standing: string, reason: string, words = ''): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const form = page.getByRole('dialog', { name: 'Stop or open the account' });
  await form.getByText(standing, { exact: true }).click();
  if (words !== '') await form.getByLabel('What the user is told').fill(words);
  await form.getByLabel('Reason').fill(reason);
  await hasNoViolations(page);
  await form.getByRole('button', { name: `Set to ${standing}` }).click();
  await expect(form).toBeHidden();
}

test('an admin restricts a thief, then suspends the account, and opens it for its owner', async ({
  page,
  browser,
}) => {
  const ada = await aUser({ naira: 1_000 });
  const airtime = { network: 1, mobile_number: aNewNumber(), amount: 100 };
  const context = await browser.newContext();
  const thief = await context.newPage();
  await isSignedIn(thief, ada);

  await isSignedIn(page, await demo('admin'));
  await opensPanel(page, ada.userName);
  await sets(page, 'Stop the account', 'restricted', 'The owner called', 'Somebody else has your phone.');
  await says(page, `${ada.userName} is restricted`);
  await thief.goto('/profile');
  await expect(thief.getByText('Your account is restricted', { exact: true })).toBeVisible();
  await expect(thief.getByText('Somebody else has your phone.')).toBeVisible();
  await hasNoViolations(thief);
  expect((await ask('buyAirtime', airtime, ada.token)).body).toMatchObject({ code: 'account_restricted' });

  await sets(page, 'Open the account', 'suspended', 'They are still in');
  await says(page, `${ada.userName} is suspended`);
  await expect(panelOf(page, ada.userName)).toContainText('“They are still in”');
  await thief.goto('/profile');
  await thief.getByLabel('Username, e-mail or phone number').fill(ada.userName);
  await thief.getByLabel('Password', { exact: true }).fill(ada.password);
  await thief.getByRole('button', { name: 'Log in' }).click();
  await expect(thief.getByText('This account is suspended. Write to us').first()).toBeVisible();
  await context.close();

  await sets(page, 'Open the account', 'active', 'The owner showed a passport');
  await says(page, `${ada.userName} is active again`);
  const { token } = await call('login', { userName: ada.userName, password: ada.password });
  expect((await ask('buyAirtime', airtime, token)).status).toBe(200);
});

test('an admin appoints an agent, who sees users, and dismisses them', async ({ page }) => {
  const ada = await aUser();
  const admin = await demo('admin');
  await isSignedIn(page, admin);
  await opensPanel(page, ada.userName);
  const changes = async (reason: string) => {
    await page.getByRole('button', { name: 'Roles' }).click();
    const form = page.getByRole('dialog', { name: 'Roles' });
    await form.getByRole('switch', { name: 'Agent' }).click();
    await form.getByRole('button', { name: 'Save roles' }).click();
    await expect(form).toContainText('Say why: it goes into the staff record.');
    await form.getByLabel('Reason').fill(reason);
    await form.getByLabel('Your password').fill(admin.password);
    await hasNoViolations(page);
    await form.getByRole('button', { name: 'Save roles' }).click();
    await expect(form).toBeHidden();
  };
  await changes('Begins today');
  await says(page, `${ada.userName} is agent`);
  expect((await ask('listUsers', {}, ada.token)).status).toBe(200);
  await changes('Left the shop');
  await says(page, `${ada.userName} is neither staff nor coupon vendor`);
  expect((await ask('listUsers', {}, ada.token)).status).toBe(401);
  await page.goto('/admin/audit');
  await expect(page.getByRole('main')).toContainText('Appointed, limited or dismissed');
  await expect(page.getByRole('main')).toContainText('“Left the shop”');
});
