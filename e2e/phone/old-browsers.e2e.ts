import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { parseSync, Visitor } from 'vite';
import {
  buyButton,
  closesReceipt,
  fillsAirtime,
  choosesPlan,
  payButton,
  pays,
  receiptState,
} from '../helpers/buying.ts';
import { isOnDevice } from '../helpers/device.ts';
import { transactionWith } from '../helpers/lists.ts';
import { expectSameLooks, newStyles, oldStyles, knowsNoHues } from '../helpers/looks.ts';
import { missing } from '../helpers/old-chrome.ts';
import { aNewNumber, aUser, demo, isSignedIn } from '../helpers/people.ts';
import { aNewMeter, fillsAmount } from '../helpers/sending.ts';
import { expect, test } from '../helpers/test.ts';

/*
 * Chrome 80 is the oldest browser in which all that is needed to buy works. Its missing parts are taken out of the browser of the tests, and
 * the files of the build are read for syntax that it cannot parse. In an older one the page says so.
 */

const dist = path.join(import.meta.dirname, '../../web/dist');

test.describe('a browser of the time of Chrome 80', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(missing);
    // It would take next to nothing from them.
    await page.route(newStyles, (route) => route.fulfill({ contentType: 'text/css', body: '' }));
  });

  test('logs in, buys airtime, data and electricity, and opens the menus', async ({ page }) => {
    test.setTimeout(120_000); // three purchases
    const ada = await aUser({ naira: 5_000 });
    await page.goto('/login');
    await page.getByLabel('Username, e-mail or phone number').fill(ada.userName);
    await page.getByLabel('Password', { exact: true }).fill(ada.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    // The check of a password takes its turn behind those of the journeys beside this one.
    await expect(page).toHaveURL('/profile', { timeout: 30_000 });
    await page.evaluate(
      "sessionStorage.setItem('kycAsked', JSON.stringify(JSON.parse(localStorage.getItem('user')).user._id))",
    );

    await fillsAirtime(page, { phone: aNewNumber(), amount: 200 });
    await buyButton(page).click();
    await pays(page, 198);
    await delivered(page);
    await choosesPlan(page, { phone: aNewNumber(), network: 'MTN', plan: '1GB', type: 'CG' });
    await pays(page, 470);
    await delivered(page);
    await page.goto('/profile/electricity');
    await page.getByLabel('Company').selectOption({ label: 'Ikeja electricity' });
    await page.getByLabel('Meter number').fill(aNewMeter());
    await expect(page.getByRole('status', { name: 'The meter' })).toContainText('Ikeja');
    await fillsAmount(page, 1_000);
    await buyButton(page).click();
    await pays(page, 1_050);
    await delivered(page);

    const menu = page.getByRole('region', { name: 'You', exact: true });
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Me', exact: true }).click();
    await expect(menu.getByRole('button', { name: 'Sign out' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  });

  test('draws the other screens of users', async ({ page }) => {
    await isSignedIn(page, await aUser({ naira: 500 }));
    for (const address of [
      '/profile/transactions',
      '/profile/contacts',
      '/profile/user',
      '/profile/security',
      '/profile/sell',
      '/profile/fundWallet',
      '/profile/fundWallet/coupon',
      '/profile/transfer',
      '/profile/withdraw',
      '/profile/earnings',
    ]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible();
      await expect(page.locator('[aria-busy="true"]'), address).toHaveCount(0);
    }
  });

  test('leads to what is wrong in a form', async ({ page }) => {
    await isSignedIn(page, await aUser());
    await page.goto('/profile/buyairtime');
    await buyButton(page).click();
    await expect(page.getByLabel('Phone number')).toBeFocused();
  });

  test('opens what staff have beside their lists', async ({ page }) => {
    const ada = await aUser({ naira: 500 });
    await isSignedIn(page, await demo('admin'));
    for (const address of ['/admin/transactions', '/admin/users']) {
      await page.goto(`${address}?userName=${ada.userName}`);
      const row = page.getByRole('main').locator(`[data-row]`);
      await row.getByRole('link').or(row.getByRole('button')).click();
      await expect(page.getByRole('dialog')).toContainText(ada.userName);
    }
  });
});

async function delivered(page: Page): Promise<void> {
  await expect(receiptState(page)).toHaveText('Delivered');
  await closesReceipt(page);
}

test.describe('the styles for older browsers', () => {
  test.beforeEach(({ page }) => page.addInitScript(knowsNoHues));

  test('show the pages before the shop as others see them', async ({ page }) => {
    for (const address of ['/login', '/register', '/', '/priceList']) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectSameLooks(page);
    }
  });

  test('show the dashboard, data and the confirm step as others see them', async ({ page }) => {
    test.setTimeout(120_000); // every screen is looked at in four ways
    await isSignedIn(page, await aUser({ naira: 5_000 }));
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: 'Last slips' })).toBeVisible();
    await expectSameLooks(page);
    await choosesPlan(page, { phone: aNewNumber(), network: 'MTN', plan: '1GB', type: 'CG' });
    await expect(payButton(page, 470)).toBeVisible();
    await expectSameLooks(page);
    await page.keyboard.press('Escape');
    await expectSameLooks(page);
  });

  test('show electricity, airtime, the slip and the list as others see them', async ({ page }) => {
    test.setTimeout(120_000); // every screen is looked at in four ways
    await isSignedIn(page, await aUser({ naira: 5_000 }));
    await page.goto('/profile/electricity');
    await page.getByLabel('Company').selectOption({ label: 'Ikeja electricity' });
    await page.getByLabel('Meter number').fill(aNewMeter());
    await expect(page.getByRole('status', { name: 'The meter' })).toContainText('Ikeja');
    await fillsAmount(page, 1_000);
    await expectSameLooks(page);
    await fillsAirtime(page, { phone: aNewNumber(), amount: 200 });
    await expectSameLooks(page);
    await buyButton(page).click();
    await expect(payButton(page, 198)).toBeVisible();
    await expectSameLooks(page);
    await pays(page, 198);
    await expect(receiptState(page)).toHaveText('Delivered');
    await expectSameLooks(page);
    await page.goto('/profile/transactions');
    await expect(transactionWith(page, '−₦198.00')).toBeVisible();
    await expectSameLooks(page);
  });
});

