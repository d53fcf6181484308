/** A browser in which somebody is signed in, without the steps of a login. */
import type { Page } from '@playwright/test';
import type { SignedIn } from '@jara/contract/calls/accounts.ts';
import type { Product } from '../../e2e/product.ts';

const demo = { userName: 'smart', password: 'JaraSandbox1' };
/** What a page still fetches after it stands. */
export const settleMs = 2_000;

/** Leaves in the browser what logging in leaves there. */
export async function signIn(page: Page, { url }: Product): Promise<void> {
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
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(settleMs);
}
