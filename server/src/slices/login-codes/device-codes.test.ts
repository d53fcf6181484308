/** Whoever is stopped by wrong passwords of others goes on by a code that goes to the mailbox of the account. */
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { eventSummaries } from '../security-events/testing/event-summaries.ts';
import { addPasskey } from '../step-up/passkeys/testing/people.ts';

const settings = { TRUSTED_PROXIES: '127.0.0.1', LOGIN_FAILURES_PER_ACCOUNT: '20', LOGIN_CODE_MINUTES: '10' };
const asLive = useTestApp({ env: { ...settings, LOGIN_FAILURES_PER_NETWORK: '50' } });
/** Where fewer wrong passwords do, so that less has to be hashed. */
const MOST = 5;
const app = useTestApp({ env: { ...settings, LOGIN_FAILURES_PER_NETWORK: String(MOST) } });
const tight = useTestApp({
  env: { ...settings, LOGIN_FAILURES_PER_15_MINUTES: '2', LOGIN_FAILURES_PER_ACCOUNT: '3' },
});

let networks = 0;
const newNetwork = (): string => {
  networks += 1;
  return `203.0.113.${networks}`;
};
interface Device {
  from: string;
  cookie?: string;
}
type Named = Pick<TestUser, 'userName' | 'password'>;
/** A login on a device, which keeps the cookie that it is given. */
async function logIn(
  { userName, password }: Named,
  device: Device,
  more: Record<string, unknown> = {},
  at: typeof app = app,
) {
  const headers = {
    'x-forwarded-for': device.from,
    ...(device.cookie !== undefined && { cookie: device.cookie }),
  };
  const answer = await at.anybody().call('login', { userName, password, ...more }, { headers });
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  if (cookie !== '') device.cookie = cookie;
  return answer;
}
const codesIn = async ({ email }: Pick<TestUser, 'email'>, at: typeof app = app): Promise<string[]> => {
  await sendMails(at.context);
  return mailsTo(at, email)
    .filter(({ subject }) => subject === 'Your Jara code for another device')
    .map(({ text }) => /enter this code there: (\d{6})/.exec(text)?.[1] ?? '');
};
const newest = async (ada: Pick<TestUser, 'email'>, at: typeof app = app) =>
  (await codesIn(ada, at)).at(-1) ?? '';
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
/** Somebody has tried the passwords of others behind this address. */
async function busyNetwork(at: typeof app = app, most = MOST): Promise<string> {
  const from = newNetwork();
  for (let time = 0; time < most; time += 1)
    await logIn({ userName: `nobody_${time}`, password: 'a guess' }, { from }, {}, at);
  return from;
}
/** Somebody who has an account and another device, and needs it on one more. */
async function stopped(at: typeof app = app, most = MOST) {
  const ada = await at.make.user();
  const home: Device = { from: newNetwork() };
  expect((await logIn(ada, home, {}, at)).status).toBe(200);
  return { ada, home, device: { from: await busyNetwork(at, most) } as Device };
}
const minutesPass = ({ userId }: TestUser, minutes: number, at: typeof app = app) =>
  at.owner.run(
    `update device_codes set asked_at = asked_at - make_interval(mins => $2), expires_at = expires_at - make_interval(mins => $2) where user_id = $1`,
    [userId, minutes],
  );
const shape = ({ status, body }: { status: number; body: unknown }) => [
  status,
  { ...(body as object), requestId: '' },
];

