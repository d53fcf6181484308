/** Whoever has the password may guess codes, and locks nobody out: a device on which the second factor was given has counters of its own. */
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { codeOf as codeShown } from '../../../test/authenticator.ts';
import type { TestUser } from '../../../test/make.ts';
import { somebodyWaits } from './passkeys/testing/people.ts';

const app = useTestApp({ env: { TOTP_FAILURES_PER_15_MINUTES: '4' } });

interface Device {
  cookie?: string;
  token?: string;
}
const tokenOf = ({ token = '' }: Device) => ({ token });

/** A login on a device, which keeps the cookie and the session that it is given. */
async function logIn({ userName, password }: TestUser, device: Device, code?: string) {
  const headers = device.cookie === undefined ? {} : { cookie: device.cookie };
  const given = { userName, password, ...(code === undefined ? {} : { code }) };
  const answer = await app.anybody().call('login', given, { headers });
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  if (cookie !== '') device.cookie = cookie;
  if (answer.status === 200) device.token = answer.reply.token;
  return answer;
}

/** Switches it on where the device is logged in. */
async function switchOn(ada: TestUser, home: Device) {
  const { setupKey } = (await app.as(tokenOf(home)).call('beginTotp', { password: ada.password })).reply;
  const confirmed = await app.as(tokenOf(home)).call('confirmTotp', { code: codeShown(setupKey) });
  expect(confirmed.status).toBe(200);
  const near = new Set([-2, -1, 0, 1, 2].map((steps) => codeShown(setupKey, steps)));
  const wrong = ['100001', '200002', '300003', '400004', '500005', '600006'].find((code) => !near.has(code));
  return { setupKey, wrong: wrong ?? '', recoveryCodes: confirmed.reply.recoveryCodes };
}

/** The owner at home with two-step login on, and perhaps a device on which somebody logged in before that. */
async function withTotp(before: Device[] = []) {
  const ada = await app.make.user();
  const home: Device = {};
  for (const device of [home, ...before]) expect((await logIn(ada, device)).status).toBe(200);
  const totp = await switchOn(ada, home);
  const right = async (): Promise<string> => {
    await app.owner.run('update second_factors set last_step = 0 where user_id = $1', [ada.userId]);
    return codeShown(totp.setupKey);
  };
  const stepUp = (device: Device, code: string) =>
    app.as(tokenOf(device)).call('confirmStepUp', { password: ada.password, code });
  return { ada, home, ...totp, right, stepUp };
}

/** How many of so many wrong codes were looked at. */
async function guess(ada: TestUser, device: Device, wrong: string, times: number): Promise<number> {
  let looked = 0;
  for (let time = 0; time < times; time += 1) {
    const { refusal } = await logIn(ada, device, wrong);
    if (refusal.code === 'wrong_code') looked += 1;
  }
  return looked;
}
const windowPasses = () =>
  app.owner.run(
    `update attempt_counters set window_ends_at = window_ends_at - interval '15 minutes' where key like 'totp:%'`,
  );
async function guessForADay(ada: TestUser, device: Device, wrong: string): Promise<number> {
  let looked = 0;
  for (let window = 0; window < 4; window += 1) {
    looked += await guess(ada, device, wrong, 5);
    await windowPasses();
  }
  return looked;
}

