/**
 * Encrypted files of any size: AES-256-GCM over frames, with a key of its own for each file. A frame that was changed, moved, left out or
 * brought in from another file does not open, and neither does a file whose end is missing: the last frame says that it is the last.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { BackupProblem } from './backup-problem.ts';
import type { BackupKey } from './key-file.ts';

const MAGIC = Buffer.from('JARABAK1');
const KEY_ID_BYTES = 8;
const SALT_BYTES = 32;
const HEADER_BYTES = MAGIC.length + KEY_ID_BYTES + SALT_BYTES;
const TAG_BYTES = 16;
const FRAME_BYTES = 1 << 20;

/** Of the name as well: a file that was renamed to another one's name does not open. */
const keyOf = ({ bytes }: BackupKey, salt: Buffer, name: string): Buffer =>
  Buffer.from(hkdfSync('sha256', bytes, salt, `jara backup file ${name}`, 32));

/** Never twice for one key, which is of this file alone. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt8(isLast ? 1 : 0, 0);
  nonce.writeBigUInt64BE(BigInt(number), 4);
  return nonce;
}

function encryptFrame(key: Buffer, number: number, isLast: boolean, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast));
  const hidden = Buffer.concat([cipher.update(plain), cipher.final()]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(hidden.length);
  return Buffer.concat([length, hidden, cipher.getAuthTag()]);
}

/** What is written to the disk for `source`, under the name `name`. */
export async function* encrypt(
  source: AsyncIterable<Uint8Array>,
  key: BackupKey,
  name: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const fileKey = keyOf(key, salt, name);
  yield Buffer.concat([MAGIC, Buffer.from(key.id, 'hex'), salt]);
  let number = 0;
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    held = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk]);
    // A full frame stays back until more follows: only then is it known that it is not the last.
    while (held.length > FRAME_BYTES) {
      yield encryptFrame(fileKey, number, false, held.subarray(0, FRAME_BYTES));
      number += 1;
      held = held.subarray(FRAME_BYTES);
    }
  }
  yield encryptFrame(fileKey, number, true, held);
}

/** The opposite. Throws a BackupProblem as soon as something is not as it was written. */
export async function* decrypt(
  source: AsyncIterable<Uint8Array>,
  key: BackupKey,
  name: string,
): AsyncGenerator<Buffer> {
  const reader = createReader(source, name);
  const header = await reader.take(HEADER_BYTES);
  const fileKey = readHeader(header, key, name);
  for (let number = 0; ; number += 1) {
    const length = (await reader.take(4)).readUInt32BE();
    if (length > FRAME_BYTES) throw damaged(name);
    const frame = await reader.take(length + TAG_BYTES);
    const isLast = await reader.isAtEnd();
    yield decryptFrame(fileKey, nonceOf(number, isLast), frame, name);
    if (isLast) return;
  }
}

function readHeader(header: Buffer, key: BackupKey, name: string): Buffer {
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) throw damaged(name);
  const keyId = header.subarray(MAGIC.length, MAGIC.length + KEY_ID_BYTES).toString('hex');
  if (keyId !== key.id) {
    throw new BackupProblem(
      `${name} was encrypted with the key ${keyId}, but BACKUP_KEY_FILE holds the key ${key.id}. Set the file of the right key.`,
    );
  }
  return keyOf(key, header.subarray(MAGIC.length + KEY_ID_BYTES), name);
}

function decryptFrame(key: Buffer, nonce: Buffer, frame: Buffer, name: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(frame.subarray(frame.length - TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(frame.subarray(0, frame.length - TAG_BYTES)), decipher.final()]);
  } catch {
    throw damaged(name);
  }
}

const damaged = (name: string): BackupProblem =>
  new BackupProblem(`${name} is damaged, incomplete or not a file of these backups.`);

/** Exactly as many bytes as are asked for, however the chunks fall. */
function createReader(source: AsyncIterable<Uint8Array>, name: string) {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const fill = async (bytes: number): Promise<boolean> => {
    const parts = [held];
    let size = held.length;
    while (size < bytes) {
      const next = await chunks.next();
      if (next.done === true) break;
      parts.push(Buffer.from(next.value));
      size += next.value.length;
    }
    held = parts.length === 1 ? held : Buffer.concat(parts);
    return size >= bytes;
  };
  return {
    async take(bytes: number): Promise<Buffer> {
      if (!(await fill(bytes))) throw damaged(name);
      const taken = held.subarray(0, bytes);
      held = held.subarray(bytes);
      return taken;
    },
    isAtEnd: async (): Promise<boolean> => !(await fill(1)),
  };
}
