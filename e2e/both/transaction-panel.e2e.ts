import type { Page } from '@playwright/test';
import { hasNoViolations } from '../helpers/axe.ts';
import { aNewNumber, aUser, demo, isSignedIn } from '../helpers/people.ts';
import { coversNothing } from '../helpers/panels.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';

/* One transaction after the other: what staff look at and do beside the list of all of them. */

/** Somebody who bought three times; the ids as the list has them, newest first. */
async function whoBought(): Promise<{ userName: string; ids: readonly [string, string, string] }> {
  const ada = await aUser({ naira: 2_000 });
  const bought = async (amount: number) => {
    const order = { network: 1, mobile_number: aNewNumber(), amount };
    const { _id: id } = (await call('buyAirtime', order, ada.token)).receipt;
    // Staff refund what is final.
    await expect
      .poll(async () => (await call('getTransaction', { id }, ada.token)).receipt.trans_Status)
      .toBe('success');
    return id;
  };
  const [third, second, first] = [await bought(100), await bought(200), await bought(300)];
  return { userName: ada.userName, ids: [first, second, third] };
}

const sums = ['₦300.00', '₦200.00', '₦100.00'] as const;
const panelOf = (page: Page) => page.getByRole('dialog', { name: /^Slip/ });

test('staff go through transactions by key and act on them, with the list in use beside', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has no keys');
  const { userName, ids } = await whoBought();
  await isSignedIn(page, await demo('admin'));
  await page.goto(`/admin/transactions?userName=${userName}&type=airtime`);
  const links = page.getByRole('main').getByRole('link', { name: /^MTN airtime/ });
  const current = page.getByRole('main').locator('[aria-current="true"]');
  await expect(links).toHaveCount(3);
  const opened = async (place: 0 | 1 | 2) => {
    await expect(page).toHaveURL(
      `/admin/transactions?userName=${userName}&type=airtime&transaction=${ids[place]}`,
    );
    await expect(current).toContainText(sums[place]);
    await expect(panelOf(page).getByRole('article')).toContainText(sums[place]);
  };
  await links.first().click();
  await opened(0);
  await page.keyboard.press('j');
  await opened(1);
  await expect(panelOf(page)).toHaveAccessibleName('Slip of MTN airtime ₦200.00');
  // Beside the panel there is room for whole names.
  const isCut = await current
    .getByText(userName, { exact: true })
    .evaluate((name: { scrollWidth: number; clientWidth: number }) => name.scrollWidth > name.clientWidth);
  expect(isCut).toBe(false);
  await hasNoViolations(page);
  await page.keyboard.press('j');
  await opened(2);
  await page.keyboard.press('k');
  await opened(1);

  await page.keyboard.press('/');
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('Escape');
  await panelOf(page).getByRole('button', { name: 'Refund' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund' });
  await refund.getByLabel('Reason').fill('jk: the wrong number');
  await refund.getByRole('button', { name: /^Refund ₦/ }).click();
  await expect(panelOf(page)).toContainText('is our loss until the supplier gives it back');
  await expect(current).toContainText('Refunded');
  await panelOf(page).getByRole('button', { name: 'Close' }).click();
  await expect(panelOf(page)).toBeHidden();
  await expect(links.nth(1)).toBeFocused();
  await expect(page).toHaveURL(`/admin/transactions?userName=${userName}&type=airtime`);
});

test('beside a transaction everything else stays in sight, and the slip alone is printed', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has a sheet instead');
  const { userName, ids } = await whoBought();
  await isSignedIn(page, await demo('agent'));
  await page.goto(`/profile/transactions/${ids[1]}?userName=${userName}`);
  const slip = panelOf(page).getByRole('article');
  await expect(slip).toContainText('₦200.00');
  await coversNothing(page, panelOf(page).getByRole('button', { name: 'Print' }));
  await page.emulateMedia({ media: 'print' });
  const text = await page.locator('body').innerText();
  expect(text).toContain('₦200.00');
  for (const hidden of ['Print', userName, 'All transactions', '₦300.00']) expect(text).not.toContain(hidden);
  expect((await page.locator('.slip-print').boundingBox())?.x).toBe(0);
  expect((await page.locator('.slip-print').boundingBox())?.y).toBe(0);
});

test('on a phone a transaction of the list of staff lies in a sheet, with its actions in sight @phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { userName, ids } = await whoBought();
  await isSignedIn(page, await demo('admin'));
  await page.goto(`/admin/transactions?userName=${userName}&transaction=${ids[0]}`);
  await expect(page.locator('dialog:modal')).toContainText('₦300.00');
  const actions = page.getByRole('group', { name: 'Staff actions' });
  await expect(actions.getByRole('button', { name: 'Refund' })).toBeInViewport({ ratio: 1 });
});
