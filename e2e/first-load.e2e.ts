import { hasThinLine } from './helpers/device.ts';
import { aUser, isSignedIn } from './helpers/people.ts';
import { expect, test } from './helpers/test.ts';

/* What the first visit on a thin line waits for: nothing that could have been asked for before. */

interface Request {
  name: string;
  startTime: number;
  responseEnd: number;
}

test('whoever is signed in asks for the scripts of the dashboard, the session check and the profile while those of the page are on their way', async ({
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
  const [check, profile] = [/\/isTokenValid$/, /\/api\/v1\/auth$/];
  await expect.poll(() => requestOf(profile), { timeout: 30_000 }).toBeDefined();
  const shared = await requestOf(/\/vendor-/);
  for (const early of [/\/shop-/, check, profile])
    expect((await requestOf(early))?.startTime).toBeLessThan(shared?.responseEnd ?? 0);
  // The program took the answers and asked neither again.
  await expect(page.getByText('₦1,000').first()).toBeVisible({ timeout: 30_000 });
  for (const once of [check, profile])
    expect((await requests()).filter(({ name }) => once.test(name))).toHaveLength(1);
});
