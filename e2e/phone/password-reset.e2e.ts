import type { Page } from '@playwright/test';
import { aUser, type User } from '../helpers/people.ts';
import { sandboxUrl } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';
import { toasts } from '../helpers/toasts.ts';

/* A forgotten password, from the log in to the log in (S2.5, S2.6, S4.15, S5.3, S5.4). */

/** The address in the newest mail to this person. */
async function linkFor({ email }: User): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(async () => {
      const journal = (await (await fetch(`${sandboxUrl()}/control/journal`)).json()) as {
        mails: { to: string | string[]; text: string }[];
      };
      const mail = journal.mails.findLast(({ to }) => [to].flat().includes(email));
      found = /\/passwordReset#\S+/.exec(mail?.text ?? '')?.[0];
      return found;
    })
    .toBeDefined();
  return found ?? '';
}

async function chooses(page: Page, password: string, again: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('New password again').fill(again);
  await page.getByRole('button', { name: 'Change password' }).click();
}

test('asks for a link, chooses a new password, goes home and logs in with it', async ({ page }) => {
  const ada = await aUser();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL('/requestPasswordReset');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(toasts(page).getByText('Enter an your email', { exact: true })).toBeVisible();
  await expect(page.getByLabel('E-mail or username')).toBeFocused();
  await page.getByLabel('E-mail or username').fill(ada.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Look into your mail')).toBeVisible();

  const link = await linkFor(ada);
  await page.goto(link);
  await expect(page).toHaveURL('/passwordReset');
  await chooses(page, '', '');
  await expect(toasts(page).getByText('All fields are required', { exact: true })).toBeVisible();
  await chooses(page, 'a brand new password', 'a brand new passwort');
  await expect(toasts(page).getByText('Enter the same password twice', { exact: true })).toBeVisible();
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('a brand new password');
  await chooses(page, 'a brand new password', 'a brand new password');
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Your password is changed. Log in with the new one')).toBeVisible();
  // The words stand on the form as well, at the same address, a moment before the ready-made page is loaded.
  await expect(page.getByRole('link', { name: 'Start buying' })).toBeVisible();

  await page.goto('/login');
  await page.getByLabel('Username, e-mail or phone number').fill(ada.userName);
  await page.getByLabel('Password', { exact: true }).fill('a brand new password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/profile');

  await test.step('the link works once, in the path as well', async () => {
    const [, userId, token] = /userId=([^&]+)&token=([^&\s]+)/.exec(link) ?? [];
    await page.goto(`/passwordReset/${userId}/${token}`);
    await chooses(page, 'another new password', 'another new password');
    await expect(page.getByRole('alert')).toContainText('This link was used or is too old');
    await page.getByRole('link', { name: 'Ask for another link' }).click();
    await expect(page).toHaveURL('/requestPasswordReset');
  });
});

test('a link that is not whole says so', async ({ page }) => {
  await page.goto('/passwordReset');
  await expect(page.getByRole('alert')).toContainText('This link is not whole');
  await expect(page.getByRole('link', { name: 'Ask for another link' })).toBeVisible();
});
