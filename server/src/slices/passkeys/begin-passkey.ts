import { randomBytes } from 'node:crypto';
import { limits } from '@jara/contract/constants.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { withStrongestStepUp } from '../step-up/with-strongest-step-up.ts';
import { credentialsOf, PATIENCE_MS } from '../step-up/passkeys/ask-for-passkey.ts';
import { saveChallenge } from '../step-up/passkeys/challenges.ts';
import { handleOf } from './own-passkeys.ts';
import { relyingPartyOf } from '../step-up/passkeys/relying-party.ts';
import { webauthn } from '../step-up/passkeys/webauthn.ts';

/** COSE's numbers of EdDSA, ES256 and RS256: what all passkeys can do one of. */
export const algorithms = [-8, -7, -257];

/** The step-up stands here, before the browser makes anything; what it makes is taken from this session alone. */
export const beginPasskey =
  (context: Context): Handler<'beginPasskey'> =>
  async ({ principal, body, request }) => {
    const { pool, config } = context;
    const { userId, userName, tokenHash } = principal;
    const relyingParty = relyingPartyOf(config.publicUrl) ?? refuse('passkeys_unavailable');
    const known = await credentialsOf(pool, userId);
    if (known.length >= limits.passkeysMaximum) refuse('passkey_limit');
    const stepUp = { ...body, stepUp: request.stepUp };
    const { generateRegistrationOptions } = await webauthn();
    const options = await withStrongestStepUp(context, principal, stepUp, async (db: Db) => {
      const handle = await handleOf(db, userId, randomBytes(32));
      const { challenge } = await generateRegistrationOptions({
        rpName: config.brand.name,
        rpID: relyingParty.id,
        userName,
      });
      await saveChallenge(db, challenge, { purpose: 'add', userId, sessionHash: tokenHash });
      return { challenge, handle };
    });
    return {
      options: {
        rp: { id: relyingParty.id, name: config.brand.name },
        user: { id: options.handle.toString('base64url'), name: userName, displayName: userName },
        challenge: options.challenge,
        pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
        timeout: PATIENCE_MS,
        // One passkey of each keeper is enough.
        excludeCredentials: known,
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      },
    };
  };
