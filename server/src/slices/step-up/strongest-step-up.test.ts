/** What loosens the guards of an account takes the strongest proof that its owner has: two-step login before the PIN, the PIN before the password alone. */
import { naira } from '@jara/contract/money.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { codeOf } from '../../../test/authenticator.ts';
import type { TestUser } from '../../../test/make.ts';
import { addPasskey, askedIn } from './passkeys/testing/people.ts';

const app = useTestApp();

const pin = '2580';
const bank = { bankName: 'GTBank', accountNumber: '0001231234' };
const tokenName = { name: 'till', scopes: ['send'] };
const newPassword = 'Kola-nut 8 at dawn';

type Input = Record<string, unknown>;
/** What is there before, by somebody of whom nothing is asked, and what the call says beside the proof. */
const guarded: Partial<Record<CallName, (ada: TestUser) => Promise<Input>>> = {
  createApiToken: async () => tokenName,
  rotateApiToken: async (ada) => ({ id: await tokenOf(ada) }),
  revealApiToken: async (ada) => ({ id: await tokenOf(ada) }),
  limitApiToken: async (ada) => ({ id: await tokenOf(ada), dailyLimit: 9_000 }),
  changePassword: async ({ password }) => ({
    oldPassword: password,
    newPassword,
    newPasswordCheck: newPassword,
  }),
  addBeneficiary: async (ada) => {
    expect((await app.as(ada).call('validateBankAccount', bank)).status).toBe(200);
    return bank;
  },
  removeBeneficiary: async (ada) => {
    await app.as(ada).call('validateBankAccount', bank);
    const { beneficiaryList } = (await app.as(ada).call('addBeneficiary', bank)).reply;
    return { id: beneficiaryList[0]?._id };
  },
  setSpendingLimit: async (ada) => {
    await app.as(ada).call('setSpendingLimit', { amount: 1_000 });
    return { amount: 2_000 };
  },
  removeSpendingLimit: async (ada) => {
    await app.as(ada).call('setSpendingLimit', { amount: 1_000 });
    return {};
  },
  unfreezeWallet: async (ada) => {
    await app.as(ada).call('freezeWallet');
    return {};
  },
  changeEmail: async ({ userName }) => ({ email: `${userName}@elsewhere.example` }),
  changePhone: async () => ({ phoneNumber: '08097654321' }),
  beginPasskey: async () => ({}),
};
const names = Object.keys(guarded) as (keyof typeof guarded)[];

async function tokenOf(ada: TestUser): Promise<string> {
  const input = { ...tokenName, dailyLimit: 5_000, password: ada.password };
  return (await app.as(ada).call('createApiToken', input)).reply.token._id;
}
async function person(name: (typeof names)[number]) {
  const ada = await app.make.user({ wallet: naira(5_000) });
  const input = (await guarded[name]?.(ada)) ?? {};
  const call = (more: Input) => app.as(ada).call(name, { password: ada.password, ...input, ...more });
  return { ada, call };
}
async function withTotp(ada: TestUser): Promise<string[]> {
  const { setupKey } = (await app.as(ada).call('beginTotp', { password: ada.password })).reply;
  return (await app.as(ada).call('confirmTotp', { code: codeOf(setupKey) })).reply.recoveryCodes;
}
const firstPin = (ada: TestUser, more: Input = {}) =>
  app.as(ada).call('setPin', { password: ada.password, pin, pinCheck: pin, ...more });
async function setPin(ada: TestUser, code?: string): Promise<void> {
  expect((await firstPin(ada, code === undefined ? {} : { code })).status).toBe(200);
}
const hasPin = async (ada: TestUser) =>
  (await app.owner.find('select from pins where user_id = $1', [ada.userId])) !== undefined;

describe.each(names)('%s', (name) => {
  it('takes a code of whoever has an authenticator app, and no PIN in its place', async () => {
    const { ada, call } = await person(name);
    const [code, another] = await withTotp(ada);
    await setPin(ada, another);
    expect((await call({})).refusal.code).toBe('totp_required');
    expect((await call({ pin })).refusal.code).toBe('totp_required');
    expect((await call({ pin, code: '000000' })).refusal.code).toBe('wrong_code');
    expect((await call({ code })).status).toBeLessThan(300);
  });

  it('takes the passkey of whoever has one, and no PIN in its place', async () => {
    const { ada, call } = await person(name);
    const { passkey, recoveryCodes } = await addPasskey(app, ada);
    await setPin(ada, recoveryCodes[0]);
    const asked = await call({ pin });
    expect(asked.refusal.code).toBe('totp_required');
    expect((await call({ pin, passkey: passkey.answer(askedIn(asked)) })).status).toBeLessThan(300);
  });

  it('takes the PIN of whoever has nothing stronger', async () => {
    const { ada, call } = await person(name);
    await setPin(ada);
    expect((await call({})).refusal.code).toBe('pin_required');
    expect((await call({ pin: '9999' })).refusal.code).toBe('wrong_pin');
    expect((await call({ pin })).status).toBeLessThan(300);
  });
});

describe('setPin, where there is none', () => {
  it('takes a code of whoever has an authenticator app', async () => {
    const ada = await app.make.user();
    const [code] = await withTotp(ada);
    for (const more of [{}, { oldPin: pin }, { usePasskey: true }])
      expect((await firstPin(ada, more)).refusal.code).toBe('totp_required');
    expect((await firstPin(ada, { code: '000000' })).refusal.code).toBe('wrong_code');
    expect(await hasPin(ada)).toBe(false);
    expect((await firstPin(ada, { code })).status).toBe(200);
    expect(await hasPin(ada)).toBe(true);
  });

  it('takes the passkey of whoever has one', async () => {
    const ada = await app.make.user();
    const { passkey } = await addPasskey(app, ada);
    const asked = await firstPin(ada);
    expect([asked.refusal.code, await hasPin(ada)]).toEqual(['totp_required', false]);
    expect((await firstPin(ada, { passkey: passkey.answer(askedIn(asked)) })).status).toBe(200);
  });

  it('takes no PIN in its place that was removed a moment ago', async () => {
    const ada = await app.make.user();
    const [code] = await withTotp(ada);
    await setPin(ada, code);
    expect((await app.as(ada).call('getProfile')).status).toBe(200);
    await app.owner.run('delete from pins where user_id = $1', [ada.userId]);
    expect((await firstPin(ada, { oldPin: '9999' })).refusal.code).toBe('totp_required');
    expect(await hasPin(ada)).toBe(false);
  });

  it('takes the password alone of whoever has neither', async () => {
    const ada = await app.make.user();
    expect((await firstPin(ada)).status).toBe(200);
  });
});
