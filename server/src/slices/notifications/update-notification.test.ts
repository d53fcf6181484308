import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';

const app = useTestApp();

describe('the notice', () => {
  it('is null at first, shows what staff wrote as it was written, and goes when it is emptied', async () => {
    const [boss, agent, ada] = [
      await app.make.user({ isAdmin: true }),
      await app.make.user({ isAgent: true }),
      await app.make.user(),
    ];
    expect((await app.as(ada).call('getNotification')).reply).toEqual({ msg: null });
    const text = '<script>alert(1)</script>\n₦ "quotes" & more';
    expect((await app.as(agent).call('updateNotification', { msg: `  ${text}\r\n` })).reply).toEqual({
      msg: text,
    });
    expect((await app.as(ada).call('getNotification')).reply).toEqual({ msg: text });
    await app.as(boss).call('updateNotification', { msg: 'Closed on Sunday' });
    expect((await app.as(ada).call('getNotification')).reply).toEqual({ msg: 'Closed on Sunday' });
    expect((await app.as(boss).call('updateNotification', { msg: '  ' })).reply).toEqual({ msg: null });
    expect((await app.as(ada).call('getNotification')).reply).toEqual({ msg: null });
    const actions = await app.context.pool.rows(
      `select actor_id as by, before ->> 'msg' as before, after ->> 'msg' as after from staff_actions
       where action = 'updateNotification' order by id`,
    );
    expect(actions).toEqual([
      { by: agent.userId, before: null, after: text },
      { by: boss.userId, before: text, after: 'Closed on Sunday' },
      { by: boss.userId, before: 'Closed on Sunday', after: null },
    ]);
  });

  it.each([
    [undefined, 'Please check what you entered'],
    [5, 'Please check what you entered'],
    ['a\u0001b', 'Use plain text'],
    ['a\u001b[31mb', 'Use plain text'],
    ['x'.repeat(1_001), 'Use at most 1000 characters'],
  ])('is not %j', async (msg, says) => {
    const boss = await app.make.user({ isAdmin: true });
    const { status, refusal } = await app.as(boss).call('updateNotification', { msg });
    expect(status).toBe(400);
    expect(refusal.msg).toBe(says);
  });

  it('is written by staff and read by whoever is signed in', async () => {
    for (const input of [{}, { isCouponVendor: true }]) {
      const user = await app.make.user(input);
      expect((await app.as(user).call('updateNotification', { msg: 'mine' })).status).toBe(403);
      expect((await app.as(user).call('getNotification')).status).toBe(200);
    }
    expect((await app.anybody().call('updateNotification', { msg: 'mine' })).status).toBe(401);
    expect((await app.anybody().call('getNotification')).status).toBe(401);
  });
});
