import type { Locator, Page } from '@playwright/test';
import { networkLabels, networks } from '@jara/contract/constants.ts';
import { formatNaira } from '@jara/contract/money.ts';
import type { CallReply } from '@jara/contract/api.ts';
import { aUser, isSignedIn } from '../helpers/people.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';

/* What visitors see (S1.1 to S1.3, S2.1 to S2.11). */

const banner = (page: Page): Locator => page.getByRole('complementary', { name: 'Sign up' });

test('the landing page leads visitors to log in and users to their dashboard', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Start buying' }).click();
  await expect(page).toHaveURL('/login');
  await page.goBack();
  await page.getByRole('link', { name: 'See prices' }).click();
  await expect(page).toHaveURL('/priceList');

  await isSignedIn(page, await aUser());
  await page.goto('/');
  await page.getByRole('link', { name: 'Start buying' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the landing page and the price list say and lead all the same', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const offers = page.getByRole('region', { name: 'Prices today' }).getByRole('listitem');
    await expect(offers).toHaveCount(5);
    expect(new Set(await offers.allTextContents()).size).toBe(5);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await page.locator('summary').first().click();
    await expect(page.locator('details p').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Dismiss' })).toBeHidden();
    await page.getByRole('main').getByRole('link', { name: 'See prices' }).click();
    await page.getByRole('link', { name: 'MTN', exact: true }).click();
    await expect(
      page
        .getByRole('link', { name: /^Buy MTN/ })
        .locator('visible=true')
        .first(),
    ).toBeVisible();
  });
});

test('the theme that is chosen looks chosen, on ready-made pages and on others', async ({ page }) => {
  const themes = page.getByRole('group', { name: 'Theme' });
  const looksChosen = async (chosen: string, other: string): Promise<void> => {
    const none = 'rgba(0, 0, 0, 0)';
    await expect(themes.locator('label', { hasText: chosen })).not.toHaveCSS('background-color', none);
    await expect(themes.locator('label', { hasText: other })).toHaveCSS('background-color', none);
  };
  for (const address of ['/', '/priceList', '/status', '/login']) {
    await page.goto(address);
    for (const [chosen, other] of [
      ['Dark', 'Light'],
      ['Light', 'Dark'],
      ['Dark', 'Light'],
    ] as const) {
      await page.getByRole('radio', { name: chosen }).check({ force: true });
      await looksChosen(chosen, other);
    }
    // Also when it was chosen before.
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await looksChosen('Dark', 'Light');
  }
});

test('on a small phone the banner covers nothing that one came for @phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  await expect(banner(page)).toBeInViewport();
  for (const name of ['Start buying', 'See prices'])
    await isUncovered(page, page.getByRole('main').getByRole('link', { name, exact: true }));
  await page.goto('/priceList');
  await expect(banner(page)).toBeInViewport();
  await isUncovered(page, page.getByRole('navigation', { name: 'Network' }).getByRole('link').first());
});

/** In the window without anything scrolled, and what is touched at its middle and its corners is it. */
async function isUncovered(page: Page, link: Locator): Promise<void> {
  await expect(link).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate('scrollY')).toBe(0);
  const covers = await link.evaluate<string[], Covered>((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const inset = 6;
    const places: [number, number][] = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + inset, top + inset],
      [right - inset, top + inset],
      [left + inset, bottom - inset],
      [right - inset, bottom - inset],
    ];
    return places.flatMap(([x, y]) => {
      const touched = element.ownerDocument.elementFromPoint(x, y);
      return element.contains(touched) ? [] : [touched?.outerHTML.slice(0, 80) ?? 'nothing'];
    });
  });
  expect(covers).toEqual([]);
}

interface Covered {
  getBoundingClientRect: () => Record<'left' | 'right' | 'top' | 'bottom', number>;
  contains: (other: unknown) => boolean;
  ownerDocument: { elementFromPoint: (x: number, y: number) => { outerHTML: string } | null };
}

