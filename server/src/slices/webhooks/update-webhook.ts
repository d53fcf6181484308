import type { Context } from '../../app/context.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { newSecret } from './sign.ts';

/** A new address gets a new secret, shown once; the same address keeps its own unless a new one is asked for. */
export const updateWebhook =
  ({ pool, seal, webhooks }: Context): Handler<'updateWebhook'> =>
  async ({ principal, body }) => {
    const { userId } = principal;
    const wanted = body.webhookUrl.trim();
    if (wanted === '') {
      await pool.run('delete from webhook_endpoints where user_id = $1', [userId]);
      return { msg: 'Your webhook is removed', webhookUrl: null, webhookSecret: null };
    }
    const url = webhooks.readUrl(wanted);
    if (url === undefined) refuseField('webhookUrl', 'Enter an https address on the public internet');
    const secret = newSecret();
    const made = await pool.run(
      `insert into webhook_endpoints as e (user_id, url, sealed_secret) values ($1, $2, $3)
       on conflict (user_id) do update set url = excluded.url, sealed_secret = excluded.sealed_secret, created_at = now()
       where e.url <> excluded.url or $4`,
      [userId, url, seal.seal(secret), body.newSecret === true],
    );
    return made === 0
      ? { msg: 'This is your webhook already', webhookUrl: url, webhookSecret: null }
      : {
          msg: 'Your webhook is set. Keep the secret: it is shown only now',
          webhookUrl: url,
          webhookSecret: secret,
        };
  };
