import { lagosDateAndClock } from '@jara/contract/lagos-time.ts';
import { formatPhone } from '@jara/contract/phone.ts';
import type { Page } from '@playwright/test';
import jsQR from 'jsqr';
import { slip } from '../helpers/buying.ts';
import { aNewNumber, aUser, isSignedIn } from '../helpers/people.ts';
import { pixelsOf, type Pixels } from '../helpers/pictures.ts';
import { aNewMeter } from '../helpers/sending.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';

/* A reseller hands the slip of a sale to a customer: on paper, by WhatsApp, as text, and by the public check. */

const plan = { network: 1, plan: 7 };

/** What the printer would get. */
async function printed(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' });
  const text = await page.locator('body').innerText();
  await page.emulateMedia({ media: 'screen' });
  return text;
}

async function shared(page: Page): Promise<string> {
  // Where a device has a share sheet, it is not there in a test.
  await page.evaluate("Object.defineProperty(navigator, 'share', { value: undefined, configurable: true })");
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Slip copied')).toBeVisible();
  return page.evaluate<string>('navigator.clipboard.readText()');
}

/** The picture that a chat would get where the device shares pictures, and the words that were drawn into it. */
async function sharedPicture(page: Page): Promise<Pixels & { words: string }> {
  await page.evaluate(`
    delete globalThis.sharedFile;
    globalThis.drawn = [];
    const { fillText } = globalThis.plainPen ??= { fillText: CanvasRenderingContext2D.prototype.fillText };
    CanvasRenderingContext2D.prototype.fillText = function (...words) {
      drawn.push(words[0]);
      return fillText.apply(this, words);
    };
    const share = async ({ files }) => void (globalThis.sharedFile = files[0]);
    Object.defineProperty(navigator, 'canShare', { value: () => true, configurable: true });
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  `);
  await page.getByRole('dialog').getByRole('button', { name: 'Share' }).click();
  await expect.poll(() => page.evaluate('globalThis.sharedFile?.type')).toBe('image/png');
  const base64 = await page.evaluate<string>(`
    sharedFile.arrayBuffer().then((file) => btoa(Array.from(new Uint8Array(file), (byte) => String.fromCharCode(byte)).join('')))
  `);
  const words = await page.evaluate<string>("drawn.join(' ')");
  return { ...(await pixelsOf(page, Buffer.from(base64, 'base64'))), words };
}

/** What a camera reads from the paper, if there is a code on it. */
async function printedCode(page: Page): Promise<string | undefined> {
  await page.emulateMedia({ media: 'print' });
  const { bytes, width, height } = await pixelsOf(page, await page.screenshot({ fullPage: true }));
  await page.emulateMedia({ media: 'screen' });
  return jsQR(new Uint8ClampedArray(bytes), width, height)?.data;
}

const whatsApp = async (page: Page): Promise<URL> =>
  new URL((await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')) ?? '');

test('a reseller’s customer gets a slip without cost and wallet, with the reseller’s own price and name', async ({
  page,
  browser,
}) => {
  const ada = await aUser({ naira: 14_217 });
  const { user } = await call('getProfile', undefined, ada.token);
  await call('upgradeToReseller', { id: user._id, userType: 'reseller' }, ada.token);
  const { token } = await call('login', ada);
  const seller = { ...ada, token };
  const phone = aNewNumber();
  const { receipt } = await call('buyData', { ...plan, mobile_number: phone }, token);
  const secrets = [receipt.charge, receipt.balance_Before, receipt.balance_After].map((sum) =>
    (sum ?? Number.NaN).toLocaleString('en-NG', { minimumFractionDigits: 2 }),
  );
  const expectNoSecret = (text: string): void => {
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/wallet|you paid|balance|reseller/i);
  };
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await isSignedIn(page, seller);
  await page.goto(`/profile/transactions/${receipt._id}`);
  await expect(slip(page)).toContainText('You paid');
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /check/);

  await page.getByRole('button', { name: 'Add your shop name and price' }).click();
  await page.getByLabel('Your price').fill('599');
  await page.getByLabel('Shop name').fill('Mama Nkechi Stores');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Mama Nkechi Stores · ₦599.00')).toBeVisible();

  const chat = await whatsApp(page);
  expect(chat.pathname).toBe(`/234${phone.slice(1)}`);
  const copies = [await printed(page), await shared(page), chat.searchParams.get('text') ?? ''];
  const picture = await sharedPicture(page);
  const { description, reference, createdAt } = receipt;
  const facts = [description, formatPhone(phone), lagosDateAndClock(new Date(createdAt)), reference];
  for (const text of [...copies, picture.words]) {
    expectNoSecret(text);
    for (const words of ['Mama Nkechi Stores', '₦599.00', ...facts]) expect(text).toContain(words);
  }

  const { slip: code } = await call('getTransaction', { id: receipt._id }, token);
  await expect.poll(() => printedCode(page), { timeout: 30_000 }).toMatch(new RegExp(`/check/${code}$`));
  const seen = jsQR(new Uint8ClampedArray(picture.bytes), picture.width, picture.height);
  expect(new URL(seen?.data ?? 'none:').pathname).toBe(`/check/${code}`);

  const stranger = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await stranger.goto(`/check/${code}`);
  const checked = await stranger.getByRole('main').innerText();
  expectNoSecret(checked);
  expect(checked).toContain(receipt.description);
  await stranger.context().close();

  // The next sale of the same product knows its price.
  const next = await call('buyData', { ...plan, mobile_number: aNewNumber() }, token);
  await page.goto(`/profile/transactions/${next.receipt._id}`);
  await expect(page.getByText('Mama Nkechi Stores · ₦599.00')).toBeVisible();

  await page.getByText('My copy', { exact: true }).click();
  const own = await printed(page);
  expect(own).toContain('You paid');
  expect(own).toContain('Balance after');
});

