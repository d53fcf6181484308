/** A login with a password on a device that the account does not know takes a code that went to the owner. */
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { somebodyWaits } from '../step-up/passkeys/testing/people.ts';
import { withLoginCode } from './login-codes.ts';

const app = useTestApp({ env: { LOGIN_CODE_MINUTES: '15' } });
const notAsking = useTestApp();
const subject = 'Your Jara login code';

interface Device {
  cookie?: string;
}
/** A login on a device, which keeps the cookie that it is given. */
async function logIn({ userName, password }: TestUser, device: Device, more: Record<string, unknown> = {}) {
  const headers = device.cookie === undefined ? {} : { cookie: device.cookie };
  const answer = await app.anybody().call('login', { userName, password, ...more }, { headers });
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  if (cookie !== '') device.cookie = cookie;
  return answer;
}
const mailed = async ({ email }: TestUser): Promise<string[]> => {
  await sendMails(app.context);
  return mailsTo(app, email)
    .filter((mail) => mail.subject === subject)
    .map(({ text }) => /enter this code there: (\d{6})/.exec(text)?.[1] ?? '');
};
const newest = async (ada: TestUser) => (await mailed(ada)).at(-1) ?? '';
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
/** Somebody who has logged in once, on the device that is known from then on. */
async function ownerAtHome() {
  const [ada, home]: [TestUser, Device] = [await app.make.user(), {}];
  expect((await logIn(ada, home)).status).toBe(200);
  return { ada, home };
}
const minutesPass = (ada: TestUser, minutes: number) =>
  app.owner.run(
    `update login_codes set asked_at = asked_at - make_interval(mins => $2), expires_at = expires_at - make_interval(mins => $2) where user_id = $1`,
    [ada.userId, minutes],
  );

