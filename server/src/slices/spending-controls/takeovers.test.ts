/** Thieves with one thing that they stole, doing their worst for a day: nearly all of the money is still there. */
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { resetLinkOf, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { probeSettings } from '../../../test/probes.ts';
import { removeDuePin } from '../step-up/pin-removals.ts';
import {
  accountNumber,
  beforeAndAfterMidnight,
  bringing,
  callsOfUsersThatMoveMoney,
  moneyOf,
  mustStay,
  pinOfThief,
  takeEverything,
  taking,
  takingCalls,
  victim,
  wallets,
} from './testing/thief.ts';
import { bankName } from '../withdrawals/testing/fake-bank.ts';

const app = useTestApp({ env: { PURCHASE_WAIT_MS: '5000', ...probeSettings } });

const pin = '2580';
async function victimWithPin(wallet: number) {
  const ada = await victim(app, wallet);
  const { password } = ada;
  expect((await app.as(ada).call('setPin', { password, pin, pinCheck: pin })).status).toBe(200);
  return ada;
}
const left = (ada: TestUser) => moneyOf(app, ada);
const logIn = async (ada: TestUser, password: string) =>
  (await app.anybody().call('login', { userName: ada.userName, password })).reply.token;

describe('the thief', () => {
  it('tries every call by which money leaves an account', () => {
    expect([...takingCalls, ...bringing].toSorted()).toEqual(callsOfUsersThatMoveMoney.toSorted());
  });

  it.each(takingCalls)('takes money by %s where nothing stops him', async (name) => {
    const [ada, mule] = [await victim(app, 20_000), await app.make.user()];
    await app.as(ada).call('validateBankAccount', { bankName, accountNumber });
    const before = await left(ada);
    const input = await taking[name]({ app, thief: ada, mule, amount: 5_000 });
    expect((await app.as(ada).call(name, { ...input, force: true })).status).toBe(200);
    expect(await left(ada)).toBeLessThan(before);
  });
});

describe.each(wallets)(
  'after a day at least 95 % of %d naira, or all but a small sum, is there',
  (wallet) => {
    it('where the thief has the mailbox, of an owner without a PIN and of one with one', async () => {
      for (const ada of [await victim(app, wallet), await victimWithPin(wallet)]) {
        await app.anybody().call('requestPasswordReset', { email: ada.email });
        await sendMails(app.context);
        const password = 'of the thief 1';
        const input = { ...resetLinkOf(app, ada.email), newPassword: password, newPasswordCheck: password };
        expect((await app.anybody().call('resetPassword', input)).status).toBe(200);
        const stays = mustStay(await left(ada), app.context.config.holdAfterReset.purchasesNaira);
        await beforeAndAfterMidnight(app, async () => {
          const token = await logIn(ada, password);
          const as = app.as({ token });
          await as.call('removePin', { password });
          await as.call('setPin', { password, pin: pinOfThief, pinCheck: pinOfThief });
          const made = await as.call('createApiToken', { name: 'mine', password });
          if (made.status === 201)
            await takeEverything(app, { ...ada, token: made.reply.apiToken, password }, stays);
          await takeEverything(app, { ...ada, token, password }, stays);
        });
        expect(await left(ada)).toBeGreaterThanOrEqual(stays);
      }
    });

    it('where the thief has the password, of an owner with a PIN: nothing leaves, and nothing does when the PIN goes', async () => {
      const ada = await victimWithPin(wallet);
      const { password } = ada;
      const all = await left(ada);
      const token = await logIn(ada, password);
      const as = app.as({ token });
      expect((await as.call('removePin', { password })).status).toBe(200);
      expect((await as.call('setPin', { password, pin: pinOfThief, pinCheck: pinOfThief })).status).toBe(400);
      // Nor does he get a second factor of his own, by which a PIN is changed.
      for (const call of ['beginTotp', 'beginPasskey'] as const)
        expect((await as.call(call, { password })).refusal.code).toBe('pin_required');
      // Nor a token, which is asked for no PIN.
      expect((await as.call('createApiToken', { name: 'mine', password })).refusal.code).toBe('pin_required');
      await beforeAndAfterMidnight(app, () => takeEverything(app, { ...ada, token }));
      expect(await left(ada)).toBe(all);
      // The day is over and nobody has kept the PIN: then the money is held.
      await app.owner.run('update pin_removals set due_at = now() where user_id = $1', [ada.userId]);
      while (await removeDuePin(app.context));
      const stays = mustStay(all, app.context.config.holdAfterReset.purchasesNaira);
      await beforeAndAfterMidnight(app, async () =>
        takeEverything(app, { ...ada, token: await logIn(ada, password) }, stays),
      );
      expect(await left(ada)).toBeGreaterThanOrEqual(stays);
    });

    it('where the thief has an API token that its owner limited', async () => {
      const ada = await victim(app, wallet);
      const { password } = ada;
      const dailyLimit = 2_500;
      const input = { name: 'till', password, scopes: ['read', 'buy', 'send', 'withdraw'], dailyLimit };
      const { apiToken } = (await app.as(ada).call('createApiToken', input)).reply;
      const stays = mustStay(await left(ada), dailyLimit);
      await beforeAndAfterMidnight(app, () => takeEverything(app, { ...ada, token: apiToken }, stays));
      expect(await left(ada)).toBeGreaterThanOrEqual(stays);
      // By that token he gets no other, and no rotation begins the day anew.
      expect((await app.as({ token: apiToken }).call('createApiToken', input)).status).toBe(403);
    });
  },
);
