/**
 * `npm run bench -- pages`: what a phone waits for and pays for, on the two lines of profiles.ts, measured in a real browser against the
 * production build: by Lighthouse for some pages (medians of `--runs`, 3), and for every screen what moves by itself. Fails when a target of
 * bytes or of Cumulative Layout Shift is missed; times depend on the machine and are reported only. `--only purchase` measures what has that in
 * its title.
 */
import { parseArgs } from 'node:util';
import { chromium, type BrowserContext } from '@playwright/test';
import lighthouse, { type Flags, type RunnerResult } from 'lighthouse';
import { findBrowser } from '../../e2e/browser.ts';
import { MOST_SHIFT } from '../../e2e/helpers/layout-shift.ts';
import { makeHome, removeHome, startProduct, type Product } from '../../e2e/product.ts';
import { findFreePort } from '../../server/src/database/free-port.ts';
import { slow4G, type Profile } from './profiles.ts';
import { benchPurchase } from './purchase.ts';
import { benchScreens } from './screens.ts';
import { open, signIn } from './signed-in.ts';
import { failures, textOf, median, type Row } from './verdict.ts';
import { visits, type Visit } from './visits.ts';

interface Measured {
  lcpMs: number;
  cls: number;
  kb: number;
  scores: number[];
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

export async function benchPages(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: { runs: { type: 'string', default: '3' }, only: { type: 'string', default: '' } },
  });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a whole number from 1 on');
  const isWanted = (title: string): boolean => title.includes(values.only);
  const ofLighthouse = [...visits.map(({ title }) => title), 'one purchase'];
  const titles = [...ofLighthouse, 'every screen'];
  if (!titles.some(isWanted)) throw new Error(`--only takes words of a title: ${titles.join(', ')}`);
  const home = await makeHome('bench-pages');
  const product = await startProduct(home);
  try {
    const rows: Row[] = [];
    if (ofLighthouse.some(isWanted)) rows.push(...(await benchVisits(product, isWanted, runs)));
    if (isWanted('every screen')) rows.push(...(await benchScreens(product, slow4G)));
    for (const failure of failures(rows)) {
      console.error(failure);
      process.exitCode = 1;
    }
  } finally {
    await product.stop();
    removeHome(home);
  }
}

/** Prints each as it comes, and one purchase. */
async function benchVisits(
  product: Product,
  isWanted: (title: string) => boolean,
  runs: number,
): Promise<Row[]> {
  const port = await findFreePort();
  const { args, ...browser } = findBrowser();
  const context = await chromium.launchPersistentContext('', {
    ...browser,
    headless: true,
    viewport: { width: 360, height: 780 },
    args: [...args, `--remote-debugging-port=${port}`],
  });
  try {
    const rows: Row[] = [];
    console.log(
      ['', 'LCP ms (target)', 'CLS (target)', 'kB (target)'].map((word) => word.padEnd(20)).join(' ') +
        ' perf  a11y  best   SEO',
    );
    for (const visit of visits.filter(({ title }) => isWanted(title))) {
      const measured: Measured[] = [];
      for (let run = 0; run < runs; run += 1) measured.push(await measure(context, product, port, visit));
      const row = rowOf(visit, measured);
      console.log(`${textOf(row).padEnd(83)} ${scoresOf(measured)}`);
      rows.push(row);
    }
    if (isWanted('one purchase')) {
      rows.push(await benchPurchase(context.pages()[0] ?? (await context.newPage()), product));
    }
    return rows;
  } finally {
    await context.close();
  }
}

async function measure(
  context: BrowserContext,
  product: Product,
  port: number,
  { address, profile, isRepeat = false }: Visit,
): Promise<Measured> {
  const page = context.pages()[0] ?? (await context.newPage());
  const devtools = await context.newCDPSession(page);
  if (!isRepeat) {
    await devtools.send('Network.clearBrowserCache');
    // The service worker with all that it keeps, and what was seen last.
    await devtools.send('Storage.clearDataForOrigin', { origin: product.url, storageTypes: 'all' });
  }
  if (address.startsWith('/profile')) await signIn(page, product);
  if (isRepeat) {
    await open(page, product.url + address);
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  }
  await page.goto('about:blank');
  await devtools.detach();
  const flags: Flags = {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: categories,
    formFactor: 'mobile',
    screenEmulation: { mobile: true, width: 360, height: 780, deviceScaleFactor: 2, disabled: false },
    throttlingMethod: 'devtools',
    throttling: throttlingOf(profile),
    disableStorageReset: true,
  };
  const result = await lighthouse(product.url + address, flags);
  if (result === undefined) throw new Error('Lighthouse gave no result');
  return read(result);
}

function read({ lhr }: RunnerResult): Measured {
  if (lhr.runtimeError !== undefined) throw new Error(lhr.runtimeError.message);
  return {
    lcpMs: lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    cls: lhr.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    kb: (lhr.audits['total-byte-weight']?.numericValue ?? Number.NaN) / 1_000,
    scores: categories.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100)),
  };
}

const throttlingOf = ({
  downKbps,
  upKbps,
  roundTripMs,
  cpuSlowdown,
}: Profile): NonNullable<Flags['throttling']> => ({
  rttMs: roundTripMs,
  throughputKbps: downKbps,
  requestLatencyMs: roundTripMs,
  downloadThroughputKbps: downKbps,
  uploadThroughputKbps: upKbps,
  cpuSlowdownMultiplier: cpuSlowdown,
});

function rowOf({ title, targetLcpMs, targetKb }: Visit, measured: readonly Measured[]): Row {
  const of = (pick: (one: Measured) => number) => median(measured.map(pick));
  return {
    title,
    figures: [
      {
        what: 'LCP',
        value: of(({ lcpMs }) => lcpMs),
        ...(targetLcpMs !== undefined && { target: targetLcpMs }),
      },
      { what: 'CLS', value: of(({ cls }) => cls), target: MOST_SHIFT },
      { what: 'kB', value: of(({ kb }) => kb), target: targetKb },
    ],
  };
}

const scoresOf = (measured: readonly Measured[]): string =>
  categories
    .map((_, index) => String(median(measured.map(({ scores }) => scores[index] ?? 0))).padStart(5))
    .join(' ');
