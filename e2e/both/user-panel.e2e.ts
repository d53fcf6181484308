import type { Locator, Page } from '@playwright/test';
import { hasNoViolations } from '../helpers/axe.ts';
import { aUser, demo, isSignedIn } from '../helpers/people.ts';
import { coversNothing } from '../helpers/panels.ts';
import { ask, call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';
import { toasts } from '../helpers/toasts.ts';

/* One user after the other: what staff look at beside the list, and what they write for each other. */

/** The names in the list of users that this worker has made: nobody else adds to it meanwhile. */
async function listOfOwn(page: Page): Promise<{ names: Locator; shown: string[] }> {
  const users = [await aUser(), await aUser(), await aUser()];
  const beginning = users[0]?.userName.split('_', 2).join('_') ?? '';
  await page.goto(`/admin/users?userName=${beginning}_`);
  const names = page.getByRole('row').getByRole('button');
  for (const { userName } of users) await expect(names.filter({ hasText: userName })).toBeVisible();
  return { names, shown: await names.allTextContents() };
}

test('staff go through the list by key, with the list in use beside the panel', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has the whole screen for a user, and no keys');
  await page.setViewportSize({ width: 1440, height: 900 });
  await isSignedIn(page, await demo('agent'));
  const { names, shown } = await listOfOwn(page);
  const [first = '', second = '', third = ''] = shown;
  const panel = page.getByRole('dialog');
  const current = page.locator('tr[aria-current="true"]');
  await names.first().click();
  await expect(panel).toHaveAccessibleName(first);
  await expect(panel.getByRole('heading', { name: first })).toBeFocused();
  await page.keyboard.press('j');
  await expect(panel).toHaveAccessibleName(second);
  await expect(current).toContainText(second);
  await expect(panel.getByRole('region', { name: 'Notes' })).toBeVisible();
  await hasNoViolations(page);
  await page.keyboard.press('k');
  await expect(panel).toHaveAccessibleName(first);
  await names.nth(2).click();
  await expect(panel).toHaveAccessibleName(third);
  await expect(panel.getByRole('heading', { name: third })).toBeFocused();
  await page.keyboard.press('k');
  await expect(panel).toHaveAccessibleName(second);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(names.nth(1)).toBeFocused();
});

/** Runs in the page: presses J as soon as the panel is drawn, and again at once. */
const pressesTwiceAtOnce = String.raw`new Promise((done) => {
  const press = () => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
  new MutationObserver((_, observer) => {
    if (document.querySelector('[role=dialog], dialog[open]') === null) return;
    observer.disconnect();
    press();
    press();
    done();
  }).observe(document.body, { childList: true, subtree: true });
  document.querySelector('tbody button').click();
})`;

test('every key counts, however soon it comes', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no keys');
  await isSignedIn(page, await demo('agent'));
  const { names, shown } = await listOfOwn(page);
  await names.first().focus();
  await page.evaluate(pressesTwiceAtOnce);
  await expect(page.getByRole('dialog')).toHaveAccessibleName(shown[2] ?? '');
});

test('beside the panel of a user everything else stays in sight and in use', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has a sheet instead');
  await isSignedIn(page, await demo('admin'));
  const { names, shown } = await listOfOwn(page);
  const panel = page.getByRole('dialog', { name: shown[0] ?? '' });
  const search = page.getByRole('dialog', { name: 'Search' });
  await names.first().click();
  await coversNothing(page, panel, async (width) => {
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const [bar, box] = [await page.getByRole('banner').boundingBox(), await panel.boundingBox()];
    expect.soft(box?.y, `${width} px`).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
    await page.evaluate('scrollTo(0, 0)');
  });
  for (const key of ['ControlOrMeta+k', '/']) {
    await page.keyboard.press(key);
    await expect(search).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(search).toBeHidden();
    await expect(panel).toBeVisible();
  }
  await page.getByRole('banner').getByRole('button', { name: 'Your menu' }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeHidden();
  await expect(panel).toBeVisible();
  // A form of the panel is modal: its Escape is its own, and its letters are letters.
  await panel.getByRole('button', { name: 'Stop the account' }).click();
  const form = page.getByRole('dialog', { name: 'Stop or open the account' });
  await form.getByLabel('Reason').fill('jk');
  await form.getByLabel('Reason').press('j');
  await form.getByRole('button', { name: 'Close' }).press('Escape');
  await expect(form).toBeHidden();
  await expect(panel).toBeVisible();
  await names.nth(1).focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(names.nth(1)).toBeFocused();
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
