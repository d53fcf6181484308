import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { ownPasskeys } from './own-passkeys.ts';
import { relyingPartyOf } from '../step-up/passkeys/relying-party.ts';

export const listPasskeys =
  ({ pool, config }: Context): Handler<'listPasskeys'> =>
  async ({ principal }) => ({
    passkeys: await ownPasskeys(pool, principal.userId),
    origin: relyingPartyOf(config.publicUrl)?.origin ?? null,
  });
