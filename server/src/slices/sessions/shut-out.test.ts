/**
 * Whoever was shut out does nothing any more by what a process remembers of them: what moves money or guards the account asks in its own commit. Their
 * session or right ends so that no process hears of it, as if it ended while the call was under way.
 */
import { api } from '@jara/contract/api.ts';
import { naira } from '@jara/contract/money.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { ownership } from '@jara/contract/roles.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { airtimeOrder, balanceOf, numberOf } from '../../../test/buying.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { whoMay, type TestUser, type UserInput } from '../../../test/make.ts';
import { probes, probeSettings } from '../../../test/probes.ts';
import { principalOf } from '../../../test/principal.ts';
import { messagesTo } from '../../../test/text-messages.ts';
import { registeredPhone } from '../kyc/testing/verify-identity.ts';
import { addPasskey, askedIn } from '../step-up/passkeys/testing/people.ts';
import { apiTokenOf } from '../api-tokens/testing/probes.ts';
import { beginCall } from './testing/late-body.ts';

const app = useTestApp({ env: probeSettings });
const stage = { app, receiverUrl: 'http://127.0.0.1:9' };

const rich = (input: UserInput = {}) => app.make.user({ ...input, wallet: naira(20_000) });

const endUnheard = ({ userId }: TestUser) =>
  app.owner.run('delete from sessions where user_id = $1', [userId]);

/** From now on the process remembers the session. */
async function remember(caller: { token: string }): Promise<void> {
  expect((await app.as(caller).call('getProfile')).status).toBe(200);
}

describe('a session that has ended while its call was under way', () => {
  const asking: CallName[] = [
    'changePassword',
    'setPin',
    'removePin',
    'beginTotp',
    'confirmTotp',
    'renewRecoveryCodes',
    'removeTotp',
    'beginPasskey',
    'addPasskey',
    'removePasskey',
    'confirmStepUp',
    'createApiToken',
    'revealApiToken',
    'rotateApiToken',
    'limitApiToken',
    'unfreezeWallet',
    'removeSpendingLimit',
    'addBeneficiary',
    'removeBeneficiary',
    'changeEmail',
    'changePhone',
    'updateKyc',
    'closeAccount',
    'setRoles',
    'transferFund',
    'withdraw',
    'generateCoupon',
    'redeemCoupon',
    'withdrawEarning',
    'upgradeToReseller',
    'testTopUp',
    'initiateSquadFunding',
    'buyData',
    'buyAirtime',
    'buyElectricity',
    'refund',
    'recoverRefund',
    'decideWaiting',
    'decideSuspense',
    'debit',
    'setSpecialPrice',
    'updatePrice',
    'addPlan',
    'updatePlan',
    'schedulePrices',
    'setCostPrice',
    'upgradeUser',
    'confirmStaffRequest',
  ];
  it.each(asking)('%s', async (name) => {
    const caller = await rich(whoMay[api[name].access]);
    const owner = ownership[name] === 'anybody' ? await rich() : caller;
    const input = await probes[name](stage, { owner, caller });
    await remember(caller);
    await endUnheard(caller);
    expect((await app.as(caller).call(name, input)).refusal.code).toBe('unauthenticated');
  });

  it('setPin by the PIN of now, and by a code', async () => {
    const [ada, bola] = [await app.make.user(), await app.make.user()];
    const next = { pin: '1470', pinCheck: '1470' };
    const first = await app.as(ada).call('setPin', { password: ada.password, pin: '2580', pinCheck: '2580' });
    expect(first.status).toBe(200);
    const { setupKey } = (await app.as(bola).call('beginTotp', { password: bola.password })).reply;
    expect((await app.as(bola).call('confirmTotp', { code: codeOf(setupKey) })).status).toBe(200);
    const given = [
      { user: ada, oldPin: '2580' },
      { user: bola, code: codeOf(setupKey, 1) },
    ];
    for (const { user, ...factor } of given) {
      await remember(user);
      await endUnheard(user);
      const answer = await app.as(user).call('setPin', { password: user.password, ...next, ...factor });
      expect(answer.refusal.code).toBe('unauthenticated');
    }
  });

  it('changeEmail by a code', async () => {
    const ada = await app.make.user();
    const { setupKey } = (await app.as(ada).call('beginTotp', { password: ada.password })).reply;
    expect((await app.as(ada).call('confirmTotp', { code: codeOf(setupKey) })).status).toBe(200);
    await remember(ada);
    await endUnheard(ada);
    const input = { email: `new_${ada.email}`, password: ada.password, code: codeOf(setupKey, 1) };
    expect((await app.as(ada).call('changeEmail', input)).refusal.code).toBe('unauthenticated');
  });

  const byPasskey: [CallName, (ada: TestUser) => Record<string, unknown>][] = [
    ['confirmStepUp', () => ({})],
    ['beginPasskey', () => ({})],
    ['setPin', ({ password }) => ({ password, pin: '2580', pinCheck: '2580', usePasskey: true })],
    [
      'changePassword',
      ({ password }) => ({
        oldPassword: password,
        newPassword: 'another horse 10',
        newPasswordCheck: 'another horse 10',
      }),
    ],
  ];
  it.each(byPasskey)('%s by a passkey', async (name, inputOf) => {
    const ada = await app.make.user();
    const { passkey } = await addPasskey(app, ada);
    const input = inputOf(ada);
    const answer = passkey.answer(askedIn(await app.as(ada).call(name, input)));
    await remember(ada);
    await endUnheard(ada);
    const refused = await app.as(ada).call(name, { ...input, passkey: answer });
    expect(refused.refusal.code).toBe('unauthenticated');
  });

  it('no code is sent to the phone that the register of identities knows', async () => {
    const ada = await app.make.user();
    const nin = '70123456711';
    await remember(ada);
    await endUnheard(ada);
    expect((await app.as(ada).call('updateKyc', { nin })).refusal.code).toBe('unauthenticated');
    expect(messagesTo(app, registeredPhone(nin))).toEqual([]);
    const check = await app.owner.find('select from identity_checks where user_id = $1', [ada.userId]);
    expect(check).toBeUndefined();
  });
});

