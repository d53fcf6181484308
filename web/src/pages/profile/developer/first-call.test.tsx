import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { json } from '../../../../test/answers.ts';
import { openShop } from '../../../../test/shop.tsx';
import { brand } from '../../../platform/brand.ts';
import Developer from './developer.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(async () => {
  Object.assign(brand, { mode: 'sandbox' });
  await shop.close();
});

async function firstCall(): Promise<string | null | undefined> {
  shop = await openShop({
    listApiTokens: json(200, { tokens: [], usualDailyLimit: 5_000 }),
    listWebhookMessages: json(200, { messages: [] }),
  });
  shop.show(<Developer />, '/profile/developer');
  await screen.findByText('No tokens yet');
  return screen.getByText(/^curl /).textContent;
}

it('is a purchase in the sandbox, made once however often it is sent', async () => {
  expect((await firstCall())?.split(' \\\n  ')).toEqual([
    `curl ${window.location.origin}/api/v1/buy/airtime -H 'x-auth-token: YOUR_TOKEN'`,
    "-H 'Idempotency-Key: order-1'",
    "-H 'Content-Type: application/json'",
    `-d '{"network": 1, "mobile_number": "08031234567", "amount": 100}'`,
  ]);
});

it('changes nothing where money is real', async () => {
  Object.assign(brand, { mode: 'live' });
  expect(await firstCall()).toBe(`curl ${window.location.origin}/api/v1/auth -H 'x-auth-token: YOUR_TOKEN'`);
});
