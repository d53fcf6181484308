import { hasNoViolations } from './helpers/axe.ts';
import { aUser, demo, isSignedIn } from './helpers/people.ts';
import { ask, call } from './helpers/server.ts';
import { expect, test } from './helpers/test.ts';
import { toasts } from './helpers/toasts.ts';

/* One user after the other: what staff look at beside the list, and what they write for each other. */

test('staff go through the list by key, with the list in use beside the panel', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has the whole screen for a user, and no keys');
  await Promise.all([aUser(), aUser(), aUser()]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await isSignedIn(page, await demo('agent'));
  await page.goto('/admin/users');
  const names = page.getByRole('row').getByRole('button');
  await expect(names.nth(2)).toBeVisible();
  const [first = '', second = '', third = ''] = await names.allTextContents();
  const panel = page.getByRole('dialog');
  await names.first().click();
  await expect(panel).toHaveAccessibleName(first);
  await page.keyboard.press('j');
  await expect(panel).toHaveAccessibleName(second);
  await expect(panel.getByRole('region', { name: 'Notes' })).toBeVisible();
  await hasNoViolations(page);
  await page.keyboard.press('k');
  await expect(panel).toHaveAccessibleName(first);
  await names.nth(2).click();
  await expect(panel).toHaveAccessibleName(third);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(names.nth(2)).toBeFocused();
});

test('a note of an agent is there for an admin, and not for the user', async ({ page, browser }) => {
  const ada = await aUser();
  await isSignedIn(page, await demo('agent'));
  await page.goto(`/admin/users?user=${ada.userName}`);
  const notes = page.getByRole('dialog', { name: ada.userName }).getByRole('region', { name: 'Notes' });
  await notes.getByRole('button', { name: 'Add note' }).click();
  await expect(notes).toContainText('Write the note.');
  await notes.getByLabel('New note').fill('Lost her phone.\nCall before a reset.');
  await notes.getByRole('button', { name: 'Add note' }).click();
  await expect(toasts(page).getByText(`The note about ${ada.userName} is added`).first()).toBeVisible();
  await expect(notes.getByLabel('New note')).toHaveValue('');
  await expect(notes.getByRole('listitem')).toContainText('Lost her phone.');
  await hasNoViolations(page);

  const context = await browser.newContext();
  const colleague = await context.newPage();
  await isSignedIn(colleague, await demo('admin'));
  await colleague.goto(`/admin/users?user=${ada.userName}`);
  await expect(colleague.getByRole('region', { name: 'Notes' })).toContainText('Call before a reset.');
  await context.close();
  const { user } = await call('getProfile', undefined, ada.token);
  expect((await ask('listUserNotes', { id: user._id }, ada.token)).status).toBe(403);
});
