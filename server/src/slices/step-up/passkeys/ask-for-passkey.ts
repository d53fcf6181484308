import type { PasskeyRequest } from '@jara/contract/passkey.ts';
import { MINUTE_MS } from '@jara/contract/time-units.ts';
import type { Context } from '../../../app/context.ts';
import type { Db } from '../../../platform/db.ts';
import { saveChallenge, type ChallengePurpose } from './challenges.ts';
import { relyingPartyOf } from './relying-party.ts';
import { webauthn } from './webauthn.ts';

/** How long a browser waits for the person. */
export const PATIENCE_MS = 5 * MINUTE_MS;

export interface KnownCredential {
  id: string;
  type: 'public-key';
  transports: string[];
}

/** All of a user, or those that open something alone. */
export async function credentialsOf(
  db: Db,
  userId: bigint,
  { isAlone = false }: { isAlone?: boolean } = {},
): Promise<KnownCredential[]> {
  const rows = await db.rows<{ credentialId: Buffer; transports: string[] }>(
    `select credential_id as "credentialId", transports from passkeys
     where user_id = $1 and not (needs_password and $2) order by id`,
    [userId, isAlone],
  );
  return rows.map(({ credentialId, transports }) => ({
    id: credentialId.toString('base64url'),
    type: 'public-key',
    transports,
  }));
}

/**
 * What a browser needs to ask for a passkey, with a new challenge for this purpose alone. Undefined where no passkey can answer: at an address
 * that is a number, and for a user who has none that counts: in a step-up it takes the place of the password, in a login it comes after it. For nobody in particular, whatever passkey of this shop the person chooses may answer.
 */
export async function askForPasskey(
  { pool, config }: Context,
  purpose: ChallengePurpose,
): Promise<PasskeyRequest | undefined> {
  const relyingParty = relyingPartyOf(config.publicUrl);
  const isAlone = purpose.purpose === 'step_up';
  const known = purpose.userId === null ? undefined : await credentialsOf(pool, purpose.userId, { isAlone });
  if (relyingParty === undefined || known?.length === 0) return undefined;
  const { generateAuthenticationOptions } = await webauthn();
  const { challenge } = await generateAuthenticationOptions({ rpID: relyingParty.id });
  await saveChallenge(pool, challenge, purpose);
  return {
    challenge,
    timeout: PATIENCE_MS,
    rpId: relyingParty.id,
    ...(known && { allowCredentials: known }),
    userVerification: 'required',
  };
}