test('search engines and shared links find what they read', async ({ page, request }) => {
  for (const [address, title] of [
    ['/', /^Jara · /],
    ['/priceList', /^Price list · Jara/],
    ['/status', /^Status · Jara/],
  ] as const) {
    await page.goto(address);
    await expect(page).toHaveTitle(title);
    const origin = new URL(page.url()).origin;
    const content = (selector: string, name: string) => page.locator(`head ${selector}`).getAttribute(name);
    expect(await content('meta[name=description]', 'content')).toMatch(/\S.{20,}/);
    expect(await content('link[rel=canonical]', 'href')).toBe(`${origin}${address}`);
    expect(await content('meta[name=robots]', 'content')).toBe('index, follow');
    expect(await content('meta[property="og:title"]', 'content')).toMatch(title);
    const picture = (await content('meta[property="og:image"]', 'content')) ?? '';
    expect((await request.get(picture)).headers()['content-type']).toBe('image/png');
  }
  expect(await (await request.get('/robots.txt')).text()).toMatch(/Sitemap: http\S+\/sitemap\.xml/);
  const sitemap = await (await request.get('/sitemap.xml')).text();
  for (const address of ['/priceList', '/status']) expect(sitemap).toContain(`${address}</loc>`);
  await page.goto('/profile');
  await expect(page.locator('head meta[name=robots]')).toHaveAttribute('content', 'noindex');
});

test('seventeen questions open and close', async ({ page }) => {
  await page.goto('/');
  const questions = page.getByRole('main').getByRole('group');
  await expect(questions).toHaveCount(17);
  for (const question of [questions.first(), questions.last()]) {
    const answer = question.getByRole('paragraph');
    await expect(answer).toBeHidden();
    await question.locator('summary').click();
    await expect(answer).toBeVisible();
    await question.locator('summary').press('Enter');
    await expect(answer).toBeHidden();
  }
  for (const promise of [
    'Failed transactions are refunded automatically',
    'resellers earn better discounts',
    'Is there an API?',
  ]) {
    await expect(page.getByRole('main')).toContainText(promise);
  }
});

test('the footer says where the shop is and how to reach it', async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('1 Market Road, Yaba, Lagos');
  await expect(footer.getByRole('link', { name: '0800 000 0000' })).toHaveAttribute(
    'href',
    'tel:08000000000',
  );
  await expect(footer.getByRole('link', { name: 'help@jara.example' })).toHaveAttribute(
    'href',
    'mailto:help@jara.example',
  );
});

test('the banner leads to registration, and once dismissed stays away', async ({ page }) => {
  await page.goto('/');
  await expect(banner(page)).toContainText('Join the fastest growing website and earn without limitation');
  // Fixed at the bottom, wherever one reads.
  for (const place of [page.getByRole('heading', { level: 1 }), page.getByRole('contentinfo')]) {
    await place.scrollIntoViewIfNeeded();
    await expect(banner(page)).toBeInViewport({ ratio: 1 });
  }
  await banner(page).getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/register');
  await page.goto('/');
  await banner(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner(page)).toBeHidden();
});

test('on small screens the navigation menu toggles open and closed, in the program and on the ready-made pages @phone', async ({
  page,
}) => {
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const address of ['/', '/login']) {
    await page.goto(address);
    await expect(navigation).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(navigation).toBeVisible();
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect(navigation).toBeHidden();
  }
});

test('the navigation has four links and a way to get started', async ({ page, isMobile }) => {
  await page.goto('/priceList');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  if (isMobile) {
    await expect(navigation).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
  }
  for (const [name, address] of [
    ['Home', '/'],
    ['Login', '/login'],
    ['Register', '/register'],
    ['Price list', '/priceList'],
    ['Get started', '/register'],
  ] as const) {
    await expect(navigation.getByRole('link', { name, exact: true })).toHaveAttribute('href', address);
  }
  await navigation.getByRole('link', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  if (isMobile) await expect(navigation).toBeHidden();
});

test('every public page leads to how the services do', async ({ page }) => {
  for (const address of ['/', '/priceList', '/login']) {
    await page.goto(address);
    await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Status' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Status' })).toBeVisible();
    for (const name of ['Airtime', 'Data', 'Electricity']) {
      await expect(page.getByRole('region', { name }).getByRole('listitem').first()).toBeVisible();
    }
  }
});

