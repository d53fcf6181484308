import { formatPhone } from '@jara/contract/phone.ts';
import { buyButton, choosesPlan, pays, sheet, shownBalance, receiptState } from '../helpers/buying.ts';
import { failsAtCheckout, isAtCheckout, opensPayment, paysByCard } from '../helpers/funding.ts';
import { transactionWith } from '../helpers/lists.ts';
import { aNewNumber, aUser, balanceOf, isSignedIn } from '../helpers/people.ts';
import { journal } from '../helpers/sandbox.ts';
import { expect, test } from '../helpers/test.ts';

/* Money that comes in, and money that is missing. */

test('a balance that is too low leads to the missing money and back to the purchase', async ({ page }) => {
  const ada = await aUser({ naira: 100 });
  const phone = aNewNumber();
  await isSignedIn(page, ada);
  await page.goto('/profile/buyairtime');
  await page.getByLabel('Phone number').fill(phone);
  await page.getByLabel('Amount', { exact: true }).fill('500');
  await expect(buyButton(page)).toBeHidden();
  await page.getByRole('link', { name: 'Add ₦395.00 to pay' }).click();

  await expect(page).toHaveURL('/profile/fundWallet?amount=399');
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('399');
  await expect(page.getByRole('main')).toContainText('1% fee ₦3.99 — you get ₦395.01');
  await page.getByRole('button', { name: 'Pay by card' }).click();
  await page.getByRole('link', { name: 'proceed to pay' }).click();
  await isAtCheckout(page, 399);
  await paysByCard(page, 399);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment received');
  await page.getByRole('link', { name: 'Go on buying airtime' }).click();

  await expect(page.getByLabel('Phone number')).toHaveValue(formatPhone(phone));
  await buyButton(page).click();
  await pays(page, 495);
  await expect(receiptState(page)).toHaveText('Delivered');
  expect(await balanceOf(ada)).toBe(0.01);
});

test('a plan that costs more than there is leads to the missing money, too', async ({ page }) => {
  await isSignedIn(page, await aUser({ naira: 400 }));
  await choosesPlan(page, { phone: aNewNumber(), network: 'MTN', plan: '1GB', type: 'CG' });
  await sheet(page).getByRole('link', { name: 'Add ₦70.00 to pay' }).click();
  await expect(page).toHaveURL('/profile/fundWallet?amount=100');
});

test('a card that is declined is said so, and the payment can be tried again', async ({ page }) => {
  const ada = await aUser();
  await isSignedIn(page, ada);
  await opensPayment(page, 1_000);
  await failsAtCheckout(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment not made');
  await expect(page.getByRole('article')).toContainText('Nothing was added to your wallet.');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page).toHaveURL('/profile/fundWallet');

  await opensPayment(page, 1_000);
  await paysByCard(page, 1_000);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment received');
  expect(await balanceOf(ada)).toBe(990);
  await page.goto('/profile/transactions');
  await expect(transactionWith(page, '+₦990.00')).toHaveCount(1);
  await expect(transactionWith(page, 'Failed')).toHaveCount(1);
});

test('a payment that was left open is continued from the list, and the slip turns by itself', async ({
  page,
  context,
}) => {
  const ada = await aUser();
  await isSignedIn(page, ada);
  await opensPayment(page, 2_500);
  await page.goto('/profile/transactions');
  await transactionWith(page, 'Waiting').getByText('Card funding').click();
  await expect(receiptState(page)).toHaveText('Waiting for payment');
  const link = page.getByRole('dialog', { name: 'Slip' }).getByRole('link', { name: 'Continue payment' });

  const other = await context.newPage();
  await other.goto((await link.getAttribute('href')) ?? '');
  await isAtCheckout(other, 2_500);
  await paysByCard(other, 2_500);
  await other.close();
  await expect(receiptState(page)).toHaveText('Received');
  await expect(link).toBeHidden();
  await expect(shownBalance(page)).toContainText('₦2,475.00');
});

test('a payment is credited once, however often one comes back', async ({ page }) => {
  const ada = await aUser();
  await isSignedIn(page, ada);
  await opensPayment(page, 1_000);
  await paysByCard(page, 1_000);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment received');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment received');
  const reference = new URL(page.url()).searchParams.get('reference');
  const { payments } = await journal();
  expect(payments.filter((payment) => payment.reference === reference)).toHaveLength(1);
  expect(await balanceOf(ada)).toBe(990);
});

test('the return page promises nothing that is not true', async ({ page }) => {
  const ada = await aUser();
  await isSignedIn(page, ada);
  await page.goto('/profile/fundWallet/return?reference=JR000000NOTMINE');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No payment to check');
  await page.goto('/profile/fundWallet/return');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No payment to check');
  expect(await balanceOf(ada)).toBe(0);
});

test('play money comes at once and without a fee', async ({ page }) => {
  await isSignedIn(page, await aUser());
  await page.goto('/profile/fundWallet');
  await page.getByLabel('Amount', { exact: true }).fill('5000');
  await page.getByRole('button', { name: 'Add play money' }).click();
  await expect(shownBalance(page)).toContainText('₦5,000.00');
});
