/** What one purchase of airtime costs whoever makes it, in bytes. */
import type { CDPSession, Page } from '@playwright/test';
import type { Product } from '../../e2e/product.ts';
import { open, settleMs, signIn } from './signed-in.ts';
import { textOf, type Row } from './verdict.ts';

const TARGET_KB = 6;

/** Prints it, with its parts. */
export async function benchPurchase(page: Page, product: Product): Promise<Row> {
  const bytes = await weighPurchase(page, product);
  const sum = [...bytes.values()].reduce((total, length) => total + length, 0);
  const row: Row = {
    title: 'one purchase',
    figures: [{ what: 'kB', value: sum / 1_000, target: TARGET_KB }],
  };
  console.log(`\n${textOf(row)}`);
  for (const [address, length] of bytes)
    console.log(`${(length / 1_000).toFixed(1).padStart(10)} kB  ${address}`);
  return row;
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
