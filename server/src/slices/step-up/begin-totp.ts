import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { hasTotp, newTotpSecret, totpUri } from './totp.ts';
import { withStepUp } from './with-step-up.ts';

/** Beginning again makes a new secret; one that is in use is never replaced. Whoever has a passkey gives it, or a thief would add an app of his own. */
export const beginTotp =
  (context: Context): Handler<'beginTotp'> =>
  async ({ principal, body, request }) => {
    const { pool, seal, config } = context;
    const { userId, userName } = principal;
    if (await hasTotp(pool, userId)) refuse('totp_on');
    const secret = newTotpSecret();
    await withStepUp(context, userId, { ...body, stepUp: request.stepUp }, async (db) => {
      const begun = await db.run(
        `insert into second_factors as f (user_id, sealed_secret) values ($1, $2)
         on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, last_step = 0 where f.confirmed_at is null`,
        [userId, seal.seal(secret)],
      );
      if (begun === 0) refuse('totp_on');
    });
    return {
      msg: 'Read the QR code with your authenticator app, then enter its code',
      setupKey: secret,
      uri: totpUri(secret, config.brand.name, userName),
    };
  };
