/** A request for every call about reserved accounts, for `server/test/probes.ts`. */
import type { CallName } from '@jara/contract/paths.ts';
import type { TestUser } from '../../../../test/make.ts';
import type { Probe, Stage } from '../../../../test/probes.ts';
import { verifyIdentity } from '../../kyc/testing/verify-identity.ts';

let holders = 0;

/** Somebody for whom a bank opens an account. */
async function verified({ app }: Stage, owner: TestUser): Promise<void> {
  holders += 1;
  const digits = `${String(holders).padStart(3, '0')}5555`;
  await verifyIdentity(app, owner, { nin: `7000${digits}` });
  // Its last four digits choose what the bank of the sandbox does.
  await app.context.pool.run('update users set phone = $2 where id = $1', [owner.userId, `0805${digits}`]);
}

export const reservedAccountProbes = {
  generateAccount: async (stage, { caller }) => {
    await verified(stage, caller);
    return { bankName: 'palmpay' };
  },
  generateAccountByGet: async (stage, { caller }) => {
    await verified(stage, caller);
    return {};
  },
  closeReservedAccount: async (stage, { owner }) => {
    await verified(stage, owner);
    const { reply } = await stage.app.as(owner).call('generateAccount', { bankName: 'palmpay' });
    return { accountNumber: reply.accountNumbers[0]?.accountNumber, reason: 'The bank closed it' };
  },
} satisfies Partial<Record<CallName, Probe>>;