test.describe('the styles for older browsers, on a bad line', () => {
  test.use({ losesNetwork: true });

  test('are there before anything is seen, and when they do not come the page is seen all the same', async ({
    page,
  }) => {
    await page.addInitScript(knowsNoHues);
    let give: (() => void) | undefined;
    await page.route(oldStyles, async (route) => {
      await new Promise<void>((resolve) => (give = resolve));
      await route.abort();
    });
    const opacity = () => page.evaluate('getComputedStyle(document.documentElement).opacity');
    await page.goto('/login', { waitUntil: 'commit' });
    await expect.poll(() => give !== undefined).toBe(true);
    expect(await opacity()).toBe('0');
    give?.();
    await expect.poll(opacity).toBe('1');
  });
});

test.describe('the styles for older browsers, without a network', () => {
  test.use({ serviceWorkers: 'allow', losesNetwork: true });

  test('are on the device once it has asked for them there', async ({ page, context }) => {
    await page.addInitScript(knowsNoHues);
    await isSignedIn(page, await aUser());
    await page.goto('/profile');
    await isOnDevice(page);
    const isCached = () =>
      page.evaluate(
        `caches.match(document.querySelector('[data-old-styles]').dataset.oldStyles).then((found) => found !== undefined)`,
      );
    expect(await isCached()).toBe(false);
    await page.reload();
    await expect.poll(isCached).toBe(true);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect
      .poll(() => page.evaluate('document.documentElement.dataset.has'))
      .toContain('[data-top-bar]');
  });
});

test('a browser of today asks for no older styles, and neither does a page that has its own', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.addInitScript(knowsNoHues);
  await page.goto('/developers');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(asked.filter((address) => newStyles.test(address))).not.toEqual([]);
  expect(asked.filter((address) => oldStyles.test(address))).toEqual([]);
});

test.describe('where the program cannot start', () => {
  test('the page says so, with plain links to support, when the browser cannot parse it', async ({
    page,
  }) => {
    await page.route(/\/theme\.js|\/assets\/.*\.js/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    );
    await page.goto('/login');
    await expect(page.getByText('a browser not older than Chrome 80')).toBeVisible();
    for (const [name, href] of [
      ['help@jara.example', /^mailto:/],
      [/^[+\d ]+$/, /^tel:\+?\d+$/],
      ['WhatsApp', /^https:\/\/wa\.me\/\d+$/],
    ] as const)
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  });

  test('but not while it runs', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in');
    await expect(page.getByText('a browser not older than Chrome 80')).toBeHidden();
  });
});

