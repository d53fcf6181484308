/**
 * Codes that go to a phone and prove who holds it. A code is six digits, of which a keyed hash is stored; it works for a short time and a few
 * tries, once, and a newer one ends it. A message costs money and may be lost on its way: its row is committed before it is sent, and none is
 * sent twice unless whoever waits for it asks for another, which is bounded by user, number, network and day.
 */
import { PHONE_CODE_MINUTES } from '@jara/contract/constants.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '@jara/contract/time-units.ts';
import { randomInt } from 'node:crypto';
import type { Context } from '../../app/context.ts';
import { countAttempt } from '../../platform/attempts.ts';
import type { Db } from '../../platform/db.ts';
import { isMacOf, macOf } from '../../platform/keys/keyring.ts';
import { refuse } from '../../platform/refuse.ts';
import type { HttpFacts } from '../../platform/serve.ts';

export type PhoneCodePurpose = 'phone' | 'identity';

export interface WantedCode {
  userId: bigint;
  purpose: PhoneCodePurpose;
  /** Where it goes. Stored with a code that proves a phone number, and with no other. */
  phone: string;
  /** What stands behind the code in the message: ` is your code to ...`. */
  words: string;
}

/** What is known of the message. */
export type Sending = 'sent' | 'unknown';

const MOST_TRIES = 5;
const DIGITS = 6;

/**
 * Refuses with `sms_unavailable` where none are sent, or when for certain none left, and with `too_many_requests`. Call it outside any
 * database transaction.
 */
export async function sendPhoneCode(
  context: Context,
  wanted: WantedCode,
  request: Pick<HttpFacts, 'network'>,
): Promise<Sending> {
  const { pool, sms, log } = context;
  if (sms === null) refuse('sms_unavailable');
  const { userId, purpose, phone, words } = wanted;
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  const codeHash = macOf(context.keys, 'phone codes', textOf(wanted, code));
  await pool.commit(async (db) => {
    await countMessage(context, db, wanted, request);
    await db.run(
      `insert into phone_codes (user_id, purpose, phone, code_hash, expires_at)
       values ($1, $2, $3, $4, now() + make_interval(mins => $5))
       on conflict (user_id, purpose) do update set phone = excluded.phone, code_hash = excluded.code_hash, tries = 0, state = 'leaving',
         provider_reference = null, asked_at = now(), expires_at = excluded.expires_at`,
      [userId, purpose, purpose === 'phone' ? phone : null, codeHash, PHONE_CODE_MINUTES],
    );
  });
  const answer = await sms.send(phone, `${code}${words}`);
  if (answer.outcome === 'not_sent') {
    log.warn({ carrier: sms.name, reason: answer.reason }, 'a text message was not sent');
    await pool.run('delete from phone_codes where user_id = $1 and purpose = $2 and code_hash = $3', [
      userId,
      purpose,
      codeHash,
    ]);
    refuse('sms_unavailable');
  }
  const reference = answer.outcome === 'sent' ? answer.providerReference : null;
  if (answer.outcome === 'unknown')
    log.warn({ carrier: sms.name, reason: answer.reason }, 'it is not known whether a text message was sent');
  await pool.run(
    'update phone_codes set state = $4, provider_reference = $5 where user_id = $1 and purpose = $2 and code_hash = $3',
    [userId, purpose, codeHash, answer.outcome, reference],
  );
  return answer.outcome;
}

/** In one commit: what one of the bounds refuses counts at none of them. */
async function countMessage(
  { config }: Context,
  db: Db,
  { userId, phone }: Pick<WantedCode, 'userId' | 'phone'>,
  { network }: Pick<HttpFacts, 'network'>,
): Promise<void> {
  const { perUserAndHour, perNumberAndDay, perNetworkAndDay, perDay } = config.smsLimits;
  const name = 'text message';
  const day = { name, windowSeconds: DAY_SECONDS };
  await countAttempt(db, {
    name,
    parts: ['user', String(userId)],
    most: perUserAndHour,
    windowSeconds: HOUR_SECONDS,
  });
  await countAttempt(db, { ...day, parts: ['number', phone], most: perNumberAndDay });
  await countAttempt(db, { ...day, parts: ['network', network], most: perNetworkAndDay });
  await countAttempt(db, { ...day, parts: ['all'], most: perDay });
}

/** For sentences to whoever asked for the code. */
export const sendingWords = (sending: Sending, phone: string): string =>
  sending === 'sent'
    ? `A code is on its way to ${phone}. It works for ${PHONE_CODE_MINUTES} minutes`
    : `A code may be on its way to ${phone}. If none has come in a few minutes, ask for another`;

/** A code that was right. It is used up in the commit of what it is for. */
export interface RightCode {
  userId: bigint;
  purpose: PhoneCodePurpose;
  codeHash: Buffer;
  /** Of a code that proves a phone number. */
  phone: string | null;
}

/** Refuses with `wrong_code`, and with `code_over` after its time, its tries, or a newer one. */
export async function checkPhoneCode(
  context: Context,
  about: { userId: bigint; purpose: PhoneCodePurpose },
  input: string,
): Promise<RightCode> {
  // Counted before it is looked at: guesses that are sent at the same moment count as well.
  const open = await context.pool.find<{ codeHash: Buffer; phone: string | null }>(
    `update phone_codes set tries = tries + 1 where user_id = $1 and purpose = $2 and expires_at > now() and tries < $3
     returning code_hash as "codeHash", phone`,
    [about.userId, about.purpose, MOST_TRIES],
  );
  if (open === undefined) refuse('code_over');
  const text = textOf(about, input.replaceAll(/\D/g, ''));
  if (!isMacOf(context.keys, 'phone codes', text, open.codeHash)) {
    refuse('wrong_code', { errors: [{ field: 'code', msg: 'This code is not right' }] });
  }
  return { ...about, ...open };
}

/** Ends the code in the caller's commit. Of many uses at once one goes on, the others are refused with `code_over`. */
export async function usePhoneCode(db: Db, { userId, purpose, codeHash }: RightCode): Promise<void> {
  const used = await db.run(
    'delete from phone_codes where user_id = $1 and purpose = $2 and code_hash = $3 and expires_at > now()',
    [userId, purpose, codeHash],
  );
  if (used === 0) refuse('code_over');
}

/** Ends whatever code is out, after the number was changed in another way. */
export async function endPhoneCode(db: Db, userId: bigint, purpose: PhoneCodePurpose): Promise<void> {
  await db.run('delete from phone_codes where user_id = $1 and purpose = $2', [userId, purpose]);
}

/** Removes codes that are over; for a job. */
export async function removeOldPhoneCodes(db: Db): Promise<void> {
  await db.run('delete from phone_codes where expires_at < now()');
}

const textOf = ({ userId, purpose }: { userId: bigint; purpose: PhoneCodePurpose }, code: string): string =>
  JSON.stringify([purpose, String(userId), code]);