it('a repeated key shows nothing of what was made before', async () => {
  const [ada, bola] = [await rich(), await rich()];
  const send = () =>
    app.as(ada).call('transferFund', { userName: bola.userName, amount: 500 }, { key: 'send-once' });
  expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
  await endUnheard(ada);
  expect((await send()).refusal.code).toBe('unauthenticated');
});

it('a repeated key shows no purchase, though it could not be made today', async () => {
  const ada = await rich();
  const order = { network: 1, mobile_number: numberOf('MTN', '1234'), amount: 100 };
  const buy = (expectedAmount?: number) =>
    app.as(ada).call('buyAirtime', { ...order, expectedAmount }, { key: 'buy-once' });
  expect([(await buy()).status, (await buy(1)).status]).toEqual([200, 200]);
  await endUnheard(ada);
  expect((await buy()).refusal.code).toBe('unauthenticated');
  expect((await buy(1)).refusal.code).toBe('unauthenticated');
});

it('a purchase is not made by the session of somebody else', async () => {
  const [ada, bola] = [await rich(), await rich()];
  const { purchases, catalogue, sessions } = app.context;
  const thief = (await sessions.find(bola.token, undefined)) ?? expect.unreachable('bola is logged in');
  const order = airtimeOrder(principalOf(ada), numberOf('MTN', '1234'), catalogue.now.version);
  for (const tokenHash of [thief.tokenHash, Buffer.alloc(0)]) {
    const buyer = { ...principalOf(ada), tokenHash };
    await expect(purchases.buy({ ...order, buyer })).rejects.toMatchObject({ code: 'unauthenticated' });
  }
  expect([await balanceOf(app, ada), await balanceOf(app, bola)]).toEqual([naira(20_000), naira(20_000)]);
});

it('an API token that was deleted withdraws nothing', async () => {
  const ada = await rich();
  const account = await probes.withdraw(stage, { owner: ada, caller: ada });
  const { apiToken } = await apiTokenOf(stage, ada);
  await remember({ token: apiToken });
  await app.owner.run('delete from api_tokens where user_id = $1', [ada.userId]);
  expect((await app.as({ token: apiToken }).call('withdraw', account)).refusal.code).toBe('unauthenticated');
  expect(await balanceOf(app, ada)).toBe(naira(20_000));
});

describe('staff who lost their right while a call of theirs was under way', () => {
  const demote = ({ userId }: TestUser) =>
    app.owner.run('update users set is_admin = false, is_agent = true where id = $1', [userId]);
  const issue = (boss: TestUser, { userName }: TestUser, amount: number) =>
    app.as(boss).call('transferFund', { userName, amount, reason: 'Their bank wrote' });

  it('do nothing that is not for an agent', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    await remember(boss);
    await demote(boss);
    expect((await issue(boss, ada, 500)).refusal.code).toBe('forbidden');
    expect(await balanceOf(app, ada)).toBe(0n);
  });

  it('refund as an agent', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await rich()];
    const input = await probes.refund(stage, { owner: ada, caller: boss });
    await remember(boss);
    await demote(boss);
    expect((await app.as(boss).call('refund', input)).status).toBe(200);
  });

  it('confirm nothing', async () => {
    const other = await app.make.user({ isAdmin: true });
    const owner = await app.make.user();
    const input = await probes.confirmStaffRequest(stage, { owner, caller: other });
    await remember(other);
    await demote(other);
    expect((await app.as(other).call('confirmStaffRequest', input)).refusal.code).toBe('forbidden');
  });
});

it('a body that comes after the end of its session is not looked at, whatever is wrong with it', async () => {
  const ada = await app.make.user();
  const finish = await beginCall(app, ada, 'addContact', {});
  expect((await app.as(ada).call('logout')).status).toBe(200);
  expect(await finish()).toEqual({ status: 401, code: 'unauthenticated' });
});

it('a body that comes after the end of a right does nothing, though the session may have stayed', async () => {
  const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
  const finish = await beginCall(app, boss, 'resetUserPassword', { userId: String(ada.userId) });
  await app.owner.commit(async (db) => {
    await db.run(`update users set is_admin = false where id = $1`, [boss.userId]);
    await app.context.sessions.forget(db, boss.userId);
  });
  expect(await finish()).toEqual({ status: 403, code: 'forbidden' });
  expect((await app.as(ada).call('getProfile')).status).toBe(200);
});
