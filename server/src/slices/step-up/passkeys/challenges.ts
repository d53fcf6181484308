/**
 * What a passkey is asked to sign: random, for one purpose, for a few minutes, and used up by the first answer, right or wrong. One that came with
 * an idempotency key may come again with the same key, and is the same answer then: whoever sends a request twice hears no no beside a yes. In the
 * database, since any process may get the answer.
 */
import type { PasskeyAnswer } from '@jara/contract/passkey.ts';
import type { Db } from '../../../platform/db.ts';
import { macOf, type Keyring } from '../../../platform/keys/keyring.ts';

const LIFE_IN_MINUTES = 5;
/** Longer than it takes to look at an answer: whoever began and has not ended by then has failed. */
const LOOK_IN_SECONDS = 5;

export interface ChallengePurpose {
  /** `step_up`: for one request of a session; `second_step`: after the right password. */
  purpose: 'add' | 'login' | 'second_step' | 'step_up';
  /** Null while nobody has said who they are. */
  userId: bigint | null;
  sessionHash?: Buffer;
  /** Of the request that it is for. */
  requestHash?: Buffer;
}

const paramsOf = ({ purpose, userId, sessionHash, requestHash }: ChallengePurpose): unknown[] => [
  purpose,
  userId,
  sessionHash ?? null,
  requestHash ?? null,
];

const bytesOf = (challenge: string): Buffer => Buffer.from(challenge, 'base64url');

export async function saveChallenge(db: Db, challenge: string, purpose: ChallengePurpose): Promise<void> {
  await db.run(
    `insert into passkey_challenges (challenge, purpose, user_id, session_hash, request_hash, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(mins => $6))`,
    [bytesOf(challenge), ...paramsOf(purpose), LIFE_IN_MINUTES],
  );
}

/** Whether it is the one that was made for this. */
const isRight = `expires_at > now() and purpose = $2 and user_id is not distinct from $3 and session_hash is not distinct from $4
       and request_hash is not distinct from $5`;

/** Uses it up. False when it is over, was answered before, or was made for something else. */
export async function useChallenge(db: Db, challenge: string, purpose: ChallengePurpose): Promise<boolean> {
  const used = await db.find<{ isRight: boolean }>(
    `delete from passkey_challenges where challenge = $1 and answer_hash is null returning ${isRight} as "isRight"`,
    [bytesOf(challenge), ...paramsOf(purpose)],
  );
  return used?.isRight === true;
}

/** An answer that came with an idempotency key. */
export interface RepeatableAnswer {
  challenge: string;
  purpose: ChallengePurpose;
  answerHash: Buffer;
}

/**
 * Uses it up for this answer with this key. `first`: the caller looks at the answer, and then notes or drops it; `looked_at`: somebody else
 * does at this moment; `noted`: it was right before; `wrong`: it is over, was answered otherwise, or was made for something else.
 * From the first time on the same may come again for as long as a challenge lives: its repeat does not come too late by a moment.
 */
export async function keepAnswer(
  db: Db,
  { challenge, purpose, answerHash }: RepeatableAnswer,
): Promise<'first' | 'looked_at' | 'noted' | 'wrong'> {
  const params = [bytesOf(challenge), ...paramsOf(purpose), answerHash];
  const taken = await db.run(
    `update passkey_challenges set answer_hash = $6, answered_at = now(),
       expires_at = case when answer_hash is null then now() + make_interval(mins => $7) else expires_at end
     where challenge = $1 and ${isRight} and (answer_hash is null
       or (answer_hash = $6 and noted_at is null and answered_at < now() - make_interval(secs => $8)))`,
    [...params, LIFE_IN_MINUTES, LOOK_IN_SECONDS],
  );
  if (taken === 1) return 'first';
  const same = await db.find<{ isNoted: boolean }>(
    `select noted_at is not null as "isNoted" from passkey_challenges where challenge = $1 and ${isRight} and answer_hash = $6`,
    params,
  );
  if (same !== undefined) return same.isNoted ? 'noted' : 'looked_at';
  await useChallenge(db, challenge, purpose);
  return 'wrong';
}

/** In the commit that notes the use. False when it was noted before, or dropped. */
export async function noteAnswer(db: Db, { challenge, answerHash }: RepeatableAnswer): Promise<boolean> {
  const noted = await db.run(
    'update passkey_challenges set noted_at = now() where challenge = $1 and answer_hash = $2 and noted_at is null',
    [bytesOf(challenge), answerHash],
  );
  return noted === 1;
}

/** One that was not right is not looked at again. */
export async function dropAnswer(db: Db, { challenge, answerHash }: RepeatableAnswer): Promise<void> {
  await db.run(
    'delete from passkey_challenges where challenge = $1 and answer_hash = $2 and noted_at is null',
    [bytesOf(challenge), answerHash],
  );
}

/** For a job. */
export async function removeOldChallenges(db: Db): Promise<void> {
  await db.run('delete from passkey_challenges where expires_at < now()');
}

/**
 * Names one request: the call, and all that it says but the passkey's answer. What is signed for one payment is no signature for another.
 * With a key, since the request may hold a password.
 */
export function hashRequest(keys: Keyring, call: string, input: Readonly<Record<string, unknown>>): Buffer {
  const { passkey: _, ...said } = input;
  return macOf(keys, 'signed requests', JSON.stringify([call, sorted(said)]));
}

/** Names an answer and the idempotency key that it came with: beside another key, or none, it is not the same. */
export const hashAnswer = (keys: Keyring, key: string, answer: PasskeyAnswer): Buffer =>
  macOf(keys, 'signed requests', JSON.stringify(['answer', key, sorted(answer)]));

/** Two clients may write the same fields in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([key, part]) => [key, sorted(part)]);
}
