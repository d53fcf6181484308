import type { Locator, Page } from '@playwright/test';
import { aNewNumber, aUser, demo, isSignedIn } from '../helpers/people.ts';
import { phoneCode, registeredPhone } from '../helpers/sandbox.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';
import { toasts } from '../helpers/toasts.ts';

/* The frame of the private screens: who has which menu, what opens by itself, and what never lies over what (S2.14 to S2.29). */

const standard = [
  ['Dashboard', '/profile'],
  ['Buy data', '/profile/buydata'],
  ['Buy airtime', '/profile/buyairtime'],
  ['Electricity', '/profile/electricity'],
  ['Contacts', '/profile/contacts'],
  ['Transactions', '/profile/transactions'],
  ['Account', '/profile/user'],
  ['Settings', '/profile/changePassword'],
];
const forAdmins = [
  ['Users', '/admin/users'],
  ['All transactions', '/admin/transactions'],
  ['Update price', '/profile/updatePrice'],
  ['Admin dashboard', '/admin'],
  ['Generate coupon', '/admin/generateCoupon'],
  ['Fund with coupon', '/profile/fundWallet/coupon'],
  ['Transfer', '/profile/transfer'],
  ['Send email', '/admin/sendMail'],
  ['Admin settings', '/profile/adminSettings'],
];
const forAgents = [
  ['Users', '/admin/users'],
  ['Update price', '/profile/updatePrice'],
  ['Notification', '/profile/adminSettings'],
];
const forVendors = [['Generate coupon', '/admin/generateCoupon']];

/** Not what this product has beyond the specification. */
const isSpecified = ([, address = '']: string[]): boolean =>
  !['/admin/audit', '/admin/security', '/admin/waiting', '/profile/sell'].includes(address);

const userMenu = (page: Page): Locator => page.getByRole('navigation', { name: 'Your menu' });

/** Label and address of each item of a menu. */
const itemsOf = (menu: Locator): Promise<string[][]> =>
  menu
    .getByRole('link')
    .evaluateAll<string[][], MenuLink>((links) =>
      links.map((link) => [link.textContent ?? '', link.getAttribute('href') ?? '']),
    );

interface MenuLink {
  textContent: string | null;
  getAttribute: (name: string) => string | null;
}

for (const { userName, button, expected } of [
  { userName: 'smart', button: 'home', expected: standard },
  { userName: 'reseller', button: 'home', expected: standard },
  // Staff have their work first.
  { userName: 'admin', button: 'Admin', expected: [...forAdmins, ...standard] },
  { userName: 'agent', button: 'Agent', expected: [...forAgents, ...standard] },
  { userName: 'vendor', button: 'home', expected: [...standard, ...forVendors] },
] as const) {
  test(`the menu of ${userName}: the standard items and the additions of the role; the top button says ${button}`, async ({
    page,
    isMobile,
  }) => {
    await isSignedIn(page, await demo(userName));
    await page.goto('/profile/transactions');
    const top = page.getByRole('banner').getByRole('link', { name: button, exact: true });
    await expect(top).toHaveAttribute('href', '/profile');
    await page.getByRole('button', { name: 'Your menu' }).click();
    // What a role adds comes a moment after the rest, in each menu by itself.
    const hasItems = (menu: Locator, items: readonly string[][]): Promise<void> =>
      expect.poll(async () => (await itemsOf(menu)).filter(isSpecified)).toEqual(items);
    await hasItems(userMenu(page), expected);
    await page.keyboard.press('Escape');
    await expect(userMenu(page)).toBeHidden();
    // The side menu has the same; a phone has a bar at the bottom in its place.
    const side = page.getByRole('navigation', { name: 'Main', exact: true });
    if (isMobile) {
      await expect
        .poll(async () => (await itemsOf(side)).map(([, address]) => address))
        .toEqual(['/profile', '/profile/transactions', '/profile/contacts']);
    } else {
      await hasItems(side, [['Jara', '/'], ...expected]);
    }
  });
}

