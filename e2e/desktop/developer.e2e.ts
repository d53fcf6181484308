import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { hasNoViolations } from '../helpers/axe.ts';
import { aUser, isSignedIn } from '../helpers/people.ts';
import { call } from '../helpers/server.ts';
import { expect, test } from '../helpers/test.ts';
import { refusesWith } from '../helpers/toasts.ts';

/* The developer screen: a token that works, a webhook that hears, and what it answered. */

/** A developer's own server; the first message is not understood. */
async function startListener(): Promise<{ url: string; stop: () => void }> {
  let received = 0;
  const server = http.createServer((request, response) => {
    request.resume();
    received += 1;
    response.writeHead(received === 1 ? 500 : 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  return { url: `http://127.0.0.1:${port}/jara`, stop: () => server.close() };
}

test('a program gets its token, and a server hears of what happens', async ({ page }) => {
  const ada = await aUser();
  const listener = await startListener();
  await isSignedIn(page, ada);
  await page.goto('/profile/developer');
  await expect(page.getByRole('link', { name: 'Documentation' })).toHaveAttribute('href', '/developers');
  await expect(page.getByRole('link', { name: 'Your first purchase, step by step' })).toHaveAttribute(
    'href',
    '/developers#start',
  );

  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Name').fill('Till');
  await page.getByLabel('Your password').fill('not my password');
  await refusesWith(page, 'Make token', 'Your password is not correct');
  await hasNoViolations(page);
  await page.getByLabel('Your password').fill(ada.password);
  await page.getByRole('button', { name: 'Make token' }).click();
  const whole = await page.getByRole('dialog').locator('code').textContent();
  await page.getByRole('button', { name: 'Done' }).click();
  const { user } = await call('getProfile', undefined, whole ?? '');
  expect(user.userName).toBe(ada.userName);

  await page.getByRole('button', { name: 'Limit Till' }).click();
  const limit = page.getByRole('dialog', { name: 'Daily limit' });
  await limit.getByLabel('Most in 24 hours, in naira').fill('2500');
  await hasNoViolations(page);
  await limit.getByRole('button', { name: 'Set limit' }).click();
  await expect(limit).toBeHidden();
  await expect(page.getByText(', ₦2,500.00 in 24 hours')).toBeVisible();

  await page.getByLabel('Webhook URL').fill(listener.url);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await page.getByRole('button', { name: 'Send a test' }).click();
  const delivery = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').first();
  await expect(delivery).toContainText('Waiting');
  await delivery.getByText('webhook.test', { exact: true }).click();
  await expect(delivery.getByRole('list', { name: 'Tries' })).toContainText('Answered 500');
  await expect(delivery.locator('pre')).toContainText('"type": "webhook.test"');
  await delivery.getByRole('button', { name: 'Send again' }).click();
  await expect(delivery).toContainText('Delivered');
  listener.stop();

  await page.getByRole('button', { name: 'Delete Till' }).click();
  await page.getByRole('button', { name: 'Delete token' }).click();
  await expect(page.getByText('No tokens yet')).toBeVisible();
});
