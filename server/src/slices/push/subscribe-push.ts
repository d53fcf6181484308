import { HOUR_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import type { PushSubscription } from '../../outside/push/push.ts';
import { countAttempt, type AttemptRule } from '../../platform/attempts.ts';
import type { Db } from '../../platform/db.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';

/** Of one user; the triggers look at no more. */
const MOST_DEVICES = 10;

/** A browser subscribes when somebody presses a button, and now and then by itself. */
const subscriptions = (userId: bigint): AttemptRule => ({
  name: 'push',
  parts: [String(userId)],
  most: 60,
  windowSeconds: HOUR_SECONDS,
});

const problems = {
  endpoint: 'This is not the address of a push service',
  p256dh: 'This is not a public key of a browser',
  auth: 'This is not a secret of a browser',
} as const;

/** The session's one subscription, in place of what it had; the browser's, too, whoever used it before. */
export const subscribePush =
  ({ pool, push }: Context): Handler<'subscribePush'> =>
  async ({ principal, body }) => {
    const read = push.read(body);
    if ('problem' in read) refuseField(read.problem, problems[read.problem]);
    await countAttempt(pool, subscriptions(principal.userId));
    await pool.commit((db) => subscribe(db, principal, read));
    return { msg: 'Notices are on for this device' };
  };

async function subscribe(
  db: Db,
  { userId, tokenHash }: Principal,
  { endpoint, p256dh, auth }: PushSubscription,
): Promise<void> {
  // One at a time, whoever it is: session and address are unique each for itself, and people subscribe rarely.
  await db.run(`select pg_advisory_xact_lock(hashtextextended('push_subscriptions', 0))`);
  await db.run(
    `delete from push_subscriptions
     where (session_token_hash = $1 and endpoint <> $2) or (endpoint = $2 and session_token_hash <> $1)`,
    [tokenHash, endpoint],
  );
  const saved = await db.run(
    `insert into push_subscriptions (user_id, session_token_hash, endpoint, p256dh, auth)
     select user_id, token_hash, $2, $3, $4 from sessions where token_hash = $1
     on conflict (endpoint) do update set p256dh = excluded.p256dh, auth = excluded.auth`,
    [tokenHash, endpoint, p256dh, auth],
  );
  // It was ended a moment ago, from another device.
  if (saved !== 1) refuse('unauthenticated');
  await db.run(
    `delete from push_subscriptions where user_id = $1
     and id not in (select id from push_subscriptions where user_id = $1 order by id desc limit $2)`,
    [userId, MOST_DEVICES],
  );
}
