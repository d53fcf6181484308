import { naira } from '@jara/contract/money.ts';
import { describe, expect, it, vi } from 'vitest';
import { balanceOf, numberOf, purchaseOf, refusalOf, useShop } from '../../../test/buying.ts';
import type { TestUser } from '../../../test/make.ts';
import { runSql } from '../../../test/run-sql.ts';

const app = useShop();

const mtn1GbSme = { network: 1, plan: 2 };
const rich = () => app.make.user({ wallet: naira(10_000) });
const order = (changes: Record<string, unknown> = {}) => ({
  ...mtn1GbSme,
  mobile_number: numberOf('MTN', '1234'),
  ...changes,
});

const refused = (user: TestUser, body: Record<string, unknown>) => refusalOf(app, user, 'buyData', body);

describe('the price', () => {
  it.each([
    ['smart earner', 620],
    ['reseller', 595],
    ['api user', 585],
    ['partner', 585],
  ] as const)('of a %s is taken to the kobo: %s naira', async (userType, price) => {
    const ada = await app.make.user({ userType, wallet: naira(price) });
    const { receipt } = (await app.as(ada).call('buyData', order())).reply;
    expect(receipt).toMatchObject({
      charge: price,
      trans_amount: price,
      balance_Before: price,
      balance_After: 0,
    });
    expect(await balanceOf(app, ada)).toBe(0n);
    expect(await purchaseOf(app, receipt.reference)).toMatchObject({
      price: naira(price),
      cost: naira(580),
    });
  });

  it('that was agreed with one user wins over the tier, by volume', async () => {
    const [ada, bayo] = [await rich(), await rich()];
    await app.owner.run(
      `insert into special_prices (user_id, product, price_kobo) values ($1, 'MTN-SME', 59999)`,
      [ada.userId],
    );
    await app.context.catalogue.reload();
    const halfGb = { plan: 1 };
    expect((await app.as(ada).call('buyData', order(halfGb))).reply.receipt.charge).toBe(300);
    expect((await app.as(ada).call('buyData', order())).reply.receipt.charge).toBe(599.99);
    expect((await app.as(bayo).call('buyData', order())).reply.receipt.charge).toBe(620);
  });

  it('below our cost is a loss that the books show', async () => {
    const ada = await rich();
    await app.owner.run(
      `insert into special_prices (user_id, product, price_kobo) values ($1, 'MTN-COUPON', 10000)`,
      [ada.userId],
    );
    await app.context.catalogue.reload();
    const { receipt } = (await app.as(ada).call('buyData', order({ plan: 12 }))).reply;
    expect(await purchaseOf(app, receipt.reference)).toMatchObject({ price: naira(100), cost: naira(560) });
    const { revenue } = await app.context.pool.get<{ revenue: bigint }>(
      `select e.amount as revenue from entries e join postings p on p.id = e.posting_id join accounts a on a.id = e.account_id
       where p.code = 'purchase.deliver' and p.reference = $1 and a.kind = 'revenue'`,
      [receipt._id],
    );
    expect(revenue).toBe(naira(-460));
  });

  it('shown is the price taken: another one is refused with the new one', async () => {
    const ada = await rich();
    expect(await refused(ada, order({ expectedAmount: 615 }))).toMatchObject({
      status: 409,
      msg: 'The price has changed',
      code: 'price_changed',
      body: { expectedAmount: 620 },
    });
    for (const expectedAmount of [620, '620', '620.00']) {
      expect((await app.as(ada).call('buyData', order({ expectedAmount }))).status).toBe(200);
    }
    expect(await refused(ada, order({ expectedAmount: '6e2' }))).toMatchObject({
      status: 400,
      msg: 'enter a valid amount',
    });
  });

  it('is never set by the client', async () => {
    const ada = await rich();
    const answer = await app
      .as(ada)
      .call('buyData', order({ amount: 1, charge: 1, priceKobo: '1', price: 1, userType: 'partner' }));
    expect(answer.reply.receipt.charge).toBe(620);
  });
});

describe('what is sold', () => {
  it.each([
    [1, 1, 'MTN', 'GLAD'],
    [2, 15, 'GLO', 'ALARO'],
    [3, 22, 'AIRTEL', 'GLAD'],
    [6, 29, '9MOBILE', 'ALARO'],
  ])('network %s, plan %s is data of %s from %s', async (network, plan, name, supplier) => {
    const ada = await rich();
    const recipient = numberOf('MTN', '1234');
    const { receipt } = (await app.as(ada).call('buyData', { network, plan, mobile_number: recipient }))
      .reply;
    expect(receipt.trans_Network).toBe(name);
    const delivery = app.sandbox.journal().deliveries.find((one) => one.recipient === recipient);
    expect(delivery).toMatchObject({ network: name, supplier, kind: 'data', catalogueId: plan });
  });

  it('may be named by text as well as by number, and the phone written in any way', async () => {
    const ada = await rich();
    const answer = await app
      .as(ada)
      .call('buyData', { network: '1', plan: '2', mobile_number: '+234 803 555 1234' });
    expect(answer.reply.receipt.recipient).toBe('08035551234');
  });

  it.each(['MTN', 'mtn'])('may have its network by name: %s', async (network) => {
    const ada = await rich();
    const body = { network, plan: 2, mobile_number: numberOf('MTN', '1234') };
    expect((await app.as(ada).call('buyData', body)).reply.receipt.trans_Network).toBe('MTN');
  });

  it.each([
    ['4, the code of 9MOBILE for airtime', { network: 4, plan: 29 }, 'Please select a network'],
    ['no network', { network: 0 }, 'Please select a network'],
    ['a network by a name of none', { network: 'MTNN' }, 'Please select a network'],
    ['a network by the name of another plan', { network: 'GLO' }, 'Please provide all values'],
    ['a plan of another network', { network: 2, plan: 2 }, 'Please provide all values'],
    ['9MOBILE with a plan of MTN', { network: 6, plan: 2 }, 'Please provide all values'],
    ['a plan that does not exist', { plan: 999 }, 'Please provide all values'],
    ['a plan beyond all numbers', { plan: '99999999999999999999' }, 'Please provide all values'],
    ['a plan that is no number', { plan: 'two' }, 'Please provide all values'],
    ['no plan', { plan: undefined }, 'Please provide all values'],
    ['a blank plan', { plan: '' }, 'Please provide all values'],
    ['a blank phone', { mobile_number: '  ' }, 'Please provide all values'],
    [
      'nothing at all',
      { network: undefined, plan: undefined, mobile_number: undefined },
      'Please provide all values',
    ],
  ])('is not %s', async (_what, changes, msg) => {
    expect(await refused(await rich(), order(changes))).toMatchObject({ status: 400, msg });
  });
});

