/** A request for every call about who somebody is, for `server/test/probes.ts`. */
import type { CallName } from '@jara/contract/paths.ts';
import type { Probe } from '../../../../test/probes.ts';
import { phoneCodeOf } from '../../../../test/text-messages.ts';
import { registeredPhone } from './verify-identity.ts';

let numbers = 0;
/** Its last four digits choose nothing in the sandbox. */
const newBvn = (): string => {
  numbers += 1;
  return `9${String(numbers).padStart(6, '0')}5555`;
};

export const kycProbes = {
  updateKyc: async () => ({ bvn: newBvn() }),
  getIdentityCheck: async () => ({}),
  confirmIdentity: async ({ app }, { caller }) => {
    const bvn = newBvn();
    await app.as(caller).call('updateKyc', { bvn });
    return { code: phoneCodeOf(app, registeredPhone(bvn)) };
  },
} satisfies Partial<Record<CallName, Probe>>;
