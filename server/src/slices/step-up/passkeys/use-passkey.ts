/**
 * Whether a passkey signed what it was asked to. Each answer counts as an attempt before it is looked at, uses its challenge up, and must come from
 * somebody whom the device has recognised. A counter that does not rise tells of a copy: that is refused, whatever the signature says. The same answer
 * beside the same idempotency key is no second use.
 */
import type { PasskeyAnswer } from '@jara/contract/passkey.ts';
import type { Context } from '../../../app/context.ts';
import { clearAttempts, countAttempt, type AttemptRule } from '../../../platform/attempts.ts';
import type { Db } from '../../../platform/db.ts';
import type { Log } from '../../../platform/log.ts';
import { refuse, Refusal } from '../../../platform/refuse.ts';
import {
  dropAnswer,
  hashAnswer,
  keepAnswer,
  noteAnswer,
  useChallenge,
  type ChallengePurpose,
  type RepeatableAnswer,
} from './challenges.ts';
import { relyingPartyOf } from './relying-party.ts';
import { webauthn, webauthnHelpers } from './webauthn.ts';

interface Saved {
  id: bigint;
  userId: bigint;
  publicKey: Buffer;
  handle: Buffer;
}

/** What was signed, by which passkey. */
interface Signed {
  id: bigint;
  userId: bigint;
  signCount: number;
  isBackedUp: boolean;
}

export interface GivenPasskey {
  id: bigint;
  userId: bigint;
  /** The password was changed since, and nobody has given the new one beside this passkey. */
  needsPassword: boolean;
  /** The same answer came with the same idempotency key before, and its use was noted then. */
  isRepeat: boolean;
}

interface Given {
  purpose: ChallengePurpose;
  answer: PasskeyAnswer;
  rule: AttemptRule;
  /** The idempotency key of the request: with it the answer may come again. */
  key?: string | null;
}

/** Of a user, or of whoever is behind a network while nobody is known. */
export const passkeyRule = ({ config }: Context, parts: readonly string[]): AttemptRule => ({
  name: 'passkey',
  parts,
  most: config.limits.passkeyFailuresPer15Minutes,
  windowSeconds: 15 * 60,
});

/**
 * Runs `work` in the commit that notes the use. Refuses with `wrong_passkey`, `passkey_copied`, and `too_many_requests` once too many were wrong,
 * the right one included; with `idempotency_in_progress` while the same answer with the same key is looked at.
 */
export async function withPasskey<Result>(
  context: Context,
  { key = null, ...given }: Given,
  work: (db: Db, passkey: GivenPasskey) => Promise<Result>,
): Promise<Result> {
  const { pool, keys } = context;
  const challenge = (await readClientData(given.answer.response.clientDataJSON))?.challenge;
  if (key === null || challenge === undefined) return useOnce(context, given, work);
  const repeatable = { challenge, purpose: given.purpose, answerHash: hashAnswer(keys, key, given.answer) };
  const state = await keepAnswer(pool, repeatable);
  if (state === 'looked_at') refuse('idempotency_in_progress', { retryAfterSeconds: 1 });
  // Before it is counted: a repeat is no second try, and what was right is not refused for those of others.
  if (state === 'noted') return useAgain(context, given, work);
  if (state === 'wrong') {
    await countAttempt(pool, given.rule);
    refuse('wrong_passkey');
  }
  return useOnce(context, { ...given, repeatable }, work).catch(async (error: unknown) => {
    // A failure of ours says nothing of the answer.
    if (error instanceof Refusal && error.status < 500) await dropAnswer(pool, repeatable);
    throw error;
  });
}

async function useOnce<Result>(
  context: Context,
  { purpose, answer, rule, repeatable }: Given & { repeatable?: RepeatableAnswer },
  work: (db: Db, passkey: GivenPasskey) => Promise<Result>,
): Promise<Result> {
  const { pool } = context;
  await countAttempt(pool, rule);
  const signed = await readAnswer(context, purpose, answer, async (challenge) =>
    repeatable === undefined ? useChallenge(pool, challenge, purpose) : true,
  );
  return pool.commit(async (db) => {
    // Of this and a change of the password at once the second knows of the first: a statement of its own, so that the next one sees it.
    await db.run('select from users where id = $1 for no key update', [signed.userId]);
    if (repeatable !== undefined && !(await noteAnswer(db, repeatable)))
      refuse('idempotency_in_progress', { retryAfterSeconds: 1 });
    const passkey = await noteUse(db, signed, { isBesidePassword: purpose.purpose === 'second_step' });
    await clearAttempts(db, rule);
    return work(db, { ...passkey, isRepeat: false });
  });
}

