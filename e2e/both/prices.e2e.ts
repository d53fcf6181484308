import type { Page } from '@playwright/test';
import { hasNoViolations } from '../helpers/axe.ts';
import { demo, isSignedIn } from '../helpers/people.ts';
import { countsPresses } from '../helpers/presses.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';
import { toasts } from '../helpers/toasts.ts';

/* Many prices at once: filled down, out to a spreadsheet and back, and from a midnight on. */

const says = (page: Page, words: string | RegExp) =>
  expect(toasts(page).getByText(words).first()).toBeVisible();

/** Two plans of a type of their own, off sale; gives the type and their ids. */
async function twoPlans(token: string): Promise<{ type: string; ids: [number, number] }> {
  const type = `P${Date.now().toString(36).toUpperCase()}${test.info().workerIndex}`;
  const add = async (gb: number) => {
    const plan = {
      planNetwork: 'AIRTEL',
      planName: `${gb}GB`,
      planType: type,
      planVolumeRatio: gb,
      planValidity: '30 days',
      smartEarnerPrice: 500,
      resellerPrice: 490,
      apiPrice: 480,
      planCostPrice: 400,
      planAvailability: false,
    };
    return (await call('addPlan', plan, token)).plan.planId;
  };
  return { type, ids: [await add(1), await add(2)] };
}

test('an admin fills a column down, takes the prices away as a file, brings them back and plans them for a midnight', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'The grid is for a desktop; a phone has the next journey.');
  const { token } = await demo('admin');
  const { type, ids } = await twoPlans(token);
  await isSignedIn(page, await demo('admin'));
  await page.goto('/profile/updatePrice?network=AIRTEL');
  await page.getByText(type, { exact: true }).click();
  await page.getByLabel(`Reseller of AIRTEL ${type} 1GB`).fill('495');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+d');
  await expect(page.getByLabel(`Reseller of AIRTEL ${type} 2GB`)).toHaveValue('495');

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^prices-airtel-\d{4}-\d\d-\d\d\.csv$/);
  const text = Buffer.concat(await (await file.createReadStream()).toArray()).toString();
  expect(text).toContain(`"${ids[1]}","AIRTEL","${type}","2GB","30 days","400","500","495","480","480"`);
  await page.getByRole('button', { name: 'From a file' }).click();
  const sheet = page.getByRole('dialog', { name: 'Prices from a file' });
  const back = { name: 'prices.csv', mimeType: 'text/csv' };
  await sheet.getByLabel('File').setInputFiles({
    ...back,
    buffer: Buffer.from(text.replace(/"495","480","480"\r\n$/, '"495","470","480"\r\n')),
  });
  await expect(sheet).toContainText('3 cells would change');
  await hasNoViolations(page);
  await sheet.getByRole('button', { name: 'Put 3 cells into the grid' }).click();

  await page.getByRole('button', { name: 'Review and save' }).click();
  const review = page.getByRole('dialog', { name: 'New prices' });
  await review.getByText('from a midnight').click();
  await expect(review.getByLabel('As this day begins')).not.toHaveValue('');
  await hasNoViolations(page);
  await review.getByRole('button', { name: 'Plan 3 prices' }).click();
  await says(page, /^3 prices change as /);
  await expect(page.getByRole('region', { name: 'Changes' })).toHaveCount(0);
  const planned = page.getByRole('region', { name: 'Planned prices' });
  await planned.getByRole('listitem').filter({ hasText: type }).locator('summary').click();
  await expect(planned).toContainText(`AIRTEL ${type} 1GB Reseller`);
  await hasNoViolations(page);
  for (const _id of ids) await call('deletePlan', { _id }, token);
});

/** Gives how many presses the menu takes: a desk has it at its side. */
async function goesByMenu(page: Page, isMobile: boolean): Promise<number> {
  if (isMobile) await page.getByRole('button', { name: 'Your menu' }).tap();
  const menu = page.getByRole('navigation', { name: isMobile ? 'Your menu' : 'Main', exact: true });
  const item = menu.getByRole('link', { name: 'Update price' });
  await (isMobile ? item.tap() : item.click());
  return isMobile ? 2 : 1;
}

