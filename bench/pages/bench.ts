/**
 * `npm run bench -- pages`: what a phone on slow 4G (1.6 Mb/s, 150 ms, a processor four times slower) waits for and pays for, measured by
 * Lighthouse in a real browser against the production build. Medians of `--runs` (3); times depend on the machine, so nothing fails.
 * `--only purchase` measures what has that in its title.
 */
import { parseArgs } from 'node:util';
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import lighthouse, { type Flags, type RunnerResult } from 'lighthouse';
import type { SignedIn } from '@jara/contract/calls/accounts.ts';
import { findBrowser } from '../../e2e/browser.ts';
import { makeHome, removeHome, startProduct, type Product } from '../../e2e/product.ts';
import { findFreePort } from '../../server/src/database/free-port.ts';

const demo = { userName: 'smart', password: 'JaraSandbox1' };
/** What a page still fetches after it stands. */
const settleMs = 2_000;
const slow4G = {
  rttMs: 150,
  throughputKbps: 1_600,
  requestLatencyMs: 150,
  downloadThroughputKbps: 1_600,
  uploadThroughputKbps: 750,
  cpuSlowdownMultiplier: 4,
};

interface Visit {
  title: string;
  address: string;
  /** With what the browser kept of the visit before. */
  isRepeat?: boolean;
  targetLcpMs: number;
  targetKb?: number;
}

const visits: readonly Visit[] = [
  { title: 'landing', address: '/', targetLcpMs: 1_800 },
  { title: 'price list', address: '/priceList?network=MTN', targetLcpMs: 1_800 },
  { title: 'dashboard, first', address: '/profile', targetLcpMs: 2_000, targetKb: 250 },
  { title: 'dashboard, repeat', address: '/profile', isRepeat: true, targetLcpMs: 800, targetKb: 15 },
  { title: 'buy airtime, first', address: '/profile/buyairtime', targetLcpMs: 2_000, targetKb: 250 },
];

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
  const isWanted = (title: string): boolean => title.includes(values.only);
  const home = await makeHome('bench-pages');
  const product = await startProduct(home);
  const port = await findFreePort();
  const context = await chromium.launchPersistentContext('', {
    ...browserOptions(),
    args: [...findBrowser().args, `--remote-debugging-port=${port}`],
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    console.log('                     LCP ms (target)   CLS     kB (target)   perf  a11y  best  SEO');
    for (const visit of visits.filter(({ title }) => isWanted(title))) {
      const measured: Measured[] = [];
      for (let run = 0; run < runs; run += 1) measured.push(await measure(context, product, port, visit));
      console.log(rowOf(visit, measured));
    }
    if (isWanted('one purchase')) printPurchase(await weighPurchase(page, product));
  } finally {
    await context.close();
    await product.stop();
    removeHome(home);
  }
}

function browserOptions() {
  const { executablePath, env } = findBrowser();
  return { executablePath, env, headless: true, viewport: { width: 360, height: 780 } };
}

async function measure(
  context: BrowserContext,
  product: Product,
  port: number,
  { address, isRepeat = false }: Visit,
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
    throttling: slow4G,
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

/** Leaves in the browser what logging in leaves there. */
async function signIn(page: Page, { url }: Product): Promise<void> {
  await page.goto(`${url}/robots.txt`);
  if (await page.evaluate(`localStorage.getItem('token') !== null`)) return;
  const answer = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demo),
  });
  const { token, user, isAdmin, isAgent, isCouponVendor } = (await answer.json()) as SignedIn; // our own server
  const known = JSON.stringify({ user, isAdmin, isAgent, isCouponVendor, balanceAt: Date.now() });
  for (const [key, text] of Object.entries({ token, user: known })) {
    await page.evaluate(`localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(text)})`);
  }
}

/** The event stream stays open, so the network is never idle. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(settleMs);
}

/** All that travels from the first key press until the receipt says Delivered and nothing follows any more; bytes by address. */
async function weighPurchase(page: Page, product: Product): Promise<Map<string, number>> {
  await signIn(page, product);
  await open(page, `${product.url}/profile/buyairtime`);
  const devtools: CDPSession = await page.context().newCDPSession(page);
  const addresses = new Map<string, string>();
  const bytes = new Map<string, number>();
  const count = (requestId: string, length: number): void => {
    const address = addresses.get(requestId) ?? 'the event stream';
    bytes.set(address, (bytes.get(address) ?? 0) + length);
  };
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    addresses.set(requestId, `${request.method} ${request.url.slice(product.url.length)}`);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    count(requestId, encodedDataLength),
  );
  // The stream does not finish.
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (!addresses.has(requestId)) count(requestId, encodedDataLength);
  });
  await devtools.send('Network.enable');
  await page.getByLabel('Phone number').fill('08031234567');
  await page.getByLabel('Amount', { exact: true }).fill('500');
  await page.getByLabel('Amount', { exact: true }).press('Enter');
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('article').getByText('Delivered').first().waitFor();
  await page.waitForTimeout(settleMs);
  return bytes;
}

function printPurchase(bytes: ReadonlyMap<string, number>): void {
  const kb = (length: number): string => (length / 1_000).toFixed(1);
  const sum = [...bytes.values()].reduce((total, length) => total + length, 0);
  console.log(`one purchase         ${kb(sum)} kB (target 6)`);
  for (const [address, length] of bytes) console.log(`${kb(length).padStart(27)} kB  ${address}`);
}

function rowOf({ title, targetLcpMs, targetKb }: Visit, measured: readonly Measured[]): string {
  const of = (pick: (one: Measured) => number) => median(measured.map(pick));
  const size = `${of(({ kb }) => kb)
    .toFixed(0)
    .padStart(6)}${targetKb === undefined ? '' : ` (${targetKb})`}`;
  const scores = categories
    .map((_, index) => String(of((one) => one.scores[index] ?? 0)).padStart(5))
    .join(' ');
  const lcp = `${of(({ lcpMs }) => lcpMs)
    .toFixed(0)
    .padStart(6)} (${targetLcpMs})`;
  return `${title.padEnd(20)} ${lcp.padEnd(16)} ${of(({ cls }) => cls).toFixed(3)} ${size.padEnd(14)} ${scores}`;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
