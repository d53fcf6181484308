import { hasNoViolations } from '../helpers/axe.ts';
import { aUser, isSignedIn } from '../helpers/people.ts';
import { phoneCode, registeredPhone } from '../helpers/sandbox.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';
import { refusesWith, toasts } from '../helpers/toasts.ts';

/* The account: who one is, verified and masked, and the account number that this brings. */

test('somebody is verified, gets an account number and copies it', async ({ page, context }) => {
  const ada = await aUser();
  // Eleven digits of somebody whom the register knows, and nobody else has.
  const nin = `${ada.phone.slice(1)}7`;
  await isSignedIn(page, ada);
  await page.goto('/profile/user');
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(section('E-mail and phone')).toContainText(ada.email);
  await expect(section('Account numbers')).toContainText('verify your identity first');

  await refusesWith(page, 'Verify', 'Enter your BVN or your NIN');
  await page.getByLabel('Your NIN').fill(nin.slice(1));
  await refusesWith(page, 'Verify', 'A NIN has 11 digits.');
  await expect(page.getByLabel('Your NIN')).toHaveValue(nin.slice(1));
  await page.getByLabel('Your NIN').fill(nin);
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
  await hasNoViolations(page);
  await expect(section('Identity')).toContainText('Not verified');
  await page.getByLabel('Code').fill(await phoneCode(registeredPhone(nin)));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(section('Identity')).toContainText(`•••• ${nin.slice(-4)}`);
  await expect(section('Identity')).not.toContainText(nin);

  await page.getByRole('button', { name: 'Get Palmpay account' }).click();
  await expect(toasts(page).getByText('Your account number is ready')).toBeVisible();
  const { user } = await call('getProfile', undefined, ada.token);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: `Copy account number ${user.reservedAccountNo3}` }).click();
  await expect(toasts(page).getByText('Account number copied', { exact: true })).toBeVisible();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(user.reservedAccountNo3);

  await page.getByRole('button', { name: 'Copy referral link' }).click();
  await expect(toasts(page).getByText('Referral link copied', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Tokens and webhook' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Developer');
});
