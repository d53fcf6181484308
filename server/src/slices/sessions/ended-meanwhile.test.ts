/**
 * Whoever may not call any more does nothing with a request that was begun before: not with a body that comes late, and not where the
 * process has not heard of it, since what moves money asks the database in its own commit.
 */
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { balanceOf, numberOf, useShop } from '../../../test/buying.ts';
import { beginCall } from './testing/late-body.ts';
import type { TestUser } from '../../../test/make.ts';
import { apiTokenOf } from '../api-tokens/testing/probes.ts';

const app = useShop();

const rich = () => app.make.user({ wallet: naira(5_000) });
const airtime = () => ({ network: 1, mobile_number: numberOf('MTN', '5555'), amount: 100 });
const unchanged = (user: TestUser) => expect(balanceOf(app, user)).resolves.toBe(naira(5_000));

describe('a body that comes after', () => {
  it('the session ended sends nothing', async () => {
    const [ada, ben] = [await rich(), await rich()];
    const finish = await beginCall(app, ada, 'transferFund', { userName: ben.userName, amount: 100 });
    await app.as(ada).call('logout');
    expect(await finish()).toEqual({ status: 401, code: 'unauthenticated' });
    await unchanged(ada);
    await unchanged(ben);
  });

  it('the API token was deleted buys nothing', async () => {
    const ada = await rich();
    const { token, apiToken } = await apiTokenOf({ app }, ada);
    const finish = await beginCall(app, { token: apiToken }, 'buyAirtime', airtime());
    await app.as(ada).call('deleteApiToken', { id: token._id });
    expect(await finish()).toEqual({ status: 401, code: 'unauthenticated' });
    await unchanged(ada);
  });

  it('an admin was dismissed issues nothing', async () => {
    const [admin, other, ada] = [
      await app.make.user({ isAdmin: true }),
      await app.make.user({ isAdmin: true }),
      await rich(),
    ];
    const finish = await beginCall(app, admin, 'transferFund', {
      userName: ada.userName,
      amount: 100,
      reason: 'late',
    });
    const { status } = await app.as(other).call('setRoles', {
      id: String(admin.userId),
      isAdmin: false,
      isAgent: false,
      isCouponVendor: false,
      reason: 'left us',
      password: other.password,
    });
    expect(status).toBe(200);
    expect(await finish()).toEqual({ status: 401, code: 'unauthenticated' });
    await unchanged(ada);
  });
});

describe('where the process has not heard of it', () => {
  it('a deleted API token neither buys nor sends, and its keys say nothing', async () => {
    const [ada, ben] = [await rich(), await rich()];
    const { apiToken } = await apiTokenOf({ app }, ada);
    const program = app.as({ token: apiToken });
    const [key, goods] = ['before-the-end', airtime()];
    expect((await program.call('buyAirtime', goods, { key })).status).toBe(200);
    const balance = await balanceOf(app, ada);
    await app.owner.run('delete from api_tokens where user_id = $1', [ada.userId]);
    for (const answer of [
      await program.call('buyAirtime', airtime()),
      await program.call('buyAirtime', goods, { key }),
      await program.call('transferFund', { userName: ben.userName, amount: 100 }),
    ]) {
      expect(answer.refusal.code).toBe('unauthenticated');
    }
    expect(await balanceOf(app, ada)).toBe(balance);
    await unchanged(ben);
  });

  it('an API token whose end has come buys nothing', async () => {
    const ada = await rich();
    const { apiToken } = await apiTokenOf({ app }, ada);
    const program = app.as({ token: apiToken });
    expect((await program.call('getProfile')).status).toBe(200);
    await app.owner.run('update api_tokens set ends_at = now() where user_id = $1', [ada.userId]);
    expect((await program.call('buyAirtime', airtime())).refusal.code).toBe('unauthenticated');
    await unchanged(ada);
  });

  it.each([
    ['dismissed', 'update users set is_admin = false where id = $1'],
    ['suspended', `update accounts set standing = 'suspended' where user_id = $1 and kind = 'wallet'`],
  ])('an admin who was %s issues nothing', async (_what, sql) => {
    const [admin, ada] = [await app.make.user({ isAdmin: true }), await rich()];
    expect((await app.as(admin).call('listUsers')).status).toBe(200);
    await app.owner.run(sql, [admin.userId]);
    const input = { userName: ada.userName, amount: 100, reason: 'a gift' };
    expect((await app.as(admin).call('transferFund', input)).refusal.code).toBe('forbidden');
    await unchanged(ada);
  });
});
