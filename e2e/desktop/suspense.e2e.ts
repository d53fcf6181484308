import { hasNoViolations } from '../helpers/axe.ts';
import { aUser, balanceOf, demo, isSignedIn } from '../helpers/people.ts';
import { call } from '../helpers/server.ts';
import { paysIn } from '../helpers/sandbox.ts';
import { expect, test } from '../helpers/test.ts';
import { toasts } from '../helpers/toasts.ts';

/* Money that came in and that nobody could be credited with. */

test('a transfer into an account that nobody has is credited by an admin, once', async ({ page }) => {
  const ada = await aUser();
  const accountNumber = `99${String(Date.now()).slice(-8)}`;
  await paysIn(accountNumber, 5_000);
  const { token } = await demo('admin');
  const isThere = async () =>
    (await call('listSuspense', {}, token)).suspense.some((one) => one.accountNumber === accountNumber);
  await expect.poll(isThere).toBe(true);

  await isSignedIn(page, await demo('admin'));
  await page.goto('/admin');
  await page.getByRole('region', { name: 'Queues' }).getByRole('link', { name: 'Suspense' }).click();
  const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: accountNumber });
  await expect(entry).toContainText('₦5,000.00');
  await hasNoViolations(page);
  await entry.getByRole('button', { name: 'Decide' }).click();
  const step = page.getByRole('dialog', { name: 'Whose money it is' });
  await step.getByText('goes to a wallet').click();
  await step.getByLabel('Username').fill(ada.userName);
  await step.getByLabel('How do you know?').fill('The bank wrote');
  await step.getByRole('button', { name: 'Validate' }).click();
  await hasNoViolations(page);
  await step.getByRole('button', { name: 'Credit the wallet' }).click();
  await expect(toasts(page).getByText(`₦4,950.00 is in the wallet of ${ada.userName}`)).toBeVisible();
  await expect(entry).toHaveCount(0);
  expect(await balanceOf(ada)).toBe(4_950);
});
