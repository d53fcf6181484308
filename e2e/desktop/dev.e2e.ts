import fs from 'node:fs';
import path from 'node:path';
import { findFreePort } from '../../server/src/database/free-port.ts';
import { expect as expectSoon, test } from '../helpers/test.ts';
import { answers, makeHome, type Product, removeHome, startProduct } from '../product.ts';

/*
 * `npm run dev`: the client from its sources, at an address of its own, in front of a server from its sources.
 */

/** Each file is compiled when it is first asked for. */
const expect = expectSoon.configure({ timeout: 30_000 });
const sources = path.join(import.meta.dirname, '../../web/src');

test('development serves the sources, and takes a change in without a new load', async ({ page }) => {
  test.setTimeout(180_000);
  const webPort = await findFreePort();
  const home = await makeHome('dev', { WEB_PORT: String(webPort) });
  const url = `http://127.0.0.1:${webPort}`;
  let product: Product | undefined;
  try {
    product = await startProduct(home, ['--watch']);
    await expect.poll(() => answers(url), { timeout: 60_000 }).toBe(true);

    await page.goto(`${url}/priceList?network=MTN`);
    await expect(page.getByRole('heading', { name: 'Price list' })).toBeVisible();
    await expect(page.getByText('1 GB').first()).toBeVisible();
    await expect(page.locator('script[src^="/assets/"]')).toHaveCount(0);

    await page.goto(`${url}/login`);
    await expect(page).toHaveTitle(/^Log in/);
    const name = page.getByLabel('Username, e-mail or phone number');
    await name.fill('smart');
    const taken = page.waitForEvent('console', (message) => message.text().includes('hot updated'));
    touch(path.join(sources, 'pages/public/login.tsx'));
    await taken;
    await expect(name).toHaveValue('smart');

    await page.getByLabel('Password', { exact: true }).fill('JaraSandbox1');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL(`${url}/profile`);
    await expect(page.getByText('50,000').first()).toBeVisible();
  } finally {
    // What is still open asks for more.
    await page.goto('about:blank');
    await product?.stop();
    removeHome(home);
  }
});

/** As an editor does that saves a file, but with nothing changed in it. */
function touch(file: string): void {
  const now = new Date();
  fs.utimesSync(file, now, now);
}