describe('behind an address where others gave fifty wrong passwords', () => {
  it('an honest newcomer’s device logs in with the code that was mailed, and is known from then on', async () => {
    const { ada, device } = await stopped(asLive, 50);
    const full = await logIn(ada, device, {}, asLive);
    expect(full.status).toBe(429);
    expect(full.body).toMatchObject({ codeByMail: true });
    expect(full.refusal.msg).toContain('have a code sent to your e-mail address');
    const asked = await logIn(ada, device, { deviceCode: '' }, asLive);
    expect([asked.status, asked.refusal.code]).toEqual([403, 'device_code_required']);
    expect(JSON.stringify(asked.body)).not.toContain('token');
    const code = await newest(ada, asLive);
    expect(code).toMatch(/^\d{6}$/);
    expect((await logIn(ada, device, { deviceCode: code }, asLive)).status).toBe(200);
    expect((await logIn(ada, device, {}, asLive)).status).toBe(200);
    const left = await asLive.owner.find('select from device_codes where user_id = $1', [ada.userId]);
    expect(left).toBeUndefined();
    expect(await eventSummaries(asLive, ada)).toEqual(
      expect.arrayContaining(['device_code_sent ok', 'device_proved email_code ok', 'login password ok']),
    );
    await sendMails(asLive.context);
    const subjects = mailsTo(asLive, ada.email).map(({ subject }) => subject);
    expect(subjects).toContain('New login to your Jara account');
    // The mailbox was proved there already.
    expect(subjects).not.toContain('Your Jara login code');
  });

  it('the code does not log in by itself: password and second factor are needed, on a device with a counter of its own', async () => {
    const { ada, home, device } = await stopped();
    const owner = await logIn(ada, home);
    const as = app.as({ token: owner.reply.token });
    const { setupKey } = (await as.call('beginTotp', { password: ada.password })).reply;
    expect((await as.call('confirmTotp', { code: codeOf(setupKey) })).status).toBe(200);
    await logIn(ada, device, { deviceCode: '' });
    const wrong = { ...ada, password: 'not it at all' };
    const code = await newest(ada);
    expect((await logIn(wrong, device, { deviceCode: code })).refusal.code).toBe('wrong_credentials');
    expect((await logIn(ada, device)).refusal.code).toBe('totp_required');
    expect((await logIn(ada, device, { code: codeOf(setupKey, 1) })).status).toBe(200);
  });

  it('a passkey logs in as ever', async () => {
    const { ada, device } = await stopped();
    const { passkey } = await addPasskey(app, ada);
    const { options } = (await app.anybody().call('beginPasskeyLogin')).reply;
    const headers = { 'x-forwarded-for': device.from };
    const answer = { passkey: passkey.answer(options) };
    expect((await app.anybody().call('loginWithPasskey', answer, { headers })).status).toBe(200);
  });

  it('says and does the same for a name that nobody has', async () => {
    const { ada, device } = await stopped();
    const nobody = { userName: 'nobody_at_all', password: ada.password };
    const other: Device = { from: device.from };
    expect(shape(await logIn(nobody, other))).toEqual(shape(await logIn(ada, device)));
    const asked = shape(await logIn(ada, device, { deviceCode: '' }));
    expect(shape(await logIn(nobody, other, { deviceCode: '' }))).toEqual(asked);
    expect(other.cookie?.length).toBe(device.cookie?.length);
    const code = await newest(ada);
    const wrong = await logIn(ada, device, { deviceCode: wrongFor(code) });
    expect(wrong.refusal.code).toBe('wrong_code');
    const words = shape(wrong);
    expect(shape(await logIn(nobody, other, { deviceCode: code }))).toEqual(words);
    // Nor by codes that are used up.
    for (let time = 0; time < 6; time += 1) {
      expect(shape(await logIn(ada, device, { deviceCode: wrongFor(code) }))).toEqual(words);
      expect(shape(await logIn(nobody, other, { deviceCode: wrongFor(code) }))).toEqual(words);
    }
  });

  it('the address stays closed to all others there', async () => {
    const { ada, device } = await stopped();
    await logIn(ada, device, { deviceCode: '' });
    const deviceCode = await newest(ada);
    expect((await logIn(ada, device, { deviceCode })).status).toBe(200);
    expect((await logIn(await app.make.user(), { from: device.from })).status).toBe(429);
    const bayo = await app.make.user();
    expect((await logIn(bayo, device)).status).toBe(429);
  });
});

