import { formatPhone } from '@jara/contract/phone.ts';
import { aNewNumber, aUser, isSignedIn } from '../helpers/people.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';
import { refusesWith, toasts } from '../helpers/toasts.ts';

/* Contacts: saved, changed, removed and brought back; and from there to a purchase. */

test('a number is saved, changed, bought for, removed and brought back', async ({ page }) => {
  const ada = await aUser({ naira: 500 });
  const phone = aNewNumber();
  await isSignedIn(page, ada);
  await page.goto('/profile/contacts');
  await expect(page.getByText('No contacts yet', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Add contact' }).click();
  await refusesWith(page, 'Save contact', 'All fields are required');
  await page.getByLabel('Nickname').fill('Mama');
  await page.getByLabel('Phone number').fill(phone);
  await page.getByRole('button', { name: 'Save contact' }).click();
  await expect(toasts(page).getByText('Mama is in your contacts')).toBeVisible();

  const row = page.getByRole('button', { name: /^Mamm?[ay], / });
  await row.click();
  await page.getByRole('dialog', { name: 'Contact' }).getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Nickname').fill('Mammy');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(row).toHaveAccessibleName(`Mammy, ${formatPhone(phone)}, MTN`);

  await row.click();
  await page.getByRole('dialog', { name: 'Contact' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Mammy is removed')).toBeVisible();
  await page.getByRole('button', { name: 'Bring Mammy back' }).click();
  await expect(row).toBeVisible();
  await expect
    .poll(async () =>
      (await call('listContacts', undefined, ada.token)).contacts.map(({ contactName }) => contactName),
    )
    .toEqual(['Mammy']);

  await page.getByRole('link', { name: 'Buy airtime for Mammy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Buy airtime');
  await expect(page.getByLabel('Phone number')).toHaveValue(formatPhone(phone));
  await expect(page.getByLabel('Network')).toHaveValue('MTN');
});
