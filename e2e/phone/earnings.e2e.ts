import { slip, receiptState } from '../helpers/buying.ts';
import { aUser, balanceOf, isSignedIn } from '../helpers/people.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';
import { toasts } from '../helpers/toasts.ts';

/* Earning by inviting: the link brings somebody, who becomes a reseller, and the reward goes to the wallet. */

test('the link earns, and what was earned goes to the wallet', async ({ page, browser, context }) => {
  const ada = await aUser();
  await isSignedIn(page, ada);
  await page.goto('/profile/earnings');
  await expect(page.getByText('Nobody yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Withdraw to wallet' })).toBeDisabled();
  await expect(page.getByRole('img', { name: /^QR code of your invitation link/ })).toBeVisible();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(toasts(page).getByText('Referral link copied', { exact: true })).toBeVisible();
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(link).toMatch(new RegExp(`/register/${ada.userName}$`));

  const guest = await browser.newPage();
  await guest.goto(link);
  await expect(guest.getByText(ada.userName)).toBeVisible();
  await guest.close();
  const obi = await aUser({ naira: 1_000, referredBy: ada.userName });
  const { user } = await call('getProfile', undefined, obi.token);
  await call('upgradeToReseller', { id: user._id, userType: 'reseller' }, obi.token);

  // The reward is told to the open page.
  await expect(page.getByRole('region', { name: 'Your earnings' })).toContainText('Balance₦500.00');
  await expect(page.getByRole('region', { name: 'Whom you invited' })).toContainText('ad***₦500.00');
  await page.getByRole('button', { name: 'Withdraw to wallet' }).click();
  await page.getByRole('button', { name: 'Move ₦500.00' }).click();
  await expect(receiptState(page)).toHaveText('Received');
  await expect(slip(page)).toContainText('Earnings to wallet');
  expect(await balanceOf(ada)).toBe(500);
  await page.goto('/profile/earnings');
  await expect(page.getByRole('region', { name: 'Your earnings' })).toContainText('Withdrawn₦500.00');
});

test.describe('on a network that loses answers', () => {
  test.use({ losesNetwork: true });

  test('earnings whose answer got lost go to the wallet once, also from a sheet that was closed and opened again', async ({
    page,
  }) => {
    const ada = await aUser();
    const obi = await aUser({ naira: 1_000, referredBy: ada.userName });
    const { user } = await call('getProfile', undefined, obi.token);
    await call('upgradeToReseller', { id: user._id, userType: 'reseller' }, obi.token);
    await isSignedIn(page, ada);
    await page.goto('/profile/earnings');
    const moves = async () => {
      await page.getByRole('button', { name: 'Withdraw to wallet' }).click();
      await page.getByLabel('Amount').fill('200');
      await page.getByRole('button', { name: 'Move ₦200.00' }).click();
    };
    await page.route('**/withdrawEarning', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await moves();
    // Until it says so the sheet stays open: its money is on its way.
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(/^No connection/);
    expect(await balanceOf(ada)).toBe(200);
    await page.unrouteAll({ behavior: 'wait' });
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Amount')).toHaveCount(0);

    await moves();
    await expect(receiptState(page)).toHaveText('Received');
    expect(await balanceOf(ada)).toBe(200);
  });
});
