import type { Locator, Page } from '@playwright/test';
import { hasNoViolations } from '../helpers/axe.ts';
import { aNewNumber, aUser, demo, isSignedIn, type User } from '../helpers/people.ts';
import { countsPresses } from '../helpers/presses.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';

/* Staff find what they were told on the phone: from any screen, by whatever was said. */

/** Somebody whose data for a number of its own arrived. */
async function whoBought(phone: string): Promise<User> {
  const ada = await aUser({ naira: 5_000 });
  const { plans } = await call('listPlans', { network: 1 }, ada.token);
  const plan = plans.find(({ isAvailable }) => isAvailable)?.planId ?? '';
  await call('buyData', { network: 1, mobile_number: phone, plan }, ada.token);
  return ada;
}

const box = (page: Page): Locator => page.getByRole('combobox', { name: /^Reference, phone, meter/ });
const results = (page: Page): Locator => page.getByRole('listbox', { name: 'Places' });

/** Puts a text in at once, as from the clipboard. */
const pastes = (page: Page, text: string) => page.keyboard.insertText(text);

test('from a phone number to its refund: 3 presses and the number lead to the form, a reason and 1 more refund it', async ({
  page,
  isMobile,
}) => {
  if (isMobile) await page.setViewportSize({ width: 360, height: 740 });
  const phone = aNewNumber();
  const ada = await whoBought(phone);
  await isSignedIn(page, await demo('admin'));
  await page.goto('/admin/users');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users');
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  // The number is pasted and the reason typed: neither is a press.
  const pressed = await countsPresses(page);
  const presses = async () => {
    const { pointer, keys } = await pressed();
    return pointer + keys.length;
  };
  const international = `\u202a+234\u00a0${phone.slice(1, 4)}\u2011${phone.slice(4, 7)}\u2011${phone.slice(7)}\u202c`;
  const press = async (key: string, target: Locator) => {
    if (isMobile || key === '') await expect(target).toBeInViewport({ ratio: 1 });
    await (isMobile ? target.tap() : key === '' ? target.click() : page.keyboard.press(key));
  };
  const types = async (field: Locator, text: string) => {
    await expect(field).toBeFocused();
    await pastes(page, text);
  };
  await press('/', page.getByRole('button', { name: 'Search' }));
  await types(box(page), international);
  await press('Enter', results(page).getByRole('option').first());
  await press('', page.getByRole('button', { name: 'Refund' }));
  const form = page.getByRole('dialog', { name: 'Refund' });
  await expect(form).toContainText(ada.userName);
  expect(await presses()).toBe(3);
  await types(form.getByLabel('Reason'), 'Wrong number');
  await press('Enter', form.getByRole('button', { name: /^Refund ₦/ }));
  await expect(page.getByText(/is our loss until the supplier gives it back/)).toBeVisible();
  expect(await presses()).toBe(4);
});

test('results stand in groups, of transactions and of users', async ({ page }) => {
  const phone = aNewNumber();
  const ada = await whoBought(phone);
  await isSignedIn(page, await demo('agent'));
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Search' }).click();
  await box(page).fill(ada.email);
  const users = results(page).getByRole('group', { name: 'Users' });
  await expect(users.getByRole('option')).toContainText([ada.userName]);
  const hers = results(page).getByRole('group', { name: 'Of this user' });
  await expect(hers.getByRole('option').first()).toContainText('MTN');
  await hasNoViolations(page);
  await hers.getByRole('option').first().click();
  await expect(page).toHaveURL(/\/profile\/transactions\/\d+\?userName=/);
  await expect(page.getByRole('dialog', { name: 'Slip' })).toContainText(ada.userName);
});

test('on a phone the search stands in the one row of the top bar @phone', async ({ page }) => {
  await isSignedIn(page, await demo('admin'));
  await page.goto('/admin/users');
  const search = await page.getByRole('button', { name: 'Search' }).boundingBox();
  const menu = await page.getByRole('button', { name: 'Your menu' }).boundingBox();
  const middleOf = (place: typeof search) => (place?.y ?? 0) + (place?.height ?? 0) / 2;
  expect(Math.abs(middleOf(search) - middleOf(menu))).toBeLessThan(2);
  const balance = await page.getByRole('button', { name: /^Balance/ }).boundingBox();
  expect(Math.abs(middleOf(search) - middleOf(balance))).toBeLessThan(8);
});
