/** How many codes go to a mailbox, and what whoever reads them may guess. */
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import {
  deviceCodeStage,
  MOST,
  newNetwork,
  settings,
  shape,
  type Device,
} from './testing/device-code-stage.ts';

const app = useTestApp({ env: { ...settings, LOGIN_FAILURES_PER_NETWORK: String(MOST) } });
const tight = useTestApp({
  env: { ...settings, LOGIN_FAILURES_PER_15_MINUTES: '2', LOGIN_FAILURES_PER_ACCOUNT: '3' },
});
const { logIn, codesIn, newest, busyNetwork } = deviceCodeStage(app);

describe('the mails', () => {
  it('go to nobody who is not stopped', async () => {
    const ada = await app.make.user();
    const answer = await logIn({ ...ada, password: 'a guess' }, { from: newNetwork() }, { deviceCode: '' });
    expect(answer.refusal.code).toBe('wrong_credentials');
    expect(await codesIn(ada)).toEqual([]);
  });

  it('are one a minute for a device, three an hour for an account from one network, and the answer is the same', async () => {
    const ada = await tight.make.user();
    for (let time = 0; time < 3; time += 1)
      await logIn({ ...ada, password: 'a guess' }, { from: newNetwork() }, {}, tight);
    const answers: string[] = [];
    const ask = async (device: Device) =>
      answers.push(JSON.stringify(shape(await logIn(ada, device, { deviceCode: '' }, tight))));
    const one: Device = { from: newNetwork() };
    for (let time = 0; time < 4; time += 1) await ask(one);
    expect(await codesIn(ada, tight)).toHaveLength(1);
    for (let time = 0; time < 4; time += 1) await ask({ from: one.from });
    expect(await codesIn(ada, tight)).toHaveLength(3);
    // Nobody elsewhere has used up what goes to the owner.
    await ask({ from: newNetwork() });
    expect(await codesIn(ada, tight)).toHaveLength(4);
    for (let time = 0; time < 8; time += 1) await ask({ from: newNetwork() });
    expect(await codesIn(ada, tight)).toHaveLength(9);
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
