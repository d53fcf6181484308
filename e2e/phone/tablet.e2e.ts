import type { Locator, Page } from '@playwright/test';
import { comesIn, opens } from '../helpers/screens.ts';
import { expect, test } from '../helpers/test.ts';

/* Between a phone and a desktop nothing is cut up where two columns fit. That nothing is stretched, every-screen.e2e.ts sees. */

test.use({ viewport: { width: 768, height: 1024 } });

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(part: Locator): Promise<Box> {
  await expect(part).toBeVisible();
  return (
    (await part.boundingBox()) ?? { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN }
  );
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** Beside each other, in this order. Drawn anew once it is known whether there is an account number. */
async function standInOrder(page: Page, [first, second]: readonly [string, string]): Promise<void> {
  await expect(async () => {
    const [left, right] = [await boxOf(heading(page, first)), await boxOf(heading(page, second))];
    expect(right.y + right.height).toBeCloseTo(left.y + left.height, 0);
    expect(right.x).toBeGreaterThan(left.x + 300);
  }).toPass();
}

test('screens of users have two columns where two fit', async ({ page }) => {
  await comesIn(page, 'customer');
  await opens(page, {
    name: 'fund',
    whose: 'customer',
    address: '/profile/fundWallet',
    heading: 'Fund wallet',
  });
  await standInOrder(page, ['Bank transfer', 'Card']);

  await page.goto('/profile');
  await expect(async () => {
    const [again, receipts] = [await boxOf(heading(page, 'Again')), await boxOf(heading(page, 'Last slips'))];
    expect(receipts.x).toBeGreaterThan(again.x + 300);
    expect(Math.abs(receipts.y - again.y)).toBeLessThan(30);
  }).toPass();

  await opens(page, { name: 'sell', whose: 'customer', address: '/profile/sell', heading: 'Sell' });
  const offers = page.getByRole('group', { name: 'MTN data' }).getByRole('listitem');
  const [first, second] = [await boxOf(offers.nth(0)), await boxOf(offers.nth(1))];
  expect(second.y).toBe(first.y);

  await opens(page, {
    name: 'airtime',
    whose: 'customer',
    address: '/profile/buyairtime',
    heading: 'Buy airtime',
  });
  const [sums, buy] = [
    await boxOf(page.getByRole('group', { name: 'Usual sums' })),
    await boxOf(page.getByRole('button', { name: 'Buy', exact: true })),
  ];
  expect([buy.x, buy.width]).toEqual([sums.x, sums.width]);
});

test('whoever has no account number yet pays by card first', async ({ page }) => {
  await comesIn(page, 'newcomer');
  await page.goto('/profile/fundWallet');
  await standInOrder(page, ['Card', 'Bank transfer']);
});

test('screens of staff are neither cut up nor stretched', async ({ page }) => {
  await comesIn(page, 'admin');
  await opens(page, { name: 'admin', whose: 'admin', address: '/admin', heading: 'Admin dashboard' });
  const tiles = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
  const rows = new Map<number, number>();
  for (const tile of await tiles.all()) {
    const { y } = await boxOf(tile);
    rows.set(y, (rows.get(y) ?? 0) + 1);
  }
  expect([...rows.values()]).toEqual([3, 3]);
  for (const sum of await page
    .getByRole('region', { name: 'Sums' })
    .getByText(/^₦[\d,.]+$/)
    .all()) {
    expect((await boxOf(sum)).height).toBeLessThan(30);
  }

  await opens(page, { name: 'waiting', whose: 'admin', address: '/admin/waiting', heading: 'Waiting' });
  const check = page.getByRole('listitem').getByRole('button', { name: 'Check status' }).first();
  await expect.poll(async () => (await boxOf(check)).width).toBeLessThan(200);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(async () => (await boxOf(check)).height).toBeLessThan(45);
});