describe('a code', () => {
  it('is for one account and one device', async () => {
    const { ada, device } = await stopped();
    const { ada: eve, device: thief } = await stopped();
    await logIn(ada, device, { deviceCode: '' });
    await logIn(eve, thief, { deviceCode: '' });
    const deviceCode = await newest(ada);
    for (const elsewhere of [thief, { from: device.from }])
      expect((await logIn(ada, elsewhere, { deviceCode })).refusal.code).toBe('wrong_code');
    expect((await logIn(eve, device, { deviceCode })).refusal.code).toBe('wrong_code');
    if (deviceCode !== (await newest(eve)))
      expect((await logIn(eve, thief, { deviceCode })).refusal.code).toBe('wrong_code');
    expect((await logIn(ada, device, { deviceCode })).status).toBe(200);
    // What is known of the device holds for this account alone.
    expect((await logIn(eve, device)).status).toBe(429);
  });

  it('works once, and what it proved ends by time', async () => {
    const { ada, device } = await stopped();
    const wrong = { ...ada, password: 'not it at all' };
    await logIn(ada, device, { deviceCode: '' });
    const deviceCode = await newest(ada);
    expect((await logIn(wrong, device, { deviceCode })).refusal.code).toBe('wrong_credentials');
    await minutesPass(ada, 59);
    expect((await logIn(wrong, device)).refusal.code).toBe('wrong_credentials');
    await minutesPass(ada, 2);
    expect((await logIn(ada, device)).status).toBe(429);
    expect((await logIn(ada, device, { deviceCode })).refusal.code).toBe('wrong_code');
  });

  it('is over after a quarter of an hour, and when a newer one was asked for', async () => {
    const { ada, device } = await stopped();
    await logIn(ada, device, { deviceCode: '' });
    const first = await newest(ada);
    await minutesPass(ada, 16);
    expect((await logIn(ada, device, { deviceCode: first })).refusal.code).toBe('wrong_code');
    await logIn(ada, device, { deviceCode: '' });
    const second = await newest(ada);
    if (first !== second)
      expect((await logIn(ada, device, { deviceCode: first })).refusal.code).toBe('wrong_code');
    expect((await logIn(ada, device, { deviceCode: second })).status).toBe(200);
  });

  it('has five tries, the right one included, however many at once', async () => {
    const { ada, device } = await stopped();
    await logIn(ada, device, { deviceCode: '' });
    const code = await newest(ada);
    const guesses = Array.from({ length: 9 }, () =>
      logIn(ada, { ...device }, { deviceCode: wrongFor(code) }),
    );
    const codes = (await Promise.all(guesses)).map(({ refusal }) => refusal.code);
    expect(new Set(codes)).toEqual(new Set(['wrong_code']));
    const tried = 'select tries from device_codes where user_id = $1';
    expect(await app.owner.get(tried, [ada.userId])).toEqual({ tries: 5 });
    expect((await logIn(ada, device, { deviceCode: code })).refusal.code).toBe('wrong_code');
    expect(await eventSummaries(app, ada)).toContain('login email_code wrong');
  });

  it('proves nothing when the account has another e-mail address by then, before and after it was entered', async () => {
    const { ada, device } = await stopped();
    const moves = () => app.owner.run(`update users set email = 'new.' || email where id = $1`, [ada.userId]);
    await logIn(ada, device, { deviceCode: '' });
    const deviceCode = await newest(ada);
    const wrong = { ...ada, password: 'not it at all' };
    expect((await logIn(wrong, device, { deviceCode })).refusal.code).toBe('wrong_credentials');
    await moves();
    expect((await logIn(ada, device)).status).toBe(429);
    await minutesPass(ada, 2);
    await logIn(ada, device, { deviceCode: '' });
    const next = await newest({ email: `new.${ada.email}` });
    await moves();
    expect((await logIn(ada, device, { deviceCode: next })).refusal.code).toBe('wrong_code');
  });

  it('is stored in no form that can be read', async () => {
    const { ada, device } = await stopped();
    await logIn(ada, device, { deviceCode: '' });
    const code = await newest(ada);
    const readable = 'select c::text as row from device_codes c where user_id = $1';
    const { row } = await app.context.pool.get<{ row: string }>(readable, [ada.userId]);
    expect(row).not.toContain(code);
    expect(row).not.toContain(device.cookie?.split('=')[1]);
  });
});

