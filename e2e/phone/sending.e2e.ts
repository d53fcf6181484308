import { closesReceipt, sheet, shownBalance, slip, receiptState } from '../helpers/buying.ts';
import { aUser, balanceOf, demo, isSignedIn, type User } from '../helpers/people.ts';
import { aNewAccount, choosesReceiver, fillsAmount, validatesAccount } from '../helpers/sending.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';
import { refusesWith } from '../helpers/toasts.ts';

/* Money that leaves the wallet for another wallet or for a bank, and coupons that come in. */

let ada: User;

test.beforeEach(async ({ page }) => {
  ada = await aUser({ naira: 5_000 });
  await isSignedIn(page, ada);
});

test.describe('a transfer', () => {
  test('locks the username, shows the masked name, arrives once, double click or not, and resets the validated state', async ({
    page,
  }) => {
    const chidi = await aUser();
    await page.goto('/profile/transfer');
    await expect(page.getByLabel('Amount', { exact: true })).toBeHidden();
    await page.getByLabel('Username').fill(chidi.userName);
    await expect(page.getByRole('status', { name: 'The receiver' })).toContainText(chidi.userName);
    await expect(page.getByLabel('Username')).toBeHidden();
    await fillsAmount(page, 1_500.5);
    await page.getByLabel('Note').fill('school fees');
    await page.getByRole('button', { name: 'Transfer', exact: true }).click();
    await expect(sheet(page)).toContainText('Balance after');
    await sheet(page).getByRole('button', { name: 'Send ₦1,500.50' }).dblclick();
    await expect(receiptState(page)).toHaveText('Sent');
    await expect(page).toHaveURL('/profile');
    await expect(shownBalance(page)).toContainText('₦3,499.50');
    expect([await balanceOf(ada), await balanceOf(chidi)]).toEqual([3_499.5, 1_500.5]);
    await closesReceipt(page);
    await page.goto('/profile/transfer');
    await expect(page.getByLabel('Username')).toHaveValue('');
    await expect(page.getByRole('status', { name: 'The receiver' })).toBeHidden();
    await page.getByRole('group', { name: 'Recent people' }).getByRole('button').click();
    await expect(page.getByRole('status', { name: 'The receiver' })).toBeVisible();
  });

  test('says what is wrong in the words of the specification', async ({ page }) => {
    await page.goto('/profile/transfer');
    await refusesWith(page, 'Check username', 'Enter a username');
    await page.getByLabel('Username').fill('nobody_at_all_here');
    await refusesWith(page, 'Check username', 'Nobody here has this username');
    await choosesReceiver(page, (await aUser()).userName);
    await fillsAmount(page, 5_000.01);
    await refusesWith(page, 'Transfer', 'Insufficient balance');
    await expect(page.getByRole('link', { name: 'Add ₦0.01 to pay' })).toBeVisible();
  });

  test('by an admin is not held against the balance', async ({ page }) => {
    const admin = await demo('admin');
    await isSignedIn(page, admin);
    const before = await balanceOf(admin);
    await choosesReceiver(page, ada.userName);
    await fillsAmount(page, 60_000);
    await page.getByLabel('Reason').fill('paid at the counter');
    await page.getByRole('button', { name: 'Transfer', exact: true }).click();
    await sheet(page).getByRole('button', { name: 'Send ₦60,000.00' }).click();
    await expect(slip(page)).toContainText(`is in the wallet of ${ada.userName}`);
    expect([await balanceOf(admin), await balanceOf(ada)]).toEqual([before, 65_000]);
  });
});

