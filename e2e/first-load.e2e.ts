import { hasThinLine } from './helpers/device.ts';
import { aUser, isSignedIn } from './helpers/people.ts';
import { expect, test } from './helpers/test.ts';

/* What the first visit on a thin line waits for: nothing that could have been asked for before. */

interface Request {
  name: string;
  startTime: number;
  responseEnd: number;
}

test('whoever is signed in asks for the scripts of the dashboard with those of the page, and for the profile before the first frame', async ({
  page,
}) => {
  test.slow(); // the line
  await isSignedIn(page, await aUser({ naira: 1_000 }));
  await hasThinLine(page);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
  // What is still on its way is not in the list.
  const requests = () =>
    page.evaluate<Request[]>(
      `performance.getEntriesByType('resource').map(({ name, startTime, responseEnd }) => ({ name, startTime, responseEnd }))`,
    );
  const requestOf = async (name: RegExp) => (await requests()).find((request) => name.test(request.name));
  const check = /\/isTokenValid$/;
  await expect.poll(() => requestOf(check), { timeout: 30_000 }).toBeDefined();
  const shared = await requestOf(/\/vendor-/);
  expect((await requestOf(/\/shop-/))?.startTime).toBeLessThan(shared?.responseEnd ?? 0);
  // Noted a moment after what was drawn.
  const firstFrame = () =>
    page.evaluate<number>(
      `performance.getEntriesByName('first-contentful-paint').map(({ startTime }) => startTime)[0] ?? 0`,
    );
  await expect.poll(firstFrame, { timeout: 30_000 }).toBeGreaterThan(0);
  expect((await requestOf(check))?.startTime).toBeLessThan(await firstFrame());
});
