import type { Locator, Page } from '@playwright/test';
import { networkLabels, networks } from '@jara/contract/constants.ts';
import { formatNaira } from '@jara/contract/money.ts';
import type { CallReply } from '@jara/contract/api.ts';
import { aUser, isSignedIn } from './helpers/people.ts';
import { call } from './helpers/server.ts';
import { expect, test } from './helpers/test.ts';

/* What visitors see (specification, sections 1 and 2). */

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
  await banner(page).getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/register');
  await page.goto('/');
  await banner(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner(page)).toBeHidden();
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

test('an address that does not exist says so and leads home', async ({ page }) => {
  await page.goto('/no/such/page');
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
    const prices = await call('listPrices', undefined);
    await page.goto('/priceList');
    for (const network of networks) {
      const tab = page.getByRole('tab', { name: networkLabels[network] });
      await tab.click();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      const plans = prices.filter((plan) => plan.plan_network === network);
      const rows = isMobile
        ? page.getByRole('tabpanel').getByRole('listitem')
        : page
            .getByRole('tabpanel')
            .getByRole('row')
            .filter({ has: page.getByRole('cell') });
      await expect(rows).toHaveCount(plans.length);
      const shown = await rows.allInnerTexts();
      expect(shown.map(asWords).sort()).toEqual(
        plans.map((plan) => (isMobile ? stackedWords(plan) : rowWords(plan))).sort(),
      );
    }
  });

  test('leads to buying the very plan', async ({ page }) => {
    await isSignedIn(page, await aUser());
    await page.goto('/priceList');
    await page.getByRole('tab', { name: 'Glo' }).click();
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
