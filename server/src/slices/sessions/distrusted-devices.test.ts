/** A device that was logged out for safety is asked again like a new one, and counts as new from then on. */
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp, type TestApp } from '../../../test/app.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { emailTokenOf, mailsTo, resetLinkOf, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';

const env = {
  LOGIN_FAILURES_PER_ACCOUNT: '6',
  LOGIN_FAILURES_PER_15_MINUTES: '10',
  NEW_DEVICE_CAP_NAIRA: '10000',
  NEW_DEVICE_CAP_HOURS: '24',
  PASSWORD_RESETS_PER_HOUR_AND_ADDRESS: '1000',
};
const app = useTestApp({ env: { ...env, LOGIN_CODE_MINUTES: '10' } });
const withoutCodes = useTestApp({ env });

interface Device {
  cookie?: string;
  token?: string;
}
type Person = Pick<TestUser, 'userName' | 'password'>;

/** A login on a device, which keeps the cookie and the session that it is given. */
async function logIn(
  { userName, password }: Person,
  device: Device,
  more: Record<string, unknown> = {},
  at: TestApp = app,
) {
  const headers = device.cookie === undefined ? {} : { cookie: device.cookie };
  const answer = await at.anybody().call('login', { userName, password, ...more }, { headers });
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  if (cookie !== '') device.cookie = cookie;
  if (answer.status === 200) device.token = answer.reply.token;
  return answer;
}
const newestCode = async ({ email }: TestUser): Promise<string> => {
  await sendMails(app.context);
  const codes = mailsTo(app, email).map(({ text }) => /enter this code there: (\d{6})/.exec(text)?.[1]);
  return codes.findLast((code) => code !== undefined) ?? '';
};
/** As a minute later: each device may have another code. */
const minutePasses = (ada: TestUser, at: TestApp = app) =>
  at.owner.run(`update login_codes set asked_at = asked_at - interval '2 minutes' where user_id = $1`, [
    ada.userId,
  ]);
const dayPasses = async ({ userId }: TestUser, at: TestApp = app) => {
  for (const table of ['devices', 'sessions'])
    await at.owner.run(`update ${table} set new_since = new_since - interval '25 hours' where user_id = $1`, [
      userId,
    ]);
  await at.owner.run(
    `update users set password_reset_at = password_reset_at - interval '25 hours' where id = $1`,
    [userId],
  );
};
/** The owner at home, and a thief who logged in once with a code that he was told, longer ago than devices are new. */
async function robbed(input: Parameters<TestApp['make']['user']>[0] = {}) {
  const ada = await app.make.user(input);
  const [home, thief]: [Device, Device] = [{}, {}];
  expect((await logIn(ada, home)).status).toBe(200);
  expect((await logIn(ada, thief)).refusal.code).toBe('login_code_required');
  expect((await logIn(ada, thief, { code: await newestCode(ada) })).status).toBe(200);
  await dayPasses(ada);
  await minutePasses(ada);
  return { ada, home, thief };
}
const tokenOf = ({ token = '' }: Device) => ({ token });
const newPassword = 'another horse 10';
const both = { newPassword, newPasswordCheck: newPassword };
async function resets(ada: TestUser, at: TestApp = app): Promise<TestUser> {
  await at.anybody().call('requestPasswordReset', { email: ada.email });
  await sendMails(at.context);
  const { userId, token } = resetLinkOf(at, ada.email);
  expect((await at.anybody().call('resetPassword', { userId, token, ...both })).status).toBe(200);
  return { ...ada, password: newPassword };
}
const staff = () => app.make.user({ isAdmin: true });
async function changesEmail(ada: TestUser, home: Device): Promise<{ toNew: string; toOld: string }> {
  const email = `new.${ada.email}`;
  const asked = await app.as(tokenOf(home)).call('changeEmail', { email, password: ada.password });
  expect(asked.status).toBe(200);
  await sendMails(app.context);
  return { toNew: emailTokenOf(app, email), toOld: emailTokenOf(app, ada.email) };
}
const idOf = async (seenBy: Device, device: Device): Promise<string> => {
  const sessionsOf = async (one: Device) => (await app.as(tokenOf(one)).call('listSessions')).reply.sessions;
  const own = (await sessionsOf(device)).find(({ isCurrent }) => isCurrent)?._id;
  return (await sessionsOf(seenBy)).find(({ _id }) => _id === own)?._id ?? '';
};

