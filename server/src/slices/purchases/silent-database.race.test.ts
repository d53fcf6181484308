/**
 * The way to the database swallows everything and closes nothing, as when a server loses its power; then another one answers at the same
 * address. A second process, whose way stays whole, changes the price meanwhile.
 */
import { naira } from '@jara/contract/money.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { airtimeOrder, balanceOf, numberOf, useShop } from '../../../test/buying.ts';
import type { TestUser } from '../../../test/make.ts';
import { principalOf } from '../../../test/principal.ts';
import { startCuttingProxy, type CuttingProxy } from '../../../test/outside/cutting-proxy.ts';
import { useSecond, type Answered } from '../../../test/second.ts';

const app = useShop();
let proxy: CuttingProxy;
beforeAll(async () => {
  proxy = await startCuttingProxy(app.databaseUrl);
});
const second = useSecond(app, () => proxy.url);
afterAll(() => proxy.close());

const PRICE_BEFORE = 620;
const PRICE_AFTER = 650;
const SILENT_MS = 6_000;
const patience = { timeout: 40_000 };

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks the process behind the proxy with the same key until it says yes or no. */
async function buyThere(user: TestUser, key: string): Promise<Answered> {
  const body = { network: 1, plan: 2, mobile_number: numberOf('MTN', '1234') };
  for (;;) {
    const answer = await second.call(user, 'buyData', body, key);
    if (answer.status < 500 && answer.code !== 'request_in_progress') return answer;
    await later(50);
  }
}

const pricesOf = async (user: TestUser): Promise<number[]> => {
  const rows = await app.context.pool.rows<{ naira: number }>(
    'select (price_kobo / 100)::int as naira from transactions where user_id = $1 order by id',
    [user.userId],
  );
  return rows.map((row) => row.naira);
};

it('sales go on as soon as a database answers again: each once, none at a price that was, and clients ask anew', async () => {
  const buyers = await Promise.all([1, 2, 3, 4].map(() => app.make.user({ wallet: naira(5_000) })));
  const [first] = buyers;
  if (first === undefined) throw new Error('nobody buys');
  expect((await buyThere(first, 'before')).status).toBe(200);
  let missed = 0;
  second.context.events.follow(
    first.userId,
    () => undefined,
    () => (missed += 1),
  );

  proxy.swallow(true);
  // Sent into the silence, by statements that wait and by a price that is about to be one of before.
  const buying = buyers.map((user) => buyThere(user, 'during'));
  const priced = second.context.purchases.buy(
    airtimeOrder(principalOf(first), numberOf('MTN', '1234'), second.context.catalogue.now.version),
  );
  await expect.poll(() => second.context.purchases.oldestCommitSeconds('open'), patience).toBeGreaterThan(3);
  await expect.poll(() => second.get('/readyz'), patience).toBe(503);
  await app.owner.run('update plans set smart_earner_kobo = $1 where id = 2', [naira(PRICE_AFTER)]);
  await later(SILENT_MS);
  proxy.swallow(false);

  expect((await Promise.all(buying)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  // It was tried until the database answered, which took nothing for a price that was.
  expect(await priced).toEqual({ outcome: 'repriced' });
  await expect.poll(() => second.get('/readyz'), patience).toBe(200);
  expect((await buyThere(first, 'after')).status).toBe(200);
  await expect.poll(() => missed, patience).toBeGreaterThan(0);
  // What was swallowed was never carried out; all that was sold afterwards has the price of now.
  expect(await pricesOf(first)).toEqual([PRICE_BEFORE, PRICE_AFTER, PRICE_AFTER]);
  for (const user of buyers.slice(1)) {
    expect(await pricesOf(user)).toEqual([PRICE_AFTER]);
    expect(await balanceOf(app, user)).toBe(naira(5_000 - PRICE_AFTER));
  }
  // Whoever buys nothing reads the new prices there as well.
  await expect
    .poll(() => second.context.catalogue.now.plans.get(2)?.priceKobo['smart earner'], patience)
    .toBe(naira(PRICE_AFTER));
  second.takeLog();
});
