import type { Context } from '../../app/context.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { withStrongestFactor } from '../step-up/with-strongest-step-up.ts';
import { newSecret } from './sign.ts';

/**
 * A new address gets a new secret, shown once; the same address keeps its own unless a new one is asked for or it was paused. Takes the strongest proof
 * that the owner has beside the session: whoever receives the messages reads what is bought, tokens of electricity included.
 */
export const updateWebhook =
  (context: Context): Handler<'updateWebhook'> =>
  async ({ principal, body, request }) => {
    const { seal, webhooks } = context;
    const { userId } = principal;
    const wanted = body.webhookUrl.trim();
    const url = wanted === '' ? null : webhooks.readUrl(wanted);
    if (url === undefined) refuseField('webhookUrl', 'Enter an https address on the public internet');
    return withStrongestFactor(context, principal, { ...body, stepUp: request.stepUp }, async (db, given) => {
      const factor = given === 'password' ? undefined : given;
      const secret = newSecret();
      const changed =
        url === null
          ? await db.run('delete from webhook_endpoints where user_id = $1', [userId])
          : await db.run(
              `insert into webhook_endpoints as e (user_id, url, sealed_secret) values ($1, $2, $3)
               on conflict (user_id) do update
                 set url = excluded.url, sealed_secret = excluded.sealed_secret, created_at = now(), paused_at = null
               where e.url <> excluded.url or e.paused_at is not null or $4`,
              [userId, url, seal.seal(secret), body.newSecret === true],
            );
      if (changed > 0) {
        await queueMail(db, userId, 'webhook_changed');
        const what = url === null ? 'webhook_removed' : 'webhook_set';
        await recordSecurityEvent(db, principal, request, { what, factor });
      }
      if (url === null) return { msg: 'Your webhook is removed', webhookUrl: null, webhookSecret: null };
      return changed === 0
        ? { msg: 'This is your webhook already', webhookUrl: url, webhookSecret: null }
        : {
            msg: 'Your webhook is set. Keep the secret: it is shown only now',
            webhookUrl: url,
            webhookSecret: secret,
          };
    });
  };