test('the menu at the side shows the item of the screen, also in a low window', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has no menu at the side');
  await isSignedIn(page, await demo('admin'));
  const side = page.getByRole('navigation', { name: 'Main', exact: true });
  for (const height of [480, 640, 720, 800, 1_080]) {
    await page.setViewportSize({ width: 1280, height });
    for (const [address, name] of [
      ['/profile/changePassword', 'Settings'],
      ['/admin/audit', 'Staff record'],
    ] as const) {
      await page.goto(address);
      const current = side.getByRole('link', { name, exact: true });
      await expect(current).toHaveAttribute('aria-current', 'page');
      await expect(current, `${name}, ${height} px high`).toBeInViewport({ ratio: 1 });
    }
  }
  await page.setViewportSize({ width: 1280, height: 640 });
  // Reached by another way than the menu, which stands where it stood.
  await page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(side.getByRole('link', { name: 'Dashboard', exact: true })).toBeInViewport({ ratio: 1 });
});

test('on entry a notification is shown in a modal titled notifications, until OK, and again when it says something else', async ({
  page,
}) => {
  let msg = 'MTN is slow today.\nUse another network.';
  await page.route('**/api/v1/admin/notification', (route) => route.fulfill({ json: { msg } }));
  await isSignedIn(page, await aUser());
  await page.goto('/profile/transactions');
  const modal = page.getByRole('dialog', { name: 'notifications' });
  await expect(modal).toContainText('Use another network.');
  await expect(modal.getByRole('heading', { name: 'notifications' })).toBeFocused();
  await modal.getByRole('button', { name: 'OK' }).click();
  await expect(modal).toBeHidden();
  await page.reload();
  await expect(page.getByText('No transactions found')).toBeVisible();
  await expect(modal).toBeHidden();
  msg = 'MTN is quick again.';
  await page.reload();
  await expect(modal).toContainText(msg);
});

test('the KYC modal opens by itself when neither bvn nor nin is set; then comes the PalmPay account', async ({
  page,
}) => {
  const ada = await aUser();
  await isSignedIn(page, ada);
  await page.evaluate('sessionStorage.clear()');
  await page.goto('/profile');
  const kyc = page.getByRole('dialog', { name: 'Update KYC' });
  await expect(kyc.getByRole('radio', { name: 'NIN' })).toBeChecked();
  // No ring on the button that closes it is the first thing that one sees.
  await expect(kyc.getByRole('heading', { name: 'Update KYC' })).toBeFocused();
  await kyc.getByRole('button', { name: 'Verify' }).click();
  await expect(toasts(page).getByText('Enter your BVN or your NIN', { exact: true })).toBeVisible();
  await kyc.getByRole('button', { name: 'Later' }).click();
  await expect(kyc).toBeHidden();
  await page.reload();
  await page.getByRole('button', { name: 'Update KYC' }).click();
  await kyc.getByText('BVN', { exact: true }).click();
  await kyc.getByLabel('Your BVN').fill('123');
  await kyc.getByRole('button', { name: 'Verify' }).click();
  await expect(kyc.getByText('A BVN has 11 digits.')).toBeVisible();
  const bvn = `2${aNewNumber().slice(1)}`;
  await kyc.getByLabel('Your BVN').fill(bvn);
  await kyc.getByRole('button', { name: 'Verify' }).click();
  await expect(kyc.getByLabel('Code')).toBeVisible();
  await kyc.getByLabel('Code').fill(await phoneCode(registeredPhone(bvn)));
  await kyc.getByRole('button', { name: 'Confirm' }).click();
  await expect(kyc).toBeHidden();
  await expect(page.getByRole('button', { name: 'Update KYC' })).toHaveCount(0);

  const tile = page.getByRole('button', { name: 'get Palmpay acc' });
  await tile.click();
  const account = page.getByRole('dialog', { name: 'PalmPay account' });
  await account.getByRole('button', { name: 'Get Palmpay account' }).click();
  await expect(account.getByText(/^\d{10}$/)).toBeVisible();
  await account.getByRole('button', { name: 'Close' }).click();
  await expect(tile).toHaveCount(0);
  const { user } = await call('getProfile', undefined, ada.token);
  expect([user.bvn, user.accountNumbers.length]).toEqual([expect.stringMatching(/\d{4}$/), 1]);
});

test('the tiles lead to airtime, data, TV (the dashboard itself), utility, history and contacts', async ({
  page,
}) => {
  await isSignedIn(page, await aUser());
  await page.goto('/profile');
  const tiles = page.getByRole('navigation', { name: 'Services' });
  for (const [label, address] of [
    ['Airtime', '/profile/buyairtime'],
    ['Data', '/profile/buydata'],
    [/^TV/, '/profile'],
    ['Utility', '/profile/electricity'],
    ['History', '/profile/transactions'],
    ['Contacts', '/profile/contacts'],
  ] as const) {
    await expect(tiles.getByRole('link', { name: label })).toHaveAttribute('href', address);
  }
  await expect(page.getByRole('link', { name: 'Developer API' })).toHaveAttribute('href', '/developers');
});