describe('the mails', () => {
  it('go to nobody who is not stopped', async () => {
    const ada = await app.make.user();
    const answer = await logIn({ ...ada, password: 'a guess' }, { from: newNetwork() }, { deviceCode: '' });
    expect(answer.refusal.code).toBe('wrong_credentials');
    expect(await codesIn(ada)).toEqual([]);
  });

  it('are one a minute for a device, three an hour for an account, whoever asks from wherever, and the answer is the same', async () => {
    const ada = await tight.make.user();
    for (let time = 0; time < 3; time += 1)
      await logIn({ ...ada, password: 'a guess' }, { from: newNetwork() }, {}, tight);
    const answers: string[] = [];
    const ask = async (device: Device) =>
      answers.push(JSON.stringify(shape(await logIn(ada, device, { deviceCode: '' }, tight))));
    const one: Device = { from: newNetwork() };
    for (let time = 0; time < 4; time += 1) await ask(one);
    expect(await codesIn(ada, tight)).toHaveLength(1);
    await minutesPass(ada, 2, tight);
    await ask(one);
    expect(await codesIn(ada, tight)).toHaveLength(2);
    for (let time = 0; time < 5; time += 1) await ask({ from: newNetwork() });
    expect(await codesIn(ada, tight)).toHaveLength(3);
    expect(new Set(answers).size).toBe(1);
  });

  it('are one for each account where ten were asked for behind one address, and no neighbour is without', async () => {
    const from = await busyNetwork();
    for (let time = 0; time < 10; time += 1)
      await logIn({ userName: `nobody_${time}`, password: 'x' }, { from }, { deviceCode: '' });
    for (const neighbour of [await app.make.user(), await app.make.user()]) {
      const device: Device = { from };
      await logIn(neighbour, device, { deviceCode: '' });
      await logIn(neighbour, { from }, { deviceCode: '' });
      expect(await codesIn(neighbour)).toHaveLength(1);
      const deviceCode = await newest(neighbour);
      expect((await logIn(neighbour, device, { deviceCode })).status).toBe(200);
    }
  });
});

describe('whoever reads the mails', () => {
  it('guesses no more passwords by them than strangers do, however many devices they prove', async () => {
    const ada = await tight.make.user();
    const guess = { ...ada, password: 'a guess' };
    for (let time = 0; time < 3; time += 1) await logIn(guess, { from: newNetwork() }, {}, tight);
    const prove = async (): Promise<Device> => {
      const device: Device = { from: newNetwork() };
      await logIn(guess, device, { deviceCode: '' }, tight);
      const deviceCode = await newest(ada, tight);
      expect((await logIn(guess, device, { deviceCode }, tight)).refusal.code).toBe('wrong_credentials');
      return device;
    };
    const first = await prove();
    expect((await logIn(guess, first, {}, tight)).status).toBe(400);
    // The device's own counter is full.
    const full = await logIn(ada, first, {}, tight);
    expect(full.status).toBe(429);
    expect(full.body).not.toHaveProperty('codeByMail');
    // That of all proved devices is.
    const second = await prove();
    expect((await logIn(ada, second, {}, tight)).status).toBe(429);
  });

  it('is stopped by nobody who does not', async () => {
    const ada = await tight.make.user();
    const guess = { ...ada, password: 'a guess' };
    const device: Device = { from: newNetwork() };
    // Behind the same address, and from anywhere.
    const guessAll = async () => {
      for (let time = 0; time < 5; time += 1)
        await logIn(guess, { from: time < 2 ? device.from : newNetwork() }, {}, tight);
    };
    await guessAll();
    await logIn(ada, device, { deviceCode: '' }, tight);
    const deviceCode = await newest(ada, tight);
    expect((await logIn(guess, device, { deviceCode }, tight)).status).toBe(400);
    await guessAll();
    expect((await logIn(ada, device, {}, tight)).status).toBe(200);
  });
});
