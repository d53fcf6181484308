import type { Locator, Page } from '@playwright/test';
import { networkLabels } from '@jara/contract/constants.ts';
import { transactionWith } from '../helpers/lists.ts';
import { aNewNumber, aUser, demo, isSignedIn, type User } from '../helpers/people.ts';
import { aNewMeter } from '../helpers/sending.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';

/* What one sees of a screen before anything is scrolled: what one came for. That nothing lies over it, every-screen.e2e.ts sees. */

interface Row {
  offsetHeight: number;
}

interface Words {
  lastChild: unknown;
  ownerDocument: {
    createRange: () => {
      selectNodeContents: (node: unknown) => void;
      getClientRects: () => Iterable<{ top: number }>;
    };
  };
}

interface Scroller {
  scrollWidth: number;
  clientWidth: number;
}

/** The first of them lies in the window, above what stands at its foot, without anything scrolled. */
async function isInSight(page: Page, wanted: Locator, what: string): Promise<void> {
  const first = wanted.first();
  await expect(first, what).toBeVisible();
  // What loads above it moves it for a moment.
  await expect(async () => {
    const box = await first.boundingBox();
    const [top, foot] = await page.evaluate<[number, number]>(
      `[scrollY, Math.min(innerHeight, ...[...document.querySelectorAll('[data-bottom-bar], [data-buy-bar]')].filter((bar) => bar.offsetHeight > 0).map((bar) => bar.getBoundingClientRect().top))]`,
    );
    expect(top, `${what}: scrolled`).toBe(0);
    const end = box === null ? Number.NaN : box.y + box.height;
    expect(end, `${what}: its end, in px from the top`).toBeLessThanOrEqual(foot);
  }).toPass({ timeout: 5_000 });
}

test('what one came for stands in the first view', async ({ page, isMobile }) => {
  await page.setViewportSize(isMobile ? { width: 360, height: 740 } : { width: 1280, height: 800 });
  const newcomer = await aUser();
  await isSignedIn(page, newcomer);
  await page.goto('/profile');
  const tiles = page.getByRole('navigation', { name: 'Services' }).getByRole('link');
  await isInSight(page, tiles.last(), 'the last tile of a newcomer');

  const [ada, mama] = [await aUser({ naira: 5_000 }), aNewNumber()];
  const wanted = { network: 1, mobile_number: mama, amount: 200 };
  await call('buyAirtime', wanted, ada.token);
  await isSignedIn(page, ada);
  await page.goto('/profile');
  await isInSight(page, tiles, 'tiles');
  await isInSight(page, page.getByRole('button', { name: /^Again: MTN airtime/ }), 'what one buys again');
  const plans = page.getByRole('button', { name: /^Buy MTN / });
  if (!isMobile) {
    await page.getByRole('tab', { name: 'Data' }).click();
    await page.getByRole('main').getByRole('button', { name: /^Me/ }).click();
    await page.getByRole('group', { name: 'Network' }).getByText('MTN', { exact: true }).click();
    await isInSight(page, plans, 'plans on the dashboard');
  }
  await page.goto('/profile/buydata?network=MTN');
  await isInSight(page, plans, 'plans');
  await page.goto('/profile/buyairtime');
  await isInSight(page, page.getByRole('group', { name: 'Usual sums' }), 'usual sums');
  await page.goto('/profile/transactions');
  await isInSight(page, transactionWith(page, 'MTN airtime'), 'transactions');
});

/** Somebody whose transactions have long words: a data plan, a refund of one, electricity, and airtime. */
async function whoBoughtAll(): Promise<User> {
  const ada = await aUser({ naira: 5_000 });
  const { plans } = await call('listPlans', { network: 1 }, ada.token);
  const plan = plans.find(({ isAvailable, planValidity }) => isAvailable && planValidity === '30 days');
  const meter = { meterId: 18, meterType: 'prepaid', meterNumber: aNewMeter() };
  await call('buyElectricity', { ...meter, amount: 1_000 }, ada.token);
  await call('buyAirtime', { network: 1, mobile_number: aNewNumber(), amount: 200 }, ada.token);
  const data = { network: 1, mobile_number: aNewNumber(), plan: plan?.planId ?? '' };
  const { _id: id } = (await call('buyData', data, ada.token)).receipt;
  // Staff refund what is final.
  await expect
    .poll(async () => (await call('getTransaction', { id }, ada.token)).receipt.trans_Status)
    .toBe('success');
  await call('refund', { id, reason: 'Wrong number' }, (await demo('admin')).token);
  return ada;
}

