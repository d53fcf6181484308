/** A request for every call about how an account stands and what it may do, for `server/test/probes.ts`. */
import type { CallName } from '@jara/contract/paths.ts';
import type { Probe } from '../../../../test/probes.ts';
import { accountEnding, bankName } from '../../withdrawals/testing/fake-bank.ts';

/** All their money is at a bank, and another admin stays. */
const emptied: Probe = async ({ app }, { caller }) => {
  await app.make.user({ isAdmin: true });
  const as = app.as(caller);
  const { balance } = (await as.call('getProfile')).reply.user;
  if (balance > 0) {
    const account = { bankName, accountNumber: accountEnding('5555') };
    await as.call('validateBankAccount', account);
    await as.call('withdraw', { ...account, amount: balance });
  }
  return { password: caller.password };
};

const reason = 'Somebody else has the password';

const partner: Probe = async (_stage, { owner }) => ({ userId: String(owner.userId), userType: 'partner' });

export const standingProbes = {
  upgradeUser: partner,
  upgradeUserByGet: partner,
  closeAccount: emptied,
  setRoles: async (_stage, { owner, caller }) => ({
    id: String(owner.userId),
    isAdmin: false,
    isAgent: true,
    isCouponVendor: false,
    staffLimits: { refund: 20_000 },
    reason: 'Begins at the desk today',
    password: caller.password,
  }),
  setStanding: async (_stage, { owner }) => ({ id: String(owner.userId), standing: 'restricted', reason }),
  holdWithdrawals: async (_stage, { owner }) => ({ id: String(owner.userId), isHeld: true, reason }),
  addUserNote: async (_stage, { owner }) => ({ id: String(owner.userId), note: 'Call before a reset.' }),
  listUserNotes: async (_stage, { owner }) => ({ id: String(owner.userId) }),
  endAccess: async (_stage, { owner }) => ({ id: String(owner.userId), reason }),
} satisfies Partial<Record<CallName, Probe>>;
