/** A request for every call about API tokens, for `server/test/probes.ts`. */
import type { CallName } from '@jara/contract/paths.ts';
import { scopes } from '@jara/contract/scopes.ts';
import type { TestUser } from '../../../../test/make.ts';
import type { Probe, Stage } from '../../../../test/probes.ts';
import { issueApiToken } from '../api-tokens.ts';

/** A token for the owner's own programs, with all scopes. */
export const apiTokenOf = (
  { app: { context } }: Pick<Stage, 'app'>,
  { userId }: TestUser,
): Promise<{ token: { _id: string }; apiToken: string }> =>
  issueApiToken(context, context.pool, { userId, name: 'My shop', terms: { scopes }, ip: '127.0.0.1' });

const ownApiToken: Probe = async (stage, { owner, caller }) => ({
  id: (await apiTokenOf(stage, owner)).token._id,
  password: caller.password,
});

export const apiTokenProbes = {
  listApiTokens: async () => ({}),
  createApiToken: async (_stage, { caller }) => ({ name: 'My shop', password: caller.password }),
  revealApiToken: ownApiToken,
  rotateApiToken: ownApiToken,
  limitApiToken: async (stage, people) => ({ ...(await ownApiToken(stage, people)), dailyLimit: 2_000 }),
  deleteApiToken: ownApiToken,
} satisfies Partial<Record<CallName, Probe>>;
