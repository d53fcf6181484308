import type { Locator } from '@playwright/test';
import { aNewNumber, aUser, demo, isSignedIn } from '../helpers/people.ts';
import { coveredOnFirstView } from '../helpers/readable.ts';
import { comesIn } from '../helpers/screens.ts';
import { call } from '../helpers/server.ts';
import { fits, fitsAtTwiceTheSize } from '../helpers/sizes.ts';
import { expect, test } from '../helpers/test.ts';

/* How wide what is on a screen is, and what stands beside what. That every screen fits, every-screen.e2e.ts sees. */

interface Row {
  offsetTop: number;
}

const widthOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.width ?? Number.NaN;

test('all transactions and users take the room of a wide window, with the ids that one is told on the phone', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a wide window');
  const ada = await aUser({ naira: 500 });
  const order = { network: 1, mobile_number: aNewNumber(), amount: 200 };
  const { _id: id } = (await call('buyAirtime', order, ada.token)).receipt;
  const admin = await demo('admin');
  const { receipt } = await call('getTransaction', { id }, admin.token);
  await isSignedIn(page, admin);
  await page.setViewportSize({ width: 1_920, height: 1_080 });
  await page.goto(`/admin/transactions?userName=${ada.userName}`);
  const table = page.getByRole('table', { name: 'Transactions' });
  const cell = (text: string | null | undefined) =>
    table.getByRole('cell', { name: text ?? 'none', exact: true });
  const [supplier, reference] = [cell(receipt.supplierName), cell(receipt.reference)];
  for (const fact of [supplier, reference, cell(receipt.apiResponseId)]) await expect(fact).toBeVisible();
  expect(await widthOf(table)).toBeGreaterThan(1_300);
  await fits(page, 1_920);
  await page.setViewportSize({ width: 1_440, height: 900 });
  for (const fact of [supplier, reference]) await expect(fact).toBeInViewport({ ratio: 1 });
  await fits(page, 1_440);
  await page.setViewportSize({ width: 1_280, height: 800 });
  await expect(table.getByRole('columnheader', { name: 'Reference' })).toBeHidden();
  await page.goto('/admin/users');
  await page.setViewportSize({ width: 1_920, height: 1_080 });
  expect(await widthOf(page.getByRole('table', { name: 'Users' }))).toBeGreaterThan(1_300);
});

test('the admin dashboard, prices and settings take the room of a very wide window', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a wide window');
  await isSignedIn(page, await demo('admin'));
  await page.setViewportSize({ width: 1_920, height: 1_080 });
  await page.goto('/admin');
  const queues = page.getByRole('region', { name: 'Queues' });
  const findsUser = page.getByRole('region', { name: 'Find a user' });
  await expect(queues).toBeVisible();
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
  expect(await topOf(findsUser)).toBe(await topOf(queues));
  await fits(page, 1_920);
  await page.setViewportSize({ width: 1_280, height: 800 });
  expect(await topOf(findsUser)).toBeGreaterThan(await topOf(queues));

  await page.setViewportSize({ width: 1_920, height: 1_080 });
  await page.goto('/profile/updatePrice?network=MTN');
  expect(await widthOf(page.getByRole('table', { name: /^Prices/ }))).toBeGreaterThan(1_300);
  await page.goto('/profile/adminSettings');
  expect(await widthOf(page.locator('#suppliers'))).toBeGreaterThan(1_300);
});

test('lists of users take more room in a wide window than forms, and contacts stand in two columns', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a wide window');
  const ada = await aUser();
  for (const contactName of ['Mama', 'Papa'])
    await call('addContact', { contactName, contactNetwork: 'MTN', contactNumber: aNewNumber() }, ada.token);
  await isSignedIn(page, ada);
  const main = page.getByRole('main');
  for (const [width, list] of [
    [1_280, 1_040],
    [1_920, 1_320],
  ] as const) {
    await page.setViewportSize({ width, height: 1_080 });
    for (const address of ['/profile/transactions', '/profile/contacts']) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await widthOf(main), address).toBe(list);
    }
    const [mama, papa] = await page
      .getByRole('list', { name: 'Contacts' })
      .getByRole('listitem')
      .evaluateAll<number[], Row>((rows) => rows.map((row) => row.offsetTop));
    expect(mama === papa).toBe(width > 1_440);
    await page.goto('/profile/withdraw');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await widthOf(main)).toBe(Math.min(list, 1_120));
  }
  for (const address of ['/profile/changePassword', '/profile/fundWallet/coupon']) {
    await page.goto(address);
    await expect(main.locator('form')).toBeVisible();
    expect(await widthOf(main.locator('form')), address).toBe(576);
  }
});

