/**
 * What a passkey is asked to sign: random, for one purpose, for a few minutes, and used up by the first answer, right or wrong. In the database,
 * since any process may get the answer.
 */
import type { Db } from '../../../platform/db.ts';
import { macOf, type Keyring } from '../../../platform/keys/keyring.ts';

const LIFE_IN_MINUTES = 5;

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

/** Uses it up. False when it is over, was answered before, or was made for something else. */
export async function useChallenge(db: Db, challenge: string, purpose: ChallengePurpose): Promise<boolean> {
  const used = await db.find<{ isRight: boolean }>(
    `delete from passkey_challenges where challenge = $1
     returning expires_at > now() and purpose = $2 and user_id is not distinct from $3 and session_hash is not distinct from $4
       and request_hash is not distinct from $5 as "isRight"`,
    [bytesOf(challenge), ...paramsOf(purpose)],
  );
  return used?.isRight === true;
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

/** Two clients may write the same fields in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([key, part]) => [key, sorted(part)]);
}
