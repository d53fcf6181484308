/**
 * What may leave from a device that is new, or in the first hours after the password was reset by mail: transfers to others, withdrawals
 * and coupons that a vendor pays for, NEW_DEVICE_CAP_NAIRA in all within NEW_DEVICE_CAP_HOURS (docs/operations.md). All new devices of a
 * user share it, so that logging in once more gives nothing.
 */
import { untilWords } from '@jara/contract/lagos-time.ts';
import { kobo, naira, subtract, toNaira, type Kobo } from '@jara/contract/money.ts';
import type { VelocityLimit as Presented } from '@jara/contract/calls/security.ts';
import { HOUR_MS } from '@jara/contract/time-units.ts';
import { newWords, overLimitWords } from '@jara/contract/velocity-limit.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Principal } from '../../platform/sessions/principal.ts';

interface VelocityLimit {
  reason: Principal['newBecause'];
  amountKobo: Kobo;
  until: Date;
}

/** Longer than the setting can reach back. */
const RETENTION_DAYS = 31;

/** Undefined where only the balance limits what is sent: for sessions of known devices, and for all while the setting is off. */
export function velocityLimitOf(
  { config }: Pick<Context, 'config'>,
  { newSince, newBecause }: Pick<Principal, 'newSince' | 'newBecause'>,
): VelocityLimit | undefined {
  const { capNaira, capHours } = config.newDevice;
  if (capNaira === 0 || newSince === null) return undefined;
  const until = new Date(newSince.getTime() + capHours * HOUR_MS);
  if (until.getTime() <= Date.now()) return undefined;
  return { reason: newBecause, amountKobo: naira(capNaira), until };
}

/**
 * Counts a transaction by which money has left, in its own commit and after its posting: the wallet is locked by then, so of two at once the
 * second sees the first. Refuses with `new_device_cap` when it is more than is left; then nothing was sent.
 */
export async function countSent(
  db: Db,
  context: Context,
  principal: Principal,
  transactionId: bigint,
): Promise<void> {
  const limit = velocityLimitOf(context, principal);
  if (limit === undefined) return;
  const leftKobo = await leftOf(db, context, principal.userId, limit);
  await db.run('insert into new_device_sends (transaction_id, user_id) values ($1, $2)', [
    transactionId,
    principal.userId,
  ]);
  const { amount } = await db.get<{ amount: bigint }>(
    'select amount_kobo as amount from transactions where id = $1',
    [transactionId],
  );
  if (kobo(amount) <= leftKobo) return;
  const msg = overLimitWords({ ...present(limit), left: toNaira(leftKobo) });
  refuse('new_device_cap', {
    msg,
    errors: [{ field: 'amount', msg }],
    retryAfterSeconds: secondsUntil(limit.until),
  });
}

/** An API token sends without a limit, so none is made or shown on a device that has one. */
export function refuseTokensOnNewDevice(context: Context, principal: Principal): void {
  const limit = velocityLimitOf(context, principal);
  if (limit === undefined) return;
  refuse('new_device_cap', {
    msg: `${newWords(limit)}: API tokens are not made or shown until ${untilWords(limit.until)}`,
    retryAfterSeconds: secondsUntil(limit.until),
  });
}

/** What is not back in the wallet counts. */
async function leftOf(
  db: Db,
  { config }: Context,
  userId: bigint,
  { amountKobo }: VelocityLimit,
): Promise<Kobo> {
  const { sent } = await db.get<{ sent: bigint }>(
    `select coalesce(sum(t.amount_kobo), 0)::bigint as sent
     from new_device_sends s join transactions t on t.id = s.transaction_id
     where s.user_id = $1 and s.sent_at > now() - make_interval(hours => $2) and t.status in ('pending', 'success')`,
    [userId, config.newDevice.capHours],
  );
  return sent >= amountKobo ? kobo(0n) : subtract(amountKobo, kobo(sent));
}

const present = ({ reason, amountKobo, until }: VelocityLimit): Omit<Presented, 'left'> => ({
  reason,
  amount: toNaira(amountKobo),
  until: until.toISOString(),
});

export const presentLimit = (limit: VelocityLimit | undefined): Omit<Presented, 'left'> | null =>
  limit === undefined ? null : present(limit);

/** With what is left of it now. */
export async function presentVelocityLimit(
  context: Context,
  principal: Principal,
): Promise<Presented | null> {
  const limit = velocityLimitOf(context, principal);
  if (limit === undefined) return null;
  return { ...present(limit), left: toNaira(await leftOf(context.pool, context, principal.userId, limit)) };
}

/** Removes what no window reaches any more; for a job. */
export async function removeOldSends(db: Db): Promise<void> {
  await db.run('delete from new_device_sends where sent_at < now() - make_interval(days => $1)', [
    RETENTION_DAYS,
  ]);
}

/** For `Retry-After`: at least one. */
const secondsUntil = (until: Date): number => Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1_000));
