import { naira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();

let admin: TestUser;
beforeAll(async () => {
  admin = await app.make.user({ isAdmin: true });
});

const actionsOn = async (subject: string) =>
  (await app.as(admin).call('listStaffActions', { subject })).reply.actions;
const airtime = { network: 1, mobile_number: '08031234567', amount: 100, force: true };

describe('services', () => {
  it('are locked and unlocked, once, at the moment that the money would be taken', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const input = {
      serviceName: 'mtn',
      serviceType: 'airtime',
      serviceStatus: false,
      reason: 'network down',
    };
    const locked = await app.as(admin).call('updateServices', input);
    expect(locked.reply.msg).toBe('MTN airtime is locked');
    expect(locked.reply.services).toContainEqual({
      _id: expect.any(String),
      serviceName: 'MTN',
      serviceType: 'airtime',
      serviceStatus: false,
    });
    await app.as(admin).call('updateServices', input);
    const { status, refusal } = await app.as(ada).call('buyAirtime', airtime);
    expect([status, refusal.code]).toEqual([423, 'service_locked']);
    expect((await app.as(ada).call('getProfile')).reply.user.balance).toBe(1_000);
    await app.as(admin).call('updateServices', { ...input, serviceStatus: true });
    expect((await app.as(ada).call('buyAirtime', airtime)).status).toBe(200);
    expect(await actionsOn('service MTN airtime')).toMatchObject([
      { before: { serviceStatus: false }, after: { serviceStatus: true } },
      { before: { serviceStatus: true }, after: { serviceStatus: false }, reason: 'network down' },
    ]);
  });

  it('toggle when no state is named', async () => {
    const input = { serviceName: 'GLO', serviceType: 'data' };
    expect((await app.as(admin).call('updateServices', input)).reply.msg).toBe('GLO data is locked');
    expect((await app.as(admin).call('updateServices', input)).reply.msg).toBe('GLO data is available');
  });

  it('are named exactly', async () => {
    const call = async (input: Record<string, unknown>) => app.as(admin).call('updateServices', input);
    expect((await call({ serviceName: 'GLO' })).refusal.errors?.[0]?.field).toBe('serviceType');
    expect((await call({ serviceName: 'TELEX', serviceType: 'data' })).status).toBe(404);
    expect((await call({})).refusal.msg).toBe('All fields are required');
  });

  it('are checked without calling anybody: what our purchases found is told', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    await app.as(ada).call('buyAirtime', airtime);
    await app.context.pool.run(
      `insert into supplier_floats (supplier, float_kobo, read_at, asked_at, problem)
       values ('GLAD', 12345678, now(), now(), null), ('ALARO', 100, now() - interval '1 hour', now(), 'no answer')`,
    );
    const { reply } = await app.as(admin).call('checkServices');
    expect(reply.services.length).toBeGreaterThanOrEqual(8);
    const glad = reply.suppliers.find(({ supplierName }) => supplierName === 'GLAD');
    expect(glad).toMatchObject({ isReachable: true, waiting: 0, lastAnswerAt: expect.any(String) });
    expect(glad).toMatchObject({ float: 123_456.78, floatReadAt: expect.any(String) });
    expect(glad?.delivered).toBeGreaterThan(0);
    expect(glad?.spent).toBeGreaterThanOrEqual(97);
    expect(glad).toMatchObject({ successPercent: 100, medianSeconds: expect.any(Number) });
    expect(glad).toMatchObject({ isFloatLow: false, floatProblem: null, waitingSince: null });
    expect(reply.floatAlarm).toBe(100_000);
    // 30 minutes of sales fit into the float so many times.
    expect(glad?.floatHoursLeft).toBeCloseTo(123_456.78 / (glad?.spent ?? 0) / 2, 0);
    const alaro = reply.suppliers.find(({ supplierName }) => supplierName === 'ALARO');
    expect(alaro).toMatchObject({ isReachable: false, delivered: 0, spent: 0, float: 1 });
    expect(alaro).toMatchObject({ isFloatLow: true, floatProblem: 'no answer', floatHoursLeft: null });
    expect(alaro).toMatchObject({ successPercent: null, medianSeconds: null, p95Seconds: null });
    expect(alaro).toMatchObject({ spentToday: 0, floatHoursLeftToday: null });
    // All of it was sold today, in less than a day.
    expect(glad?.spentToday).toBe(glad?.spent);
    expect(glad?.floatHoursLeftToday).toBeGreaterThan(0);
    expect(glad?.floatHoursLeftToday).toBeLessThan((123_456.78 / (glad?.spent ?? 1)) * 24.1);
    expect(glad?.p95Seconds).toBeGreaterThanOrEqual(glad?.medianSeconds ?? Infinity);
    expect(glad).toMatchObject({ unknown: 0, forStaff: 0, lateDeliveries: 0, lateDeliveriesCost: 0 });
    const vtpass = reply.suppliers.find(({ supplierName }) => supplierName === 'VTPASS');
    expect(vtpass).toMatchObject({ isReachable: null, float: null, floatReadAt: null });
    // The services are of now, the suppliers of the last half minute.
    await app
      .as(admin)
      .call('updateServices', { serviceName: '9MOBILE', serviceType: 'data', serviceStatus: false });
    const again = (await app.as(admin).call('checkServices')).reply;
    expect(again.checkedAt).toBe(reply.checkedAt);
    expect(again.services).not.toEqual(reply.services);
    await app
      .as(admin)
      .call('updateServices', { serviceName: '9MOBILE', serviceType: 'data', serviceStatus: true });
  });
});

