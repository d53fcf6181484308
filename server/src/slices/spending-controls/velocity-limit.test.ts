import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { holdMoney } from '../../ledger/spending-controls.ts';
import { deviceHeaders } from '../../platform/device-cookie.ts';
import { accountEnding, createFakeBank } from '../withdrawals/testing/fake-bank.ts';
import { removeOldDevices } from '../sessions/devices.ts';

const app = useTestApp({ env: { NEW_DEVICE_CAP_NAIRA: '20000', PURCHASE_WAIT_MS: '5000' } });
const { validate, withdraw, withdrawTo, holds } = createFakeBank(app);

const agents = {
  phone:
    'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  laptop: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
  script: 'curl/8.0',
};

interface Device {
  token: string;
  /** As a browser sends it back. */
  cookie: string;
}

const cookieOf = (headers: Headers): string => headers.getSetCookie()[0]?.split(';')[0] ?? '';

async function logsIn(
  { userName, password }: TestUser,
  { cookie, agent = agents.phone }: { cookie?: string; agent?: string } = {},
): Promise<Device> {
  const { headers, reply } = await app
    .anybody()
    .call(
      'login',
      { userName, password },
      { headers: { 'user-agent': agent, ...(cookie !== undefined && { cookie }) } },
    );
  return { token: reply.token, cookie: cookieOf(headers) };
}

const on = (user: TestUser, { token }: Device): TestUser => ({ ...user, token });
const limitOn = async ({ token }: Device) => (await app.as({ token }).call('getSecurity')).reply.sendingLimit;
const send = (from: { token: string }, to: TestUser, amount: number, key?: string) =>
  app
    .as(from)
    .call('transferFund', { userName: to.userName, amount, force: true }, key === undefined ? {} : { key });

/** Somebody who has logged in on a device of their own, and what was told by mail of it. */
async function aUserAtHome(naira_: number): Promise<{ ada: TestUser; home: Device }> {
  const ada = await app.make.user({ wallet: naira(naira_) });
  return { ada, home: await logsIn(ada, { agent: agents.laptop }) };
}

/** As if all that this user did on new devices had happened so many hours before. */
async function passes(hours: number, { userId }: TestUser): Promise<void> {
  const { pool, sessions } = app.context;
  await pool.run(
    'update sessions set new_since = new_since - make_interval(hours => $2) where user_id = $1',
    [userId, hours],
  );
  await pool.run('update devices set new_since = new_since - make_interval(hours => $2) where user_id = $1', [
    userId,
    hours,
  ]);
  await pool.run(
    'update new_device_sends set sent_at = sent_at - make_interval(hours => $2) where user_id = $1',
    [userId, hours],
  );
  await sessions.forget(pool, userId);
}

describe('a device', () => {
  it('is known again by a cookie that no script reads and no foreign page sends, and that is not stored', async () => {
    const ada = await app.make.user();
    const { headers } = await app.anybody().call('login', { userName: ada.userName, password: ada.password });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/),
    ]);
    expect(deviceHeaders('x', 'https://shop.example')['set-cookie']).toMatch(/; Secure$/);
    const rows = await app.context.pool.rows(
      'select encode(device_hash, $2) as hash, label from devices where user_id = $1',
      [ada.userId, 'escape'],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(cookieOf(headers).slice('device='.length));
  });

  it('on which the account was opened is a known one, and keeps its cookie with each login', async () => {
    const person = { userName: 'newcomer_ada', email: 'newcomer@people.example', phoneNumber: '08031112223' };
    const passwords = { password: 'correct horse 9', passwordCheck: 'correct horse 9' };
    const { headers, reply } = await app.anybody().call('register', { ...person, ...passwords });
    const home = { token: reply.token, cookie: cookieOf(headers) };
    expect(await limitOn(home)).toBeNull();
    const input = { userName: person.userName, password: passwords.password };
    const again = await app
      .anybody()
      .call('login', input, { headers: { cookie: `a=b; ${home.cookie}; c=d` } });
    expect(cookieOf(again.headers)).toBe(home.cookie);
    expect(await limitOn({ ...home, token: again.reply.token })).toBeNull();
    const elsewhere = await app.anybody().call('login', input);
    expect(cookieOf(elsewhere.headers)).not.toBe(home.cookie);
    expect(await limitOn({ ...home, token: elsewhere.reply.token })).toMatchObject({ reason: 'new_device' });
  });

  it('that was logged in before devices were noted is a known one', async () => {
    const ada = await app.make.user();
    const { headers, reply } = await app.as(ada).call('isTokenValid');
    expect(reply).toEqual({ valid: true });
    const cookie = cookieOf(headers);
    await expect
      .poll(async () => (await app.as(ada).call('isTokenValid')).headers.getSetCookie())
      .toEqual([]);
    expect(await limitOn(await logsIn(ada, { cookie }))).toBeNull();
    expect(await limitOn(await logsIn(ada))).not.toBeNull();
  });

  it('of one user is a new one for another in the same browser', async () => {
    const [{ home }, { ada: chidi }] = [await aUserAtHome(0), await aUserAtHome(0)];
    const there = await logsIn(chidi, { cookie: home.cookie });
    expect(there.cookie).toBe(home.cookie);
    expect(await limitOn(there)).not.toBeNull();
  });

  it('stays a new one when it is forgotten', async () => {
    const { ada } = await aUserAtHome(0);
    const { token } = await logsIn(ada);
    await app.context.pool.run('delete from devices where user_id = $1', [ada.userId]);
    await app.context.sessions.forget(app.context.pool, ada.userId);
    expect(await limitOn({ token, cookie: '' })).not.toBeNull();
    const cookie = cookieOf((await app.as({ token }).call('isTokenValid')).headers);
    expect(await limitOn(await logsIn(ada, { cookie }))).not.toBeNull();
  });

  it('is one of fifty at most: those that never came back are forgotten first, and of old ones all but the last', async () => {
    const { pool } = app.context;
    const { ada, home } = await aUserAtHome(0);
    const many = `insert into devices (user_id, device_hash, label, new_since)
      select $1, decode(md5(n::text), 'hex'), 'Unknown device', now() from generate_series(1, 60) n`;
    await pool.run(many, [ada.userId]);
    const { token } = await logsIn(ada);
    const count = async () =>
      Number(
        (await pool.get<{ n: bigint }>('select count(*) as n from devices where user_id = $1', [ada.userId]))
          .n,
      );
    expect(await count()).toBe(50);
    expect(await limitOn({ token, cookie: '' })).not.toBeNull();
    expect(await limitOn(await logsIn(ada, { cookie: home.cookie }))).toBeNull();
    await pool.run(`update devices set last_seen_at = now() - interval '401 days' where user_id = $1`, [
      ada.userId,
    ]);
    await removeOldDevices(pool);
    expect(await count()).toBe(1);
    // Its cookie is over as well.
    expect(await limitOn(await logsIn(ada, { cookie: home.cookie }))).not.toBeNull();
  });
});

