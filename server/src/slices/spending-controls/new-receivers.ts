/**
 * What may go to receivers that are new: other users, by transfers and coupons, and bank accounts. A receiver is new for NEW_RECEIVER_HOURS from the
 * first payment on, or from saving the account; all that are new share NEW_RECEIVER_CAP_NAIRA within as many hours, so that a second one
 * gives a thief nothing (docs/operations.md). Whoever gives the PIN on a device that is known is not limited, once the PIN is as old as a receiver that
 * is known: a first one may have been set by the thief, with the password, or with a second factor that was added by it. Nor is an API token, which has a
 * daily limit of its own.
 */
import { overNewReceiverWords, type NewReceiver } from '@jara/contract/new-receiver.ts';
import { HOUR_MS, SECOND_MS } from '@jara/contract/time-units.ts';
import { kobo, naira, toNaira } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Principal } from '../../platform/sessions/principal.ts';

/** As the table has it. */
export type ReceiverName = `user ${bigint}` | `bank ${string} ${string}`;
export const userReceiver = (userId: bigint): ReceiverName => `user ${userId}`;
export const bankReceiver = (bankCode: string, accountNumber: string): ReceiverName =>
  `bank ${bankCode} ${accountNumber}`;

const RETENTION_DAYS = 31;

/** Whether the limit holds for this caller at all. A PIN that its owner has was asked for before money leaves by a session. */
function isLimited({ config }: Context, { via, pinSince, newSince, now }: Principal): boolean {
  const { capNaira, hours } = config.newReceiver;
  if (capNaira === 0 || via === 'api_token') return false;
  const isWithin = (since: Date, most: number): boolean => since.getTime() + most * HOUR_MS > now().getTime();
  const isNewDevice = newSince !== null && isWithin(newSince, config.newDevice.capHours);
  return pinSince === null || isWithin(pinSince, hours) || isNewDevice;
}

/** Of some receivers those that are new to the caller, each with what is left: the same for all, since they share it. */
export async function newReceivers(
  db: Db,
  context: Context,
  principal: Principal,
  receivers: readonly ReceiverName[],
): Promise<ReadonlyMap<string, NewReceiver>> {
  if (!isLimited(context, principal) || receivers.length === 0) return new Map();
  const { capNaira, hours } = context.config.newReceiver;
  const rows = await db.rows<{ receiver: string; until: Date | null; sent: bigint }>(
    `select r.receiver, least(k.known_since, shared.since) + make_interval(hours => $3) as until, shared.sent
     from unnest($2::text[]) as r(receiver) left join receivers k on k.user_id = $1 and k.receiver = r.receiver,
       (select coalesce(sum(t.balance_before - t.balance_after), 0)::bigint as sent, min(s.sent_at) as since
        from new_receiver_sends s join transactions t on t.id = s.transaction_id
        where s.user_id = $1 and s.sent_at > now() - make_interval(hours => $3) and t.status in ('pending', 'success')) as shared
     where k.known_since is null or k.known_since > now() - make_interval(hours => $3)`,
    [principal.userId, receivers, hours],
  );
  const cap = naira(capNaira);
  return new Map(
    rows.map(({ receiver, until, sent }) => [
      receiver,
      {
        amount: capNaira,
        left: sent >= cap ? 0 : toNaira(kobo(cap - sent)),
        hours,
        until: until?.toISOString() ?? null,
      },
    ]),
  );
}

/** Null for one that is known, and for whoever is not limited. */
export const newReceiver = async (
  { principal, context }: { principal: Principal; context: Context },
  receiver: ReceiverName,
): Promise<NewReceiver | null> =>
  (await newReceivers(context.pool, context, principal, [receiver])).get(receiver) ?? null;

/**
 * Counts a transaction by which money has left to a receiver, in its own commit and after its posting: the wallet is locked by then, so of two at
 * once the second sees the first. Refuses with `new_receiver_cap` when it is more than is left; then nothing was sent.
 */
export async function countToReceiver(
  db: Db,
  context: Context,
  principal: Principal,
  { transactionId, receiver }: { transactionId: bigint; receiver: ReceiverName },
): Promise<void> {
  const limit = (await newReceivers(db, context, principal, [receiver])).get(receiver);
  await noteReceiver(db, principal.userId, receiver);
  if (limit === undefined) return;
  const { taken } = await db.get<{ taken: bigint }>(
    'select balance_before - balance_after as taken from transactions where id = $1',
    [transactionId],
  );
  if (toNaira(kobo(taken)) > limit.left) refuseBeyond(limit, principal);
  await db.run('insert into new_receiver_sends (transaction_id, user_id, receiver) values ($1, $2, $3)', [
    transactionId,
    principal.userId,
    receiver,
  ]);
}

/** In the caller's commit: from its first mention on a receiver becomes known. */
export async function noteReceiver(db: Db, userId: bigint, receiver: ReceiverName): Promise<void> {
  await db.run(
    'insert into receivers (user_id, receiver) values ($1, $2) on conflict (user_id, receiver) do nothing',
    [userId, receiver],
  );
}

function refuseBeyond(limit: NewReceiver, { now }: Principal): never {
  const msg = overNewReceiverWords(limit);
  const seconds = limit.until === null ? undefined : (Date.parse(limit.until) - now().getTime()) / SECOND_MS;
  refuse('new_receiver_cap', {
    msg,
    errors: [{ field: 'amount', msg }],
    ...(seconds !== undefined && { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) }),
  });
}

/** Removes what no window reaches any more; for a job. */
export async function removeOldReceiverSends(db: Db): Promise<void> {
  await db.run('delete from new_receiver_sends where sent_at < now() - make_interval(days => $1)', [
    RETENTION_DAYS,
  ]);
}
