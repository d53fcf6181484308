import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decrypt, encrypt } from './encryption.ts';
import { makeKeyFile, readKeyFile, type BackupKey } from './key-file.ts';

let folder: string;
let key: BackupKey;

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-key-'));
  key = makeKeyFile(path.join(folder, 'key'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

async function* chunks(...parts: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}
async function all(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}
const hide = (plain: Buffer, name = 'wal/1') => all(encrypt(chunks(plain), key, name));
const open = (hidden: Buffer, name = 'wal/1', with_ = key) => all(decrypt(chunks(hidden), with_, name));

describe('an encrypted file', () => {
  it.each([0, 1, 1_000, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3 * (1 << 20), 3_500_000])(
    'of %i bytes comes back as it was, however it is cut',
    async (size) => {
      const plain = randomBytes(size);
      const hidden = await hide(plain);
      expect((await open(hidden)).equals(plain)).toBe(true);
      const middle = Math.floor(hidden.length / 3);
      const cut = chunks(hidden.subarray(0, 5), hidden.subarray(5, middle), hidden.subarray(middle));
      expect((await all(decrypt(cut, key, 'wal/1'))).equals(plain)).toBe(true);
    },
  );

  it('is another one each time', async () => {
    const plain = Buffer.from('the same');
    expect((await hide(plain)).equals(await hide(plain))).toBe(false);
  });

  it('does not open when a byte was changed anywhere', async () => {
    const hidden = await hide(randomBytes(100));
    for (let at = 0; at < hidden.length; at += 1) {
      const changed = Buffer.from(hidden);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      await expect(open(changed), `byte ${at}`).rejects.toThrow(/damaged|was encrypted with the key/);
    }
  });

  it('does not open when its end is missing, also at the end of a frame', async () => {
    const hidden = await hide(randomBytes(2_500_000));
    const frame = 4 + (1 << 20) + 16;
    for (const size of [0, 20, 48, 48 + frame, 48 + 2 * frame, hidden.length - 1])
      await expect(open(hidden.subarray(0, size)), `${size} bytes`).rejects.toThrow('damaged');
  });

  it('does not open when two of its frames changed places', async () => {
    const hidden = await hide(randomBytes(3_000_000));
    const frame = 4 + (1 << 20) + 16;
    const [first, second] = [hidden.subarray(48, 48 + frame), hidden.subarray(48 + frame, 48 + 2 * frame)];
    const swapped = Buffer.concat([hidden.subarray(0, 48), second, first, hidden.subarray(48 + 2 * frame)]);
    await expect(open(swapped)).rejects.toThrow('damaged');
  });

  it('does not open under the name of another one', async () => {
    await expect(open(await hide(Buffer.from('one')), 'wal/2')).rejects.toThrow('wal/2 is damaged');
  });

  it('says so when the key is another one', async () => {
    const other = makeKeyFile(path.join(folder, 'other'));
    await expect(open(await hide(Buffer.from('one')), 'wal/1', other)).rejects.toThrow(
      `encrypted with the key ${key.id}, but BACKUP_KEY_FILE holds the key ${other.id}`,
    );
  });
});

describe('a key file', () => {
  it('is readable by its owner alone, and never replaced', () => {
    const file = path.join(folder, 'key');
    expect(fs.statSync(file).mode & 0o777).toBe(0o400);
    expect(() => makeKeyFile(file)).toThrow('exists already and is not replaced');
    expect(readKeyFile(file)).toEqual(key);
  });

  it('that is missing, or none, is explained', () => {
    expect(() => readKeyFile(path.join(folder, 'nowhere'))).toThrow(/There is no key .*--make-key/);
    fs.writeFileSync(path.join(folder, 'text'), 'hello');
    expect(() => readKeyFile(path.join(folder, 'text'))).toThrow('does not hold a key of backups');
  });
});
