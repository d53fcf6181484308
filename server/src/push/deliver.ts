/**
 * Tells users' devices what ended while they looked away. A message is claimed before it is sent and removed after; no transaction is open
 * meanwhile. It may come twice after a crash, and then takes its own place on the screen. What it says is the line as it stands when it is
 * sent: a message that was overtaken by a later state is dropped, since that state has its own.
 */
import type { Context } from '../context.ts';
import type { PushKeys, PushSubscription } from '../outside/push/push.ts';
import type { Db } from '../platform/db.ts';
import { findLine } from '../transactions/find-receipt.ts';
import type { Line } from '../transactions/line.ts';
import { pushKeys } from './keys.ts';
import { wordsOf } from './words.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds to the next try after the first, second, ... one: 5 h 12 m in all. */
const pauses = [30, 2 * MINUTE, 10 * MINUTE, HOUR, 4 * HOUR];
/** Nobody needs to be told later than this. */
const USEFUL_SECONDS = 24 * HOUR;
const MOST_AT_ONCE = 20;
/** If this process dies while it sends, another one tries again after this. */
const CLAIM_SECONDS = 60;

interface Claimed {
  id: bigint;
  subscriptionId: bigint;
  transactionId: bigint;
  status: string;
  tries: number;
  ageSeconds: number;
  /** Null when the device was logged out, or does not want notices any more. */
  device: (PushSubscription & { userId: string }) | null;
}

/** One round. Gives how many messages it worked on. */
export async function deliverPushes(context: Context): Promise<number> {
  const claimed = await context.pool.rows<Claimed>(
    `with due as (
       select id from push_messages where next_try_at <= now() order by next_try_at limit $1 for update skip locked),
     c as (
       update push_messages m set next_try_at = now() + make_interval(secs => $2), tries = m.tries + 1
       from due where m.id = due.id returning m.*)
     select c.id, c.subscription_id as "subscriptionId", c.transaction_id as "transactionId", c.status, c.tries,
       extract(epoch from now() - c.created_at)::float8 as "ageSeconds",
       case when s.id is not null then
         json_build_object('userId', s.user_id::text, 'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth) end as device
     from c left join push_subscriptions s on s.id = c.subscription_id`,
    [MOST_AT_ONCE, CLAIM_SECONDS],
  );
  if (claimed.length === 0) return 0;
  const keys = await pushKeys(context);
  await Promise.all(claimed.map((message) => tell(context, keys, message)));
  return claimed.length;
}

async function tell(context: Context, keys: PushKeys, message: Claimed): Promise<void> {
  const { pool, push, config, log } = context;
  const { device, transactionId } = message;
  const payload = device === null ? null : await payloadFor(context, message, BigInt(device.userId));
  const ttlSeconds = Math.floor(USEFUL_SECONDS - message.ageSeconds);
  if (device === null || payload === null || ttlSeconds <= 0) return remove(pool, message);
  const answer = await push.send(device, keys, {
    payload: JSON.stringify({ title: config.brand.name, ...payload }),
    topic: `line${transactionId}`,
    ttlSeconds,
  });
  switch (answer.outcome) {
    case 'taken':
      return remove(pool, message);
    case 'gone':
      return removeDevice(pool, message);
    case 'later':
      return tryLater(pool, message, answer.afterSeconds);
    case 'refused': {
      const { host } = new URL(device.endpoint);
      log.warn({ host, problem: answer.problem }, 'a push service does not take a notice');
      return remove(pool, message);
    }
  }
}

interface Payload {
  body: string;
  /** One place on the screen for each line. */
  tag: string;
  path: string;
}

/** Null when there is nothing to tell this user, or not any more. */
async function payloadFor(
  { pool, config }: Context,
  { transactionId, status }: Claimed,
  userId: bigint,
): Promise<Payload | null> {
  const line = await findLine(pool, { line: { id: transactionId }, ownerId: userId });
  if (line === undefined || line.status !== status) return null;
  if (await wasAnswered(pool, line, config.purchases.waitMs)) return null;
  const body = wordsOf(line);
  const id = String(transactionId);
  return body === null ? null : { body, tag: id, path: `/profile/transactions/${id}` };
}

/**
 * Whether the answer to the order told it already: it waits for the end for a while, and gives up at once when the supplier or the bank
 * says that it does not know yet.
 */
async function wasAnswered(
  db: Db,
  { id, type, status, createdAt, settledAt }: Line,
  waitMs: number,
): Promise<boolean> {
  const isOrder = type === 'airtime' || type === 'data' || type === 'electricity' || type === 'withdraw';
  if (!isOrder || settledAt === null || status === 'refunded') return false;
  if (settledAt.getTime() - createdAt.getTime() >= waitMs) return false;
  const { wasUnknown } = await db.get<{ wasUnknown: boolean }>(
    `select exists (select from purchase_attempts where transaction_id = $1 and checks > 0)
       or exists (select from withdrawals where transaction_id = $1 and checks > 0) as "wasUnknown"`,
    [id],
  );
  return !wasUnknown;
}

async function remove(db: Db, { id }: Claimed): Promise<void> {
  await db.run('delete from push_messages where id = $1', [id]);
}

async function removeDevice(db: Db, { subscriptionId }: Claimed): Promise<void> {
  await db.run(
    `with gone as (delete from push_subscriptions where id = $1)
     delete from push_messages where subscription_id = $1`,
    [subscriptionId],
  );
}

async function tryLater(db: Db, message: Claimed, afterSeconds: number | null): Promise<void> {
  const pause = pauses[message.tries - 1];
  if (pause === undefined) return remove(db, message);
  const seconds = Math.min(Math.max(pause, afterSeconds ?? 0), USEFUL_SECONDS);
  await db.run('update push_messages set next_try_at = now() + make_interval(secs => $2) where id = $1', [
    message.id,
    seconds,
  ]);
}
