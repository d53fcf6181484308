/** What passes between the server and a passkey (WebAuthn), in the JSON form that browsers have for it. */
import { Type, type Static, type TSchema } from 'typebox';
import { Text } from './wire.ts';

/** Unpadded base64url. A credential id has at most 1,023 bytes. */
const Binary = (maxLength: number) => Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]+$' });
const CredentialId = Binary(1_364);
const PublicKey = Type.Literal('public-key');
const transports = Type.Optional(Type.Array(Text(20), { maxItems: 10 }));
const KnownCredential = Type.Object({ id: CredentialId, type: PublicKey, transports });

/** For `navigator.credentials.get()`. The challenge is good once, for five minutes, and for what it was made for. */
export const PasskeyRequest = Type.Object({
  challenge: Binary(100),
  timeout: Type.Integer({ description: 'Milliseconds' }),
  rpId: Type.String({ description: 'The host name of the shop' }),
  allowCredentials: Type.Optional(Type.Array(KnownCredential)),
  userVerification: Type.Literal('required'),
});
export type PasskeyRequest = Static<typeof PasskeyRequest>;

/** What `navigator.credentials.get()` gave. */
export const PasskeyAnswer = Type.Object(
  {
    id: CredentialId,
    rawId: CredentialId,
    type: PublicKey,
    response: Type.Object({
      clientDataJSON: Binary(4_000),
      authenticatorData: Binary(4_000),
      signature: Binary(4_000),
      userHandle: Type.Optional(Binary(100)),
    }),
  },
  {
    description: 'What the passkey answered to the `passkey` of the refusal: `PublicKeyCredential.toJSON()`',
  },
);
export type PasskeyAnswer = Static<typeof PasskeyAnswer>;

/** In place of a PIN, or of password and code: the answer to what the refusal of this very request carried. */
export const Passkey = Type.Optional(PasskeyAnswer);

/** For `navigator.credentials.create()`. */
export const NewPasskeyRequest = Type.Object({
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Binary(100), name: Type.String(), displayName: Type.String() }),
  challenge: Binary(100),
  pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: PublicKey })),
  timeout: Type.Integer({ description: 'Milliseconds' }),
  excludeCredentials: Type.Array(KnownCredential),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Boolean(),
    userVerification: Type.Literal('required'),
  }),
  attestation: Type.Literal('none'),
});
export type NewPasskeyRequest = Static<typeof NewPasskeyRequest>;

/** What `navigator.credentials.create()` gave. */
export const NewPasskey = Type.Object({
  id: CredentialId,
  rawId: CredentialId,
  type: PublicKey,
  response: Type.Object({
    clientDataJSON: Binary(4_000),
    attestationObject: Binary(12_000),
    transports,
  }),
});
export type NewPasskey = Static<typeof NewPasskey>;

/** Whether a call takes a passkey as a step-up: its body says so. */
export const takesPasskey = (body: TSchema | undefined): boolean =>
  body !== undefined && 'properties' in body && Object.keys(Object(body.properties)).includes('passkey');