describe('what is not sold now', () => {
  const change = (sql: string) => app.context.pool.run(sql);

  it('is a locked network: 423', async () => {
    const ada = await rich();
    await change(`update services set is_open = false where name = 'MTN' and service_type = 'data'`);
    await app.context.catalogue.reload();
    expect(await refused(ada, order())).toMatchObject({
      status: 423,
      msg: 'This service is not available now',
      code: 'service_locked',
    });
    const airtime = { network: 1, mobile_number: numberOf('MTN', '1234'), amount: 100 };
    expect((await app.as(ada).call('buyAirtime', airtime)).status).toBe(200);
    await change(`update services set is_open = true where name = 'MTN' and service_type = 'data'`);
    // Nobody reloads this time: the database tells.
    await vi.waitFor(
      async () => expect((await app.as(ada).call('buyData', order())).status).toBe(200),
      5_000,
    );
  });

  it('is a locked network, also in the moment before this process hears of the lock', async () => {
    const ada = await rich();
    // Without its trigger the change is told to nobody: the lock is found where the money is taken.
    const setOpen = (isOpen: boolean) =>
      runSql(
        app.databaseUrl,
        `set session_replication_role = replica; update services set is_open = ${isOpen} where name = 'MTN'`,
      );
    await setOpen(false);
    expect(app.context.catalogue.now.isOpen('MTN', 'data')).toBe(true);
    expect(await refused(ada, order())).toMatchObject({
      status: 423,
      msg: 'This service is not available now',
      code: 'service_locked',
    });
    await setOpen(true);
    expect((await app.as(ada).call('buyData', order())).status).toBe(200);
  });

  it('is a plan that was taken off', async () => {
    const ada = await rich();
    await change('update plans set is_available = false where id = 2');
    await app.context.catalogue.reload();
    expect(await refused(ada, order())).toMatchObject({
      status: 409,
      msg: 'This plan is not available now',
      code: 'plan_unavailable',
    });
    await change('update plans set is_available = true, deleted_at = now() where id = 2');
    await app.context.catalogue.reload();
    expect(await refused(ada, order())).toMatchObject({ status: 400, msg: 'Please provide all values' });
    await change('update plans set deleted_at = null where id = 2');
    await app.context.catalogue.reload();
  });

  it('is a plan that no supplier of the network has', async () => {
    const ada = await rich();
    await change('delete from supplier_plans where plan_id = 3');
    await app.context.catalogue.reload();
    expect(await refused(ada, order({ plan: 3 }))).toMatchObject({
      status: 409,
      msg: 'This plan is not available now',
      code: 'plan_unavailable',
    });
  });
});

describe('who may buy', () => {
  it('is nobody without a session: 401', async () => {
    const answer = await app.anybody().call('buyData', order());
    expect([answer.status, answer.refusal.code]).toEqual([401, 'unauthenticated']);
    const forged = await app.as({ token: 'a'.repeat(43) }).call('buyData', order());
    expect(forged.status).toBe(401);
  });

  it('is nobody who has one kobo too little', async () => {
    const ada = await app.make.user({ wallet: naira(619) });
    expect(await refused(ada, order())).toMatchObject({
      status: 409,
      msg: 'Insufficient balance',
      code: 'insufficient_balance',
    });
    const bayo = await app.make.user();
    expect(await refused(bayo, order())).toMatchObject({
      status: 409,
      msg: 'Insufficient balance',
      code: 'insufficient_balance',
    });
  });

  it('pays from their own wallet only, whatever the body says', async () => {
    const [ada, bayo] = [await rich(), await rich()];
    const body = order({
      userId: String(bayo.userId),
      user_id: String(bayo.userId),
      userName: bayo.userName,
      wallet: String(bayo.walletAccountId),
    });
    const { receipt } = (await app.as(ada).call('buyData', body)).reply;
    expect(receipt.trans_UserName).toBe(ada.userName);
    expect(await balanceOf(app, ada)).toBe(naira(10_000 - 620));
    expect(await balanceOf(app, bayo)).toBe(naira(10_000));
  });
});
