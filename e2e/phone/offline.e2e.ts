import type { BrowserContext, Page } from '@playwright/test';
import { formatPhone } from '@jara/contract/phone.ts';
import {
  buyButton,
  closesReceipt,
  fillsAirtime,
  pays,
  sheet,
  shownBalance,
  slip,
  receiptState,
} from '../helpers/buying.ts';
import { startDeployment, type Deployment } from '../helpers/deployment.ts';
import { isOnDevice } from '../helpers/device.ts';
import { transactionWith } from '../helpers/lists.ts';
import { aNewNumber, aUser, isSignedIn, type User } from '../helpers/people.ts';
import { aNewMeter } from '../helpers/sending.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';

/* What stays on the device: the program, what was seen last, and how a newer build takes its place. */

test.use({ serviceWorkers: 'allow', losesNetwork: true });

/** A page that opens without a network is not told of it by the browser's stand-in for that. */
async function losesNetworkAgain(context: BrowserContext): Promise<void> {
  await context.setOffline(false);
  await context.setOffline(true);
}

const noNetwork = (page: Page) => page.getByText(/^No network: as it was at \d\d:\d\d$/);
const readLocalStorage = (page: Page) => page.evaluate<string>('JSON.stringify(localStorage)');
const buildOf = (page: Page) => page.locator('head meta[name="client-build"]').getAttribute('content');

async function buysLight(ada: User): Promise<{ id: string; token: string }> {
  const bought = await call(
    'buyElectricity',
    { meterId: 18, meterNumber: aNewMeter(), meterType: 'prepaid', amount: 1_000 },
    ada.token,
  );
  const { receipt } = await call('getTransaction', { id: bought.receipt._id }, ada.token);
  return { id: receipt._id, token: receipt.tokens[0] ?? '' };
}

test('without a network the program opens with the last balance, slips, tokens and contacts, and logging out takes them all away', async ({
  page,
  context,
}) => {
  const ada = await aUser({ naira: 5_000 });
  const mama = aNewNumber();
  await call('addContact', { contactName: 'Mama', contactNumber: mama, contactNetwork: 'MTN' }, ada.token);
  const light = await buysLight(ada);
  await isSignedIn(page, ada);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Last slips' })).toBeVisible();
  await isOnDevice(page);

  await context.setOffline(true);
  await page.goto('/profile');
  await losesNetworkAgain(context);
  await expect(noNetwork(page)).toBeVisible();
  await expect(page.getByRole('banner')).toContainText(/As of \d\d:\d\d₦3,950\.00/);
  await page.getByRole('link', { name: /Ikeja/ }).first().click();
  // No slip was opened before: what its transaction says is enough.
  await expect(receiptState(page)).toHaveText('Delivered');
  expect(light.token).toMatch(/^\d{20}$/);
  await expect(slip(page)).toContainText(light.token.replaceAll(/(\d{4})(?=\d)/g, '$1 '));
  await closesReceipt(page);
  // Neither of these screens was looked at before.
  await page.getByRole('link', { name: 'Contacts' }).last().click();
  await expect(page.getByRole('button', { name: `Mama, ${formatPhone(mama)}, MTN` })).toBeVisible();
  await page
    .getByRole('link', { name: /^(Slips|Transactions)$/ })
    .last()
    .click();
  await expect(transactionWith(page, '−₦1,050.00')).toHaveCount(1);
  await page.goto(`/profile/transactions/${light.id}`);
  await expect(slip(page)).toContainText('1,000');
  await closesReceipt(page);
  expect(await readLocalStorage(page)).toContain(light.token);
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Welcome to Jara')).toBeVisible();
  await isForgotten(page, ada);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await persistsNothingOf(page, ada);
});

/** What remains is of nobody: the theme, which ids were seen. */
async function isForgotten(page: Page, { userName, email, phone, token }: User): Promise<void> {
  const text = await readLocalStorage(page);
  for (const word of ['persisted-', userName, email, phone, token]) expect(text).not.toContain(word);
}

/** Of what the worker has. */
async function persistsNothingOf(page: Page, { userName, phone, token }: User): Promise<void> {
  const persisted = await page.evaluate<{ address: string; text: string }[]>(`(async () => {
    const all = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        all.push({ address: new URL(request.url).pathname, text: await response.text() });
      }
    }
    return all;
  })()`);
  expect(persisted.length).toBeGreaterThan(30);
  for (const { address, text } of persisted) {
    expect(address).toMatch(/^\/(assets\/.*|fonts\/.*|favicon\.svg|theme\.js|profile|priceList|)$/);
    for (const word of [userName, phone, token]) expect(text).not.toContain(word);
  }
}

test('nothing is bought without a network, nothing is queued, and what was typed is there when it is back', async ({
  page,
  context,
}) => {
  const ada = await aUser({ naira: 2_000 });
  const phone = aNewNumber();
  await isSignedIn(page, ada);
  await page.goto('/profile/buyairtime');
  await isOnDevice(page);
  await context.setOffline(true);
  await fillsAirtime(page, { phone, amount: 500 });
  await losesNetworkAgain(context);
  await expect(page.getByRole('button', { name: 'No network — try when back' })).toBeDisabled();
  await page.reload();
  await expect(page.getByLabel('Phone number')).toHaveValue(formatPhone(phone));
  await context.setOffline(false);
  await expect(noNetwork(page)).toBeHidden();
  const { transactions } = await call('listTransactions', { phoneNumber: phone }, ada.token);
  expect(transactions).toEqual([]);
  await buyButton(page).click();
  await pays(page, 495);
  await expect(receiptState(page)).toHaveText('Delivered');
});