type Robbed = Awaited<ReturnType<typeof robbed>>;
const causes: [string, (who: Robbed) => Promise<TestUser>, 'asked' | 'known'][] = [
  ['the password is reset by the link of a mail', ({ ada }) => resets(ada), 'asked'],
  [
    'staff reset the password',
    async ({ ada }) => {
      await app.as(await staff()).call('resetUserPassword', { userId: String(ada.userId) });
      return ada;
    },
    'asked',
  ],
  [
    'staff end all access',
    async ({ ada }) => {
      const end = { id: String(ada.userId), reason: 'it was not me' };
      expect((await app.as(await staff()).call('endAccess', end)).status).toBe(200);
      return ada;
    },
    'asked',
  ],
  [
    'staff suspend the account, and open it again',
    async ({ ada }) => {
      const boss = app.as(await staff());
      const set = { id: String(ada.userId), reason: 'it was not me' };
      for (const standing of ['suspended', 'active'])
        expect((await boss.call('setStanding', { ...set, standing })).status).toBe(200);
      return ada;
    },
    'asked',
  ],
  [
    'a change of the e-mail address is stopped',
    async ({ ada, home }) => {
      const { toOld } = await changesEmail(ada, home);
      await app.anybody().call('answerEmailLink', { token: toOld, answer: 'stop' });
      return ada;
    },
    'asked',
  ],
  [
    'a change of the e-mail address is put back',
    async ({ ada, home }) => {
      const { toNew, toOld } = await changesEmail(ada, home);
      await app.anybody().call('answerEmailLink', { token: toNew, answer: 'confirm' });
      expect((await app.anybody().call('answerEmailLink', { token: toOld, answer: 'stop' })).status).toBe(
        200,
      );
      return ada;
    },
    'asked',
  ],
  [
    'the owner changes the password',
    async ({ ada, home }) => {
      const change = { oldPassword: ada.password, ...both };
      expect((await app.as(tokenOf(home)).call('changePassword', change)).status).toBe(200);
      return { ...ada, password: newPassword };
    },
    'known',
  ],
  [
    'the owner logs it out',
    async ({ ada, home, thief }) => {
      const id = await idOf(home, thief);
      expect((await app.as(tokenOf(home)).call('endSession', { id })).status).toBe(200);
      return ada;
    },
    'known',
  ],
  [
    'the owner logs all others out',
    async ({ ada, home }) => {
      expect((await app.as(tokenOf(home)).call('endOtherSessions')).status).toBe(200);
      return ada;
    },
    'known',
  ],
];

describe('the device of a thief, when', () => {
  it.each(causes)('%s, takes a code by mail with the right password', async (_when, happens, ownDevice) => {
    const who = await robbed();
    const { home, thief } = who;
    // With nothing done it is one of the account's own.
    expect((await logIn(who.ada, thief)).status).toBe(200);
    const ada = await happens(who);
    const asked = await logIn(ada, thief);
    expect([asked.status, asked.refusal.code]).toEqual([403, 'login_code_required']);
    expect(asked.refusal.msg).toContain('This device was logged out for safety: enter the code');
    const atHome = await logIn(ada, home);
    expect(atHome.status).toBe(ownDevice === 'known' ? 200 : 403);
    if (ownDevice === 'known') return;
    // The owner reads the mails, and is in.
    expect((await logIn(ada, home, { code: await newestCode(ada) })).status).toBe(200);
    expect((await logIn(ada, home)).status).toBe(200);
    expect((await logIn(ada, thief)).refusal.code).toBe('login_code_required');
  });

  it('a proof of the mailbox there is older than that, takes a code all the same', async () => {
    const { ada, thief } = await robbed();
    const one = await resets(ada);
    await app.owner.run(
      `insert into device_codes (user_id, device_hash, device, email, expires_at, proved_at)
       select d.user_id, d.device_hash, 'a device', u.email, now() + interval '1 hour', now()
       from devices d join users u on u.id = d.user_id where u.id = $1`,
      [ada.userId],
    );
    expect((await logIn(one, thief)).status).toBe(200);
    await app.owner.run(
      `insert into device_codes (user_id, device_hash, device, email, expires_at, proved_at)
       select d.user_id, d.device_hash, 'a device', u.email, now() + interval '1 hour', now()
       from devices d join users u on u.id = d.user_id where u.id = $1
       on conflict do nothing`,
      [ada.userId],
    );
    const end = { id: String(ada.userId), reason: 'it was not me' };
    expect((await app.as(await staff()).call('endAccess', end)).status).toBe(200);
    expect((await logIn(one, thief)).refusal.code).toBe('login_code_required');
  });

  it('the password is reset, shares the counters of strangers', async () => {
    const { ada, home, thief } = await robbed();
    await resets(ada);
    const guesses = [];
    for (const device of [thief, thief, home, home, {}, {}, thief])
      guesses.push((await logIn({ ...ada, password: 'not it at all' }, device)).refusal.code);
    expect(guesses.filter((code) => code === 'wrong_credentials')).toHaveLength(6);
    expect(guesses.at(-1)).toBe('too_many_requests');
  });

  it('two-step login is on: whoever gives a code of the app needs none by mail, and is on a new device', async () => {
    const { ada, home } = await robbed();
    const { setupKey } = (await app.as(tokenOf(home)).call('beginTotp', { password: ada.password })).reply;
    await app.as(tokenOf(home)).call('confirmTotp', { code: codeOf(setupKey) });
    const now = await resets(ada);
    expect((await logIn(now, home, { code: codeOf(setupKey, 1) })).status).toBe(200);
    expect((await app.as(tokenOf(home)).call('getSecurity')).reply.sendingLimit).toMatchObject({
      reason: 'reset',
      amount: 10_000,
    });
  });
});

