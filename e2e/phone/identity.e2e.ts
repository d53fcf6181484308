import type { Locator, Page } from '@playwright/test';
import { personOf } from '../../sandbox/src/simulators/identity/people.ts';
import { hasNoViolations } from '../helpers/axe.ts';
import { aUser, isSignedIn } from '../helpers/people.ts';
import { numberWithoutPhone } from '../helpers/sandbox.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';
import { toasts } from '../helpers/toasts.ts';

/* Somebody of whom the register has no phone number, so that no code can be sent: name and date of birth prove who they are. */

const labels = { firstName: 'First name', lastName: 'Last name', dateOfBirth: 'Date of birth' } as const;
type Details = Record<keyof typeof labels, string>;

const registered = (number: string): Details => {
  const { firstName, lastName, dateOfBirth } = personOf(number);
  return { firstName, lastName, dateOfBirth };
};

async function types(within: Page | Locator, details: Partial<Details>): Promise<void> {
  for (const [name, text] of Object.entries(details))
    await within.getByLabel(labels[name as keyof Details]).fill(text); // names of details
}

async function sees(within: Page | Locator, details: Details): Promise<void> {
  for (const [name, text] of Object.entries(details))
    await expect(within.getByLabel(labels[name as keyof Details])).toHaveValue(text); // names of details
}

const mismatch = 'This is not what was registered with the number. Check it and try again';
const confirms = (within: Page | Locator): Promise<void> =>
  within.getByRole('button', { name: 'Confirm', exact: true }).click();

/** Somebody new, at the part of the own page that verifies a NIN. */
async function atOwnIdentity(page: Page) {
  const ada = await aUser();
  const nin = numberWithoutPhone(ada);
  const right = registered(nin);
  await isSignedIn(page, ada);
  await page.goto('/profile/user');
  const identity = page.getByRole('region', { name: 'Identity', exact: true });
  return { ada, nin, right, identity };
}

test('a wrong date of birth is refused and stays typed, the right one verifies the NIN', async ({ page }) => {
  const { ada, nin, right, identity } = await atOwnIdentity(page);
  await identity.getByLabel('Your NIN').fill(nin);
  await identity.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(
    toasts(page).getByText('Now enter your name and date of birth as they were registered', { exact: true }),
  ).toBeVisible();
  await expect(identity.getByLabel('Code')).toHaveCount(0);
  await hasNoViolations(page);

  await confirms(identity);
  for (const missing of ['first name', 'last name', 'date of birth'])
    await expect(identity.getByText(`Enter your ${missing}.`, { exact: true })).toBeVisible();
  await expect(identity.getByLabel('First name')).toBeFocused();

  const wrong = { ...right, dateOfBirth: '1999-12-31' };
  await types(identity, wrong);
  await confirms(identity);
  await expect(identity.getByRole('alert')).toHaveText(mismatch);
  await sees(identity, wrong);
  await expect(identity).toContainText('Not verified');
  await hasNoViolations(page);

  await types(identity, { dateOfBirth: right.dateOfBirth });
  await confirms(identity);
  await expect(toasts(page).getByText('Your identity is verified', { exact: true })).toBeVisible();
  await expect(identity).toContainText(`•••• ${nin.slice(-4)}`);
  await expect(identity.getByText('Verified', { exact: true })).toBeVisible();
  await expect(identity).not.toContainText(nin);
  // The name is the register's from now on, and an account number can be opened.
  await expect(page.getByRole('main')).toContainText(right.lastName);
  await expect(page.getByRole('button', { name: 'Get Palmpay account' })).toBeVisible();
  const { user } = await call('getProfile', undefined, ada.token);
  expect([user.nin, user.bvn]).toEqual([`•••• ${nin.slice(-4)}`, null]);
  expect(user.fullName).toContain(right.firstName);
});

test('names in capitals and the other way round verify the BVN; what was begun goes on after a reload', async ({
  page,
}) => {
  const ada = await aUser();
  const bvn = numberWithoutPhone(ada);
  const { firstName, lastName, dateOfBirth } = registered(bvn);
  await isSignedIn(page, ada);
  await page.goto('/profile');
  const kyc = page.getByRole('dialog', { name: 'Update KYC' });
  await page.getByRole('button', { name: 'Update KYC' }).click();
  await kyc.getByText('BVN', { exact: true }).click();
  await kyc.getByLabel('Your BVN').fill(bvn);
  await kyc.getByRole('button', { name: 'Verify' }).click();
  await expect(kyc.getByLabel('First name')).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: 'Update KYC' }).click();
  await types(kyc, { firstName: lastName.toUpperCase(), lastName: firstName.toUpperCase(), dateOfBirth });
  await hasNoViolations(page);
  await confirms(kyc);
  await expect(kyc).toBeHidden();
  await expect(page.getByRole('button', { name: 'Update KYC' })).toHaveCount(0);
  const { user } = await call('getProfile', undefined, ada.token);
  expect([user.nin, user.bvn]).toEqual([null, `•••• ${bvn.slice(-4)}`]);
});

test('three wrong tries end the check, which says so; the number is sent again, and the right details verify it', async ({
  page,
}) => {
  const { nin, right, identity } = await atOwnIdentity(page);
  const sendsNumber = async () => {
    await identity.getByLabel('Your NIN').fill(nin);
    await identity.getByRole('button', { name: 'Verify', exact: true }).click();
    await expect(identity.getByLabel('First name')).toBeVisible();
  };
  await sendsNumber();
  const wrong = { ...right, firstName: 'Nobody' };
  await types(identity, wrong);
  for (let tries = 0; tries < 3; tries += 1) {
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await confirms(identity);
    expect((await answered).status()).toBe(400);
    await expect(identity.getByRole('alert')).toHaveText(mismatch);
  }
  await types(identity, right);
  await confirms(identity);
  await expect(identity.getByRole('alert')).toHaveText('This check is over. Send your number again');
  await expect(identity).toContainText('Not verified');
  await sees(identity, right);

  await identity.getByRole('button', { name: 'Send the number again, or another' }).click();
  await sendsNumber();
  await types(identity, right);
  await confirms(identity);
  await expect(identity).toContainText(`•••• ${nin.slice(-4)}`);
});
