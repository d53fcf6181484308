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

describe('agents and vendors', () => {
  it('reach none of it', async () => {
    for (const rights of [{ isAgent: true }, { isCouponVendor: true }]) {
      const caller = app.as(await app.make.user(rights));
      const answers = await Promise.all([
        caller.call('updateServices', { serviceName: 'MTN', serviceType: 'data' }),
        caller.call('checkServices'),
        caller.call('listSuppliers'),
        caller.call('setSupplier', { network: 'MTN', supplierName: 'GLAD' }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 403));
    }
  });
});
