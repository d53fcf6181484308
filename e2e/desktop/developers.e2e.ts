import type { Page } from '@playwright/test';
import { violationsOf } from '../helpers/axe.ts';
import { aUser, remembers } from '../helpers/people.ts';
import { isStill } from '../helpers/screens.ts';
import { expect, test } from '../helpers/test.ts';

/* The pages for developers: the guide, read without a program; and the reference, where calls are tried on the running product. */

const opensGuide = async (page: Page): Promise<void> => {
  await page.goto('/developers');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};

const buyAirtime = 'tag/buying/POST/api/v1/buy/airtime';
const tries = /^Test Request.*\/buy\/airtime/;

/** Scalar draws only what is near, so a call is gone to by its address. */
async function opensCall(page: Page, address: string, title: string): Promise<void> {
  await page.goto(`/developers/reference#${address}`);
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible({ timeout: 30_000 });
}

test('the samples of a purchase change by keyboard, and the guide leads to every call', async ({ page }) => {
  await opensGuide(page);
  // By a token from the screen; a program needs nobody's password.
  const start = page.getByText('1. Make an API token');
  await expect(start).toContainText('/profile/developer');
  await expect(page.getByText('export TOKEN=jara_test_')).toBeVisible();
  const samples = page.getByRole('radiogroup', { name: 'Language of the purchase' });
  await expect(samples.getByText('curl -sS')).toBeVisible();
  await samples.getByRole('radio', { name: 'curl' }).focus();
  for (const words of ['curl_init(', 'urllib.request', 'await fetch(', 'new HttpClient']) {
    await page.keyboard.press('ArrowRight');
    await expect(samples.getByText(words)).toBeVisible();
  }
  await page.getByRole('main').getByRole('link', { name: 'Every call' }).click();
  await expect(page).toHaveURL(/\/developers\/reference/);
  await expect(page.getByRole('heading', { name: /API$/ }).first()).toBeVisible({ timeout: 30_000 });
});

test('a purchase is made from the reference with a token of one’s own', async ({ page, baseURL }) => {
  const { token } = await aUser({ naira: 1_000 });
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(String(baseURL)))
      foreign.push(request.url());
  });
  await opensCall(page, buyAirtime, 'Buy airtime');
  await page.getByRole('button', { name: tries }).click();
  const client = page.getByRole('dialog');
  await client.getByPlaceholder('QUxMIFlPVVIg').fill(token);
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/buy/airtime'));
  await client.getByRole('button', { name: /^Send/ }).first().click();
  const answer = await answered;
  expect(answer.status()).toBe(200);
  expect(answer.request().headers()['x-auth-token']).toBe(token);
  await expect(client.getByText('200 OK')).toBeVisible();
  expect(foreign, 'what went to somebody else').toEqual([]);
});

test('each call has samples in five languages', async ({ page }) => {
  await opensCall(page, buyAirtime, 'Buy airtime');
  const call = page.locator('.scalar-card').filter({ has: page.getByRole('button', { name: tries }) });
  await expect(call.locator('pre')).toContainText('--request POST');
  const beginnings = {
    HttpClient: 'new HttpRequestMessage(HttpMethod.Post',
    Fetch: "'x-auth-token': 'YOUR_SECRET_TOKEN'",
    cURL: 'curl_setopt($ch, CURLOPT_POST, true)',
    Requests: 'requests.post(',
    Curl: "--header 'Idempotency-Key:",
  };
  await call.getByRole('button', { name: 'Shell Curl' }).click();
  await expect(page.getByRole('option')).toHaveText(Object.keys(beginnings));
  for (const [n, [name, words]] of Object.entries(beginnings).entries()) {
    await page.getByRole('option').nth(n).click();
    await expect(call.locator('pre')).toContainText(words);
    await call.getByRole('button', { name: new RegExp(`${name}$`) }).click();
  }
});

/**
 * Scalar's own: its buttons for copying have no name, its field for a key lacks attributes, and two of its cards are called the same. The calls
 * are all drawn alike: one of them stands for the others.
 */
const ofScalar = ['aria-input-field-name', 'aria-required-attr', 'button-name', 'landmark-unique'];

for (const theme of ['light', 'dark']) {
  test(`the reference can be read in the ${theme} theme`, async ({ page }) => {
    await page.goto('/robots.txt');
    await remembers(page, 'theme', theme);
    await opensCall(page, buyAirtime, 'Buy airtime');
    await isStill(page);
    const rules = Object.fromEntries(ofScalar.map((rule) => [rule, { enabled: false }]));
    expect(await violationsOf(page, { rules }, `section[id$="${buyAirtime}"]`)).toEqual([]);
  });
}
