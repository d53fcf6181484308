import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';

const app = useTestApp();

describe('the profile', () => {
  it('has the balance with its version, the plans and the newest transactions', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    await app.as(ada).call('testTopUp', { amount: '250.50' });
    const { reply, headers } = await app.as(ada).call('getProfile');
    expect(reply.user).toMatchObject({ _id: String(ada.userId), balance: 1_250.5, balanceVersion: 2 });
    expect(reply.transactions).toHaveLength(1);
    expect(reply.transactions[0]).toMatchObject({ trans_amount: 250.5, trans_UserName: ada.userName });
    expect(reply.subscriptionPlans.MTN.length).toBeGreaterThan(0);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it("shows one page of transactions, all of them one's own", async () => {
    const [ada, boss] = [await app.make.user(), await app.make.user({ isAdmin: true })];
    await app.owner.run(
      `insert into transactions (user_id, reference, type, status, description, amount_kobo)
       select $1, 'JRPROFILE' || n, 'wallet', 'failed', 'Card funding', 100 from generate_series(1, 60) n`,
      [ada.userId],
    );
    expect((await app.as(ada).call('getProfile')).reply.transactions).toHaveLength(50);
    const { reply } = await app.as(boss).call('getProfile');
    expect(reply).toMatchObject({ isAdmin: true, transactions: [] });
  });

  it('needs a live session', async () => {
    for (const token of ['', 'x', 'A'.repeat(43), 'A'.repeat(5_000), '../../etc', '"; drop']) {
      const { status, refusal } = await app.as({ token }).call('getProfile');
      expect(status).toBe(401);
      expect(refusal.code).toBe('unauthenticated');
    }
  });

  it('is not given for a token in the address', async () => {
    const ada = await app.make.user();
    const { status } = await app
      .anybody()
      .call('getProfile', { token: ada.token, 'x-auth-token': ada.token });
    expect(status).toBe(401);
  });
});

describe('a session', () => {
  it('is known by either header', async () => {
    const ada = await app.make.user();
    const { reply } = await app
      .anybody()
      .call('getProfile', {}, { headers: { authorization: `Bearer ${ada.token}` } });
    expect(reply.user.userName).toBe(ada.userName);
  });

  it('ends when one logs out, and the others go on', async () => {
    const ada = await app.make.user();
    const other = (await app.anybody().call('login', { userName: ada.userName, password: ada.password }))
      .reply;
    expect((await app.as(ada).call('logout')).status).toBe(200);
    expect((await app.as(ada).call('isTokenValid')).reply).toEqual({ valid: false });
    expect((await app.as(ada).call('logout')).status).toBe(401);
    expect((await app.as(other).call('isTokenValid')).reply).toEqual({ valid: true });
  });

  it('ends by time, used or not', async () => {
    for (const ending of [
      `expires_at = now() - interval '1 second'`,
      `last_used_at = now() - interval '13 hours'`,
    ]) {
      const ada = await app.make.user();
      await app.context.pool.run(`update sessions set ${ending} where user_id = $1`, [ada.userId]);
      expect((await app.as(ada).call('isTokenValid')).reply).toEqual({ valid: false });
      expect((await app.as(ada).call('getProfile')).status).toBe(401);
    }
  });

  it('is asked about without any token too', async () => {
    const { status, reply } = await app.anybody().call('isTokenValid');
    expect(status).toBe(200);
    expect(reply).toEqual({ valid: false });
  });
});
