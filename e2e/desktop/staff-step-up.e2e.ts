import path from 'node:path';
import { findRunningPostgres } from '../../server/src/database/embedded-postgres.ts';
import { withClient } from '../../server/src/database/with-client.ts';
import { hasNoViolations } from '../helpers/axe.ts';
import { demo, isSignedIn } from '../helpers/people.ts';
import { expect, test as base } from '../helpers/test.ts';
import { type Home, makeHome, removeHome, useProductOf } from '../product.ts';

/* What staff change takes a password that was given shortly before, in a live installation: on a product of its own, since a sandbox asks nobody. */

const test = base.extend<{ home: Home }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture uses
  home: async ({}, use) => {
    const home = await makeHome('staff-step-up', { STAFF_STEP_UP_MINUTES: '5' });
    await use(home);
    removeHome(home);
  },
  baseURL: ({ baseURL: everybodys, home }, use) => useProductOf(home, everybodys, use),
});
test.describe.configure({ timeout: 240_000 });

/** All who are signed in said who they are an hour ago. */
async function anHourPasses({ dataDir }: Home): Promise<void> {
  const addressOf = findRunningPostgres(path.join(dataDir, 'postgres'));
  if (addressOf === undefined) throw new Error('no database runs');
  await withClient(addressOf('jara'), (client) =>
    client.query(`update sessions set created_at = now() - interval '1 hour', stepped_up_at = null`),
  );
}

test('an admin whose login is an hour old is asked who it is, over what is open, and goes on', async ({
  page,
  home,
}) => {
  const admin = await demo('admin');
  await isSignedIn(page, admin);
  await page.goto('/admin');
  const row = page
    .getByRole('region', { name: 'electricity' })
    .getByRole('listitem')
    .filter({ hasText: 'Jos' });
  await expect(row).toContainText('available');
  await anHourPasses(home);

  await row.getByRole('button').click();
  const locks = page.getByRole('dialog', { name: /Jos/ });
  await locks.getByLabel('Reason').fill('No answer from the company');
  await locks.getByRole('button', { name: 'Lock Jos electricity' }).click();
  const question = page.getByRole('dialog', { name: 'Is it you?' });
  await expect(question.getByRole('heading', { name: 'Is it you?' })).toBeFocused();
  await hasNoViolations(page);

  // Whoever only borrowed the session does not get on, and nothing that was typed is lost.
  await question.getByLabel('Your password').fill('not the password');
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(question.getByText('Your password is not correct')).toBeVisible();
  await question.getByRole('button', { name: 'Close' }).click();
  await expect(locks.getByLabel('Reason')).toHaveValue('No answer from the company');
  await expect(row).toContainText('available');

  await locks.getByRole('button', { name: 'Lock Jos electricity' }).click();
  await question.getByLabel('Your password').fill(admin.password);
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(row).toContainText('locked');

  // Within the five minutes nobody is asked again.
  await row.getByRole('button', { name: 'Unlock Jos' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlock Jos electricity' }).click();
  await expect(row).toContainText('available');
  await expect(question).toBeHidden();
});