/** Its use was noted: it is looked at again, and of the passkey only whether it still opens anything. */
async function useAgain<Result>(
  context: Context,
  { purpose, answer }: Given,
  work: (db: Db, passkey: GivenPasskey) => Promise<Result>,
): Promise<Result> {
  const { id, userId } = await readAnswer(context, purpose, answer, async () => true);
  return context.pool.commit(async (db) => {
    const passkey = await db.find<Pick<GivenPasskey, 'needsPassword'>>(
      'select needs_password as "needsPassword" from passkeys where id = $1',
      [id],
    );
    return work(db, { id, userId, ...(passkey ?? refuse('wrong_passkey')), isRepeat: true });
  });
}

/** Whose passkey this says it is: nothing is checked yet. */
export async function ownerOf(db: Db, { id }: PasskeyAnswer): Promise<bigint | null> {
  return (await findPasskey(db, id))?.userId ?? null;
}

async function readAnswer(
  { pool, config, log }: Context,
  purpose: ChallengePurpose,
  { id, rawId, type, response }: PasskeyAnswer,
  isAsked: (challenge: string) => Promise<boolean>,
): Promise<Signed> {
  const relyingParty = relyingPartyOf(config.publicUrl) ?? refuse('passkeys_unavailable');
  const client = (await readClientData(response.clientDataJSON)) ?? refuse('wrong_passkey');
  if (!(await isAsked(client.challenge)) || client.isEmbedded) refuse('wrong_passkey');
  const saved = await findPasskey(pool, id);
  if (saved === undefined || !isOwn(saved, purpose.userId, response.userHandle)) refuse('wrong_passkey');
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response: { id, rawId, type, response: definedOf(response), clientExtensionResults: {} },
    expectedChallenge: client.challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    // The library looks at the counter before the signature. It is compared when the use is noted, of what was really signed, in the same statement.
    credential: { id, publicKey: new Uint8Array(saved.publicKey), counter: 0 },
  }).catch(noteFailure(log));
  if (verified?.verified !== true) refuse('wrong_passkey');
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return { id: saved.id, userId: saved.userId, signCount: newCounter, isBackedUp: credentialBackedUp };
}

/** The library throws for each thing that may be wrong with an answer, and for what is wrong with the program too: whoever reads the log can tell. */
export const noteFailure =
  (log: Log) =>
  (error: unknown): undefined => {
    log.warn({ err: error }, 'the answer of a passkey could not be verified');
  };

/** A passkey names its owner by the handle; it may leave that out only where it was asked for by name. */
const isOwn = ({ userId, handle }: Saved, expected: bigint | null, given: string | undefined): boolean =>
  (expected === null || expected === userId) &&
  (given === undefined ? expected !== null : handle.equals(Buffer.from(given, 'base64url')));

const definedOf = ({ userHandle, ...response }: PasskeyAnswer['response']) => ({
  ...response,
  ...(userHandle !== undefined && { userHandle }),
});

/** `isEmbedded`: a page of another site had ours inside it. The library lets that pass where the browser does not name the other one. */
export async function readClientData(
  text: string,
): Promise<{ challenge: string; isEmbedded: boolean } | undefined> {
  const { decodeClientDataJSON } = await webauthnHelpers();
  try {
    const { challenge, crossOrigin } = decodeClientDataJSON(text);
    return typeof challenge === 'string' ? { challenge, isEmbedded: crossOrigin === true } : undefined;
  } catch {
    return undefined;
  }
}

const findPasskey = (db: Db, credentialId: string): Promise<Saved | undefined> =>
  db.find<Saved>(
    `select p.id, p.user_id as "userId", p.public_key as "publicKey", o.handle
     from passkeys p join passkey_owners o on o.user_id = p.user_id where p.credential_id = $1`,
    [Buffer.from(credentialId, 'base64url')],
  );

/** A passkey that counts counts on; one that does not always says 0. */
async function noteUse(
  db: Db,
  { id, userId, signCount, isBackedUp }: Signed,
  { isBesidePassword }: { isBesidePassword: boolean },
): Promise<Omit<GivenPasskey, 'isRepeat'>> {
  const noted = await db.find<Pick<GivenPasskey, 'needsPassword'>>(
    `update passkeys set sign_count = $2, is_backed_up = $3, last_used_at = now(), needs_password = needs_password and not $4
     where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0))
     returning needs_password as "needsPassword"`,
    [id, signCount, isBackedUp, isBesidePassword],
  );
  if (noted !== undefined) return { id, userId, ...noted };
  // Or its owner removed it at this moment.
  const isThere = await db.find('select from passkeys where id = $1', [id]);
  return refuse(isThere === undefined ? 'wrong_passkey' : 'passkey_copied');
}
