/** Every screen of the table of e2e/screens.ts, opened once: what moves by itself while it loads. */
import { chromium, type Browser, type Page } from '@playwright/test';
import { findBrowser } from '../../e2e/browser.ts';
import { countsShifts, MOST_SHIFT, shiftOf } from '../../e2e/helpers/layout-shift.ts';
import { opens, screensFor } from '../../e2e/helpers/screens.ts';
import type { Product } from '../../e2e/product.ts';
import { screens, watchers, type Watcher } from '../../e2e/screens.ts';
import type { Profile } from './profiles.ts';
import { textOf, sumUp, type Row } from './verdict.ts';

/** More than the profile needs for an answer. */
const quietMs = 800;
const opensWithinMs = 30_000;

/** Prints each as it comes, and the sum of them. */
export async function benchScreens(product: Product, profile: Profile): Promise<Row[]> {
  // The helpers ask this product.
  Object.assign(process.env, { JARA_URL: product.url, JARA_SANDBOX_URL: product.sandboxUrl });
  console.log(`\nEvery screen once, ${profile.name}\n${'screen'.padEnd(36)} CLS (target)`);
  const browser = await chromium.launch(findBrowser());
  try {
    const rows: Row[] = [];
    for (const watcher of watchers) rows.push(...(await screensOf(browser, product, profile, watcher)));
    console.log(sumUp(rows, MOST_SHIFT));
    return rows;
  } finally {
    await browser.close();
  }
}

async function screensOf(
  browser: Browser,
  { url: baseURL }: Product,
  profile: Profile,
  watcher: Watcher,
): Promise<Row[]> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 360, height: 780 },
    isMobile: true,
    hasTouch: true,
    // As in the journeys: the answers that are prepared for staff would not reach the page.
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const wanted = await screensFor(
    page,
    watcher,
    screens.filter(({ whose }) => whose === watcher),
  );
  await page.addInitScript(countsShifts);
  await isOn(page, profile);
  const rows: Row[] = [];
  for (const screen of wanted) {
    await opens(page, screen, opensWithinMs);
    const { shift: value } = await shiftOf(page, quietMs);
    const row: Row = {
      title: `${watcher} ${screen.name}`,
      figures: [{ what: 'CLS', value, target: MOST_SHIFT }],
    };
    console.log(textOf(row, 36));
    rows.push(row);
  }
  await context.close();
  return rows;
}

async function isOn(page: Page, { downKbps, upKbps, roundTripMs, cpuSlowdown }: Profile): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: (downKbps * 1_000) / 8,
    uploadThroughput: (upKbps * 1_000) / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}
