/** Thieves with one thing that they stole, doing their worst for a day: nearly all of the money is still there. */
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { resetLinkOf, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { removeDuePin } from '../step-up/pin-removals.ts';
import { moneyOf, pinOfThief, takeEverything } from './testing/thief.ts';

const app = useTestApp({ env: { PURCHASE_WAIT_MS: '5000', PASSWORD_RESETS_PER_HOUR_AND_ADDRESS: '1000' } });

const wallet = 50_000;
const pin = '2580';
const owner = () => app.make.user({ wallet: naira(wallet) });
async function ownerWithPin() {
  const ada = await owner();
  const { password } = ada;
  expect((await app.as(ada).call('setPin', { password, pin, pinCheck: pin })).status).toBe(200);
  return ada;
}
const left = (ada: TestUser) => moneyOf(app, ada);
const takeAll = (ada: TestUser, token: string, password: string) =>
  takeEverything(app, { ...ada, token, password });
const logIn = async (ada: TestUser, password: string) =>
  (await app.anybody().call('login', { userName: ada.userName, password })).reply.token;

describe('after a day at least 95 % of the money is there', () => {
  it('where the thief has the mailbox, of an owner without a PIN and of one with one', async () => {
    for (const ada of [await owner(), await ownerWithPin()]) {
      await app.anybody().call('requestPasswordReset', { email: ada.email });
      await sendMails(app.context);
      const password = 'of the thief 1';
      const input = { ...resetLinkOf(app, ada.email), newPassword: password, newPasswordCheck: password };
      expect((await app.anybody().call('resetPassword', input)).status).toBe(200);
      const token = await logIn(ada, password);
      const as = app.as({ token });
      await as.call('removePin', { password });
      await as.call('setPin', { password, pin: pinOfThief, pinCheck: pinOfThief });
      await takeAll(ada, token, password);
      const made = await as.call('createApiToken', { name: 'mine', password });
      if (made.status === 201) await takeAll(ada, made.reply.apiToken, password);
      expect(await left(ada)).toBeGreaterThanOrEqual(wallet * 0.95);
    }
  });

  it('where the thief has the password, of an owner with a PIN: nothing leaves, and nothing does when the PIN goes', async () => {
    const ada = await ownerWithPin();
    const { password } = ada;
    const token = await logIn(ada, password);
    const as = app.as({ token });
    expect((await as.call('removePin', { password })).status).toBe(200);
    expect((await as.call('setPin', { password, pin: pinOfThief, pinCheck: pinOfThief })).status).toBe(400);
    // Nor does he get a second factor of his own, by which a PIN is changed.
    for (const call of ['beginTotp', 'beginPasskey'] as const)
      expect((await as.call(call, { password })).refusal.code).toBe('pin_required');
    // Nor a token, which is asked for no PIN.
    expect((await as.call('createApiToken', { name: 'mine', password })).refusal.code).toBe('pin_required');
    await takeAll(ada, token, password);
    expect(await left(ada)).toBe(wallet);
    // The day is over and nobody has kept the PIN: then the money is held.
    await app.owner.run('update pin_removals set due_at = now() where user_id = $1', [ada.userId]);
    while (await removeDuePin(app.context));
    await takeAll(ada, token, password);
    expect(await left(ada)).toBeGreaterThanOrEqual(wallet * 0.95);
  });

  it('where the thief has an API token that its owner limited', async () => {
    const ada = await owner();
    const { password } = ada;
    const input = { name: 'till', password, scopes: ['read', 'buy', 'send', 'withdraw'], dailyLimit: 2_500 };
    const { apiToken } = (await app.as(ada).call('createApiToken', input)).reply;
    await takeAll(ada, apiToken, password);
    expect(await left(ada)).toBeGreaterThanOrEqual(wallet * 0.95);
    // By that token he gets no other, and no rotation begins the day anew.
    expect((await app.as({ token: apiToken }).call('createApiToken', input)).status).toBe(403);
  });
});
