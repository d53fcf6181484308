/** Whoever is stopped by wrong passwords of others goes on by a code that goes to the mailbox of the account. */
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { deviceCodeLinks } from './device-codes.ts';
import { eventSummaries } from '../security-events/testing/event-summaries.ts';
import { addPasskey } from '../step-up/passkeys/testing/people.ts';
import {
  deviceCodeStage,
  MOST,
  settings,
  shape,
  wrongFor,
  type Device,
} from './testing/device-code-stage.ts';

const asLive = useTestApp({ env: { ...settings, LOGIN_FAILURES_PER_NETWORK: '50' } });
const app = useTestApp({ env: { ...settings, LOGIN_FAILURES_PER_NETWORK: String(MOST) } });
const { logIn, codesIn, newest, stopped } = deviceCodeStage(app);
async function minutesPass({ userId }: TestUser, minutes: number): Promise<void> {
  await app.owner.run(
    `update device_codes set asked_at = asked_at - make_interval(mins => $2), expires_at = expires_at - make_interval(mins => $2) where user_id = $1`,
    [userId, minutes],
  );
  // The minute of each device; of what goes in an hour these tests use up nothing.
  await app.owner.run(`delete from attempt_counters where key like 'device code:%'`);
}

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
    expect(code).toMatch(/^\d{8}$/);
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

  it('proves nothing any more when the password was reset since, also where no device was known', async () => {
    const { ada, device } = await stopped();
    const wrong = { ...ada, password: 'not it at all' };
    await logIn(ada, device, { deviceCode: '' });
    expect((await logIn(wrong, device, { deviceCode: await newest(ada) })).refusal.code).toBe(
      'wrong_credentials',
    );
    expect((await logIn(wrong, device)).refusal.code).toBe('wrong_credentials');
    await app.owner.run('delete from devices where user_id = $1', [ada.userId]);
    await app.owner.run('update users set password_reset_at = now() where id = $1', [ada.userId]);
    expect((await logIn(wrong, device)).status).toBe(429);
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

  it('has no more tries when its mail has to be tried again, and does not live for ever', async () => {
    const { ada, device } = await stopped();
    await logIn(ada, device, { deviceCode: '' });
    const { id } = await app.owner.get<{ id: bigint }>(
      `select max(id) as id from mails where user_id = $1 and kind = 'device_code'`,
      [ada.userId],
    );
    const links = deviceCodeLinks(app.context);
    for (let time = 0; time < 3; time += 1) {
      expect((await links.deviceCode(ada.userId, id))?.code).toMatch(/^\d{8}$/);
      for (let guess = 0; guess < 3; guess += 1) await logIn(ada, device, { deviceCode: '00000000' });
    }
    expect(await app.owner.get('select tries from device_codes where user_id = $1', [ada.userId])).toEqual({
      tries: 5,
    });
    await app.owner.run(
      `with past as (update mails set created_at = created_at - interval '29 minutes' where id = $1 returning created_at)
       update device_codes set asked_at = past.created_at, expires_at = now() + interval '1 minute' from past where user_id = $2`,
      [id, ada.userId],
    );
    await links.deviceCode(ada.userId, id);
    expect(
      await app.owner.get(
        `select expires_at < now() + interval '2 minutes' as "isShort" from device_codes where user_id = $1`,
        [ada.userId],
      ),
    ).toEqual({ isShort: true });
  });

  it('goes to the device of a browser whose button was pressed twice', async () => {
    const { ada, device } = await stopped();
    expect(device.cookie).toBeUndefined();
    await logIn(ada, device);
    const cookie = device.cookie;
    expect(cookie).toMatch(/device=/);
    await Promise.all([logIn(ada, device, { deviceCode: '' }), logIn(ada, device, { deviceCode: '' })]);
    expect(device.cookie).toBe(cookie);
    expect(await codesIn(ada)).toHaveLength(1);
    expect((await logIn(ada, device, { deviceCode: await newest(ada) })).status).toBe(200);
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
