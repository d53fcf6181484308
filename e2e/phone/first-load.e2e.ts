import type { Page } from '@playwright/test';
import { hasThinLine } from '../helpers/device.ts';
import { countsShifts, MOST_SHIFT, shiftOf } from '../helpers/layout-shift.ts';
import { aUser, isSignedIn } from '../helpers/people.ts';
import { expect, test } from '../helpers/test.ts';

/* What the first visit on a thin line waits for: nothing that could have been asked for before. */

interface Request {
  name: string;
  /** What asked for it: an element of the page, or the styles. */
  initiatorType: string;
  startTime: number;
  responseEnd: number;
}

/** What is still on its way is not among them. */
const requests = (page: Page): Promise<Request[]> =>
  page.evaluate(
    `performance.getEntriesByType('resource').map(({ name, initiatorType, startTime, responseEnd }) => ({ name, initiatorType, startTime, responseEnd }))`,
  );

/** By itself, from the first paint on: the page counts its shifts. */
async function hasNotMoved(page: Page): Promise<void> {
  const { shift, what } = await shiftOf(page, 1_000);
  expect(shift, what.join('\n')).toBeLessThan(MOST_SHIFT);
}

test('typefaces are asked for before the first text, and on a thin line not at all where one begins: the scripts have it to themselves, and nothing moves', async ({
  page,
}) => {
  test.slow(); // the line
  await hasThinLine(page);
  await page.addInitScript(countsShifts);
  const ofTypefaces = async (visited: Page) =>
    (await requests(visited)).filter(({ name }) => name.includes('/fonts/'));
  const opens = async (visited: Page) => {
    await visited.goto('/login');
    await expect(visited.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
  };
  await opens(page);
  await hasNotMoved(page);
  expect(await ofTypefaces(page)).toEqual([]);

  // The line is that of one page.
  const next = await page.context().newPage();
  await opens(next);
  await expect.poll(async () => (await ofTypefaces(next)).length, { timeout: 30_000 }).toBeGreaterThan(1);
  expect(new Set((await ofTypefaces(next)).map(({ initiatorType }) => initiatorType))).toEqual(
    new Set(['link']),
  );
});

test('whoever is signed in asks for all that the dashboard needs while the scripts of the page are on their way', async ({
  page,
}) => {
  test.slow(); // the line
  await isSignedIn(page, await aUser({ naira: 1_000 }));
  await hasThinLine(page);
  await page.addInitScript(countsShifts);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
  const requestOf = async (name: RegExp) => (await requests(page)).find((request) => name.test(request.name));
  const [check, profile, status] = [/\/isTokenValid$/, /\/api\/v1\/auth$/, /\/api\/v1\/status$/];
  for (const early of [/\/shop-/, /\/below-/, check, profile, status]) {
    await expect.poll(() => requestOf(early), { timeout: 30_000 }).toBeDefined();
    const shared = await requestOf(/\/vendor-/);
    expect((await requestOf(early))?.startTime, String(early)).toBeLessThan(shared?.responseEnd ?? 0);
  }
  // The program took the answers and asked for none of them again.
  await expect(page.getByText('₦1,000').first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('heading', { name: 'Refer a friend' })).toBeVisible({ timeout: 30_000 });
  for (const once of [check, profile, status])
    expect((await requests(page)).filter(({ name }) => once.test(name))).toHaveLength(1);
  await hasNotMoved(page);
});