describe('suppliers', () => {
  const routes = async () =>
    (await app.as(admin).call('listSuppliers')).reply.suppliers.filter(({ network }) => network === 'MTN');

  it('are put first, with the others behind them, and the next purchase goes there', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const { reply } = await app.as(admin).call('setSupplier', { network: 'MTN', supplierName: 'alaro' });
    expect(reply.msg).toBe('MTN goes to ALARO first');
    expect(await routes()).toMatchObject([
      { serviceType: 'data', supplierName: 'ALARO', fallbacks: ['GLAD'] },
      { serviceType: 'airtime', supplierName: 'ALARO', fallbacks: ['GLAD'] },
    ]);
    const { receipt } = (await app.as(ada).call('buyAirtime', airtime)).reply;
    const sent = await app.context.pool.rows(
      'select supplier from purchase_attempts where transaction_id = $1',
      [receipt._id],
    );
    expect(sent).toEqual([{ supplier: 'ALARO' }]);
    await app.as(admin).call('setSupplier', { network: 1, supplierName: 'GLAD', serviceType: 'data' });
    await app.as(admin).call('setSupplier', { network: 1, supplierName: 'GLAD', serviceType: 'data' });
    expect(await routes()).toMatchObject([{ supplierName: 'GLAD' }, { supplierName: 'ALARO' }]);
    expect(await actionsOn('route MTN data')).toMatchObject([
      {
        action: 'setSupplier',
        before: { suppliers: ['ALARO', 'GLAD'] },
        after: { suppliers: ['GLAD', 'ALARO'] },
      },
      {
        action: 'setSupplier',
        before: { suppliers: ['GLAD', 'ALARO'] },
        after: { suppliers: ['ALARO', 'GLAD'] },
      },
    ]);
  });

  it('stand behind the first in the order that is named', async () => {
    const input = {
      network: 'GLO',
      supplierName: 'GLAD',
      serviceType: 'data',
      fallbacks: ['vtpass', 'ALARO'],
    };
    const { reply } = await app.as(admin).call('setSupplier', input);
    const glo = reply.suppliers.filter(({ network }) => network === 'GLO');
    expect(glo).toMatchObject([
      { serviceType: 'data', supplierName: 'GLAD', fallbacks: ['VTPASS', 'ALARO'] },
      { serviceType: 'airtime', supplierName: 'ALARO', fallbacks: ['GLAD'] },
    ]);
    const unknown = await app.as(admin).call('setSupplier', { ...input, fallbacks: ['NOBODY'] });
    expect(unknown.refusal.errors?.[0]?.field).toBe('fallbacks');
  });

  it('must be connected, and the network one that is sold', async () => {
    const call = async (input: Record<string, unknown>) => app.as(admin).call('setSupplier', input);
    expect((await call({ network: 'MTN', supplierName: 'NOBODY' })).refusal.msg).toContain(
      'Unknown supplier',
    );
    expect((await call({ network: 'VODAFONE', supplierName: 'GLAD' })).refusal.msg).toBe(
      'Please select a network',
    );
    expect((await call({})).refusal.msg).toBe('All fields are required');
  });
});