test('refer a friend: the link is copied, and says so', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const ada = await aUser();
  await isSignedIn(page, ada);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Copy referral link' }).click();
  await expect(toasts(page).getByText('Referral link copied', { exact: true })).toBeVisible();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(
    new RegExp(`/register/${ada.userName}$`),
  );
});

test('an upgrade to reseller needs 1,000 naira', async ({ page }) => {
  await isSignedIn(page, await aUser({ naira: 999 }));
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Upgrade to reseller' }).click();
  await expect(toasts(page).getByText('Insufficient balance', { exact: true })).toBeVisible();
});

test('an upgrade to reseller logs out and leads to /', async ({ page }) => {
  const ada = await aUser({ naira: 1_500 });
  await isSignedIn(page, ada);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Upgrade to reseller' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '₦1,000.00' }).click();
  await expect(page).toHaveURL('/');
  // The landing page is a document of its own: nothing can be asked of it before it is there.
  await expect(page.getByText('Welcome to Jara')).toBeVisible();
  expect(await page.evaluate('localStorage.getItem("token")')).toBeNull();
  const { user } = await call('login', { userName: ada.userName, password: ada.password });
  expect([user.userType, user.balance]).toEqual(['reseller', 500]);
});

test('on a slow connection the page that one leaves stands until the next one can be drawn', async ({
  page,
}) => {
  let letThrough: () => void = () => undefined;
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\/assets\/contacts-[^/]*\.js$/, async (route) => {
    await isLetThrough;
    await route.continue();
  });
  await isSignedIn(page, await aUser({ naira: 1_000 }));
  await page.goto('/profile');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(/^Hello/);
  const asked = page.waitForRequest(/\/assets\/contacts-[^/]*\.js$/);
  await page.getByRole('link', { name: 'Contacts' }).last().click();
  await asked;
  await expect(page).toHaveURL('/profile/contacts');
  // Two frames: whatever the change of address draws at once is there.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  await expect(heading).toHaveText(/^Hello/);
  letThrough();
  await expect(heading).toHaveText('Contacts');
});

test('the status strip tells what is slow before one pays, and is not there when all is well', async ({
  page,
}) => {
  const glo = {
    service: 'airtime',
    network: 'GLO',
    deliveredPercent: 60,
    failedPercent: 0,
    pendingPercent: 40,
    slowPercent: 40,
    medianSeconds: 70,
  };
  const ikeja = { ...glo, service: 'electricity', network: 'Ikeja', failedPercent: 40, slowPercent: 0 };
  await page.route('**/api/v1/status', (route) =>
    route.fulfill({ json: { services: [glo, ikeja], checkedAt: new Date().toISOString() } }),
  );
  await isSignedIn(page, await aUser());
  await page.goto('/profile');
  const words = page.getByText('Glo airtime is slow: 4 in 10 wait over a minute.');
  await expect(words).toBeVisible();
  await page.goto('/profile/buyairtime');
  await expect(page.getByLabel('Phone number')).toBeVisible();
  await expect(words).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Network' }).selectOption('GLO');
  await expect(words).toBeVisible();
  await page.goto('/profile/electricity');
  const fails = page.getByText('Ikeja electricity has trouble: 4 in 10 fail.');
  await page.getByLabel('Company').selectOption({ label: 'Eko electricity' });
  await expect(fails).toHaveCount(0);
  await page.getByLabel('Company').selectOption({ label: 'Ikeja electricity' });
  await expect(fails).toBeVisible();
});

test('on a phone no toast lies over what sends a form @phone', async ({ page }) => {
  await isSignedIn(page, await aUser());
  for (const [address, button] of [
    ['/profile/buyairtime', 'Buy'],
    ['/profile/changePassword', 'Change password'],
  ] as const) {
    await page.goto(address);
    const send = page.getByRole('button', { name: button, exact: true });
    await send.click();
    const said = toasts(page).getByText('All fields are required', { exact: true });
    await expect(said).toBeVisible();
    expect(await overlap(said, send)).toBe(false);
  }
});

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (a === null || b === null) throw new Error('one of the two is not drawn');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
