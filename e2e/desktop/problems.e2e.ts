import { slip } from '../helpers/buying.ts';
import { hasNoViolations } from '../helpers/axe.ts';
import { aNewNumber, aUser, demo, isSignedIn } from '../helpers/people.ts';
import { ask } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';
import { toasts } from '../helpers/toasts.ts';

/* A user reports a problem on a slip; staff answer it in words. */

test('a problem is reported on the slip, answered by staff and read there', async ({ page }) => {
  const ada = await aUser({ naira: 1_000 });
  const { body } = await ask(
    'buyAirtime',
    { network: 1, mobile_number: aNewNumber(), amount: 100 },
    ada.token,
  );
  const address = `/profile/transactions/${body.receipt._id}`;
  await isSignedIn(page, ada);
  await page.goto(address);
  await page.getByRole('button', { name: 'Report a problem' }).click();
  await page.getByLabel('What is wrong?').selectOption('It did not arrive');
  await page.getByLabel('What happened?').fill('She says that nothing came.');
  await hasNoViolations(page);
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(toasts(page).getByText('We have your report')).toBeVisible();
  const problems = page.getByRole('region', { name: 'Problems' });
  await expect(problems).toContainText('Reported. We look into it');
  await expect(problems.getByRole('button')).toHaveCount(0);

  await isSignedIn(page, await demo('agent'));
  await page.goto('/admin/waiting?queue=disputes');
  const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: ada.userName }).first();
  await expect(entry).toContainText('She says that nothing came.');
  await hasNoViolations(page);
  await entry.getByRole('button', { name: 'Answer' }).click();
  const sheet = page.getByRole('dialog', { name: 'Answer' });
  await sheet.getByLabel('Your answer').fill('It arrived at 14:02. Look at the balance.');
  await hasNoViolations(page);
  await sheet.getByRole('button', { name: 'Answer and close' }).click();
  await expect(toasts(page).getByText('Answered and closed')).toBeVisible();
  await expect(entry).toHaveCount(0);

  await isSignedIn(page, ada);
  await page.goto(address);
  await expect(slip(page)).toContainText(body.receipt.reference);
  await expect(problems).toContainText('Settled · It did not arrive');
  await expect(problems).toContainText('It arrived at 14:02. Look at the balance.');
});
