import type { Locator, Page } from '@playwright/test';
import { fillsAirtime, payButton, sheet, slip, receiptState } from '../helpers/buying.ts';
import { aNewNumber, aUser, isSignedIn } from '../helpers/people.ts';
import { expect, test } from '../helpers/test.ts';

/* Without a mouse: in at the door, out with a slip. Whatever has the focus shows it. */

/** An outline on what has the focus, or on the box that stands for it. */
const focusIsVisible = `(() => {
  for (let element = document.activeElement, up = 0; element && up < 4; element = element.parentElement, up += 1) {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    if (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) return true;
  }
  return false;
})()`;

/** Presses Tab until the focus is there; on each stop the focus can be seen. */
async function tabsTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate<string>('document.activeElement.outerHTML.slice(0, 120)');
    if (!stop.startsWith('<body')) {
      expect(await page.evaluate(focusIsVisible), `the focus cannot be seen on ${stop}`).toBe(true);
    }
    if (await target.evaluate((element) => element.matches(':focus'))) return;
  }
  throw new Error(`Tab does not reach ${target.toString()}`);
}

const title = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name });

test('logs in, buys airtime and closes the slip', async ({ page }) => {
  const ada = await aUser({ naira: 1_000 });
  await page.goto('/login');
  await tabsTo(page, page.getByRole('link', { name: 'Skip to content' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await tabsTo(page, page.getByLabel('Username, e-mail or phone number'));
  await page.keyboard.type(ada.userName);
  await tabsTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(ada.password);
  await page.keyboard.press('Enter');

  // Who has yet to verify who they are is asked on entry; closing that gives the focus back.
  await expect(page.getByRole('dialog', { name: 'Update KYC' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(title(page, /^Hello/)).toBeFocused();
  const menu = page.getByRole('navigation', { name: 'Main' });
  await page.goto('/profile');
  await tabsTo(page, menu.getByRole('link', { name: 'Buy airtime' }));
  await page.keyboard.press('Enter');
  await expect(title(page, 'Buy airtime')).toBeFocused();

  await tabsTo(page, page.getByLabel('Phone number'));
  await page.keyboard.type(aNewNumber());
  await tabsTo(page, page.getByLabel('Amount', { exact: true }));
  await page.keyboard.type('500');
  await expect(page.getByRole('definition').filter({ hasText: '₦495.00' })).toBeVisible();
  await page.keyboard.press('Enter');
  await tabsTo(page, payButton(page, 495));
  await page.keyboard.press('Enter');
  await expect(receiptState(page)).toHaveText('Delivered');
  await page.keyboard.press('Escape');
  await expect(slip(page)).toBeHidden();
});

test('a link pressed before the first screen is there leads the focus to its own screen', async ({
  page,
}) => {
  await isSignedIn(page, await aUser());
  // The script of the first screen takes longer than somebody who knows where to go.
  const first: { goOn?: () => void } = {};
  const waited = new Promise<void>((resolve) => (first.goOn = resolve));
  await page.route(/\/assets\/fund-wallet-[^/]*\.js$/, async (route) => {
    await waited;
    await route.continue();
  });
  await page.goto('/profile/fundWallet', { waitUntil: 'commit' });
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Buy airtime' });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(title(page, 'Buy airtime')).toBeFocused();
  first.goOn?.();
});

test('the confirm step keeps the focus and gives it back', async ({ page }) => {
  await isSignedIn(page, await aUser({ naira: 1_000 }));
  await fillsAirtime(page, { phone: aNewNumber(), amount: 500 });
  const amount = page.getByLabel('Amount', { exact: true });
  await amount.press('Enter');
  await expect(payButton(page, 495)).toBeVisible();
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press('Tab');
    const isInside =
      'document.activeElement === document.body || document.activeElement.closest("dialog") !== null';
    expect(await page.evaluate(isInside)).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  await expect(amount).toBeFocused();
});

test('the focus goes to the heading of each screen, and to the first field that is wrong', async ({
  page,
}) => {
  await isSignedIn(page, await aUser());
  await page.goto('/profile');
  const menu = page.getByRole('navigation', { name: 'Main' });
  for (const [link, heading] of [
    ['Buy data', 'Buy data'],
    ['Buy airtime', 'Buy airtime'],
    ['Transactions', 'Transactions'],
    ['Settings', 'Settings'],
  ] as const) {
    await menu.getByRole('link', { name: link }).press('Enter');
    await expect(title(page, heading)).toBeFocused();
    await expect(page).toHaveTitle(new RegExp(`^${heading}`));
  }
  await page.getByLabel('Old password').press('Enter');
  await expect(page.getByLabel('Old password')).toBeFocused();
  await expect(page.getByLabel('Old password')).toHaveAccessibleDescription(/Enter the password/);
});

test('tabs move with the arrow keys, however fast', async ({ page }) => {
  await isSignedIn(page, await aUser());
  await page.goto('/profile');
  const tabs = page.getByRole('main').getByRole('tab');
  await tabsTo(page, tabs.first());
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect(tabs.nth(1)).toBeFocused();
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true');
});

test('saves a contact, removes it and brings it back', async ({ page }) => {
  await isSignedIn(page, await aUser());
  await page.goto('/profile/contacts');
  await tabsTo(page, page.getByRole('button', { name: 'Add contact' }));
  await page.keyboard.press('Enter');
  await tabsTo(page, page.getByLabel('Nickname'));
  await page.keyboard.type('Mama');
  await tabsTo(page, page.getByLabel('Phone number'));
  await page.keyboard.type(aNewNumber());
  await page.keyboard.press('Enter');
  const row = page.getByRole('button', { name: /^Mama,/ });
  await expect(row).toBeVisible();
  await tabsTo(page, page.getByRole('button', { name: 'Remove Mama' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Bring Mama back' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row).toBeFocused();
});
