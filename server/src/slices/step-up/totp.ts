/**
 * Two-step login: time-based codes of six digits (RFC 6238) from an authenticator app, and recovery codes for when the phone is gone.
 * Each code works once; of many uses at once one counts.
 */
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Context } from '../../app/context.ts';
import {
  clearAttempts,
  countAttempt,
  isWithinAttempts,
  refuseTooManyAttempts,
} from '../../platform/attempts.ts';
import type { Db, Pool } from '../../platform/db.ts';
import { macOf, macsOf } from '../../platform/keys/keyring.ts';
import { refuse } from '../../platform/refuse.ts';
import { mailNewLock } from '../mails/queue-mail.ts';
import { codeLimitsOf } from './code-limits.ts';
import type { CodeGiver } from './device-of-giver.ts';

const PERIOD_SECONDS = 30;
/** Clocks of phones are a little off: the code before and the one after count too. */
const STEPS_OFF = 1;
const RECOVERY_CODES = 10;

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    digits: 6,
    period: PERIOD_SECONDS,
    algorithm: 'SHA1',
  });

/** What an authenticator app reads from the QR code. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  totpOf(secret, { issuer, label }).toString();

/** The time step that the code belongs to; undefined when it belongs to none of now. */
function stepOf(secret: string, code: string, nowMs: number): number | undefined {
  const off = totpOf(secret).validate({ token: code, timestamp: nowMs, window: STEPS_OFF });
  return off === null ? undefined : Math.floor(nowMs / 1_000 / PERIOD_SECONDS) + off;
}

const plainCode = (code: string): string => code.replaceAll(/[^a-zA-Z0-9]/g, '').toUpperCase();

const isOfApp = (plain: string): boolean => /^\d{6}$/.test(plain);

/**
 * Uses up a code of the app or a recovery code in the caller's commit. False when it is not right, or was used. `isConfirmed: false` is
 * for the first code, before the second factor counts.
 */
async function useCode(
  { seal, keys }: Context,
  db: Db,
  userId: bigint,
  { code, isConfirmed }: { code: string; isConfirmed: boolean },
): Promise<boolean> {
  const plain = plainCode(code);
  if (!isOfApp(plain)) {
    if (!isConfirmed) return false;
    const used = await db.run('delete from recovery_codes where user_id = $1 and code_hash = any($2)', [
      userId,
      macsOf(keys, 'recovery codes', recoveryText(userId, plain)),
    ]);
    return used === 1;
  }
  const factor = await db.find<{ sealedSecret: Buffer }>(
    `select sealed_secret as "sealedSecret" from second_factors
     where user_id = $1 and (confirmed_at is not null) = $2`,
    [userId, isConfirmed],
  );
  if (factor === undefined) return false;
  const step = stepOf(seal.open(factor.sealedSecret), plain, Date.now());
  if (step === undefined) return false;
  const used = await db.run(
    `update second_factors set last_step = $2, confirmed_at = coalesce(confirmed_at, now())
     where user_id = $1 and last_step < $2 and (confirmed_at is not null) = $3 and sealed_secret = $4`,
    [userId, step, isConfirmed, factor.sealedSecret],
  );
  return used === 1;
}

/**
 * Runs `work` in the commit that uses the code up. Refuses with `wrong_code`, and with `too_many_requests` once too many were wrong, the
 * right one included; but for recovery codes, which nobody guesses, not because too many of the app were wrong in a day.
 */
export async function withCode<Result>(
  context: Context,
  giver: CodeGiver,
  { commit = context.pool.commit, ...input }: { code: string; isConfirmed: boolean; commit?: Pool['commit'] },
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const { pool } = context;
  const { userId } = giver;
  const { ofQuarter, ofDay } = await codeLimitsOf(context, giver);
  // Whoever begins knows the secret, and guesses nothing.
  const isGuess = input.isConfirmed && isOfApp(plainCode(input.code));
  if (isGuess) await refuseTooManyAttempts(pool, ...ofDay);
  // Counted before it is looked at: guesses that are sent at the same moment count as well.
  await countAttempt(pool, ofQuarter);
  const done = await commit(async (db) => {
    if (!(await useCode(context, db, userId, input))) return undefined;
    await clearAttempts(db, ofQuarter);
    return { result: await work(db) };
  });
  if (done !== undefined) return done.result;
  if (isGuess) for (const rule of ofDay) await isWithinAttempts(pool, rule);
  if (input.isConfirmed) await mailNewLock(pool, userId, 'wrong_codes', [ofQuarter, ...ofDay]);
  return refuse('wrong_code');
}

export async function hasTotp(db: Db, userId: bigint): Promise<boolean> {
  const found = await db.find('select from second_factors where user_id = $1 and confirmed_at is not null', [
    userId,
  ]);
  return found !== undefined;
}

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'; // 32 signs that nobody mistakes for one another

/** 140 bits: so long that a stolen hash of one cannot be tried out. */
const SIGNS = 28;
const SIGNS_TOGETHER = 7;

const newRecoveryCode = (): string =>
  Array.from(randomBytes(SIGNS), (byte, place) => {
    const isNewGroup = place > 0 && place % SIGNS_TOGETHER === 0;
    return `${isNewGroup ? '-' : ''}${ALPHABET[byte % 32] ?? ''}`;
  }).join('');

const recoveryText = (userId: bigint, plain: string): string =>
  JSON.stringify(['recovery code', String(userId), plain]);

/** New recovery codes in the caller's commit; the old ones are over. */
export async function replaceRecoveryCodes({ keys }: Context, db: Db, userId: bigint): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await db.run('delete from recovery_codes where user_id = $1', [userId]);
  const hashes = codes.map((code) =>
    macOf(keys, 'recovery codes', recoveryText(userId, code.replaceAll('-', ''))),
  );
  await db.run(
    'insert into recovery_codes (user_id, code_hash) select $1, hash from unnest($2::bytea[]) as hash',
    [userId, hashes],
  );
  return codes;
}
