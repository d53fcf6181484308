import { hasNoViolations } from '../helpers/axe.ts';
import type { Page } from '@playwright/test';
import { slip } from '../helpers/buying.ts';
import { aUser, balanceOf, demo, isSignedIn } from '../helpers/people.ts';
import { aNewMeter } from '../helpers/sending.ts';
import { ask, call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';
import { toasts } from '../helpers/toasts.ts';

/* What no supplier decides: it waits for staff, who ask elsewhere and say what became of it. */

const entryOf = (page: Page, userName: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: userName });

test('a sale that its supplier takes back waits for staff, and an admin returns the money once', async ({
  page,
}) => {
  // The sandbox takes it back half a minute later.
  test.slow();
  const ada = await aUser({ naira: 2_000 });
  const meter = { meterId: 18, meterNumber: aNewMeter('0011'), meterType: 'prepaid' };
  const { body } = await ask('buyElectricity', { ...meter, amount: 1_000 }, ada.token);
  const { token } = await demo('admin');
  const isInReview = async () => {
    const { waiting } = await call('listWaiting', {}, token);
    return waiting.some(({ _id }) => _id === body.receipt._id);
  };
  await expect.poll(isInReview, { timeout: 90_000 }).toBe(true);

  await isSignedIn(page, await demo('agent'));
  await page.goto('/admin/waiting');
  await expect(entryOf(page, ada.userName)).toContainText('taken back');
  await expect(entryOf(page, ada.userName).getByRole('button')).toHaveText([/^JR/, 'Check status']);

  await isSignedIn(page, await demo('admin'));
  await page.goto('/admin');
  await page.getByRole('region', { name: 'Queues' }).getByRole('link', { name: 'For staff' }).click();
  const entry = entryOf(page, ada.userName);
  await expect(entry).toContainText('₦1,050.00');
  await hasNoViolations(page);
  await entry.getByRole('button', { name: 'Decide' }).click();
  const step = page.getByRole('dialog', { name: 'What became of it' });
  await step.getByRole('button', { name: 'Book as delivered' }).click();
  await expect(step).toContainText('Choose what became of it.');
  await step.getByText('did not deliver it').click();
  await step.getByLabel('How do you know?').fill('The company took it back');
  await hasNoViolations(page);
  await step.getByRole('button', { name: 'Return ₦1,050.00' }).click();
  await expect(toasts(page).getByText(`₦1,050.00 is back in the wallet of ${ada.userName}`)).toBeVisible();
  await expect(entry).toHaveCount(0);
  expect(await balanceOf(ada)).toBe(2_000);

  await page.goto(`/admin/audit?subject=transaction+${body.receipt._id}`);
  await expect(page.getByRole('main').locator('ol > li').first()).toContainText('The company took it back');
  await isSignedIn(page, ada);
  await page.goto(`/profile/transactions/${body.receipt._id}`);
  await expect(slip(page)).toContainText('back in your wallet');
});
