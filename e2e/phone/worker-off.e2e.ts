import type { Page } from '@playwright/test';
import { shownBalance } from '../helpers/buying.ts';
import { isOnDevice } from '../helpers/device.ts';
import { expect, test } from '../helpers/test.ts';
import { makeHome, removeHome, startProduct } from '../product.ts';

/* How an operator gets a broken worker off every phone: on a product of its own, which starts again with the other setting. */

test.use({ serviceWorkers: 'allow', losesNetwork: true });

async function logsIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Username, e-mail or phone number').fill('smart');
  await page.getByLabel('Password', { exact: true }).fill('JaraSandbox1');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(`${url}/profile`);
}

/** The page may be left for its next load before this one has ended. */
const opens = (page: Page, address: string) => page.goto(address, { waitUntil: 'commit' });

/** As somebody does who loads a broken page anew, past everything that is kept: no worker controls that page. */
async function loadsPastWorker(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const loaded = page.waitForEvent('load');
  await devTools.send('Page.reload', { ignoreCache: true });
  await loaded;
  expect(await page.evaluate('navigator.serviceWorker.controller')).toBeNull();
}

const saysOff = (page: Page) => page.locator('head meta[name="service-worker"][content="off"]');

const leftOnDevice = (page: Page) =>
  page.evaluate(`(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
    isAnswered: navigator.serviceWorker.controller !== null,
  }))()`);
const nothing = { workers: 0, caches: [], isAnswered: false };

test('a worker that is switched off leaves every open page and takes all that it kept along; switched on again it is back', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  const home = await makeHome('worker-off');
  let product = await startProduct(home);
  const { url } = product;
  const startsAgain = async (settings: Record<string, string>) => {
    await product.stop();
    product = await startProduct({ ...home, settings });
  };
  try {
    await logsIn(page, url);
    await isOnDevice(page);
    const other = await context.newPage();
    await other.goto(`${url}/profile/transactions#main`);
    await isOnDevice(other);
    const past = await context.newPage();
    await past.goto(`${url}/profile/contacts`);
    await loadsPastWorker(past);

    await startsAgain({ SERVICE_WORKER: 'off' });
    // What opens is still what the worker has kept, and knows nothing of the setting.
    await opens(page, `${url}/profile`);
    for (const tab of [page, other, past]) {
      await expect(saysOff(tab)).toHaveCount(1, { timeout: 30_000 });
      await expect.poll(() => leftOnDevice(tab)).toEqual(nothing);
    }
    await expect(other).toHaveURL(`${url}/profile/transactions`);
    await page.goto(`${url}/profile`);
    await expect(shownBalance(page)).toContainText('₦');
    expect(await leftOnDevice(page)).toEqual(nothing);

    await startsAgain({});
    await page.goto(`${url}/profile`);
    await expect(saysOff(page)).toHaveCount(0);
    await isOnDevice(page);
    expect(await leftOnDevice(page)).toEqual({
      workers: 1,
      caches: [expect.stringMatching(/^build-/)],
      isAnswered: true,
    });
  } finally {
    await product.stop();
    removeHome(home);
  }
});