test('an address that does not exist says so and leads home', async ({ page }) => {
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ohh! page not found');
  await page.getByRole('main').getByRole('link', { name: 'Back home' }).click();
  await expect(page).toHaveURL('/');
});

test.describe('the price list', () => {
  test('asks for a network and leads home', async ({ page }) => {
    await page.goto('/priceList');
    await expect(page.getByRole('main')).toContainText('Select a network');
    await page.getByRole('link', { name: 'HOME', exact: true }).click();
    await expect(page).toHaveURL('/');
  });

  test('shows every plan that is sold, as it is sold', async ({ page, isMobile }) => {
    await page.goto('/priceList');
    for (const network of networks) {
      const link = page.getByRole('link', { name: networkLabels[network], exact: true });
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'page');
      const list = page.getByRole('region', { name: `${networkLabels[network]} prices` });
      const rows = isMobile
        ? list.getByRole('listitem')
        : list.getByRole('row').filter({ has: page.getByRole('cell') });
      // Staff of another journey may change plans between the question and the page: then both are asked for again.
      await expect(async () => {
        const prices = await call('listPrices', undefined);
        await page.reload();
        const plans = prices.filter((plan) => plan.plan_network === network);
        const shown = await rows.allInnerTexts();
        expect(shown.map(asWords).sort()).toEqual(
          plans.map((plan) => (isMobile ? stackedWords(plan) : rowWords(plan))).sort(),
        );
      }).toPass({ timeout: 20_000 });
    }
  });

  test('shows the plans of one type when asked for them', async ({ page }) => {
    await page.goto('/priceList?network=MTN');
    await page.getByRole('link', { name: 'SME', exact: true }).click();
    await expect(page).toHaveURL('/priceList?network=MTN&type=SME');
    const main = page.getByRole('main');
    await expect(main).toContainText('MTN-SME');
    await expect(main).not.toContainText('MTN-CG');
  });

  test('leads to buying the very plan', async ({ page }) => {
    await isSignedIn(page, await aUser());
    await page.goto('/priceList');
    await page.getByRole('link', { name: 'Glo', exact: true }).click();
    await page.getByRole('link', { name: 'Buy GLO 1GB CG' }).click();
    await expect(page).toHaveURL(/\/profile\/buydata\?network=GLO&plan=\d+$/);
    await expect(page.getByRole('radio', { name: 'Glo' })).toBeChecked();
    await expect(page.getByRole('listitem').filter({ hasText: 'Your choice' })).toContainText('1 GB');
  });
});

type Plan = CallReply<'listPrices'>[number];

const asWords = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const volumeOf = ({ plan }: Plan): string => plan.replace(/(\d)(MB|GB)/, '$1 $2');
const kindOf = ({ plan_network: network, plan_type: type }: Plan): string => `${network}-${type}`;

function rowWords(plan: Plan): string {
  const { id, my_price: price, resellerPrice, apiPrice, month_validate: validity } = plan;
  const sums = [price, resellerPrice, apiPrice].map(formatNaira).join(' ');
  return `${id} ${kindOf(plan)} ${volumeOf(plan)} ${sums} ${validity.slice(0, 7)} Buy`;
}

function stackedWords(plan: Plan): string {
  const { id, my_price: price, resellerPrice, apiPrice, month_validate: validity } = plan;
  const facts = `${volumeOf(plan)} ${kindOf(plan)} · ${validity.slice(0, 7)} · id ${id} Buy`;
  const [own, reseller, api] = [price, resellerPrice, apiPrice].map(formatNaira);
  return `${facts} Price ${own} Reseller price ${reseller} API price ${api}`;
}