describe('cost prices', () => {
  it('count for the product from now on, and are listed and recorded', async () => {
    const { reply } = await app.as(admin).call('setCostPrice', { network: 'mtn-sme2', costPrice: 440.5 });
    expect(reply.costPrices).toContainEqual({ network: 'MTN-SME2', costPrice: 440.5 });
    const plan = (await app.as(admin).call('listPrices')).reply.find(({ plan_type }) => plan_type === 'SME2');
    expect(plan?.planCostPrice).toBe(440.5);
    expect((await app.as(admin).call('listCostPrices')).reply.products).toEqual(
      expect.arrayContaining(['MTN', 'MTN-CG', 'MTN-SME2', 'MTN-COUPON', 'GLO', 'AIRTEL', '9MOBILE']),
    );
    expect(await actionsOn('product MTN-SME2')).toMatchObject([
      { action: 'setCostPrice', before: { costPrice: null }, after: { costPrice: 440.5 } },
    ]);
  });

  it('of a network count for what has none of its own', async () => {
    await app.as(admin).call('setCostPrice', { network: 'AIRTEL-CG', costPrice: 300 });
    await app.as(admin).call('setCostPrice', { network: 'AIRTEL', costPrice: 700 });
    const costs = (await app.as(admin).call('listPrices')).reply.filter(
      ({ plan_network, volumeRatio }) =>
        plan_network === 'AIRTEL' && (volumeRatio === 1 || volumeRatio === 10),
    );
    expect(costs.map(({ plan_type, planCostPrice }) => [plan_type, planCostPrice])).toEqual([
      ['CG', 3_000],
      ['GIFTING', 700],
    ]);
  });

  it.each([0, '0', '', '-1', 'x', 1_000_001])('of %j are refused', async (costPrice) => {
    const { status, refusal } = await app.as(admin).call('setCostPrice', { network: 'GLO', costPrice });
    expect(status).toBe(400);
    expect(refusal.msg).toContain('enter a valid price');
  });

  it('far from the old one are asked about, and unknown products refused', async () => {
    await app.as(admin).call('setCostPrice', { network: 'GLO', costPrice: 400 });
    const typo = await app.as(admin).call('setCostPrice', { network: 'GLO', costPrice: 4_000 });
    expect(typo.refusal.code).toBe('price_needs_confirmation');
    const meant = await app
      .as(admin)
      .call('setCostPrice', { network: 'GLO', costPrice: 4_000, confirm: true });
    expect(meant.status).toBe(200);
    const unknown = await app.as(admin).call('setCostPrice', { network: 'MTN-X', costPrice: 1 });
    expect(unknown.refusal.errors?.[0]?.field).toBe('network');
  });
});

