import type { Page } from '@playwright/test';
import { aUser, isSignedIn } from './helpers/people.ts';
import { opens, screenGroups } from './helpers/screens.ts';
import { expect, test } from './helpers/test.ts';

/* What one is about to press stays where it is while a screen loads: on every screen, and on a thin line where it had moved. */

/** Of Cumulative Layout Shift; Google calls 0.1 good. */
const MOST = 0.02;

/** Adds up in the page what moved by itself from the first paint on. */
const counting = `
  window.layoutShift = 0;
  window.layoutShifts = [];
  window.changedAt = performance.now();
  new MutationObserver(() => { window.changedAt = performance.now(); })
    .observe(document, { subtree: true, childList: true, characterData: true });
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      window.layoutShift += value;
      const moved = ({ node, previousRect: { y, height }, currentRect }) =>
        [y, '->', currentRect.y, 'height', height, '->', currentRect.height, node?.outerHTML?.slice(0, 160)].join(' ');
      window.layoutShifts.push(value.toFixed(3) + ' ' + sources.map(moved).join(' | '));
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

/**
 * So that what stands for the answers is seen each time, whatever the machine does. In the page and not by a route, which turns the cache of the
 * browser off: each page had its typefaces anew, and on a loaded machine the swap of them was all that moved.
 */
const slowAnswers = `
  const ask = window.fetch;
  window.fetch = async (...request) => {
    const { url } = new Request(...request);
    if (url.includes('/api/')) await new Promise((resolve) => setTimeout(resolve, 200));
    return ask(...request);
  };`;

async function stays(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => true)');
  // Parts that come later say of nothing that they are on their way: nothing has come for a while.
  await expect
    .poll(() => page.evaluate<number>('performance.now() - window.changedAt'), { intervals: [100] })
    .toBeGreaterThan(300);
  const shift = await page.evaluate<number>('window.layoutShift');
  const what = await page.evaluate<string[]>('window.layoutShifts');
  expect.soft(shift, `${page.url()}: ${what.join('\n')}`).toBeLessThanOrEqual(MOST);
}

for (const { whose, screensFor } of screenGroups) {
  test(`the screens of ${whose} stay where they are while they load`, async ({ page }) => {
    test.setTimeout(120_000); // as long as there are screens
    const screens = await screensFor(page);
    await page.addInitScript(counting);
    await page.addInitScript(slowAnswers);
    for (const screen of screens) {
      await opens(page, screen);
      await stays(page);
    }
  });
}

/** In the page, as above. Later than all else that the dashboard shows. */
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
  for (const script of [counting, slowAnswers, troubles]) await page.addInitScript(script);
  await page.goto('/profile');
  await expect(page.getByText('MTN data has trouble')).toBeVisible();
  await stays(page);
});

/** 400 kbit/s, and 400 ms to the server and back. */
async function hasThinLine(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}

test('logging in and buying data stay where they are on a thin line', async ({ page }) => {
  test.setTimeout(120_000);
  await page.addInitScript(counting);
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