test('what one presses for a row of the queues stands at its edge', async ({ page, isMobile }) => {
  test.skip(isMobile, 'on a phone it stands below the row');
  const edgeOf = async (part: Locator): Promise<number> => {
    const box = await part.boundingBox();
    return box === null ? Number.NaN : Math.round(box.x + box.width);
  };
  await comesIn(page, 'admin');
  for (const [address, name] of [
    ['/admin/waiting', 'Decide'],
    ['/admin/recovery', 'Compared'],
  ] as const) {
    await page.goto(address);
    const button = page.getByRole('button', { name }).first();
    await expect(button).toBeVisible();
    const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name }) });
    expect(await edgeOf(button), address).toBe(await edgeOf(row.first()));
  }
});

test('rows of users beside a panel stand clear of the filters above them', async ({ page, isMobile }) => {
  test.skip(isMobile, 'on a phone there is no panel');
  const { userName } = await aUser();
  await isSignedIn(page, await demo('admin'));
  await page.setViewportSize({ width: 1_024, height: 780 });
  await page.goto(`/admin/users?userName=${userName}&user=${userName}`);
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: userName }) });
  await expect(row).toBeVisible();
  const [filters, first] = [await page.getByRole('search').boundingBox(), await row.boundingBox()];
  expect((first?.y ?? 0) - (filters?.y ?? 0) - (filters?.height ?? 0)).toBeGreaterThan(8);
});

test('what one does with the link that earns stands in one row @phone', async ({ page }) => {
  await isSignedIn(page, await aUser());
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/profile');
  const card = page.getByRole('region', { name: 'Refer a friend' });
  const topOf = async (name: string) =>
    (await card.getByRole('button', { name, exact: true }).boundingBox())?.y ?? Number.NaN;
  await expect(card).toBeVisible();
  expect(await topOf('Share')).toBe(await topOf('Copy referral link'));
});

test('the address of a shop with a long name never makes its security screen wider @phone', async ({
  page,
}) => {
  const origin = 'https://airtimeanddataofportharcourt.example';
  await page.route('**/api/v1/auth/passkey', (route) => route.fulfill({ json: { passkeys: [], origin } }));
  await isSignedIn(page, await aUser());
  await page.setViewportSize({ width: 320, height: 780 });
  await page.goto('/profile/security');
  await expect(page.getByRole('link', { name: /portharcourt/ })).toBeVisible();
  await fits(page, 320);
  await fitsAtTwiceTheSize(page);
});

test('what a bar from edge to edge covers is seen, unless it is scrolled free', async ({ page }) => {
  const shows = async (edge: 'top' | 'bottom', roomBelow: number) => {
    const bar = `<div style="position: fixed; ${edge}: 0; width: 100%; height: 80px; background: white"></div>`;
    await page.setContent(
      `<!doctype html><body style="margin: 0"><p style="margin: 0; position: absolute; ${edge === 'top' ? 'top: 0' : 'top: calc(100vh - 60px)'}">Network</p><div style="height: calc(100vh + ${roomBelow}px)"></div>${bar}`,
    );
    return coveredOnFirstView(page);
  };
  expect(await shows('bottom', 400)).toEqual([]);
  expect(await shows('bottom', 0)).toEqual(['p "Network" under div ""']);
  // What lies under the bar at the top moves away from sight as one scrolls.
  expect(await shows('top', 400)).toEqual(['p "Network" under div ""']);
});

test('what the bar of a form covers is seen, unless it is scrolled free', async ({ page }) => {
  const shows = async (position: string, roomBelow: number) => {
    const bar = `<div data-buy-bar style="position: ${position}; bottom: 0; width: 100%; height: 80px; background: white"></div>`;
    await page.setContent(
      `<!doctype html><body style="margin: 0"><div style="height: 100vh"></div><button style="position: absolute; top: calc(100vh - 60px)">Network</button>${bar}<div style="height: ${roomBelow}px"></div>`,
    );
    return coveredOnFirstView(page);
  };
  expect(await shows('sticky', 0)).toEqual([]);
  expect(await shows('sticky', 400)).toEqual([]);
  expect(await shows('fixed', 400)).toEqual(['button "Network" under div ""']);
});