describe('whoever learned the password', () => {
  it('gets no more than the cap out of the wallet in a day, in pieces, at once and by logging in again', async () => {
    const [{ ada, home }, mule] = [await aUserAtHome(100_000), await app.make.user()];
    const thief = on(ada, await logsIn(ada));
    const accountNumber = accountEnding('1234');
    await validate(thief, accountNumber);
    const first = await send(thief, mule, 500, 'first');
    expect(first.status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 === 0 ? send(thief, mule, 3_000) : withdraw(thief, accountNumber, 3_000, `piece-${n}`),
      ),
    );
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(6);
    const refused = answers.filter(({ status }) => status >= 300);
    expect(new Set(refused.map(({ status, refusal }) => `${status} ${refusal.code}`))).toEqual(
      new Set(['409 new_device_cap']),
    );
    const last = refused[0];
    expect(last?.refusal.msg).toMatch(
      /^New device: ₦20,000\.00 limit until (today|tomorrow) \d\d:\d\d\. ₦1,500\.00 is left$/,
    );
    expect(last?.refusal.errors).toEqual([{ field: 'amount', msg: last?.refusal.msg }]);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect(await holds(ada)).toBe(8_150_000n);
    expect(await limitOn({ ...home, token: thief.token })).toMatchObject({ amount: 20_000, left: 1_500 });

    expect((await send(thief, mule, 1_500)).status).toBe(200);
    const again = on(ada, await logsIn(ada, { agent: agents.script }));
    for (const who of [thief, again]) {
      expect((await send(who, mule, 1)).refusal.msg).toMatch(/ Nothing is left$/);
      expect((await withdraw(who, accountNumber, 100)).refusal.code).toBe('new_device_cap');
    }
    const replay = await send(thief, mule, 500, 'first');
    expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(replay.reply.receipt._id).toBe(first.reply.receipt._id);
    expect(await holds(ada)).toBe(8_000_000n);

    // The owner's device has no limit, and what leaves from it takes nothing from the other's.
    expect((await send(home, mule, 30_000)).status).toBe(200);
    await passes(25, ada);
    expect(await limitOn({ ...home, token: thief.token })).toBeNull();
    expect((await send(thief, mule, 25_000)).status).toBe(200);
    expect(await holds(ada)).toBe(2_500_000n);
  });

  it('gets no API token there, neither a new one nor one that the owner has', async () => {
    const [{ ada, home }, mule] = [await aUserAtHome(50_000), await app.make.user()];
    const { password } = ada;
    const made = (
      await app.as(home).call('createApiToken', { name: 'till', password, scopes: ['read', 'send'] })
    ).reply;
    const thief = app.as(await logsIn(ada));
    const id = made.token._id;
    for (const refusal of [
      (await thief.call('createApiToken', { name: 'mine', password })).refusal,
      (await thief.call('revealApiToken', { id, password })).refusal,
      (await thief.call('rotateApiToken', { id, password })).refusal,
    ]) {
      expect(refusal.code).toBe('new_device_cap');
      expect(refusal.msg).toMatch(
        /^New device: API tokens are not made or shown until (today|tomorrow) \d\d:\d\d$/,
      );
    }
    // A token is no device.
    expect((await send({ token: made.apiToken }, mule, 30_000)).status).toBe(200);
    expect((await app.as(home).call('revealApiToken', { id, password })).status).toBe(200);
  });

  it('who is a vendor sends no more by coupons', async () => {
    const [vendor, mule] = [
      await app.make.user({ isCouponVendor: true, wallet: naira(50_000) }),
      await app.make.user(),
    ];
    await logsIn(vendor);
    const thief = app.as(await logsIn(vendor));
    const coupon = { userAccount: mule.userName, amount: 15_000 };
    expect((await thief.call('generateCoupon', coupon)).status).toBe(200);
    expect((await thief.call('generateCoupon', coupon)).refusal.code).toBe('new_device_cap');
    expect(await holds(vendor)).toBe(3_500_000n);
  });
});