test('lists of staff begin in the first view of a desk, in rows of 40 px, also beside a panel', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has no tables');
  await page.setViewportSize({ width: 1280, height: 800 });
  const ada = await whoBoughtAll();
  await isSignedIn(page, await demo('admin'));
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  const areDense = async (address: string, count: number) => {
    await expect(rows).toHaveCount(count);
    await isInSight(page, rows, `rows of ${address}`);
    const heights = await rows.evaluateAll<number[], Row>((found) => found.map((row) => row.offsetHeight));
    for (const height of heights) expect.soft(height, `${address} ${heights.join()}`).toBeLessThanOrEqual(41);
    const list = page.getByRole('main').locator('div:has(> table)');
    const beside = await list.evaluate<number, Scroller>((found) => found.scrollWidth - found.clientWidth);
    expect.soft(beside, `${address}: px to scroll sideways`).toBe(0);
  };
  for (const [address, count, opener] of [
    ['/admin/transactions', 5, page.getByRole('link', { name: /^Refund of MTN/ })],
    ['/admin/users', 1, page.getByRole('button', { name: ada.userName })],
  ] as const) {
    await page.goto(`${address}?userName=${ada.userName}`);
    await areDense(address, count);
    await opener.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await areDense(`${address} with a panel`, count);
  }
});

/** Opens the receipt of airtime that was just bought, by its address. */
async function opensNewReceipt(page: Page) {
  const ada = await aUser({ naira: 5_000 });
  const wanted = { network: 1, mobile_number: aNewNumber(), amount: 200 };
  const { receipt } = await call('buyAirtime', wanted, ada.token);
  await isSignedIn(page, ada);
  await page.goto(`/profile/transactions/${receipt._id}`);
  const sheet = page.getByRole('dialog', { name: 'Slip' });
  return { sheet, receipt };
}

test('a slip that a link leads to gives the focus to its heading, and no ring to what closes it', async ({
  page,
}) => {
  const { sheet, receipt } = await opensNewReceipt(page);
  await expect(sheet).toContainText(receipt.reference);
  await expect(sheet.getByRole('heading', { name: 'Slip', exact: true })).toBeFocused();
});

test('what one does with a slip stands in the first view of its sheet', async ({ page, isMobile }) => {
  await page.setViewportSize(isMobile ? { width: 360, height: 740 } : { width: 1280, height: 800 });
  const { sheet } = await opensNewReceipt(page);
  for (const name of ['Buy again', 'Share', 'Print']) {
    await expect(sheet.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
  await expect(sheet.getByRole('link', { name: 'WhatsApp' })).toBeInViewport({ ratio: 1 });
  await expect(sheet.getByText('Balance after')).toBeHidden();
  await sheet.getByRole('button', { name: 'More', exact: true }).click();
  await expect(sheet.getByText('Balance after')).toBeVisible();
  await expect(sheet.getByRole('region', { name: 'What happened' })).toBeVisible();
});

test('the chat with support has a place on every screen, on a phone in the menu', async ({
  page,
  isMobile,
}) => {
  const chat = page.getByRole('link', { name: 'Chat with support' });
  for (const address of ['/', '/priceList', '/login']) {
    await page.goto(address);
    await expect(page.getByRole('banner').locator(chat)).toBeInViewport();
  }
  await isSignedIn(page, await aUser());
  for (const address of ['/profile', '/profile/electricity']) {
    await page.goto(address);
    if (isMobile) await page.getByRole('button', { name: 'Me', exact: true }).click();
    await expect(chat).toBeInViewport();
    await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+$/);
  }
});

/** In how many lines the words at the end of an element stand: its mark, if any, comes before them. */
const linesOf = (words: Locator): Promise<number> =>
  words.evaluate<number, Words>((element) => {
    const range = element.ownerDocument.createRange();
    range.selectNodeContents(element.lastChild);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

test('the longest name of a network stands in one line where networks are chosen @phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const name = networkLabels['9MOBILE'];
  await isSignedIn(page, await demo('admin'));
  const standsInOneLine = async (place: Locator | Page) => {
    const words = place.getByText(name, { exact: true }).filter({ visible: true });
    await expect(words).toBeVisible();
    await page.evaluate('document.fonts.ready');
    expect.soft(await linesOf(words), page.url()).toBe(1);
  };
  await page.goto('/priceList');
  await standsInOneLine(page.getByRole('navigation', { name: 'Network' }));
  await page.goto('/profile/updatePrice');
  await standsInOneLine(page.getByRole('tablist', { name: 'Network' }));
  await page.goto('/profile/buydata');
  await standsInOneLine(page.getByRole('group', { name: 'Network' }));
  await page.goto('/profile/contacts');
  await page.getByRole('button', { name: 'Add contact' }).first().click();
  await standsInOneLine(page.getByRole('dialog').getByRole('group', { name: 'Network' }));
  // There it stands beside the number.
  await page.goto('/profile/buyairtime');
  await page.getByLabel('Phone number').fill('08091234567');
  await standsInOneLine(page);
});
