import { hasThinLine } from '../helpers/device.ts';
import { countsShifts, slowAnswers, stays } from '../helpers/layout-shift.ts';
import { aUser, demo, isSignedIn } from '../helpers/people.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';

/* What one is about to press stays where it is while a screen loads, where something comes late. That each screen does, every-screen.e2e.ts sees. */

/** In the page, as `slowAnswers` is. Later than all else that the dashboard shows. */
const troubles = `
  const answer = window.fetch;
  window.fetch = async (...request) => {
    const response = await answer(...request);
    if (!response.url.endsWith('/api/v1/status')) return response;
    await new Promise((resolve) => setTimeout(resolve, 600));
    const trouble = { service: 'data', network: 'MTN', deliveredPercent: 60, failedPercent: 40, pendingPercent: 0, slowPercent: 0, medianSeconds: 4 };
    return Response.json({ ...(await response.json()), services: [trouble] });
  };`;

test('words about a service in trouble push nothing down', async ({ page }) => {
  await isSignedIn(page, await aUser({ naira: 1_000 }));
  for (const script of [countsShifts, slowAnswers, troubles]) await page.addInitScript(script);
  await page.goto('/profile');
  await expect(page.getByText('MTN data has trouble')).toBeVisible();
  await stays(page);
});

/** In the page, as `slowAnswers` is. Later than the details that the rest of the dashboard stands on. */
const lateQueues = `
  const inTime = window.fetch;
  window.fetch = async (...request) => {
    const { url } = new Request(...request);
    if (url.includes('/api/v1/admin/waiting')) await new Promise((resolve) => setTimeout(resolve, 1_500));
    return inTime(...request);
  };`;

test('the queues of the admin dashboard push nothing down', async ({ page }) => {
  await isSignedIn(page, await demo('admin'));
  for (const script of [countsShifts, slowAnswers, lateQueues]) await page.addInitScript(script);
  await page.goto('/admin');
  await expect(page.getByRole('region', { name: 'Queues' })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await stays(page);
});

test('a slip has its room beside the list of staff before it is there', async ({ page, isMobile }) => {
  test.skip(isMobile, 'on a phone it lies over the list');
  const agent = await demo('agent');
  await aUser({ naira: 1_000 });
  const { transactions } = await call('listTransactions', {}, agent.token);
  await isSignedIn(page, agent);
  let letIn = (): void => undefined;
  const isLetIn = new Promise<void>((resolve) => (letIn = resolve));
  await page.route(/\/staff-receipt-[^/]*\.js$/, async (route) => {
    await isLetIn;
    await route.continue();
  });
  await page.goto(`/profile/transactions/${transactions[0]?._id}`);
  const edge = async (): Promise<number> => {
    const box = await page.getByRole('button', { name: /^Filters/ }).boundingBox();
    return box === null ? 0 : box.x + box.width;
  };
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeVisible();
  const before = await edge();
  letIn();
  await expect(page.getByRole('dialog', { name: /^Slip/ })).toBeVisible();
  expect(await edge()).toBe(before);
});

test('logging in and buying data stay where they are on a thin line', async ({ page }) => {
  test.setTimeout(120_000);
  await page.addInitScript(countsShifts);
  await hasThinLine(page);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible({ timeout: 60_000 });
  await stays(page);
  await isSignedIn(page, await aUser({ naira: 1_000 }));
  for (const network of ['MTN', 'AIRTEL']) {
    await page.goto(`/profile/buydata?network=${network}`);
    await expect(page.getByRole('radio').first()).toBeVisible({ timeout: 60_000 });
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: 60_000 });
    await stays(page);
  }
});
