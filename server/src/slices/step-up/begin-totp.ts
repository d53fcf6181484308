import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { hasTotp, newTotpSecret, totpUri } from './totp.ts';
import { withStrongestStepUp } from './with-strongest-step-up.ts';

/**
 * Beginning again makes a new secret; one that is in use is never replaced. It takes the passkey of whoever has one, or a recovery code, else the PIN of whoever
 * has that: with an app of his own a thief would change the PIN by its codes.
 */
export const beginTotp =
  (context: Context): Handler<'beginTotp'> =>
  async ({ principal, body, request }) => {
    const { pool, seal, config } = context;
    const { userId, userName } = principal;
    if (await hasTotp(pool, userId)) refuse('totp_on');
    const secret = newTotpSecret();
    const begin = async (db: Db): Promise<void> => {
      const begun = await db.run(
        `insert into second_factors as f (user_id, sealed_secret) values ($1, $2)
         on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, last_step = 0 where f.confirmed_at is null`,
        [userId, seal.seal(secret)],
      );
      if (begun === 0) refuse('totp_on');
    };
    const given = { ...body, stepUp: request.stepUp };
    await withStrongestStepUp(context, principal, given, begin);
    return {
      msg: 'Read the QR code with your authenticator app, then enter its code',
      setupKey: secret,
      uri: totpUri(secret, config.brand.name, userName),
    };
  };