describe('special prices', () => {
  const sellsFor = async (user: TestUser, plan_type: string) =>
    (await app.as(user).call('listPrices')).reply.find(
      (item) => item.plan_network === 'MTN' && item.plan_type === plan_type && item.volumeRatio === 2,
    )?.plan_amount;

  it('are per GB, win over the tier for that user, and go when set to nothing', async () => {
    const ada = await app.make.user();
    const eve = await app.make.user();
    const usual = await sellsFor(eve, 'SME');
    const input = { userId: String(ada.userId), productName: 'MTN-SME' };
    const { reply } = await app.as(admin).call('setSpecialPrice', { ...input, price: 601.5 });
    expect(reply.specialPrices).toEqual([{ productName: 'MTN-SME', price: 601.5 }]);
    expect(reply.msg).toBe(`${ada.userName} pays ₦601.50 per GB of MTN-SME. Below cost: SME 500MB`);
    expect([await sellsFor(ada, 'SME'), await sellsFor(eve, 'SME')]).toEqual([1_203, usual]);
    for (const price of [0, null]) {
      const gone = await app.as(admin).call('setSpecialPrice', { ...input, price });
      expect(gone.reply.specialPrices).toEqual([]);
    }
    expect(await sellsFor(ada, 'SME')).toBe(usual);
    expect(await actionsOn(`user ${ada.userId}`)).toMatchObject([
      { before: { product: 'MTN-SME', price: 601.5 }, after: { product: 'MTN-SME', price: null } },
      { before: { product: 'MTN-SME', price: null }, after: { product: 'MTN-SME', price: 601.5 } },
    ]);
  });

  it('below the cost of every plan, or far from the last one, are asked about', async () => {
    const ada = await app.make.user();
    const input = { userId: Number(ada.userId), productName: 'MTN-CG' };
    const low = await app.as(admin).call('setSpecialPrice', { ...input, price: 300 });
    expect(low.refusal.code).toBe('price_needs_confirmation');
    expect(low.body).toMatchObject({
      prices: expect.arrayContaining([expect.objectContaining({ why: 'below_cost' })]),
    });
    expect(
      (await app.as(admin).call('setSpecialPrice', { ...input, price: 300, confirm: true })).status,
    ).toBe(200);
    const far = await app.as(admin).call('setSpecialPrice', { ...input, price: 3_000 });
    expect(far.body).toMatchObject({ prices: [{ field: 'price', from: 300, to: 3_000, why: 'big_change' }] });
  });

  it('that make a plan cost nothing are refused', async () => {
    const ada = await app.make.user();
    const input = { userId: String(ada.userId), productName: 'GLO-CG', confirm: true };
    const free = await app.as(admin).call('setSpecialPrice', { ...input, price: 0.02 });
    expect([free.status, free.refusal]).toMatchObject([
      400,
      {
        errors: [{ field: 'price', msg: expect.stringMatching(/^At this price CG .* would cost nothing$/) }],
      },
    ]);
    expect((await app.as(admin).call('setSpecialPrice', { ...input, price: 0.03 })).status).toBe(200);
  });

  it('need a user and a product that exist', async () => {
    const call = async (input: Record<string, unknown>) => app.as(admin).call('setSpecialPrice', input);
    expect((await call({ userId: '999999', productName: 'MTN-SME', price: 700 })).status).toBe(404);
    const ada = await app.make.user();
    const unknown = await call({ userId: String(ada.userId), productName: 'MTN-NONE', price: 700 });
    expect(unknown.refusal.errors?.[0]?.field).toBe('productName');
    expect((await call({ userId: String(ada.userId) })).refusal.msg).toBe('All fields are required');
  });
});

describe('agents and vendors', () => {
  it('reach none of it', async () => {
    for (const rights of [{ isAgent: true }, { isCouponVendor: true }]) {
      const caller = app.as(await app.make.user(rights));
      const answers = await Promise.all([
        caller.call('updateServices', { serviceName: 'MTN', serviceType: 'data' }),
        caller.call('checkServices'),
        caller.call('listSuppliers'),
        caller.call('setSupplier', { network: 'MTN', supplierName: 'GLAD' }),
        caller.call('listCostPrices'),
        caller.call('setCostPrice', { network: 'MTN', costPrice: 1 }),
        caller.call('setSpecialPrice', { userId: '1', productName: 'MTN', price: 1 }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 403));
    }
  });
});
