import { limits } from '@jara/contract/constants.ts';
import type { NewPasskey } from '@jara/contract/passkey.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { Reply, type Handler, type HttpFacts } from '../../platform/serve.ts';
import { nameDevice } from '../../platform/sessions/device-name.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { endBegunTotp, isTwoStep, secondFactorsOf } from '../step-up/second-factors.ts';
import { replaceRecoveryCodes } from '../step-up/totp.ts';
import { algorithms } from './begin-passkey.ts';
import { useChallenge } from '../step-up/passkeys/challenges.ts';
import { readPasskeyName, savePasskey, type MadePasskey } from './own-passkeys.ts';
import { relyingPartyOf } from '../step-up/passkeys/relying-party.ts';
import { noteFailure, readClientData } from '../step-up/passkeys/use-passkey.ts';
import { webauthn, webauthnHelpers } from '../step-up/passkeys/webauthn.ts';

export const addPasskey =
  (context: Context): Handler<'addPasskey'> =>
  async ({ principal, body, request }) => {
    const name = readPasskeyName(body.name ?? '') || nameDevice(request.userAgent ?? null);
    const made = await readNewPasskey(context, principal, body.credential);
    const added = await context.pool.commit((db) => add(context, db, principal, request, { ...made, name }));
    return new Reply(201, { msg: 'Your passkey is ready', ...added });
  };

async function add(context: Context, db: Db, principal: Principal, request: HttpFacts, made: MadePasskey) {
  const { userId } = principal;
  // One at a time, and not after the session was ended: what is added at the moment of a reset would outlive it.
  await context.sessions.holdOpen(db, principal);
  const { count } = await db.get<{ count: bigint }>(
    'select count(*) as count from passkeys where user_id = $1',
    [userId],
  );
  if (count >= limits.passkeysMaximum) refuse('passkey_limit');
  const hadNone = !isTwoStep(await secondFactorsOf(db, userId));
  const passkey = (await savePasskey(db, userId, made)) ?? refuse('wrong_passkey');
  await endBegunTotp(db, userId);
  // With the first second factor come the codes for when it is lost.
  const recoveryCodes = hadNone ? await replaceRecoveryCodes(context, db, userId) : [];
  await context.sessions.forget(db, userId);
  await queueMail(db, userId, 'passkey_added');
  await recordSecurityEvent(db, principal, request, { what: 'passkey_added' });
  return { passkey, recoveryCodes };
}

async function readNewPasskey(
  { pool, config, log }: Context,
  { userId, tokenHash }: Principal,
  { response, ...credential }: NewPasskey,
): Promise<Omit<MadePasskey, 'name'>> {
  const relyingParty = relyingPartyOf(config.publicUrl) ?? refuse('passkeys_unavailable');
  if (await hasCertificates(response.attestationObject)) refuse('wrong_passkey');
  const client = (await readClientData(response.clientDataJSON)) ?? refuse('wrong_passkey');
  const purpose = { purpose: 'add', userId, sessionHash: tokenHash } as const;
  if (!(await useChallenge(pool, client.challenge, purpose)) || client.isEmbedded) refuse('wrong_passkey');
  const { transports = [], clientDataJSON, attestationObject } = response;
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: { ...credential, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    expectedChallenge: client.challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(noteFailure(log));
  if (verified?.verified !== true) refuse('wrong_passkey');
  const { credential: made, aaguid, credentialDeviceType, credentialBackedUp } = verified.registrationInfo;
  return {
    credentialId: Buffer.from(made.id, 'base64url'),
    publicKey: made.publicKey,
    signCount: made.counter,
    transports,
    isBackupEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
    aaguid,
  };
}

/**
 * Also of what cannot be read. We ask for no attestation, so no honest browser sends one; for certificates the library would ask addresses that stand
 * in them.
 */
async function hasCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await webauthnHelpers();
  try {
    const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
    const isSelfSigned =
      attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
    return attestation.get('fmt') !== 'none' && !isSelfSigned;
  } catch {
    return true;
  }
}
