import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { askForPasskey } from '../step-up/passkeys/ask-for-passkey.ts';

/** Takes nothing and knows nobody: the answer says of no account whether it exists, or has a passkey. */
export const beginPasskeyLogin =
  (context: Context): Handler<'beginPasskeyLogin'> =>
  async () => ({
    options:
      (await askForPasskey(context, { purpose: 'login', userId: null })) ?? refuse('passkeys_unavailable'),
  });