test.describe('a withdrawal', () => {
  test('pays the amount less 50 naira to an account that was validated, saved, used again and removed', async ({
    page,
  }) => {
    await validatesAccount(page, aNewAccount());
    await page.getByRole('button', { name: 'Add as beneficiary' }).click();
    await expect(page.getByRole('button', { name: 'Add as beneficiary' })).toBeHidden();
    await fillsAmount(page, 1_000);
    await expect(page.getByRole('main')).toContainText('₦50.00 fee — the account gets ₦950.00');
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await sheet(page).getByRole('button', { name: 'Withdraw ₦1,000.00' }).dblclick();
    await expect(receiptState(page)).toHaveText('Paid out');
    await expect(page).toHaveURL('/profile');
    expect(await balanceOf(ada)).toBe(4_000);
    await closesReceipt(page);

    await page.goto('/profile/withdraw');
    // The validated state is reset, and the beneficiary's card shows the amount and a withdraw action.
    await expect(page.getByLabel('Account number')).toHaveValue('');
    await expect(page.getByLabel('Amount', { exact: true })).toBeHidden();
    await expect(page.getByRole('listitem').filter({ hasText: 'GTBank' })).toContainText('₦1,000.00');
    await page.getByRole('button', { name: /^Withdraw to / }).click();
    await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('1000');
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('button', { name: /^Remove / }).click();
    await sheet(page, 'Remove beneficiary').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Beneficiaries', { exact: true })).toBeHidden();
  });

  test('that the bank works on turns into its end by itself', async ({ page }) => {
    await validatesAccount(page, aNewAccount('0003'));
    await fillsAmount(page, 1_000);
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await sheet(page).getByRole('button', { name: 'Withdraw ₦1,000.00' }).click();
    await expect(receiptState(page)).toHaveText('Paid — waiting for the bank');
    await expect(slip(page)).toContainText('Your ₦1,000.00 is held, not lost.');
    await expect(receiptState(page)).toHaveText('Failed — money returned', { timeout: 45_000 });
    await expect(slip(page)).toContainText('₦1,000.00 is back in your wallet.');
    await expect(shownBalance(page)).toContainText('₦5,000.00');
  });

  test('that the bank refuses returns the money and says so', async ({ page }) => {
    await validatesAccount(page, aNewAccount('0001'));
    await fillsAmount(page, 1_000);
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await sheet(page).getByRole('button', { name: 'Withdraw ₦1,000.00' }).click();
    const returned = sheet(page, 'Not paid out');
    await expect(returned.getByRole('status')).toHaveText('Failed — money returned');
    await expect(returned).toContainText('₦1,000.00 is back in your wallet.');
    expect(await balanceOf(ada)).toBe(5_000);
  });

  test('says what is wrong in the words of the specification', async ({ page }) => {
    await page.goto('/profile/withdraw');
    await refusesWith(page, 'Validate', 'Enter account number');
    await validatesAccount(page, aNewAccount('9999'));
    await expect(page.locator('[id$="-error"]')).toHaveText('GTBank has no account with this number');
    await validatesAccount(page, aNewAccount());
    await fillsAmount(page, 99);
    await refusesWith(page, 'Withdraw', 'minimum withdrawal is ₦100.00');
    await fillsAmount(page, 5_001);
    await refusesWith(page, 'Withdraw', 'Insufficient balance');
  });
});

test('a coupon is redeemed once; its amount is added to the balance', async ({ page }) => {
  const admin = await demo('admin');
  const { couponCode } = await call(
    'generateCoupon',
    { userAccount: ada.userName, amount: 700 },
    admin.token,
  );
  await page.goto('/profile/fundWallet/coupon');
  await refusesWith(page, 'Redeem', 'Enter a coupon code');
  await page.getByLabel('Coupon code').fill(couponCode.toLowerCase());
  await page.getByRole('button', { name: 'Redeem' }).dblclick();
  await expect(receiptState(page)).toHaveText('Received');
  await expect(page).toHaveURL('/profile');
  await expect(shownBalance(page)).toContainText('₦5,700.00');
  await closesReceipt(page);
  await page.goto('/profile/fundWallet/coupon');
  await page.getByLabel('Coupon code').fill(couponCode);
  await page.getByRole('button', { name: 'Redeem' }).click();
  await expect(page.getByRole('alert')).toHaveText('This coupon was used already');
  expect(await balanceOf(ada)).toBe(5_700);
});

test('anybody who is shown a slip can check that it is true, and learns no name', async ({
  page,
  browser,
}) => {
  const { receipt } = await call(
    'transferFund',
    { userName: (await aUser()).userName, amount: 20 },
    ada.token,
  );
  await page.goto(`/profile/transactions/${receipt._id}`);
  const foot = slip(page).getByRole('region', { name: 'Check this slip' });
  await expect(foot.getByRole('img', { name: 'Leads to the public check of this slip' })).toBeVisible();
  const { slip: code } = await call('getTransaction', { id: receipt._id }, ada.token);

  const stranger = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await stranger.goto(`/check/${code}`);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Slip check');
  const paper = stranger.getByRole('article');
  await expect(paper.getByRole('status')).toHaveText('Done');
  await expect(paper).toContainText(receipt.reference);
  for (const secret of [ada.userName, '₦'])
    await expect(stranger.getByRole('main')).not.toContainText(secret);
  await stranger.goto(`/check/${code}0`);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Not a slip of ours');
  await stranger.context().close();
});
