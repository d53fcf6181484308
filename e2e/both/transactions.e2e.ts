import type { Page } from '@playwright/test';
import { formatPhone } from '@jara/contract/phone.ts';
import { closesReceipt, shownBalance, slip, receiptState } from '../helpers/buying.ts';
import { allTransactions, transactionWith } from '../helpers/lists.ts';
import { aNewNumber, aUser, demo, isSignedIn, type User } from '../helpers/people.ts';
import { ask, call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';

/* The list of transactions: for a user, and for staff, who see more (S2.55 to S2.66). */

const buys = ({ token }: User, phone: string) =>
  ask('buyAirtime', { network: 1, mobile_number: phone, amount: 500 }, token);

const opensList = async (page: Page, query = ''): Promise<void> => {
  await page.goto(`/profile/transactions${query}`);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
};

/** On a phone all filters but the number are behind a button. */
const opensFilters = async (page: Page, isMobile: boolean): Promise<void> => {
  if (isMobile) await page.getByRole('button', { name: /^Filters/ }).click();
};

test('an empty list says so and leads to the first purchase', async ({ page }) => {
  await isSignedIn(page, await aUser());
  await opensList(page);
  await expect(page.getByText('No transactions found')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Buy airtime' }).click();
  await expect(page).toHaveURL('/profile/buyairtime');
});

test('transactions that are open turn into their ends by themselves', async ({ page }) => {
  const ada = await aUser({ naira: 2_000 });
  const [delivered, refused] = [aNewNumber('0002'), aNewNumber('0003')];
  await buys(ada, delivered);
  await buys(ada, refused);
  await isSignedIn(page, ada);
  await opensList(page);
  await expect(transactionWith(page, 'Waiting')).toHaveCount(2);
  await expect(shownBalance(page)).toContainText('₦1,010.00');

  await expect(transactionWith(page, 'Waiting')).toHaveCount(0, { timeout: 45_000 });
  await expect(transactionWith(page, formatPhone(delivered), '−₦495.00')).toHaveCount(1);
  await expect(transactionWith(page, formatPhone(refused), '−₦495.00', 'Failed')).toHaveCount(1);
  await expect(transactionWith(page, formatPhone(refused), '+₦495.00', /Refund/)).toHaveCount(1);
  await expect(shownBalance(page)).toContainText('₦1,505.00');
});

test('filters narrow the list, stay after a reload and can be cleared', async ({ page, isMobile }) => {
  const ada = await aUser({ naira: 5_000 });
  const phone = aNewNumber();
  await buys(ada, phone);
  await buys(ada, aNewNumber());
  await buys(ada, aNewNumber('0001'));
  await isSignedIn(page, ada);
  await opensList(page);
  const transactions = allTransactions(page, isMobile);
  // The top-up, two purchases, one that failed and its return.
  await expect(transactions).toHaveCount(5);

  await opensFilters(page, isMobile);
  await page.getByLabel('Type').selectOption('Airtime');
  await expect(transactions).toHaveCount(3);
  await page.getByLabel('Status').selectOption('Failed');
  await expect(transactions).toHaveCount(1);
  await page.getByLabel('Status').selectOption('Success');
  await expect(transactions).toHaveCount(2);
  // Typed filters apply after a pause.
  await page.getByRole('searchbox', { name: 'Phone number' }).fill(phone.slice(0, 9));
  await expect(transactions).toHaveCount(1);
  await expect(page).toHaveURL(/type=airtime&status=success&phoneNumber=\d{9}$/);
  await page.reload();
  await expect(transactions).toHaveCount(1);

  await opensFilters(page, isMobile);
  await page.getByRole('searchbox', { name: 'Phone number' }).fill('09990000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No transactions found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(transactions).toHaveCount(5);
});

test('days go to today and not beyond', async ({ page, isMobile }) => {
  const ada = await aUser({ naira: 500 });
  await isSignedIn(page, ada);
  await opensList(page);
  await opensFilters(page, isMobile);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(Date.now());
  await page.getByLabel('From').fill('2026-01-01');
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(today);
  await expect(page.getByLabel('To', { exact: true })).toHaveAttribute('max', today);
  await expect(transactionWith(page, '+₦500.00')).toHaveCount(1);
});

test('a slip has an address of its own, and only for its owner', async ({ page }) => {
  const ada = await aUser({ naira: 500 });
  const { body } = await buys(ada, aNewNumber());
  const address = `/profile/transactions/${body.receipt._id}`;
  await isSignedIn(page, ada);
  await page.goto(address);
  await expect(receiptState(page)).toHaveText('Delivered');
  await expect(slip(page)).toContainText(body.receipt.reference);
  await closesReceipt(page);
  await expect(page).toHaveURL('/profile/transactions');

  await isSignedIn(page, await aUser());
  await page.goto(address);
  await expect(page.getByRole('dialog', { name: 'Slip' })).toContainText('There is no such slip');
});

test.describe('for staff', () => {
  for (const { who, label } of [
    { who: 'admin', label: 'Admin' },
    { who: 'agent', label: 'Agent' },
  ] as const) {
    test(`the ${who} sees users and profit, and finds the transactions of one user`, async ({
      page,
      isMobile,
    }) => {
      const ada = await aUser({ naira: 2_000 });
      await buys(ada, aNewNumber());
      await call(
        'buyData',
        { network: 1, mobile_number: aNewNumber(), plan: await planOf('1GB', 'CG') },
        ada.token,
      );
      await isSignedIn(page, await demo(who));
      await opensList(page);
      await expect(page.getByRole('banner').getByRole('link', { name: label })).toBeVisible();

      await opensFilters(page, isMobile);
      await page.getByRole('searchbox', { name: 'Username' }).fill(ada.userName);
      await page.keyboard.press('Enter');
      const transactions = allTransactions(page, isMobile);
      await expect(transactions).toHaveCount(3);
      await expect(transactions.filter({ hasText: ada.userName })).toHaveCount(3);
      if (isMobile) {
        await expect(transactionWith(page, 'Profit ₦41.00')).toHaveCount(1);
      } else {
        await expect(transactionWith(page, '₦41.00')).toHaveCount(1);
        await expect(page.getByRole('columnheader', { name: 'User' })).toBeVisible();
        await expect(page.getByRole('columnheader', { name: 'Profit' })).toBeVisible();
      }
      const totals = page.getByRole('region', { name: 'Totals' });
      await expect(totals).toContainText('Total debit₦965.00');
      await expect(totals).toContainText('Total credit₦2,000.00');
      await expect(totals).toContainText('Total sales1 GB');
      if (who === 'agent') {
        await expect(totals).not.toContainText('Total profit');
        await expect(page.getByRole('button', { name: 'Sales statistics' })).toHaveCount(0);
        return;
      }
      // 495 - 485 for the airtime, 470 - 429 for the plan.
      await expect(totals).toContainText('Total profit₦51.00');
      await page.getByRole('button', { name: 'Sales statistics' }).click();
      await expect(page.getByRole('dialog', { name: 'Sales statistics' })).toContainText(
        'MTN1 GB · profit ₦51.00',
      );
    });
  }

  test('an ordinary user sees none of it', async ({ page, isMobile }) => {
    const ada = await aUser({ naira: 2_000 });
    await buys(ada, aNewNumber());
    await isSignedIn(page, ada);
    await opensList(page, '?userName=smart');
    await expect(page.getByRole('banner').getByRole('link', { name: 'home' })).toBeVisible();
    await expect(allTransactions(page, isMobile)).toHaveCount(2);
    await opensFilters(page, isMobile);
    await expect(page.getByLabel('Type')).toBeVisible();
    await expect(page.getByRole('searchbox', { name: 'Username' })).toHaveCount(0);
    await expect(page.getByRole('columnheader', { name: /User|Profit/ })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Totals' })).toContainText('Total debit₦495.00');
    await expect(page.getByRole('region', { name: 'Totals' })).not.toContainText('Total profit');
    await expect(page.getByRole('button', { name: 'Sales statistics' })).toHaveCount(0);
  });
});

async function planOf(volume: string, type: string): Promise<number> {
  const plans = await call('listPrices', undefined);
  const plan = plans.find(
    (item) => item.plan_network === 'MTN' && item.plan === volume && item.plan_type === type,
  );
  if (plan === undefined) throw new Error(`MTN ${volume} ${type} is not sold`);
  return plan.id;
}
