/** A device that keeps passkeys, in software: makes keys and signs as the standard says (WebAuthn level 3), and can be told to do it wrongly. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { NewPasskey, NewPasskeyRequest, PasskeyAnswer, PasskeyRequest } from '@jara/contract/passkey.ts';

/** Where the program under test is reached, as its settings say. */
const shop = 'http://shop.example';

interface Oddities {
  origin?: string;
  /** A page of another site has ours inside it. */
  crossOrigin?: boolean;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** False: nobody was recognised by fingerprint, face or the PIN of the device. */
  isUserVerified?: boolean;
  /** What the device says of how often it was used; counts on by itself otherwise. */
  count?: number;
  userHandle?: string | undefined;
  /** Of another device. */
  key?: KeyObject;
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

export class SoftwarePasskey {
  readonly id = randomBytes(32);
  readonly key: KeyObject;
  readonly #publicKey: KeyObject;
  #count: number;
  #handle = '';

  /** `count: null` is for the many that never count, and always say 0. */
  constructor({ count = null }: { count?: number | null } = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.key = privateKey;
    this.#publicKey = publicKey;
    this.#count = count ?? Number.NaN;
  }

  create(options: NewPasskeyRequest, oddities: Oddities & { attestation?: Cbor } = {}): NewPasskey {
    this.#handle = options.user.id;
    const head = this.#head(options.rp.id, oddities, FLAGS.hasKey);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const authenticatorData = Buffer.concat([head, Buffer.alloc(16), length, this.id, cbor(this.#coseKey())]);
    const attestation = oddities.attestation ?? [
      ['fmt', 'none'],
      ['attStmt', []],
    ];
    return {
      id: text(this.id),
      rawId: text(this.id),
      type: 'public-key',
      response: {
        clientDataJSON: text(clientData('webauthn.create', options.challenge, oddities)),
        attestationObject: text(
          cbor([...(attestation as [string, Cbor][]), ['authData', authenticatorData]]),
        ),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  answer(request: PasskeyRequest, oddities: Oddities = {}): PasskeyAnswer {
    if (!Number.isNaN(this.#count)) this.#count += 1;
    const authenticatorData = this.#head(request.rpId, oddities, 0);
    const client = clientData('webauthn.get', request.challenge, oddities);
    const userHandle = 'userHandle' in oddities ? oddities.userHandle : this.#handle;
    return {
      id: text(this.id),
      rawId: text(this.id),
      type: 'public-key',
      response: {
        clientDataJSON: text(client),
        authenticatorData: text(authenticatorData),
        signature: text(
          sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), oddities.key ?? this.key),
        ),
        ...(userHandle !== undefined && { userHandle }),
      },
    };
  }

  #head(rpId: string, oddities: Oddities, moreFlags: number): Buffer {
    const verified = oddities.isUserVerified === false ? 0 : FLAGS.userVerified;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(oddities.count ?? (Number.isNaN(this.#count) ? 0 : this.#count));
    const flags = Buffer.from([FLAGS.userPresent | verified | FLAGS.mayBeBackedUp | moreFlags]);
    return Buffer.concat([sha256(oddities.rpId ?? rpId), flags, count]);
  }

  /** ES256 (RFC 9053). */
  #coseKey(): Cbor {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    return [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ];
  }
}

const FLAGS = { userPresent: 0x01, userVerified: 0x04, mayBeBackedUp: 0x08, hasKey: 0x40 };

const clientData = (type: string, challenge: string, oddities: Oddities): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: oddities.type ?? type,
      challenge: oddities.challenge ?? challenge,
      origin: oddities.origin ?? shop,
      crossOrigin: oddities.crossOrigin ?? false,
    }),
  );

/** What passkeys say, as far as they need it (RFC 8949): numbers, text, bytes, and maps as lists of pairs. */
export type Cbor = number | string | Uint8Array | readonly (readonly [number | string, Cbor])[];

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? headOf(1, -1 - value) : headOf(0, value);
  if (typeof value === 'string')
    return Buffer.concat([headOf(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([headOf(2, value.length), value]);
  return Buffer.concat([headOf(5, value.length), ...value.flatMap(([key, part]) => [cbor(key), cbor(part)])]);
}

function headOf(major: number, size: number): Buffer {
  const kind = major << 5;
  if (size < 24) return Buffer.from([kind | size]);
  return size < 256 ? Buffer.from([kind | 24, size]) : Buffer.from([kind | 25, size >> 8, size & 255]);
}