describe('the cap', () => {
  it('counts nothing that the bank sent back', async () => {
    const { ada } = await aUserAtHome(50_000);
    const there = await logsIn(ada);
    const who = on(ada, there);
    const { status } = await withdrawTo(who, '0001', 15_000);
    expect(status).toBe(422);
    expect(await limitOn(there)).toMatchObject({ left: 20_000 });
    expect((await withdrawTo(who, '1234', 20_000)).status).toBeLessThan(300);
    expect(await limitOn(there)).toMatchObject({ left: 0 });
  });

  it('holds on every device after the password was reset, besides the hold of all that leaves', async () => {
    const [{ ada, home }, mule] = [await aUserAtHome(50_000), await app.make.user()];
    await app.context.pool.run('update users set password_reset_at = now() where id = $1', [ada.userId]);
    const hold = { because: 'reset', hours: 24, purchasesKobo: naira(2_000) } as const;
    const there = await logsIn(ada, { cookie: home.cookie });
    const security = (await app.as(there).call('getSecurity')).reply;
    expect(security.sendingLimit).toMatchObject({ reason: 'reset', amount: 20_000, left: 20_000 });
    expect((await send(there, mule, 20_001)).refusal.msg).toMatch(/^New password: ₦20,000\.00 limit until /);
    await holdMoney(app.context.pool, ada.userId, hold);
    const held = (await app.as(there).call('getSecurity')).reply.moneyHeld;
    expect(held).toMatchObject({ because: 'reset', purchasesMost: 2_000 });
    expect(Date.parse(held?.until ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect((await send(there, mule, 500)).refusal.code).toBe('money_held');
    expect((await withdrawTo(on(ada, there), '1234', 500)).refusal.code).toBe('money_held');
  });

  it('is marked in the list of devices', async () => {
    const { ada, home } = await aUserAtHome(0);
    await logsIn(ada);
    const { sessions } = (await app.as(home).call('listSessions')).reply;
    const limitOf = (name: string) => sessions.find(({ device }) => device === name)?.limit;
    expect(limitOf('Firefox on Linux')).toBeNull();
    expect(limitOf('Chrome on Android')).toMatchObject({
      reason: 'new_device',
      amount: 20_000,
      until: expect.stringMatching(/^20\d\d-/),
    });
  });
});

describe('the owner', () => {
  const mailed = async ({ email }: TestUser) => {
    await sendMails(app.context);
    return mailsTo(app, email);
  };

  it('is told by mail of a login on a new device, and not of one on a known one', async () => {
    const { ada, home } = await aUserAtHome(0);
    await logsIn(ada, { cookie: home.cookie, agent: agents.laptop });
    expect(await mailed(ada)).toEqual([]);
    await logsIn(ada);
    const [mail, ...others] = await mailed(ada);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('New login to your Jara account');
    expect(mail?.text).toContain(ada.userName);
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toMatch(
      /Chrome on Android, \d{1,2} \w{3,4} 20\d\d, \d\d:\d\d Lagos time\./,
    );
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
      'In its first 24 hours ₦20,000.00 at most can leave from this device.',
    );
    expect(mail?.text).toContain('/requestPasswordReset');
  });

  it('is told once a day for each kind of device, however often somebody logs in without a cookie', async () => {
    const { ada } = await aUserAtHome(0);
    for (const agent of [agents.script, agents.phone, agents.script, agents.phone]) {
      await logsIn(ada, { agent });
    }
    expect(
      (await mailed(ada)).map(({ text }) => /to it: ([^,]+),/.exec(text.replaceAll(/\s+/g, ' '))?.[1]),
    ).toEqual(expect.arrayContaining(['Unknown device', 'Chrome on Android']));
    expect(await mailed(ada)).toHaveLength(2);
  });
});
