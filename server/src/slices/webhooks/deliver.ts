/**
 * Tells users' servers what changed, ten times over three days until they answer with 2xx (Standard Webhooks 1.0.0). A message is
 * claimed before it is sent and recorded after; no transaction is open meanwhile. Each try carries the same id, so that a receiver can
 * drop what it has seen. `data` is the transaction as it stands when the message is sent: a late message never says something outdated.
 */
import { HOUR_SECONDS, MINUTE_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { claimNow, Outbox, type OutboxTable } from '../../platform/outbox.ts';
import { secondsToNextTry } from '../../platform/retry-schedule.ts';
import { findReceipt } from '../transactions/find-receipt.ts';
import { signedHeaders } from './sign.ts';

const table: OutboxTable = {
  name: 'webhook_messages',
  receiver: { sql: 'user_id', type: 'bigint' },
  claimSeconds: 60,
  read: `select c.id, c.user_id as "userId", c.transaction_id as "transactionId", c.type, c.tries, c.created_at as "createdAt",
      case when e.paused_at is null then e.url end as url, e.paused_at is not null as "isPaused", e.sealed_secret as "sealedSecret"
    from c left join webhook_endpoints e on e.user_id = c.user_id`,
  // 75 h 35 m in all.
  schedule: {
    delaysSeconds: [
      5,
      5 * MINUTE_SECONDS,
      30 * MINUTE_SECONDS,
      2 * HOUR_SECONDS,
      5 * HOUR_SECONDS,
      10 * HOUR_SECONDS,
      14 * HOUR_SECONDS,
      20 * HOUR_SECONDS,
      24 * HOUR_SECONDS,
    ],
  },
};

interface Claimed {
  id: bigint;
  userId: bigint;
  transactionId: bigint | null;
  type: string;
  tries: number;
  createdAt: Date;
  /** Null: there is none, or it is paused. */
  url: string | null;
  isPaused: boolean;
  sealedSecret: Buffer | null;
}

export const createWebhookOutbox = (context: Context): Outbox<Claimed> =>
  new Outbox<Claimed>({
    pool: context.pool,
    log: context.log,
    table,
    places: { quick: 20, slow: 20, all: 200 },
    mostOf: () => 2,
    slowAfterMs: 2_000,
    send: (message) => send(context, message),
  });

/** Sends one message now, whatever its schedule says; for a replay and for a test. */
export async function deliverNow(context: Context, messageId: bigint): Promise<void> {
  const message = await claimNow<Claimed>(context.pool, table, messageId);
  if (message !== undefined) await send(context, message);
}

interface Result {
  status: number | null;
  problem: string | null;
  answer: string | null;
  tookMs: number;
}

async function send(context: Context, message: Claimed): Promise<void> {
  const { pool, webhooks, seal } = context;
  if (message.url === null || message.sealedSecret === null) {
    const problem = message.isPaused ? 'Paused: save the address again' : 'The address was removed';
    const result = { status: null, problem, answer: null, tookMs: 0 };
    await record(pool, message, result, null);
    return;
  }
  const body = await bodyOf(context, message);
  const headers = signedHeaders(seal.open(message.sealedSecret), `msg_${message.id}`, new Date(), body);
  const startedAt = performance.now();
  const answer = await webhooks.post(message.url, { ...headers }, body);
  const tookMs = Math.round(performance.now() - startedAt);
  const result: Result =
    answer.kind === 'problem'
      ? { status: null, problem: answer.problem, answer: null, tookMs }
      : {
          status: answer.status,
          problem: isSuccess(answer.status) ? null : `Answered ${answer.status}`,
          answer: answer.text.replaceAll('\0', '').slice(0, 500),
          tookMs,
        };
  await record(pool, message, result, body);
}

/** Only 2xx is a success: a redirect is not followed, so nobody has received the message. */
const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

async function bodyOf(
  { pool }: Context,
  { userId, transactionId, type, createdAt }: Claimed,
): Promise<string> {
  const receipt =
    transactionId === null
      ? undefined
      : await findReceipt(pool, { transaction: { id: transactionId }, ownerId: userId, staff: false });
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data: receipt ?? {} });
}

const GONE = 410;

/**
 * `body` is what was sent; null when nothing was. That a message was taken is true whoever hears of it; anything else counts only of its
 * latest try, so that the end of an earlier one that hung does not undo what a replay achieved meanwhile.
 */
async function record(db: Db, { id, tries }: Claimed, result: Result, body: string | null): Promise<void> {
  const isDelivered = isSuccess(result.status);
  // 410 asks not to be called again.
  const isOver = isDelivered || result.status === GONE;
  const delaySeconds = isOver ? null : secondsToNextTry(table.schedule, { tries, ageSeconds: 0 });
  await db.run(
    `with y as (
       insert into webhook_tries (message_id, try, status, problem, answer, took_ms) values ($1, $2, $3, $4, $5, $6)
       on conflict do nothing)
     update webhook_messages set
       state = case when $7 then 'delivered' when $8::int is null then 'failed' else 'pending' end,
       delivered_at = case when $7 then coalesce(delivered_at, now()) else delivered_at end,
       next_try_at = now() + make_interval(secs => $8),
       body = coalesce($9, body)
     where id = $1 and ($7 or tries = $2)`,
    [id, tries, result.status, result.problem, result.answer, result.tookMs, isDelivered, delaySeconds, body],
  );
}