test('what was kept is nobody else’s', async ({ page }) => {
  const [ada, bola] = [await aUser({ naira: 1_000 }), await aUser()];
  await isSignedIn(page, ada);
  await page.goto('/profile/transactions');
  await expect(transactionWith(page, '+₦1,000.00')).toHaveCount(1);
  await isSignedIn(page, bola);
  await page.goto('/profile/transactions');
  await expect(page.getByText('No transactions found')).toBeVisible();
  const persisted = await readLocalStorage(page);
  expect(persisted).toContain(bola.userName);
  expect(persisted).not.toContain(ada.userName);
});

test('a session that ended leaves nothing on the device', async ({ page }) => {
  const ada = await aUser();
  await isSignedIn(page, ada);
  await page.goto('/profile');
  await expect(shownBalance(page)).toContainText('₦0.00');
  await call('logout', undefined, ada.token);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await isForgotten(page, ada);
});

test('the landing page and the prices that were seen last can be read without a network', async ({
  page,
  context,
}) => {
  await isSignedIn(page, await aUser());
  await page.goto('/profile');
  await isOnDevice(page);
  await page.goto('/priceList?network=MTN');
  await context.setOffline(true);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/priceList?network=MTN');
  await expect(
    page
      .getByRole('link', { name: /^Buy MTN/ })
      .locator('visible=true')
      .first(),
  ).toBeVisible();
});

test.describe('a newer build', () => {
  let server: Deployment;
  test.beforeEach(async () => {
    server = await startDeployment();
  });
  test.afterEach(async () => server.stop());

  async function isIn(page: Page, ada: User): Promise<void> {
    await isSignedIn(page, ada, server.url);
    await page.goto(`${server.url}/profile`);
    await expect(shownBalance(page)).toContainText('₦2,000.00');
    await isOnDevice(page);
  }

  test('takes the place of the page that opens, before anybody has touched it', async ({ page }) => {
    await isIn(page, await aUser({ naira: 2_000 }));
    await page.goto(`${server.url}/robots.txt`);
    server.deploy('bbbbbbbbbbbbbbbb');
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.goto(`${server.url}/profile`);
    // Asking the page anything counts as a touch.
    await expect.poll(() => loads).toBe(2);
    expect(await buildOf(page)).toBe('bbbbbbbbbbbbbbbb');
    await expect(shownBalance(page)).toContainText('₦2,000.00');
    await expect(page.getByRole('button', { name: 'New version: reload' })).toBeHidden();
  });

  test('never comes into the middle of a purchase: it says so quietly, and opens with the next link', async ({
    page,
  }) => {
    const ada = await aUser({ naira: 2_000 });
    const phone = aNewNumber();
    await isIn(page, ada);
    const first = await buildOf(page);
    await page.goto(`${server.url}/profile/buyairtime`);
    await page.getByLabel('Phone number').fill(phone);
    await page.getByLabel('Amount', { exact: true }).fill('500');
    await buyButton(page).click();
    await expect(sheet(page)).toBeVisible();
    server.deploy('cccccccccccccccc');
    await pays(page, 495);
    await expect(receiptState(page)).toHaveText('Delivered');
    await closesReceipt(page);
    const offer = page.getByRole('button', { name: 'New version: reload' });
    await expect(offer).toBeVisible();
    expect(await buildOf(page)).toBe(first);
    await page.getByRole('link', { name: 'All transactions' }).click();
    await expect.poll(() => buildOf(page)).toBe('cccccccccccccccc');
    await expect(page).toHaveURL(`${server.url}/profile/transactions`);
    await expect(transactionWith(page, formatPhone(phone), '−₦495.00')).toHaveCount(1);
    await expect(offer).toBeHidden();
  });

  test('opens when one asks for it', async ({ page }) => {
    await isIn(page, await aUser({ naira: 2_000 }));
    await shownBalance(page).click();
    server.deploy('dddddddddddddddd');
    await shownBalance(page).click();
    await page.getByRole('button', { name: 'New version: reload' }).click();
    await expect.poll(() => buildOf(page)).toBe('dddddddddddddddd');
    await expect(shownBalance(page)).toContainText('₦2,000.00');
  });
});

test.describe('installing', () => {
  test('the browser finds nothing missing, and the menu offers it when the browser does', async ({
    page,
    context,
  }) => {
    await isSignedIn(page, await aUser());
    await page.goto('/profile');
    await isOnDevice(page);
    const devtools = await context.newCDPSession(page);
    const { errors, data = '{}' } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(JSON.parse(data)).toMatchObject({ name: 'Jara', start_url: '/profile', display: 'standalone' });
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);

    const item = page.getByRole('button', { name: 'Install app' });
    await page.getByRole('button', { name: 'Your menu' }).click();
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    await expect(item).toBeHidden();
    await page.evaluate(`window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => { document.documentElement.dataset.asked = 'yes'; },
    }))`);
    await item.click();
    await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes');
    await expect(item).toBeHidden();
  });
});