test('a price takes 3 presses and its digits, on the network that one came back to', async ({
  page,
  isMobile,
}) => {
  const { token } = await demo('admin');
  const { type, ids } = await twoPlans(token);
  await isSignedIn(page, await demo('admin'));
  await page.goto('/profile/updatePrice');
  await expect(page.getByText('Select a network', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Airtel' }).click();
  await page.goto('/admin/users');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users');
  const pressed = await countsPresses(page);
  const inMenu = await goesByMenu(page, isMobile);
  const plan = `AIRTEL ${type} 1GB`;
  const save = page.getByRole('button', { name: 'Save 1 plan' });
  const isIt = ({ planId }: { planId: number }) => planId === ids[0];
  const priceNow = async () =>
    (await call('listPlans', { network: 'AIRTEL' }, token)).plans.find(isIt)?.apiPrice;
  const presses: readonly (() => Promise<void>)[] = isMobile
    ? [
        () => page.getByRole('button', { name: `Change ${plan}` }).tap(),
        async () => {
          const field = page.getByRole('dialog', { name: plan }).getByLabel('API price (₦)');
          await field.tap();
          await expect(field).toBeFocused();
          for (const key of ['Backspace', '5']) await page.keyboard.press(key);
        },
        () => page.getByRole('button', { name: 'Save plan' }).tap(),
      ]
    : [
        async () => {
          await page.getByLabel(`API of ${plan}`).click();
          await page.keyboard.type('485');
        },
        async () => {
          await page.keyboard.down('Control');
          await page.keyboard.down('Enter');
          await expect(save).toBeFocused();
          // Held too long, it saves nothing yet.
          await page.keyboard.down('Enter');
          await page.keyboard.up('Enter');
          await page.keyboard.up('Control');
        },
        async () => {
          await expect(page.getByRole('dialog', { name: 'New prices' })).toContainText('₦485.00');
          expect(await priceNow()).toBe(480);
          await page.keyboard.press('Enter');
        },
      ];
  for (const press of presses) await press();
  // From the menu on: its item, and on the screen the cell, on a desk Ctrl and Enter to the review, and what saves. Digits are no presses.
  const { pointer, keys } = await pressed();
  const digits = isMobile ? ['Backspace', '5'] : ['4', '8', '5'];
  expect(keys).toEqual(isMobile ? digits : [...digits, 'Enter', 'Enter']);
  expect(pointer + keys.length - digits.length).toBe(inMenu + 3);
  await says(page, isMobile ? 'AIRTEL 1GB is changed' : '1 plan has its new prices');
  expect(await priceNow()).toBe(485);
  for (const _id of ids) await call('deletePlan', { _id }, token);
});

test('planned prices are seen and cancelled, on a phone too', async ({ page }) => {
  const { token } = await demo('admin');
  const { type, ids } = await twoPlans(token);
  await call('schedulePrices', { changes: [{ _id: ids[0], apiPrice: 485 }] }, token);
  await isSignedIn(page, await demo('admin'));
  await page.goto('/profile/updatePrice');
  const planned = page.getByRole('region', { name: 'Planned prices' });
  const entry = planned.locator('li', { has: page.locator('summary') }).filter({ hasText: type });
  await entry.locator('summary').click();
  await expect(entry).toContainText('₦480.00');
  await expect(entry).toContainText('₦485.00');
  await entry.getByRole('button', { name: 'Cancel these prices' }).click();
  await says(page, 'The new prices are cancelled');
  await expect(entry).toHaveCount(0);
  const { schedules } = await call('listPriceSchedules', {}, token);
  expect(schedules.find(({ prices }) => prices.some(({ planId }) => planId === ids[0]))?.state).toBe(
    'cancelled',
  );
  for (const _id of ids) await call('deletePlan', { _id }, token);
});

test('adds a plan of the network that was pressed a moment before, drawn or not', async ({ page }) => {
  await isSignedIn(page, await demo('admin'));
  await page.goto('/profile/updatePrice?network=MTN');
  await expect(page.getByRole('tab', { name: 'MTN' })).toHaveAttribute('aria-selected', 'true');
  await page.evaluate(`(async () => {
    [...document.querySelectorAll('[role=tab]')].find((tab) => tab.textContent === 'Glo').click();
    // As soon as on a slow device: what was pressed has been heard, the plans of the other network are not drawn yet.
    for (let wait = 0; wait < 5; wait += 1) await undefined;
    [...document.querySelectorAll('button')].find((button) => button.textContent === 'Add plan').click();
  })()`);
  await expect(page.getByRole('dialog', { name: 'Add a plan of GLO' })).toBeVisible();
});
