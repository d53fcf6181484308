import { closesReceipt, slip, receiptState } from '../helpers/buying.ts';
import { aNewNumber, aUser, isSignedIn, remembers } from '../helpers/people.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';

/* The top bar beside balance and menu: what is new, and the way to anywhere by its name. */

test('the bell counts a purchase that ends elsewhere, and leads to its slip', async ({ page }) => {
  const ada = await aUser({ naira: 2_000 });
  const wanted = { network: 1, mobile_number: aNewNumber('0009'), amount: 500 };
  const { receipt } = await call('buyAirtime', wanted, ada.token);
  await isSignedIn(page, ada);
  // What was seen on this device last: still waiting, and before that something else.
  const { user } = await call('getProfile', undefined, ada.token);
  await remembers(page, `seenLines:${user._id}`, JSON.stringify([[receipt._id, 'pending']]));
  await page.goto('/profile/contacts');
  const bell = page.getByRole('banner').getByRole('button', { name: 'Notifications' });
  // The top-up came in since: that is news, the waiting purchase is not.
  await expect(bell).toHaveAccessibleName('Notifications, 1 new');
  await bell.click();
  await page
    .getByRole('dialog', { name: 'What is new' })
    .getByRole('link', { name: /top-up/i })
    .click();
  await expect(page).toHaveURL('/profile');
  await expect(receiptState(page)).toHaveText('Received');
  await closesReceipt(page);
  await expect(bell).toHaveAccessibleName('Notifications');
});

test('Ctrl K goes to a screen by its name and to a slip by its reference', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no keyboard of this kind');
  const ada = await aUser({ naira: 1_000 });
  const [topUp] = (await call('listTransactions', {}, ada.token)).transactions;
  await isSignedIn(page, ada);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Go to' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Screen, name, number or reference' });
  await expect(field).toBeFocused();
  await page.keyboard.type('elec');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Electricity');
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type(topUp?.reference ?? '');
  await page.keyboard.press('Enter');
  await expect(slip(page)).toContainText(topUp?.reference ?? '');
});

test('what one can go to keeps within a narrow window, however long its name', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no keyboard of this kind');
  const ada = await aUser();
  const name = 'Grandmother of Ada and of her neighbours';
  await call(
    'addContact',
    { contactName: name, contactNumber: aNewNumber(), contactNetwork: 'MTN' },
    ada.token,
  );
  await isSignedIn(page, ada);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Notifications' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Screen, name, number or reference' })).toBeFocused();
  await page.keyboard.type('grandmother');
  const option = page.getByRole('option', { name }).first();
  await expect(option).toBeVisible();
  const box = await option.boundingBox();
  expect(box && box.x + box.width).toBeLessThanOrEqual(360);
});