test('the files of the build have no syntax that is younger than Chrome 80', () => {
  const files = fs
    .readdirSync(dist, { recursive: true, encoding: 'utf8' })
    // The reference for developers is a library's, and for their own machines; the writer of pages runs on the server.
    .filter(
      (name) => name.endsWith('.js') && !name.startsWith('developers/') && name !== '.vite/prerender.js',
    );
  expect(files.length).toBeGreaterThan(20);
  for (const name of files) {
    expect.soft(youngSyntax(name, fs.readFileSync(path.join(dist, name), 'utf8')), name).toEqual([]);
  }
});

test('the styles for old browsers have no words that are younger than Chrome 80', () => {
  const names = fs.readdirSync(path.join(dist, 'assets')).filter((name) => oldStyles.test(`/assets/${name}`));
  expect(names).toHaveLength(1);
  const text = fs.readFileSync(path.join(dist, 'assets', names[0] ?? ''), 'utf8').replaceAll(/\\./g, '_');
  expect(text.length).toBeGreaterThan(50_000);
  for (const [what, words] of Object.entries(youngWords)) expect.soft(text.match(words), what).toBeNull();
});

/** What makes Chrome 80 leave out more than itself, and what has an older word. */
const youngWords: Record<string, RegExp> = {
  'at-rules': /@(?:layer|property|container|scope|starting-style)\b[^{;]*/,
  'selectors (88 and later)': /[^{}]*:(?:is|where|has|popover-open|open|modal|dir|user-valid|user-invalid)\b/,
  'a list in :not() (88)': /:not\([^()]*,/,
  ':focus-visible (86) beside selectors without':
    /(?:^|[{}])[^{}@]*:focus-visible[^{},]*,(?![^{}]*:focus-visible)[^{}]*/,
  'ranges (104)': /@media[^{]*[<>][^{]*/,
  'nesting (112)': /[;{][^{};:]*&[^{};]*\{/,
  'short logical forms (87)':
    /[;{](?:inset|[\w-]*-(?:inline|block)(?:-(?:start|end|width|style|color))?):[^;}]*/,
  'mixed colours (111)': /[^;{]*\b(?:oklch|oklab|color-mix|lab|lch|color)\([^;}]*/,
  'units of the shown height (108)': /[^;{]*(?<!\w)[\d.]+[dsl]v[hw]\b/,
  'moves by themselves (104)': /[;{](?:translate|rotate|scale):[^;}]*/,
  'nothing after the comma of var()': /[^;{]*var\(--[\w-]+,\)/,
};

/** Functions by whose name alone one sees that Chrome 80 has not got them; types and journeys do not see all of them. */
const youngCalls =
  /^(?:at|replaceAll|findLast|findLastIndex|toSorted|toReversed|toSpliced|hasOwn|groupBy|structuredClone|randomUUID|withResolvers|replaceChildren)$/;

function youngSyntax(name: string, code: string): string[] {
  const { program, errors } = parseSync(name, code);
  const found = errors.map(({ message }) => message);
  let functions = 0;
  const enter = () => void (functions += 1);
  const leave = () => void (functions -= 1);
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    AssignmentExpression({ operator }) {
      if (/^(\?\?|\|\||&&)=$/.test(operator)) found.push(`${operator} (Chrome 85)`);
    },
    MethodDefinition({ key }) {
      if (key.type === 'PrivateIdentifier') found.push(`private method #${key.name} (84)`);
    },
    StaticBlock: () => void found.push('static block (94)'),
    CallExpression({ callee }) {
      if (
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        youngCalls.test(callee.property.name)
      )
        found.push(`${callee.property.name}()`);
    },
    AwaitExpression: () => void (functions === 0 && found.push('await at the top level (89)')),
    Literal(literal) {
      if ('regex' in literal && /[dv]/.test(literal.regex.flags))
        found.push(`flags ${literal.regex.flags} (90, 112)`);
    },
  }).visit(program);
  return found;
}
