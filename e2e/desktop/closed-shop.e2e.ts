import { spawn } from 'node:child_process';
import path from 'node:path';
import { hasNoViolations } from '../helpers/axe.ts';
import type { Page } from '@playwright/test';
import { buyButton, fillsAirtime, payButton, pays, receiptState, sheet } from '../helpers/buying.ts';
import { aNewNumber, aUser, balanceOf, demo, isSignedIn } from '../helpers/people.ts';
import { ask, call } from '../helpers/server.ts';
import { expect, test as base } from '../helpers/test.ts';
import { toasts } from '../helpers/toasts.ts';
import { exitOf, type Home, makeHome, removeHome, useProductOf } from '../product.ts';

/* A shop that is closed as after a restore to the past, on a product of its own: what a user sees, and how an admin opens it. */

const root = path.join(import.meta.dirname, '../..');

const test = base.extend<{ home: Home }>({
  meetsClosedShop: true,
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture uses
  home: async ({}, use) => {
    const home = await makeHome('closed-shop');
    await use(home);
    removeHome(home);
  },
  baseURL: ({ baseURL: everybodys, home }, use) => useProductOf(home, everybodys, use),
});
test.describe.configure({ timeout: 240_000 });

/** As after `npm run restore`, for a database that another tool has restored. */
async function closesShop({ dataDir, settings }: Home): Promise<void> {
  const restoredTo = new Date(Date.now() - 60_000).toISOString();
  const command = spawn('npm', ['run', 'admin', '--', 'close-shop', '--restored-to', restoredTo], {
    cwd: root,
    env: { ...process.env, ...settings, MODE: 'sandbox', DATA_DIR: dataDir },
    stdio: 'inherit',
  });
  expect(await exitOf(command)).toBe(0);
}

async function meetsClosedShop(page: Page, phone: string): Promise<void> {
  await page.goto('/profile/buyairtime');
  await expect(page.getByText('We are checking our records', { exact: true })).toBeVisible();
  await hasNoViolations(page);
  // On a phone, too, where the form ends in a bar of its own.
  const atADesk = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 780 });
  await hasNoViolations(page);
  if (atADesk !== null) await page.setViewportSize(atADesk);
  await fillsAirtime(page, { phone, amount: 500 });
  await buyButton(page).click();
  await payButton(page, 495).click();
  await expect(sheet(page).getByRole('alert')).toContainText(
    'We are checking our records after a fault. Nothing was done, your money is safe; try later',
  );
}

/** Each statement is compared by hand; the suppliers with a list were asked by the server. */
async function opensShop(page: Page, password: string): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('link', { name: 'See what is missing' }).click();
  const asked = page.getByRole('region', { name: 'Asked and compared' });
  await expect(asked.getByText('asked by the program', { exact: false })).toHaveCount(3);
  const opens = page.getByRole('button', { name: 'Open the shop' });
  await expect(opens).toBeDisabled();
  await hasNoViolations(page);
  const compared = asked.getByRole('button', { name: 'Compared' });
  for (let left = await compared.count(); left > 0; left -= 1) {
    await compared.first().click();
    const step = page.getByRole('dialog', { name: 'Compared by hand' });
    await step.getByLabel('Reason').fill('Their statement has nothing more than ours');
    await step.getByRole('button', { name: 'It is compared' }).click();
    await expect(compared).toHaveCount(left - 1);
  }
  await opens.click();
  const step = page.getByRole('dialog', { name: 'Open the shop' });
  await step.getByLabel('Reason').fill('All agree');
  await step.getByLabel('Your password').fill(password);
  await hasNoViolations(page);
  await step.getByRole('button', { name: 'Open the shop' }).click();
  await expect(toasts(page).getByText('The shop is open')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('by admin: All agree');
}

test('a closed shop sells nothing until an admin has compared everything and opens it', async ({
  page,
  home,
}) => {
  const ada = await aUser({ naira: 5_000 });
  const phone = aNewNumber();
  await closesShop(home);
  const isClosed = async () => (await call('getProfile', undefined, ada.token)).isShopClosed;
  await expect.poll(isClosed, { timeout: 30_000 }).toBe(true);
  await isSignedIn(page, ada);
  await meetsClosedShop(page, phone);
  expect((await ask('transferFund', { userName: 'smart', amount: 100 }, ada.token)).status).toBe(503);
  expect(await balanceOf(ada)).toBe(5_000);

  const admin = await demo('admin');
  await isSignedIn(page, admin);
  await opensShop(page, admin.password);

  await isSignedIn(page, ada);
  await page.goto('/profile/buyairtime');
  await fillsAirtime(page, { phone, amount: 500 });
  await buyButton(page).click();
  await pays(page, 495);
  await expect(receiptState(page)).toHaveText('Delivered');
  await expect(page.getByText('We are checking our records', { exact: true })).toHaveCount(0);
  expect(await balanceOf(ada)).toBe(4_505);
});
