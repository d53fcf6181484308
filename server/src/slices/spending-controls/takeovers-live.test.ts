/** Thieves in an installation with the limits that live mode has by itself: after a day nearly all of the money is there. */
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import { probeSettings } from '../../../test/probes.ts';
import { readConfig } from '../../config/config.ts';
import { liveSettings } from '../../config/testing/live-settings.ts';
import {
  beforeAndAfterMidnight,
  moneyOf,
  mustStay,
  pinOfThief,
  takeEverything,
  victim,
  wallets,
} from './testing/thief.ts';

const live = readConfig(liveSettings);
const app = useTestApp({
  env: {
    ...probeSettings,
    PURCHASE_WAIT_MS: '5000',
    NEW_DEVICE_CAP_NAIRA: String(live.newDevice.capNaira),
    NEW_DEVICE_CAP_HOURS: String(live.newDevice.capHours),
    API_TOKEN_DAILY_LIMIT_NAIRA: String(live.apiTokenDailyLimitNaira),
  },
});

/** The same where a new device takes a code. */
const mailing = useTestApp({ env: { LOGIN_CODE_MINUTES: String(live.loginCodes.minutes) } });

const pin = '2580';

const logIn = async ({ userName, password }: TestUser) =>
  (await app.anybody().call('login', { userName, password })).reply.token;

/** Somebody whose own browser is known. */
async function ownerAtHome(wallet: number) {
  const ada = await victim(app, wallet);
  return { ...ada, token: await logIn(ada) };
}

/** As if all that was done on new devices and by tokens had been so many hours before. */
async function passHours({ userId }: TestUser, hours: number): Promise<void> {
  for (const [table, column, where] of [
    ['sessions', 'new_since', 'user_id = $1'],
    ['devices', 'new_since', 'user_id = $1'],
    ['new_device_sends', 'sent_at', 'user_id = $1'],
  ]) {
    await app.owner.run(
      `update ${table} set ${column} = ${column} - make_interval(hours => $2) where ${where}`,
      [userId, hours],
    );
  }
  await app.context.sessions.forget(app.context.pool, userId);
}

describe.each(wallets)(
  'after a day at least 95 % of %d naira, or all but a small sum, is there',
  (wallet) => {
    it('where the thief has the password of an owner without a PIN, however often he logs in', async () => {
      const ada = await ownerAtHome(wallet);
      const { password } = ada;
      const all = await moneyOf(app, ada);
      const stays = mustStay(all, live.newDevice.capNaira);
      const scopes = ['read', 'buy', 'send', 'withdraw'] as const;
      const { token } = (await app.as(ada).call('createApiToken', { name: 'till', password, scopes })).reply;
      await beforeAndAfterMidnight(app, async () => {
        const thief = { ...ada, token: await logIn(ada) };
        await takeEverything(app, thief, stays);
        const as = app.as(thief);
        await as.call('setPin', { password, pin: pinOfThief, pinCheck: pinOfThief });
        for (const refused of [
          await as.call('createApiToken', { name: 'mine', password, pin: pinOfThief }),
          await as.call('revealApiToken', { id: token._id, password, pin: pinOfThief }),
          await as.call('limitApiToken', { id: token._id, dailyLimit: null, password, pin: pinOfThief }),
        ]) {
          expect(refused.refusal.code).toBe('new_device_cap');
        }
        // The upgrade has ended his session.
        await takeEverything(app, { ...ada, token: await logIn(ada) }, stays);
      });
      expect(await moneyOf(app, ada)).toBeLessThan(all);
      expect(await moneyOf(app, ada)).toBeGreaterThanOrEqual(stays);
      const late = { ...ada, token: await logIn(ada) };
      await passHours(ada, 23);
      await takeEverything(app, late, stays);
      expect(await moneyOf(app, ada)).toBeGreaterThanOrEqual(stays);
    });

    it('where he has the password alone, by which a new device is not let in: all of it', async () => {
      const ada = await mailing.make.user({ wallet: naira(wallet) });
      const { userName, password } = ada;
      const enter = (code?: string) =>
        mailing.anybody().call('login', { userName, password, ...(code !== undefined && { code }) });
      expect((await enter()).status).toBe(200);
      for (const code of [undefined, '000000', '123456'])
        expect((await enter(code)).status).toBeGreaterThan(399);
      expect(await moneyOf(mailing, ada)).toBe(wallet);
    });

    it('where he has the password of an owner with a PIN: all of it', async () => {
      const ada = await ownerAtHome(wallet);
      const { password } = ada;
      const all = await moneyOf(app, ada);
      expect((await app.as(ada).call('setPin', { password, pin, pinCheck: pin })).status).toBe(200);
      const thief = { ...ada, token: await logIn(ada) };
      await app.as(thief).call('setPin', { password, pin: pinOfThief, pinCheck: pinOfThief });
      await beforeAndAfterMidnight(app, () => takeEverything(app, thief));
      expect(await moneyOf(app, ada)).toBe(all);
    });

    it('where he has an API token that may do everything, on either side of a midnight', async () => {
      const ada = await ownerAtHome(wallet);
      const { password } = ada;
      const all = await moneyOf(app, ada);
      const scopes = ['read', 'buy', 'send', 'withdraw'] as const;
      const made = (await app.as(ada).call('createApiToken', { name: 'till', password, scopes })).reply;
      expect(made.token.dailyLimit).toBe(live.apiTokenDailyLimitNaira);
      const thief = { ...ada, token: made.apiToken };
      const stays = mustStay(all, live.apiTokenDailyLimitNaira);
      await beforeAndAfterMidnight(app, () => takeEverything(app, thief, stays));
      expect(await moneyOf(app, ada)).toBeLessThan(all);
      expect(await moneyOf(app, ada)).toBeGreaterThanOrEqual(stays);
    });
  },
);
