/** Whoever holds a session may guess the PIN and the password in it, and locks nobody out elsewhere. */
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { codeOf as codeShown } from '../../../test/authenticator.ts';
import { resetLinkOf, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { createKeyring } from '../../platform/keys/keyring.ts';
import { checkPin } from './pins.ts';

const env = {
  PIN_FAILURES_PER_HOUR: '3',
  LOGIN_FAILURES_PER_15_MINUTES: '4',
  PASSWORD_RESETS_PER_HOUR: '1000',
  PASSWORD_RESETS_PER_HOUR_AND_ADDRESS: '1000',
};
const app = useTestApp({ env });
const withFewConnections = useTestApp({ env: { DATABASE_CONNECTIONS: '3' } });

interface Device {
  cookie?: string;
  token?: string;
}

/** A login on a device, which has the cookie and the session that it is given from then on. */
async function logIn({ userName, password }: TestUser, device: Device = {}, code?: string) {
  const headers = device.cookie === undefined ? {} : { cookie: device.cookie };
  const given = { userName, password, ...(code === undefined ? {} : { code }) };
  const answer = await app.anybody().call('login', given, { headers });
  expect(answer.status).toBe(200);
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  if (cookie !== '') device.cookie = cookie;
  device.token = answer.reply.token;
  return device;
}
const on = ({ token = '' }: Device) => app.as({ token });
const buy = (device: Device, pin: string) =>
  on(device).call('buyAirtime', {
    network: 1,
    mobile_number: '08031234567',
    amount: 100,
    force: true,
    pin,
  });
const setPin = (ada: TestUser, device: Device, pin = '2580', more = {}) =>
  on(device).call('setPin', { password: ada.password, pin, pinCheck: pin, ...more });

/** The owner at home, where the PIN is set, and perhaps devices on which somebody logged in before that. */
async function withPin(before: Device[] = []) {
  const ada = await app.make.user({ wallet: naira(5_000) });
  const home = await logIn(ada);
  for (const device of before) await logIn(ada, device);
  expect((await setPin(ada, home)).status).toBe(200);
  return { ada, home };
}

/** How many of so many wrong PINs were looked at. */
async function guess(device: Device, times: number): Promise<number> {
  let looked = 0;
  for (let time = 0; time < times; time += 1) {
    const { refusal } = await buy(device, `37${time}9`);
    if (refusal.code === 'wrong_pin') looked += 1;
  }
  return looked;
}
const hourPasses = () =>
  app.owner.run(
    `update attempt_counters set window_ends_at = window_ends_at - interval '1 hour' where key like 'pin:%'`,
  );
async function guessForADay(device: Device): Promise<number> {
  let looked = 0;
  for (let hour = 0; hour < 4; hour += 1) {
    looked += await guess(device, 4);
    await hourPasses();
  }
  return looked;
}
/** By the link of the mail, as its owner does. */
async function resetByLink(ada: TestUser): Promise<TestUser> {
  resets += 1;
  const password = `a new password ${resets}`;
  expect((await app.anybody().call('requestPasswordReset', { email: ada.email })).status).toBe(200);
  await sendMails(app.context);
  const { userId, token } = resetLinkOf(app, ada.email);
  const given = { userId, token, newPassword: password, newPasswordCheck: password };
  expect((await app.anybody().call('resetPassword', given)).status).toBe(200);
  return { ...ada, password };
}
let resets = 0;
const isLocked = async (device: Device) => (await buy(device, '2580')).status === 429;

describe('wrong PINs', () => {
  it('of all devices on which it was never given are counted together, and leave the one where it was set', async () => {
    const before: Device = {};
    const { ada, home } = await withPin([before]);
    const [one, two] = [await logIn(ada), await logIn(ada)];
    expect(await guess(before, 2)).toBe(2);
    expect(await guess(one, 2)).toBe(1);
    for (const device of [before, one, two]) expect(await isLocked(device)).toBe(true);
    expect((await buy(home, '2580')).status).toBe(200);
    // What is right there gives the others no tries more.
    expect(await guess(two, 1)).toBe(0);
  });

  it('of those devices begin anew with a password that is reset, and are bounded over all resets of a day', async () => {
    const { ada } = await withPin();
    let now = ada;
    let looked = 0;
    for (let time = 0; time < 3; time += 1) {
      looked += await guessForADay(await logIn(now));
      now = await resetByLink(now);
    }
    expect(looked).toBe(27);
    expect(await isLocked(await logIn(now))).toBe(true);
  }, 120_000);

  it('of a thief stop no owner who has set a new password by its link', async () => {
    const { ada, home } = await withPin();
    const thief = await logIn(ada);
    expect(await guessForADay(thief)).toBe(9);
    const now = await resetByLink(ada);
    // The reset distrusts that device too.
    await logIn(now, home);
    expect(await guess(home, 1)).toBe(1);
    expect((await buy(home, '2580')).status).toBe(200);
  });

  it('of a thief who logs the owner out everywhere stop the owner until such a reset, and no longer', async () => {
    const { ada, home } = await withPin();
    const thief = await logIn(ada);
    expect((await on(thief).call('endOtherSessions')).status).toBe(200);
    expect(await guessForADay(thief)).toBe(9);
    await logIn(ada, home);
    expect(await isLocked(home)).toBe(true);
    const now = await resetByLink(ada);
    await logIn(now, home);
    expect((await buy(home, '2580')).status).toBe(200);
    // That device is known again.
    expect(await guess(await logIn(now), 4)).toBe(3);
    expect((await buy(home, '2580')).status).toBe(200);
  });

  it('are counted by a device once the right one was given there, and end there in a day', async () => {
    const { ada, home } = await withPin();
    const phone = await logIn(ada);
    expect((await buy(phone, '2580')).status).toBe(200);
    expect(await guess(await logIn(ada), 4)).toBe(3);
    expect((await buy(phone, '2580')).status).toBe(200);
    expect(await guessForADay(phone)).toBe(9);
    expect(await isLocked(phone)).toBe(true);
    expect((await buy(home, '2580')).status).toBe(200);
  });

  it('are counted by a device on which two-step login was passed', async () => {
    const { ada, home } = await withPin();
    const { setupKey } = (await on(home).call('beginTotp', { password: ada.password, pin: '2580' })).reply;
    expect((await on(home).call('confirmTotp', { code: codeShown(setupKey) })).status).toBe(200);
    const phone = await logIn(ada, {}, codeShown(setupKey, 1));
    expect(await guess(phone, 4)).toBe(3);
    expect((await buy(home, '2580')).status).toBe(200);
    await app.owner.run('update second_factors set last_step = 0 where user_id = $1', [ada.userId]);
    // One more device, and a counter of its own.
    const tablet = await logIn(ada, {}, codeShown(setupKey, 1));
    expect((await buy(tablet, '2580')).status).toBe(200);
    await app.owner.run('update second_factors set last_step = 0 where user_id = $1', [ada.userId]);
    const off = { password: ada.password, code: codeShown(setupKey, 1) };
    expect((await on(home).call('removeTotp', off)).status).toBe(200);
    // Without two-step login it goes on as one on which the PIN was given.
    expect(await guess(await logIn(ada), 4)).toBe(3);
    expect(await isLocked(tablet)).toBe(false);
  });

  it('on a device that was logged out for safety are those of a stranger, until the right one is given there', async () => {
    const { ada, home } = await withPin();
    const phone = await logIn(ada);
    expect((await buy(phone, '2580')).status).toBe(200);
    expect((await on(home).call('endOtherSessions')).status).toBe(200);
    await logIn(ada, phone);
    expect(await guess(await logIn(ada), 4)).toBe(3);
    expect(await isLocked(phone)).toBe(true);
    await hourPasses();
    expect((await buy(phone, '2580')).status).toBe(200);
    expect(await guess(await logIn(ada), 4)).toBe(3);
    expect(await isLocked(phone)).toBe(false);
  });

  it('begin anew on every device with another PIN', async () => {
    const { ada, home } = await withPin();
    const phone = await logIn(ada);
    expect((await buy(phone, '2580')).status).toBe(200);
    expect(await guess(phone, 4)).toBe(3);
    const strange = await logIn(ada);
    expect(await guess(strange, 4)).toBe(3);
    expect((await setPin(ada, home, '7391', { oldPin: '2580' })).status).toBe(200);
    for (const device of [phone, strange, home]) expect((await buy(device, '7391')).status).toBe(200);
  });

  it('do not begin anew where the same PIN is hashed by another key', async () => {
    const { ada, home } = await withPin();
    const { deviceId } = await app.owner.get<{ deviceId: bigint }>(
      'select device_id as "deviceId" from sessions where user_id = $1 order by id desc limit 1',
      [ada.userId],
    );
    const strange = await logIn(ada);
    expect(await guess(strange, 4)).toBe(3);
    expect(await guess(home, 1)).toBe(1);
    const hash = () => app.owner.get('select pin_hash from pins where user_id = $1', [ada.userId]);
    const before = await hash();
    const keys = createKeyring('the secret of the next years, 32 bytes', [app.context.config.secretsKey]);
    expect(await checkPin({ ...app.context, keys }, { userId: ada.userId, deviceId }, '2580', {})).toBe(true);
    expect(await hash()).not.toEqual(before);
    expect((await buy(strange, '2580')).refusal.code).toBe('too_many_requests');
  });

  it('note the device with the right one, in no counter', async () => {
    const { ada, home } = await withPin();
    const known = async () => {
      const { count } = await app.owner.get<{ count: bigint }>(
        'select count(*) from devices d join pins p on p.user_id = d.user_id where d.user_id = $1 and d.pin_known_for = p.set_at',
        [ada.userId],
      );
      return Number(count);
    };
    expect(await known()).toBe(1);
    const phone = await logIn(ada);
    expect(await known()).toBe(1);
    expect((await buy(phone, '2580')).status).toBe(200);
    expect(await known()).toBe(2);
    expect((await on(home).call('endOtherSessions')).status).toBe(200);
    expect(await known()).toBe(1);
    // A device whose cookie has ended is a new one.
    await app.owner.run(`update devices set last_seen_at = now() - interval '401 days' where user_id = $1`, [
      ada.userId,
    ]);
    await logIn(ada, home);
    expect(await known()).toBe(0);
    const counters = await app.owner.rows(
      `select key from attempt_counters where window_ends_at > now() + interval '31 days'`,
    );
    expect(counters).toEqual([]);
  });

  it('know no device by a PIN that was removed', async () => {
    const { ada, home } = await withPin();
    const phone = await logIn(ada);
    expect((await buy(phone, '2580')).status).toBe(200);
    const removed = await on(home).call('removePin', { password: ada.password, oldPin: '2580' });
    expect(removed.status).toBe(200);
    expect((await setPin(ada, home, '7391')).status).toBe(200);
    await expect.poll(async () => (await on(home).call('getSecurity')).reply.hasPin).toBe(true);
    expect(await guess(await logIn(ada), 4)).toBe(3);
    expect((await buy(phone, '7391')).refusal.code).toBe('too_many_requests');
    expect((await buy(home, '7391')).status).toBe(200);
  });
});

it('a PIN is set by one connection, so that those who set one at once wait for no second', async () => {
  const ada = await withFewConnections.make.user();
  const given = { password: ada.password, pin: '2580', pinCheck: '2580' };
  const { pool } = withFewConnections.context;
  // All but one.
  const held = () => pool.commit(() => pool.commit(() => withFewConnections.as(ada).call('setPin', given)));
  expect((await held()).status).toBe(200);
});

describe('wrong passwords in a session', () => {
  const confirm = (device: Device, password: string) => on(device).call('confirmStepUp', { password });

  it('end on that device alone', async () => {
    const ada = await app.make.user();
    const [home, lost] = [await logIn(ada), await logIn(ada)];
    for (let time = 0; time < 4; time += 1)
      expect((await confirm(lost, 'not it at all')).refusal.code).toBe('wrong_password');
    expect((await confirm(lost, ada.password)).refusal.code).toBe('too_many_requests');
    expect((await confirm(home, ada.password)).status).toBe(200);
  });

  it('are counted together on all devices that two-step login does not know', async () => {
    const ada = await app.make.user();
    const [home, one, two] = [await logIn(ada), await logIn(ada), await logIn(ada)];
    const { setupKey } = (await on(home).call('beginTotp', { password: ada.password })).reply;
    expect((await on(home).call('confirmTotp', { code: codeShown(setupKey) })).status).toBe(200);
    for (const device of [one, two, one, two])
      expect((await confirm(device, 'not it at all')).refusal.code).toBe('wrong_password');
    expect((await confirm(one, ada.password)).refusal.code).toBe('too_many_requests');
    const code = codeShown(setupKey, 1);
    expect((await on(home).call('confirmStepUp', { password: ada.password, code })).status).toBe(200);
  });
});