describe('a device that was logged out for safety', () => {
  it('is told of by mail when somebody logs in there, and its limit begins anew and is shown', async () => {
    const { ada, home, thief } = await robbed({ wallet: naira(50_000) });
    const bola = await app.make.user();
    const send = (device: Device) =>
      app.as(tokenOf(device)).call('transferFund', { userName: bola.userName, amount: 10_001, force: true });
    await app.as(tokenOf(home)).call('endSession', { id: await idOf(home, thief) });
    await app.owner.run('delete from attempt_counters');
    await logIn(ada, thief);
    expect((await logIn(ada, thief, { code: await newestCode(ada) })).status).toBe(200);
    expect((await send(thief)).refusal.code).toBe('new_device_cap');
    const sessions = (await app.as(tokenOf(home)).call('listSessions')).reply.sessions;
    expect(sessions.map(({ isCurrent, limit }) => [isCurrent, limit?.reason ?? null])).toContainEqual([
      false,
      'new_device',
    ]);
    expect((await send(home)).status).toBe(200);
    await sendMails(app.context);
    const letters = mailsTo(app, ada.email).filter(({ subject }) => subject.startsWith('New login'));
    expect(letters.at(-1)?.text).toContain('Unknown device');
  });

  it('that asks is none: who logs out by the list or the button comes back without a code', async () => {
    const { ada, home } = await robbed();
    await app.as(tokenOf(home)).call('endSession', { id: await idOf(home, home) });
    expect((await logIn(ada, home)).status).toBe(200);
    await app.as(tokenOf(home)).call('logout');
    expect((await logIn(ada, home)).status).toBe(200);
  });

  it('leaves no door open for a login at the same moment', async () => {
    const { ada, thief } = await robbed();
    const boss = await staff();
    const end = () => app.as(boss).call('endAccess', { id: String(ada.userId), reason: 'it was not me' });
    const logins = Array.from({ length: 3 }, () => logIn(ada, { ...thief }));
    await Promise.all([...logins, end()]);
    // Whichever came first: no session is left, and the device is not known.
    expect((await logIn(ada, thief)).refusal.code).toBe('login_code_required');
    const { count } = await app.context.pool.get<{ count: bigint }>(
      'select count(*) from sessions where user_id = $1',
      [ada.userId],
    );
    expect(count).toBe(0n);
  });

  it('where no codes are mailed, is let in by the password, as a new device', async () => {
    const ada = await withoutCodes.make.user();
    const home: Device = {};
    const limit = async () =>
      (await withoutCodes.as(tokenOf(home)).call('getSecurity')).reply.sendingLimit?.reason ?? null;
    await logIn(ada, home, {}, withoutCodes);
    expect(await limit()).toBeNull();
    const now = await resets(ada, withoutCodes);
    // The reset is a day old: of itself it limits nothing any more.
    await dayPasses(ada, withoutCodes);
    expect((await logIn(now, home, {}, withoutCodes)).status).toBe(200);
    expect(await limit()).not.toBeNull();
    await dayPasses(ada, withoutCodes);
    expect((await logIn(now, home, {}, withoutCodes)).status).toBe(200);
    expect(await limit()).toBeNull();
  });
});
