/** The PIN that is asked for before money leaves: Argon2id with a key of the installation, few guesses. */
import type { Context } from '../../app/context.ts';
import {
  beginTry,
  clearAttempts,
  isWithinAttempts,
  noteWrong,
  refuseTooManyAttempts,
  uncountAttempt,
} from '../../platform/attempts.ts';
import type { Db } from '../../platform/db.ts';
import type { Key } from '../../platform/keys/keyring.ts';
import { hashWithKey, isRightWithKey } from '../../platform/passwords.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import { notePinDevice } from '../../platform/sessions/see-device.ts';
import type { StepUpFacts } from '../../platform/sessions/step-up-facts.ts';
import { mailNewLock } from '../mails/queue-mail.ts';
import { pinAgeColumns, pinLimitsOf, type PinAge, type PinGiver } from './pin-limits.ts';

/** Refuses a new PIN that is not 4 to 6 digits, not the same in both fields, or among the first that anybody would try. */
export function refuseBadPin(pin: string, pinCheck: string): void {
  if (!/^\d{4,6}$/.test(pin)) refuseField('pin', 'Use 4 to 6 digits for the PIN');
  const isRun = '01234567890123456789'.includes(pin) || '98765432109876543210'.includes(pin);
  if (isRun || /^(\d)\1*$/.test(pin)) refuseField('pin', 'This PIN is easy to guess. Choose another');
  if (pin !== pinCheck) refuseField('pinCheck', 'Enter the same PIN twice');
}

export interface HashedPin {
  pinHash: string;
  /** Of the key that it takes to see whether a PIN is the right one; null for one of before keys had ids. */
  keyId: Buffer | null;
}

export async function hashPin({ keys }: Context, pin: string): Promise<HashedPin> {
  const key = keys.present('PINs');
  return { pinHash: await hashWithKey(pin, key), keyId: key.id };
}

/**
 * Sets the PIN in the caller's commit, and lets guessing begin anew. Whoever has not proved more than the password sets a first one only.
 * One that is changed is as old as it was: the proof was that of the one before. False when there was one.
 */
export async function savePin(
  db: Db,
  giver: PinGiver,
  { pinHash, keyId, isProved }: HashedPin & { isProved: boolean },
): Promise<boolean> {
  const saved = await db.find<PinAge>(
    `insert into pins as p (user_id, pin_hash, key_id) values ($1, $2, $3)
     on conflict (user_id) do update set pin_hash = excluded.pin_hash, key_id = excluded.key_id, chosen_at = now() where $4
     returning ${pinAgeColumns}`,
    [giver.userId, pinHash, keyId, isProved],
  );
  if (saved === undefined) return false;
  await notePinDevice(db, giver, saved);
  return true;
}

interface PinCheck {
  field?: 'pin' | 'oldPin';
  offerPasskey?: StepUpFacts['offerPasskey'];
  /** The idempotency key of the request. */
  key?: string | null;
}

/**
 * Refuses with `pin_required`, which offers a passkey in its place, `wrong_pin`, or `too_many_requests` once too many were wrong, the right one included. While as many as that are
 * looked at it refuses for a second: what has an idempotency key with `idempotency_in_progress`, since they may be the same request, and right. False when there is no PIN to be right.
 */
export async function checkPin(
  context: Context,
  giver: PinGiver,
  pin: unknown,
  { field = 'pin', offerPasskey, key = null }: PinCheck,
): Promise<boolean> {
  const { pool } = context;
  const { userId } = giver;
  const found = await pool.find<HashedPin & PinAge>(
    `select pin_hash as "pinHash", key_id as "keyId", ${pinAgeColumns} from pins where user_id = $1`,
    [userId],
  );
  if (found === undefined) return false; // removed a moment ago
  if (typeof pin !== 'string' || pin === '') refuse('pin_required', { body: (await offerPasskey?.()) ?? {} });
  // Counted before it is looked at: guesses that are sent at the same moment count as well.
  const { ofHour: rule, ofDay, isNoted } = await pinLimitsOf(context, giver, found);
  await refuseTooManyAttempts(pool, ...ofDay);
  await beginTry(pool, rule, () =>
    refuse(key === null ? 'too_many_requests' : 'idempotency_in_progress', { retryAfterSeconds: 1 }),
  );
  const isRight = await isRightPin(context, found, pin).catch(async (error: unknown) => {
    // Too busy to look: that is nobody's guess.
    await uncountAttempt(pool, rule);
    throw error;
  });
  if (!isRight) {
    await noteWrong(pool, rule);
    for (const one of ofDay) await isWithinAttempts(pool, one);
    await mailNewLock(pool, userId, 'wrong_pins', [rule, ...ofDay]);
    refuse('wrong_pin', { errors: [{ field, msg: 'This PIN is not right' }] });
  }
  await clearAttempts(pool, rule);
  if (!isNoted) await notePinDevice(pool, giver, found);
  await renewHash(context, userId, found, pin);
  return true;
}

/** False also where the key is gone that the hash was made with. */
async function isRightPin({ keys }: Context, { pinHash, keyId }: HashedPin, pin: string): Promise<boolean> {
  const isKeyOf = ({ id }: Key): boolean => (id === null ? keyId === null : keyId?.equals(id) === true);
  for (const key of keys.all('PINs').filter(isKeyOf)) {
    if (await isRightWithKey(pinHash, pin, key)) return true;
  }
  return false;
}

/** Only who knows the PIN can take it over to the present key. */
async function renewHash(context: Context, userId: bigint, found: HashedPin, pin: string): Promise<void> {
  if (found.keyId?.equals(context.keys.present('PINs').id) === true) return;
  const { pinHash, keyId } = await hashPin(context, pin);
  await context.pool.run('update pins set pin_hash = $3, key_id = $4 where user_id = $1 and pin_hash = $2', [
    userId,
    found.pinHash,
    pinHash,
    keyId,
  ]);
}
