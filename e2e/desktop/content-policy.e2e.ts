import type { Browser, Page } from '@playwright/test';
import { noteViolations, violationsIn } from '../helpers/content-policy.ts';
import { expect, test } from '../helpers/test.ts';

/* What the browser itself keeps from happening in a page of the product: no text becomes markup or a script. */

/** A page that is not watched for errors: they are what is tried. */
async function attackedPage(browser: Browser, address: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(noteViolations);
  await page.goto(address);
  return page;
}

const attempt = (code: string): string =>
  `(() => { try { ${code}; return 'done'; } catch (error) { return error.name; } })()`;

for (const address of ['/', '/login', '/status', '/developers', '/profile']) {
  test(`text becomes no markup and no script at ${address}`, async ({ browser }) => {
    const page = await attackedPage(browser, address);
    const markup = '<img src=x onerror="globalThis.wasRun = true">';
    for (const code of [
      `document.body.innerHTML = ${JSON.stringify(markup)}`,
      `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(markup)})`,
      `new DOMParser().parseFromString(${JSON.stringify(markup)}, 'text/html')`,
      `document.createElement('script').text = 'globalThis.wasRun = true'`,
      `document.createElement('script').src = '/assets/any.js'`,
      `trustedTypes.createPolicy('another', { createHTML: (text) => text })`,
    ])
      expect([code, await page.evaluate(attempt(code))]).toEqual([code, 'TypeError']);
    // The page is as it was, each refusal is a violation that browsers report, and nothing ran.
    expect(await page.evaluate(`document.querySelectorAll('img[src=x]').length`)).toBe(0);
    expect(await page.evaluate('globalThis.wasRun')).toBeUndefined();
    const violations = await violationsIn(page);
    expect(violations.filter((one) => one.startsWith('require-trusted-types-for'))).toHaveLength(5);
    expect(violations.filter((one) => one.startsWith('trusted-types'))).toHaveLength(1);
    await page.context().close();
  });
}
