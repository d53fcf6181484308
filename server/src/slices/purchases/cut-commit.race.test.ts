import { naira } from '@jara/contract/money.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askNow, balanceOf, transactionsOf, numberOf, purchaseOf, useShop } from '../../../test/buying.ts';
import { startCuttingProxy, type CuttingProxy } from '../../../test/outside/cutting-proxy.ts';
import { useSecond } from '../../../test/second.ts';

const app = useShop();
let proxy: CuttingProxy;
beforeAll(async () => {
  proxy = await startCuttingProxy(app.databaseUrl);
});
const second = useSecond(app, () => proxy.url);
afterAll(() => proxy.close());

const ROUNDS = 12;
const airtime = (ending = '1234') => ({ network: 1, amount: 500, mobile_number: numberOf('MTN', ending) });

const deliveriesTo = (recipient: string): number =>
  app.sandbox.journal().deliveries.filter((delivery) => delivery.recipient === recipient).length;

/** Nothing but what a cut connection explains. */
function expectOnlyCutsLogged(): void {
  const known = new Set([
    'database connection lost',
    'a batch of purchases failed; each is opened alone',
    'opening a purchase alone failed',
    'a batch of settlements failed; each is settled alone',
    'a settlement could not be saved',
  ]);
  expect(second.takeLog().filter((message) => !known.has(message))).toEqual([]);
}

describe.each([
  ['before it arrived', 'before'],
  ['after it was carried out', 'after'],
] as const)('a connection that is cut at the commit of an opening, %s', (_name, when) => {
  it.each([
    ['with a key', 'key', {}],
    ['without a key', undefined, {}],
    ['bought again on purpose', undefined, { force: true }],
  ])('is one purchase, and the buyer hears of it: %s', async (_case, key, extra) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      // The last money: a second opening would be told that it is not enough.
      const ada = await app.make.user({ wallet: naira(495) });
      const body = { ...airtime(), ...extra };
      const cuts = proxy.cuts;
      proxy.cutNext('open_purchases', when);
      const outcomes = await second.call(ada, 'buyAirtime', body, key);
      expect(proxy.cuts).toBe(cuts + 1);
      expect(outcomes).toMatchObject({ status: 200, code: null, isReplay: false });
      expect(await purchaseOf(app, outcomes.reference ?? '')).toMatchObject({
        status: 'success',
        attempts: ['GLAD delivered'],
      });
      expect([
        await transactionsOf(app, ada),
        await balanceOf(app, ada),
        deliveriesTo(body.mobile_number),
      ]).toEqual([1, 0n, 1]);
    }
    expectOnlyCutsLogged();
  });

  it('still says no to who has too little, and to a key that was used for something else', async () => {
    const ada = await app.make.user({ wallet: naira(500) });
    await second.call(ada, 'buyAirtime', { ...airtime(), amount: 100 }, 'used');
    proxy.cutNext('open_purchases', when);
    expect(await second.call(ada, 'buyAirtime', airtime(), 'used')).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    });
    proxy.cutNext('open_purchases', when);
    expect(await second.call(ada, 'buyAirtime', airtime())).toMatchObject({
      status: 409,
      code: 'insufficient_balance',
    });
    expect([await transactionsOf(app, ada), await balanceOf(app, ada)]).toEqual([1, naira(401)]);
    expectOnlyCutsLogged();
  });

  it('loses nobody who waits in the same batch', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => app.make.user({ wallet: naira(495) })));
    for (const token of users) await second.call(token, 'testTopUp', { amount: 1 });
    proxy.cutNext('open_purchases', when);
    const outcomes = await Promise.all(users.map((user) => second.call(user, 'buyAirtime', airtime())));
    expect(outcomes.map(({ status }) => status)).toEqual(users.map(() => 200));
    for (const user of users) expect(await balanceOf(app, user)).toBe(naira(1));
    expectOnlyCutsLogged();
  });
});

describe.each([
  ['before it arrived', 'before'],
  ['after it was carried out', 'after'],
] as const)('a connection that is cut at the commit of a settlement, %s', (_name, when) => {
  it.each([
    ['1234', 200, 'success', ['GLAD delivered']],
    ['0001', 422, 'failed', ['GLAD refused', 'ALARO refused']],
  ])('settles once: %s ends with %s', async (ending, status, state, attempts) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ada = await app.make.user({ wallet: naira(1_000) });
      const cuts = proxy.cuts;
      // The first attempt's settlement, and for those that go on, whichever comes next.
      proxy.cutNext('settle_purchases', when);
      const outcomes = await second.call(ada, 'buyAirtime', airtime(ending));
      expect(proxy.cuts).toBe(cuts + 1);
      // Where the next attempt was put on record by a commit without an answer, the requery job sends it.
      const isKnown =
        outcomes.status === status || (when === 'after' && state === 'failed' && outcomes.status === 202);
      expect(isKnown).toBe(true);
      if (outcomes.status === 202) continue;
      expect(await purchaseOf(app, outcomes.reference ?? '')).toMatchObject({ status: state, attempts });
      expect(await balanceOf(app, ada)).toBe(state === 'success' ? naira(505) : naira(1_000));
    }
    await settleWhatIsOpen();
    expectOnlyCutsLogged();
  });
});

async function settleWhatIsOpen(): Promise<void> {
  for (;;) {
    const { count } = await app.context.pool.get<{ count: bigint }>(
      `select count(*) from transactions where status = 'pending'`,
    );
    if (count === 0n) return;
    await askNow(app);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
