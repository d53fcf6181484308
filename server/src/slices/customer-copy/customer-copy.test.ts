import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();

const change = (ada: TestUser, changes: Record<string, unknown>) =>
  app.as(ada).call('updateCustomerCopy', changes);
const copyOf = async (ada: TestUser) => (await app.as(ada).call('getCustomerCopy')).reply;
const product = 'MTN 1GB SME, 30 days';
const sells = (price: unknown, what = product) => ({ sellingPrice: { product: what, price } });

describe('what a seller puts on the slip of a customer', () => {
  it('is nothing at first: no name, no price', async () => {
    expect(await copyOf(await app.make.user())).toEqual({ shopName: null, showsPrice: false, prices: [] });
  });

  it('is saved part by part, and for its owner alone', async () => {
    const [ada, bola] = [await app.make.user(), await app.make.user()];
    await change(ada, { shopName: '  Mama   Nkechi Stores ' });
    await change(ada, { showsPrice: true });
    await change(ada, sells('520.50'));
    const { reply } = await change(ada, sells(600, 'MTN airtime ₦500.00'));
    const saved = {
      shopName: 'Mama Nkechi Stores',
      showsPrice: true,
      prices: [
        { product: 'MTN airtime ₦500.00', price: 600 },
        { product, price: 520.5 },
      ],
    };
    expect(reply.customerCopy).toEqual(saved);
    expect(await copyOf(ada)).toEqual(saved);
    expect(await copyOf(bola)).toEqual({ shopName: null, showsPrice: false, prices: [] });
  });

  it('changes to the price that was set last, and goes when it is taken away', async () => {
    const ada = await app.make.user();
    await change(ada, { shopName: 'Shop', ...sells(500) });
    expect((await change(ada, sells(510))).reply.customerCopy.prices).toEqual([{ product, price: 510 }]);
    const { customerCopy } = (await change(ada, { shopName: ' ', ...sells(null) })).reply;
    expect(customerCopy).toEqual({ shopName: null, showsPrice: false, prices: [] });
  });

  it.each([
    ['shopName', { shopName: 'x'.repeat(41) }, 'Use at most 40 characters for the name of your shop'],
    ['shopName', { shopName: 'a\u202eb' }, 'Use letters and signs that can be seen'],
    ['sellingPrice', sells(0), 'Enter a price in naira'],
    ['sellingPrice', sells(-5), 'Enter a price in naira'],
    ['sellingPrice', sells(1_000_000.01), 'Enter a price in naira'],
    ['sellingPrice', sells('1,000'), 'Enter a price in naira'],
    ['sellingPrice', sells(500, ' '), 'Say what the price is for'],
  ])('refuses %s %j and changes nothing', async (field, changes, msg) => {
    const ada = await app.make.user();
    const { status, refusal } = await change(ada, { ...changes, showsPrice: true });
    expect([status, refusal]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_input', errors: [{ field, msg }] }),
    ]);
    expect(await copyOf(ada)).toEqual({ shopName: null, showsPrice: false, prices: [] });
  });

  it('keeps the 500 prices that were set last', async () => {
    const ada = await app.make.user();
    await app.context.pool.run(
      `insert into selling_prices (user_id, product, price_kobo, set_at)
       select $1, 'Product ' || n, 100, now() - n * interval '1 minute' from generate_series(1, 500) n`,
      [ada.userId],
    );
    const { prices } = (await change(ada, sells(500))).reply.customerCopy;
    expect([prices.length, prices[0]?.product]).toEqual([500, product]);
    expect(prices.map((price) => price.product)).not.toContain('Product 500');
    const { count } = await app.context.pool.get<{ count: bigint }>(
      'select count(*) from selling_prices where user_id = $1',
      [ada.userId],
    );
    expect(count).toBe(500n);
  });
});