describe('wrong codes of two-step login', () => {
  it('of strangers end for all of them together, and leave a device of the owner as it is', async () => {
    const { ada, home, wrong, right, stepUp, recoveryCodes } = await withTotp();
    const eve: Device = {};
    await logIn(await app.make.user(), eve);
    // The cookie of another account gains nothing.
    expect(await guess(ada, {}, wrong, 2)).toBe(2);
    expect(await guess(ada, eve, wrong, 3)).toBe(2);
    for (const code of [await right(), recoveryCodes[0]])
      expect((await logIn(ada, {}, code)).refusal.code).toBe('too_many_requests');
    expect((await stepUp(home, await right())).status).toBe(200);
    expect((await logIn(ada, home, await right())).status).toBe(200);
    expect((await logIn(ada, home, recoveryCodes[0])).status).toBe(200);
    // What is right there gives strangers no tries more.
    expect(await guess(ada, {}, wrong, 1)).toBe(0);
  });

  it('of strangers are as many in a day as ever, and leave a device of the owner as it is', async () => {
    const { ada, home, wrong, right } = await withTotp();
    expect(await guessForADay(ada, {}, wrong)).toBe(12);
    expect((await logIn(ada, {}, await right())).refusal.code).toBe('too_many_requests');
    expect((await logIn(ada, home, await right())).status).toBe(200);
  });

  it('on a device of the owner count there, at logins and step-ups together', async () => {
    const { ada, home, wrong, right, stepUp } = await withTotp();
    const phone: Device = {};
    expect((await logIn(ada, phone, await right())).status).toBe(200);
    expect(await guess(ada, home, wrong, 2)).toBe(2);
    for (let time = 0; time < 2; time += 1)
      expect((await stepUp(home, wrong)).refusal.code).toBe('wrong_code');
    for (const answer of [await stepUp(home, await right()), await logIn(ada, home, await right())])
      expect(answer.refusal.code).toBe('too_many_requests');
    expect((await logIn(ada, phone, await right())).status).toBe(200);
    expect((await logIn(ada, {}, await right())).status).toBe(200);
  });

  it('count in a day on a device of the owner too, until there is another key', async () => {
    const { ada, home, wrong, right, recoveryCodes } = await withTotp();
    expect(await guessForADay(ada, home, wrong)).toBe(12);
    expect((await logIn(ada, home, await right())).refusal.code).toBe('too_many_requests');
    const [code = ''] = recoveryCodes;
    const off = await app.as(tokenOf(home)).call('removeTotp', { password: ada.password, code });
    expect(off.status).toBe(200);
    const next = await switchOn(ada, home);
    expect((await logIn(ada, home, codeShown(next.setupKey, 1))).status).toBe(200);
  });

  it('on a device that only the password opened are those of a stranger', async () => {
    const thief: Device = {};
    const { ada, home, wrong, right, stepUp } = await withTotp([thief]);
    expect((await stepUp(thief, wrong)).refusal.code).toBe('wrong_code');
    expect(await guess(ada, thief, wrong, 5)).toBe(3);
    expect((await logIn(ada, {}, await right())).refusal.code).toBe('too_many_requests');
    expect((await logIn(ada, home, await right())).status).toBe(200);
  });

  it('on a device that was logged out for safety are those of a stranger', async () => {
    const { ada, home, wrong, right } = await withTotp();
    const lost: Device = {};
    expect((await logIn(ada, lost, await right())).status).toBe(200);
    expect((await app.as(tokenOf(home)).call('endOtherSessions')).status).toBe(200);
    expect(await guess(ada, lost, wrong, 5)).toBe(4);
    expect((await logIn(ada, {}, await right())).refusal.code).toBe('too_many_requests');
    expect((await logIn(ada, home, await right())).status).toBe(200);
  });

  it('on a device that a session of before is given are those of a stranger', async () => {
    const thief: Device = {};
    const { ada, home, wrong, right, stepUp } = await withTotp([thief]);
    // Each account has so many devices; the sessions of one that is forgotten go on.
    await app.owner.run(
      'delete from devices d using sessions s where s.device_id = d.id and s.user_id = $1 and d.last_seen_at < (select confirmed_at from second_factors where user_id = $1)',
      [ada.userId],
    );
    const valid = await app.as(tokenOf(thief)).call('isTokenValid');
    const [cookie = ''] = (valid.headers.get('set-cookie') ?? '').split(';');
    expect([valid.reply.valid, cookie]).toEqual([true, expect.stringContaining('=')]);
    expect(await guess(ada, {}, wrong, 5)).toBe(4);
    expect(await guess(ada, { cookie }, wrong, 1)).toBe(0);
    expect((await stepUp(thief, wrong)).refusal.code).toBe('too_many_requests');
    expect((await logIn(ada, home, await right())).status).toBe(200);
  });

  it('of strangers begin anew with another password, and are bounded over all of them', async () => {
    const { ada, wrong, right } = await withTotp();
    const resets = () =>
      app.owner.run('update users set password_reset_at = now() where id = $1', [ada.userId]);
    let looked = await guessForADay(ada, {}, wrong);
    expect((await logIn(ada, {}, await right())).refusal.code).toBe('too_many_requests');
    await resets();
    expect((await logIn(ada, {}, await right())).status).toBe(200);
    for (let time = 0; time < 3; time += 1) {
      looked += await guessForADay(ada, {}, wrong);
      await resets();
    }
    expect(looked).toBe(36);
    expect((await logIn(ada, {}, await right())).refusal.code).toBe('too_many_requests');
  });

  it('do not stop the owner where a thief sent passkeys that are none', async () => {
    const { ada, home, right } = await withTotp();
    const { userName, password } = ada;
    const signed = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };
    const junk = {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: signed,
      clientExtensionResults: {},
    };
    const tried = async (device: Device) => {
      const headers = device.cookie === undefined ? {} : { cookie: device.cookie };
      return (await app.anybody().call('login', { userName, password, passkey: junk }, { headers })).refusal
        .code;
    };
    for (let time = 0; time < 10; time += 1) expect(await tried({})).not.toBe('too_many_requests');
    expect(await tried({})).toBe('too_many_requests');
    expect(await tried(home)).not.toBe('too_many_requests');
    expect((await logIn(ada, home, await right())).status).toBe(200);
  });

  it('a login that began before it was on ends with the second step', async () => {
    const ada = await app.make.user();
    const home: Device = {};
    const late: Device = {};
    await logIn(ada, home);
    expect((await app.as(tokenOf(home)).call('beginTotp', { password: ada.password })).status).toBe(200);
    const begun = await app.owner.commit(async (db) => {
      await db.run('select from users where id = $1 for no key update', [ada.userId]);
      const login = logIn(ada, late);
      await somebodyWaits(app);
      // What the confirmation does while it holds the user.
      await db.run('update second_factors set confirmed_at = now() where user_id = $1', [ada.userId]);
      return { login };
    });
    expect((await begun.login).refusal.code).toBe('totp_required');
  });
});
