/**
 * What may leave from a device that is new, or in the first hours after the password was reset by mail: whatever takes money out of the
 * wallet, NEW_DEVICE_CAP_NAIRA in all within NEW_DEVICE_CAP_HOURS (docs/operations.md). All new devices of a user share it, so that logging
 * in once more gives nothing. Of an account that nobody proved to be theirs it is UNPROVED_CAP_NAIRA, from every device and by API tokens too.
 * Both limits count the same sends. Purchases are counted by `open_purchases`, many at once.
 */
import { UNPROVED_CAP_HOURS } from '@jara/contract/constants.ts';
import { untilWords } from '@jara/contract/lagos-time.ts';
import { kobo, naira, toNaira, type Kobo } from '@jara/contract/money.ts';
import type { NewDeviceLimit, VelocityLimit as Presented } from '@jara/contract/calls/security.ts';
import { HOUR_MS, SECOND_MS } from '@jara/contract/time-units.ts';
import { newWords, overLimitWords } from '@jara/contract/velocity-limit.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Principal } from '../../platform/sessions/principal.ts';

interface DeviceLimit {
  reason: Principal['newBecause'];
  amountKobo: Kobo;
  /** What left within so many hours counts. */
  hours: number;
  until: Date;
  /** Till then. */
  secondsLeft: number;
}

type Unproved = Omit<DeviceLimit, 'reason' | 'until' | 'secondsLeft'> & { reason: 'unproved' };
export type VelocityLimit = DeviceLimit | Unproved;

/** As the installation sets them. */
export type VelocitySettings = Pick<Config, 'newDevice' | 'unproved'>;
interface Settings {
  config: VelocitySettings;
}

/** Longer than the setting can reach back. */
const RETENTION_DAYS = 31;

/** Undefined where only the balance limits what is sent: for known devices of proved accounts, and for all while the settings are off. */
export function velocityLimitOf(settings: VelocitySettings, principal: Principal): VelocityLimit | undefined {
  const ofDevice = deviceLimitOf(settings, principal);
  const { capNaira } = settings.unproved;
  if (capNaira === 0 || principal.isProved) return ofDevice;
  const unproved: Unproved = {
    reason: 'unproved',
    amountKobo: naira(capNaira),
    hours: UNPROVED_CAP_HOURS,
  };
  if (ofDevice === undefined) return unproved;
  // The lower sum over the longer time keeps to both.
  const lower = unproved.amountKobo < ofDevice.amountKobo ? unproved : ofDevice;
  return { ...lower, hours: Math.max(unproved.hours, ofDevice.hours) };
}

/** Of a session on a new device, whoever's it is. */
export function deviceLimitOf(
  { newDevice: { capNaira, capHours } }: VelocitySettings,
  { newSince, newBecause, now }: Pick<Principal, 'newSince' | 'newBecause' | 'now'>,
): DeviceLimit | undefined {
  if (capNaira === 0 || newSince === null) return undefined;
  const until = new Date(newSince.getTime() + capHours * HOUR_MS);
  const secondsLeft = Math.ceil((until.getTime() - now().getTime()) / SECOND_MS);
  if (secondsLeft <= 0) return undefined;
  return { reason: newBecause, amountKobo: naira(capNaira), hours: capHours, until, secondsLeft };
}

/**
 * Counts a transaction by which money has left, in its own commit and after its posting: the wallet is locked by then, so of two at once the
 * second sees the first. Refuses with `new_device_cap` or `unproved_cap` when it is more than is left; then nothing was sent.
 */
export async function countSent(
  db: Db,
  { config }: Settings,
  principal: Principal,
  transactionId: bigint,
): Promise<void> {
  const limit = velocityLimitOf(config, principal);
  if (limit === undefined) return;
  const leftKobo = await leftOf(db, principal.userId, limit);
  const { taken } = await db.get<{ taken: bigint }>(
    'select balance_before - balance_after as taken from transactions where id = $1',
    [transactionId],
  );
  if (kobo(taken) > leftKobo) refuseBeyondVelocityLimit(limit, leftKobo, 'amount');
  await db.run('insert into new_device_sends (transaction_id, user_id) values ($1, $2)', [
    transactionId,
    principal.userId,
  ]);
}

/** `field` is the one of the form that asked for too much, where there is one. */
export function refuseBeyondVelocityLimit(limit: VelocityLimit, leftKobo: Kobo, field?: 'amount'): never {
  const msg = overLimitWords({ ...present(limit), left: toNaira(leftKobo) });
  const said = { msg, ...(field !== undefined && { errors: [{ field, msg }] }) };
  if (limit.reason === 'unproved') refuse('unproved_cap', said);
  refuse('new_device_cap', { ...said, retryAfterSeconds: limit.secondsLeft });
}

/** An API token is no device, so none is made, shown or let spend more on a device that has a limit. */
export function refuseTokensOnNewDevice({ config }: Settings, principal: Principal): void {
  const limit = deviceLimitOf(config, principal);
  if (limit === undefined) return;
  refuse('new_device_cap', {
    msg: `${newWords(limit)}: API tokens are not made or shown until ${untilWords(limit.until)}`,
    retryAfterSeconds: limit.secondsLeft,
  });
}

async function leftOf(db: Db, userId: bigint, { amountKobo, hours }: VelocityLimit): Promise<Kobo> {
  const { left } = await db.get<{ left: bigint }>('select new_device_left($1, $2, $3) as left', [
    userId,
    amountKobo,
    hours,
  ]);
  return kobo(left > 0n ? left : 0n);
}

const present = (limit: VelocityLimit): Omit<Presented, 'left'> => ({
  reason: limit.reason,
  amount: toNaira(limit.amountKobo),
  until: limit.reason === 'unproved' ? null : limit.until.toISOString(),
});

export function presentDeviceLimit(limit: DeviceLimit | undefined): NewDeviceLimit | null {
  if (limit === undefined) return null;
  const { reason, amountKobo, until } = limit;
  return { reason, amount: toNaira(amountKobo), until: until.toISOString() };
}

/** With what is left of it now. */
export async function presentVelocityLimit(
  { config, pool }: Settings & { pool: Db },
  principal: Principal,
): Promise<Presented | null> {
  const limit = velocityLimitOf(config, principal);
  if (limit === undefined) return null;
  return { ...present(limit), left: toNaira(await leftOf(pool, principal.userId, limit)) };
}

/** Removes what no window reaches any more; for a job. */
export async function removeOldSends(db: Db): Promise<void> {
  await db.run('delete from new_device_sends where sent_at < now() - make_interval(days => $1)', [
    RETENTION_DAYS,
  ]);
}
