/**
 * Tells users' devices what ended while they looked away. A message is claimed before it is sent and removed after; no transaction is open
 * meanwhile. It may come twice after a crash, and then takes its own place on the screen. What it says is the transaction as it stands when it is
 * sent: a message that was overtaken by a later state is dropped, since that state has its own.
 */
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import type { PushKeys, PushSubscription } from '../../outside/push/push.ts';
import type { Db } from '../../platform/db.ts';
import { Outbox, type OutboxTable } from '../../platform/outbox.ts';
import { secondsToNextTry } from '../../platform/retry-schedule.ts';
import { findTransaction } from '../transactions/find-receipt.ts';
import type { TransactionRecord } from '../transactions/transaction.ts';
import { pushKeys } from './keys.ts';
import { wordsOf } from './words.ts';

/** A notice that is older than this is of no use. */
const USEFUL_SECONDS = DAY_SECONDS;

const table: OutboxTable = {
  name: 'push_messages',
  receiver: { sql: 'service', type: 'text' },
  claimSeconds: 60,
  read: `select c.id, c.subscription_id as "subscriptionId", c.transaction_id as "transactionId", c.status, c.tries,
      extract(epoch from now() - c.created_at)::float8 as "ageSeconds",
      case when s.id is not null then
        json_build_object('userId', s.user_id::text, 'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth) end as device
    from c left join push_subscriptions s on s.id = c.subscription_id`,
  // 5 h 12 m in all.
  schedule: {
    delaysSeconds: [30, 2 * MINUTE_SECONDS, 10 * MINUTE_SECONDS, HOUR_SECONDS, 4 * HOUR_SECONDS],
    giveUpAfterSeconds: USEFUL_SECONDS,
  },
};

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

/** A push service stands for the devices of many users, so it gets more at once than one user's server. */
export const createPushOutbox = (context: Context): Outbox<Claimed> =>
  new Outbox<Claimed>({
    pool: context.pool,
    log: context.log,
    table,
    places: { quick: 20, slow: 10, all: 100 },
    mostOf: () => 10,
    slowAfterMs: 2_000,
    send: async (message) => sendNotice(context, await pushKeys(context), message),
  });

async function sendNotice(context: Context, keys: PushKeys, message: Claimed): Promise<void> {
  const { pool, push, config, log } = context;
  const { device, transactionId } = message;
  const payload = device === null ? null : await payloadFor(context, message, BigInt(device.userId));
  const ttlSeconds = Math.floor(USEFUL_SECONDS - message.ageSeconds);
  if (device === null || payload === null || ttlSeconds <= 0) return remove(pool, message);
  const answer = await push.send(device, keys, {
    payload: JSON.stringify({ title: config.brand.name, ...payload }),
    topic: `transaction${transactionId}`,
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
  /** One place on the screen for each transaction. */
  tag: string;
  path: string;
}

/** Null when there is no notice for this user, or not any more. */
async function payloadFor(
  { pool, config }: Context,
  { transactionId, status }: Claimed,
  userId: bigint,
): Promise<Payload | null> {
  const transaction = await findTransaction(pool, { transaction: { id: transactionId }, ownerId: userId });
  if (transaction === undefined || transaction.status !== status) return null;
  if (await wasAnswered(pool, transaction, config.purchases.waitMs)) return null;
  const body = wordsOf(transaction);
  const id = String(transactionId);
  return body === null ? null : { body, tag: id, path: `/profile/transactions/${id}` };
}

/**
 * Whether the answer to the order told it already: it waits for the end for a while, and gives up at once when the supplier or the bank
 * says that it does not know yet.
 */
async function wasAnswered(
  db: Db,
  { id, type, status, createdAt, settledAt }: TransactionRecord,
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
  const delaySeconds = secondsToNextTry(table.schedule, message);
  if (delaySeconds === null) return remove(db, message);
  const seconds = Math.min(Math.max(delaySeconds, afterSeconds ?? 0), USEFUL_SECONDS);
  await db.run(
    'update push_messages set next_try_at = now() + make_interval(secs => $3) where id = $1 and tries = $2',
    [message.id, message.tries, seconds],
  );
}
