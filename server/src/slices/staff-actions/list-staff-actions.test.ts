import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();

let admin: TestUser;
let other: TestUser;
beforeAll(async () => {
  admin = await app.make.user({ isAdmin: true });
  other = await app.make.user({ isAdmin: true });
  await app.as(admin).call('setCostPrice', { network: 'MTN-SME', costPrice: 500 });
  await app.as(other).call('setCostPrice', { network: 'MTN-SME', costPrice: 510 });
  await app.as(other).call('updateServices', {
    serviceName: 'GLO',
    serviceType: 'data',
    serviceStatus: false,
    reason: 'maintenance',
  });
});

const list = async (query: Record<string, unknown> = {}) =>
  (await app.as(admin).call('listStaffActions', query)).reply;
const subjects = async (query: Record<string, unknown>) =>
  (await list(query)).actions.map(
    ({ actor, subject }) => `${actor === admin.userName ? 'admin' : 'other'} ${subject}`,
  );

describe('what staff did', () => {
  it('is listed newest first: who, what, before, after, why, when and from where', async () => {
    const { actions, ...rest } = await list();
    expect(rest).toEqual({ page: 1, totalActions: 3, totalPages: 1 });
    expect(actions[0]).toEqual({
      _id: expect.any(String),
      actor: other.userName,
      action: 'updateServices',
      subject: 'service GLO data',
      before: { serviceStatus: true },
      after: { serviceStatus: false },
      reason: 'maintenance',
      ip: '127.0.0.1',
      requestId: expect.stringMatching(/^[\w-]{36}$/),
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(actions.map(({ action }) => action)).toEqual(['updateServices', 'setCostPrice', 'setCostPrice']);
  });

  it.each([
    [{ subject: 'product MTN-SME' }, ['other product MTN-SME', 'admin product MTN-SME']],
    [{ subject: 'service' }, ['other service GLO data']],
    [{ subject: 'product MTN-SM' }, []],
    [{ subject: 'service GLO' }, ['other service GLO data']],
    [{ subject: 'service GLO data' }, ['other service GLO data']],
    [{ subject: 'serv' }, []],
    [{ actor: 'nobody_here', subject: 'service GLO' }, []],
    [{ action: 'SETCOSTPRICE', subject: 'product' }, ['other product MTN-SME', 'admin product MTN-SME']],
    [{ from: '2020-01-01', to: '2020-01-02' }, []],
    [{ actor: 'nobody_here' }, []],
  ])('is found by %j', async (query, found) => {
    expect(await subjects(query)).toEqual(found);
  });

  it('has no page beyond the last one', async () => {
    expect(await list({ page: 2 })).toEqual({ actions: [], page: 2, totalActions: 3, totalPages: 1 });
  });

  it('is found by who did it, and by the days in Lagos', async () => {
    expect(await subjects({ actor: admin.userName.toUpperCase() })).toEqual(['admin product MTN-SME']);
    await app.context.pool.commit(async (db) => {
      await db.run(
        `insert into staff_actions (actor_id, action, subject, ip, request_id, done_at)
         values ($1, 'addPlan', 'plan 1', '::1', 'r', '2026-01-31T22:59:59.999Z'), ($1, 'addPlan', 'plan 2', '::1', 'r', '2026-01-31T23:00:00Z')`,
        [admin.userId],
      );
    });
    expect(await subjects({ from: '2026-01-31', to: '2026-01-31' })).toEqual(['admin plan 1']);
    expect(await subjects({ from: '2026-02-01', to: '2026-02-01' })).toEqual(['admin plan 2']);
    const { status, refusal } = await app.as(admin).call('listStaffActions', { from: '31/01/2026' });
    expect([status, refusal.errors?.[0]?.field]).toEqual([400, 'from']);
  });

  it('is for admins only, and cannot be edited by the program', async () => {
    for (const rights of [{}, { isAgent: true }, { isCouponVendor: true }]) {
      const user = await app.make.user(rights);
      expect((await app.as(user).call('listStaffActions')).status).toBe(403);
    }
    expect((await app.anybody().call('listStaffActions')).status).toBe(401);
    await expect(app.context.pool.run(`update staff_actions set reason = 'x'`)).rejects.toThrow(
      'permission denied',
    );
    await expect(app.context.pool.run('delete from staff_actions')).rejects.toThrow('permission denied');
  });
});