describe('a login with the password alone', () => {
  it('on a new device takes the code that was mailed, once, and then the device is known', async () => {
    const { ada, home } = await ownerAtHome();
    const device: Device = {};
    const asked = await logIn(ada, device);
    expect([asked.status, asked.refusal.code]).toEqual([403, 'login_code_required']);
    expect(asked.body).toMatchObject({ sentTo: `${ada.userName.charAt(0)}•••@people.example` });
    expect(JSON.stringify(asked.body)).not.toContain('token');
    const code = await newest(ada);
    expect(code).toMatch(/^\d{6}$/);
    expect((await logIn(ada, device, { code: wrongFor(code) })).refusal.code).toBe('wrong_code');
    expect((await logIn(ada, device, { code })).status).toBe(200);
    expect((await logIn(ada, device)).status).toBe(200);
    expect((await logIn(ada, home)).status).toBe(200);
    const other: Device = {};
    await logIn(ada, other);
    expect((await logIn(ada, other, { code })).refusal.code).not.toBe('login_code_required');
    expect((await logIn(ada, other, { code })).status).not.toBe(200);
    expect(await mailed(ada)).toHaveLength(2);
  });

  it('says nothing of it before the password is right', async () => {
    const { ada } = await ownerAtHome();
    const wrong = await logIn({ ...ada, password: 'not it at all' }, {});
    const nobody = await logIn({ ...ada, userName: 'nobody_at_all' }, {});
    const bodyOf = ({ body }: { body: unknown }) => ({ ...(body as object), requestId: '' });
    expect(bodyOf(wrong)).toEqual(bodyOf(nobody));
    expect(wrong.headers.get('set-cookie')).toBeNull();
    expect(await mailed(ada)).toEqual([]);
  });

  it('is not let in by the code on another device, of another account, or after its time', async () => {
    const [{ ada }, { ada: eve }] = [await ownerAtHome(), await ownerAtHome()];
    const [device, thief]: Device[] = [{}, {}];
    if (device === undefined || thief === undefined) throw new Error('too few');
    await logIn(ada, device);
    await logIn(eve, thief);
    const code = await newest(ada);
    expect((await logIn(ada, {}, { code })).refusal.code).toBe('code_over');
    expect((await logIn(ada, thief, { code })).refusal.code).toBe('code_over');
    expect((await logIn(eve, thief, { code })).refusal.code).not.toBe(undefined);
    expect((await logIn(eve, device, { code })).refusal.code).toBe('code_over');
    await minutesPass(ada, 16);
    expect((await logIn(ada, device, { code })).refusal.code).toBe('code_over');
    expect((await logIn(ada, device)).refusal.code).toBe('login_code_required');
    expect((await logIn(ada, device, { code: await newest(ada) })).status).toBe(200);
  });

  it('has five tries with a code, the right one included, however many at once', async () => {
    const { ada } = await ownerAtHome();
    const device: Device = {};
    await logIn(ada, device);
    const code = await newest(ada);
    const wrong = await Promise.all(
      Array.from({ length: 12 }, () => logIn(ada, device, { code: wrongFor(code) })),
    );
    const codes = wrong.map(({ refusal }) => refusal.code);
    expect(codes.filter((refused) => refused === 'wrong_code')).toHaveLength(5);
    expect((await logIn(ada, device, { code })).refusal.code).toBe('code_over');
    await sendMails(app.context);
    const subjects = mailsTo(app, ada.email).map((mail) => mail.subject);
    expect(subjects.filter((one) => one === 'Wrong codes for your Jara account')).toHaveLength(1);
  });

  it('uses the code up once, by however many at once: the others are on a known device by then, or are refused', async () => {
    const { ada } = await ownerAtHome();
    const device: Device = {};
    await logIn(ada, device);
    const code = await newest(ada);
    const answers = await Promise.all(Array.from({ length: 4 }, () => logIn(ada, { ...device }, { code })));
    for (const answer of answers) if (answer.status !== 200) expect(answer.refusal.code).toBe('code_over');
    const { count } = await app.context.pool.get<{ count: bigint }>(
      `select count(*) from security_events where user_id = $1 and what = 'login' and factor = 'email_code' and outcome = 'ok'`,
      [ada.userId],
    );
    expect(count).toBe(1n);
  });

  it('uses the code up in the commit that lets in: of two that found it right at once, one', async () => {
    const { ada } = await ownerAtHome();
    const device: Device = {};
    await logIn(ada, device);
    const code = await newest(ada);
    const deviceKey = device.cookie?.split('=')[1];
    const request = { id: 'x', ip: '127.0.0.1', network: '127.0.0.1', userAgent: undefined, deviceKey };
    const ends = await Promise.allSettled(
      Array.from({ length: 4 }, () =>
        withLoginCode(app.context, ada.userId, { code, request }, (db) => db.run('select pg_sleep(0.1)')),
      ),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('the mails', () => {
  it('are one a minute for a device, however many ask at once', async () => {
    const { ada } = await ownerAtHome();
    const device: Device = {};
    await logIn(ada, device);
    await minutesPass(ada, 2);
    const answers = await Promise.all(Array.from({ length: 6 }, () => logIn(ada, { ...device })));
    const waiting = answers.filter(({ refusal }) => refusal.msg.includes('You can have another in'));
    expect(waiting).toHaveLength(5);
    expect(await mailed(ada)).toHaveLength(1);
    expect((await logIn(ada, device)).refusal.msg).toContain('You can have another in');
    expect(await mailed(ada)).toHaveLength(1);
  });

  it('come again when one did not, and then the first code is over', async () => {
    const { ada } = await ownerAtHome();
    const device: Device = {};
    await logIn(ada, device);
    const first = await newest(ada);
    await minutesPass(ada, 2);
    expect((await logIn(ada, device)).refusal.code).toBe('login_code_required');
    const second = await newest(ada);
    expect(await mailed(ada)).toHaveLength(2);
    if (first !== second) expect((await logIn(ada, device, { code: first })).refusal.code).toBe('wrong_code');
    expect((await logIn(ada, device, { code: second })).status).toBe(200);
  });

  it('are bounded for an account, whoever knows its password, until the password is reset', async () => {
    const { ada, home } = await ownerAtHome();
    const answers = [];
    for (let time = 0; time < 8; time += 1) answers.push((await logIn(ada, {})).refusal.code);
    expect(answers.filter((code) => code === 'login_code_required')).toHaveLength(5);
    expect(answers.filter((code) => code === 'too_many_requests')).toHaveLength(3);
    expect(await mailed(ada)).toHaveLength(5);
    expect((await logIn(ada, home)).status).toBe(200);
    await app.owner.run('update users set password_reset_at = now() where id = $1', [ada.userId]);
    expect((await logIn(ada, {})).refusal.code).toBe('login_code_required');
  });

  it('keep no code that can be read, and are on record', async () => {
    const { ada } = await ownerAtHome();
    const device: Device = {};
    await logIn(ada, device);
    const code = await newest(ada);
    const { row } = await app.context.pool.get<{ row: string }>(
      'select c::text as row from login_codes c where user_id = $1',
      [ada.userId],
    );
    expect(row).not.toContain(code);
    const { events } = (await app.as(ada).call('listSecurityEvents')).reply;
    expect(events.map(({ what }) => what)).toContain('login_code_sent');
  });
});

describe('a code that is refused', () => {
  const refusalsOf = async (ada: TestUser) =>
    (await app.as(ada).call('listSecurityEvents')).reply.events
      .filter(({ outcome }) => outcome !== 'ok')
      .map(({ what, outcome, factor }) => [what, outcome, factor]);

  it('is on record as what it is: wrong, over, or one of too many', async () => {
    const { ada } = await ownerAtHome();
    const device: Device = {};
    await logIn(ada, device);
    const code = await newest(ada);
    expect((await logIn(ada, device, { code: wrongFor(code) })).refusal.code).toBe('wrong_code');
    expect(await refusalsOf(ada)).toEqual([['login', 'wrong', 'email_code']]);
    // By its look alone it would be a recovery code.
    expect((await logIn(ada, device, { code: 'abc' })).refusal.code).toBe('wrong_code');
    expect(await refusalsOf(ada)).toHaveLength(2);
    expect((await logIn(ada, {}, { code })).refusal.code).toBe('code_over');
    expect((await refusalsOf(ada))[0]).toEqual(['login', 'refused', 'email_code']);
    expect(new Set((await refusalsOf(ada)).map(([, , factor]) => factor))).toEqual(new Set(['email_code']));
    const answers = [];
    for (let time = 0; time < 6; time += 1) answers.push((await logIn(ada, {})).refusal.code);
    expect(answers.at(-1)).toBe('too_many_requests');
    expect((await refusalsOf(ada))[0]).toEqual(['login', 'locked', 'email_code']);
  });
});

describe('no code is asked', () => {
  it('of whoever has two-step login: they are asked for theirs alone', async () => {
    const { ada, home } = await ownerAtHome();
    const { setupKey } = (await app.as(ada).call('beginTotp', { password: ada.password })).reply;
    await app.as(ada).call('confirmTotp', { code: codeOf(setupKey) });
    for (const device of [home, {}]) expect((await logIn(ada, device)).refusal.code).toBe('totp_required');
    expect((await logIn(ada, {}, { code: codeOf(setupKey, 1) })).status).toBe(200);
    expect(await mailed(ada)).toEqual([]);
  });

  it('on the first device of an account, nor by a sandbox', async () => {
    await ownerAtHome();
    const ada = await notAsking.make.user();
    for (let time = 0; time < 2; time += 1) {
      const { userName, password } = ada;
      expect((await notAsking.anybody().call('login', { userName, password })).status).toBe(200);
    }
  });
});

it('by a mailed code that is looked at as two-step login goes on, ends with the second step', async () => {
  const { ada, home } = await ownerAtHome();
  const device: Device = {};
  await logIn(ada, device);
  const code = await newest(ada);
  const token = (await logIn(ada, home)).reply.token;
  expect((await app.as({ token }).call('beginTotp', { password: ada.password })).status).toBe(200);
  const begun = await app.owner.commit(async (db) => {
    await db.run('select from login_codes where user_id = $1 for update', [ada.userId]);
    const login = logIn(ada, device, { code });
    await somebodyWaits(app);
    await db.run('update second_factors set confirmed_at = now() where user_id = $1', [ada.userId]);
    return { login };
  });
  expect((await begun.login).refusal.code).toBe('totp_required');
});
