/** A request for every call by which somebody sets what is asked of them, for `server/test/probes.ts`. */
import type { CallName } from '@jara/contract/paths.ts';
import { codeOf } from '../../../../test/authenticator.ts';
import type { TestUser } from '../../../../test/make.ts';
import type { Probe, Stage } from '../../../../test/probes.ts';
import { addPasskey } from '../passkeys/testing/people.ts';
import { SoftwarePasskey } from '../passkeys/testing/software-passkey.ts';

const nothing: Probe = async () => ({});
const withPassword: Probe = async (_stage, { caller }) => ({ password: caller.password });
const beginTotp = async ({ app }: Stage, caller: TestUser): Promise<string> =>
  (await app.as(caller).call('beginTotp', { password: caller.password })).reply.setupKey;
const withTotp: Probe = async (stage, { caller }) => {
  const setupKey = await beginTotp(stage, caller);
  await stage.app.as(caller).call('confirmTotp', { code: codeOf(setupKey) });
  return { password: caller.password, code: codeOf(setupKey, 1) };
};

export const stepUpProbes = {
  setPin: async (_stage, { caller }) => ({ password: caller.password, pin: '2580', pinCheck: '2580' }),
  removePin: withPassword,
  keepPin: nothing,
  beginTotp: withPassword,
  confirmTotp: async (stage, { caller }) => ({ code: codeOf(await beginTotp(stage, caller)) }),
  renewRecoveryCodes: withTotp,
  removeTotp: withTotp,
  listPasskeys: async ({ app }, { owner }) => {
    await addPasskey(app, owner, undefined, { name: 'My phone' });
    return {};
  },
  beginPasskey: withPassword,
  addPasskey: async ({ app }, { caller }) => {
    const { options } = (await app.as(caller).call('beginPasskey', { password: caller.password })).reply;
    return { name: 'My phone', credential: new SoftwarePasskey().create(options) };
  },
  renamePasskey: async ({ app }, { owner }) => ({ id: (await addPasskey(app, owner)).id, name: 'Old phone' }),
  removePasskey: async ({ app }, { owner }) => {
    const { id, recoveryCodes } = await addPasskey(app, owner);
    return { id, password: owner.password, code: recoveryCodes[0] };
  },
  beginPasskeyLogin: nothing,
  loginWithPasskey: async ({ app }, { owner }) => {
    const { passkey } = await addPasskey(app, owner);
    const { options } = (await app.anybody().call('beginPasskeyLogin')).reply;
    return { passkey: passkey.answer(options) };
  },
  confirmStepUp: withPassword,
} satisfies Partial<Record<CallName, Probe>>;