test('the paper for the customer has the token of the meter, and the code of the check', async ({ page }) => {
  const ada = await aUser({ naira: 5_000 });
  const meter = { meterId: 18, meterNumber: aNewMeter(), meterType: 'prepaid' } as const;
  const { receipt } = await call('buyElectricity', { ...meter, amount: 1_000 }, ada.token);
  const { slip: code } = await call('getTransaction', { id: receipt._id }, ada.token);
  await isSignedIn(page, ada);
  await page.goto(`/profile/transactions/${receipt._id}`);
  await expect(slip(page)).toContainText('You paid');
  const [token = 'none came'] = receipt.tokens;
  expect((await printed(page)).replaceAll(' ', '')).toContain(token);
  await expect.poll(() => printedCode(page), { timeout: 30_000 }).toMatch(new RegExp(`/check/${code}$`));
});

const inTypefaces = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(
    `["600 26px 'Public Sans'", "650 34px 'Bricolage Grotesque'"].every((font) => document.fonts.check(font, 'Slip'))`,
  );

/** Gives the id of what was bought. */
async function hasBought(page: Page): Promise<string> {
  const ada = await aUser({ naira: 2_000 });
  const { receipt } = await call('buyData', { ...plan, mobile_number: aNewNumber() }, ada.token);
  await isSignedIn(page, ada);
  return receipt._id;
}

/** `waitUntil`: what of the page is awaited before its words are. */
async function opensBoughtReceipt(page: Page, waitUntil: 'load' | 'commit' = 'load'): Promise<void> {
  const id = await hasBought(page);
  await page.goto(`/profile/transactions/${id}`, { waitUntil });
  await expect(slip(page)).toContainText('You paid');
}

test('the picture of a slip is in the typefaces of the shop also on a screen that is not', async ({
  page,
}) => {
  // As on a slow line, which a first visit is not to wait for.
  await page.route('**/theme.js?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await hasBought(page);
  await page.goto('/profile');
  await page.getByRole('region', { name: 'Last slips' }).getByRole('link', { name: /MTN/ }).click();
  await expect(slip(page)).toContainText('You paid');
  await expect(page.locator('html')).toHaveAttribute('data-typefaces', 'device');
  expect(await inTypefaces(page)).toBe(false);
  const picture = await sharedPicture(page);
  expect(await inTypefaces(page)).toBe(true);
  // The next one has them from the beginning.
  expect(picture.bytes.equals((await sharedPicture(page)).bytes)).toBe(true);
});

test('the picture of a slip does not wait for typefaces that do not come', async ({ page }) => {
  await page.route('**/fonts/*.woff2', () => undefined);
  await opensBoughtReceipt(page, 'commit');
  const { bytes, width, height } = await sharedPicture(page);
  expect(jsQR(new Uint8ClampedArray(bytes), width, height)).not.toBeNull();
});

test('the picture of a slip is drawn where a browser has no list of its typefaces', async ({ page }) => {
  await page.addInitScript("Object.defineProperty(document, 'fonts', { value: undefined })");
  await opensBoughtReceipt(page);
  const { bytes, width, height } = await sharedPicture(page);
  expect(jsQR(new Uint8ClampedArray(bytes), width, height)).not.toBeNull();
});

test.describe('where what draws the code cannot be loaded', () => {
  test.use({ losesNetwork: true });

  test('a slip is shared as a picture without its code', async ({ page }) => {
    let isAsked = false;
    await page.route(/\/assets\/nano-[^/]*\.js$/, (route) => {
      isAsked = true;
      return route.abort();
    });
    await opensBoughtReceipt(page);
    const { bytes, width, height } = await sharedPicture(page);
    expect(isAsked).toBe(true);
    expect(jsQR(new Uint8ClampedArray(bytes), width, height)).toBeNull();
  });
});
