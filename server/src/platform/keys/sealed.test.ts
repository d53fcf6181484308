import { expect, it } from 'vitest';
import { createHash, createCipheriv, randomBytes } from 'node:crypto';
import { createKeyring } from './keyring.ts';
import { createSeal } from './sealed.ts';

const secret = 'a key of this installation';
const seal = createSeal(createKeyring(secret));

/** As it was before keys had ids. */
function sealedWithoutId(text: string): Buffer {
  const nonce = randomBytes(12);
  const version = Buffer.of(1);
  const key = createHash('sha256').update(secret).digest();
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(version);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([version, nonce, cipher.getAuthTag(), body]);
}

it.each(['whsec_abc', '', 'naira: ₦', 'x'.repeat(5_000)])('gives back what was sealed: %.10s', (text) => {
  const sealed = seal.seal(text);
  expect(seal.open(sealed)).toBe(text);
  expect(sealed.equals(seal.seal(text))).toBe(false);
});

it('says by which key it was sealed, and is opened by it when another one is the present one', () => {
  const sealed = seal.seal('secret');
  expect(sealed.subarray(0, 5).equals(seal.presentPrefix)).toBe(true);
  const next = createSeal(createKeyring('the next key of it', ['one of before', secret]));
  expect(next.open(sealed)).toBe('secret');
  expect(next.seal('secret').subarray(0, 5).equals(seal.presentPrefix)).toBe(false);
});

it('opens what was sealed before keys had ids, by the present key and by an earlier one', () => {
  const sealed = sealedWithoutId('secret');
  expect(seal.open(sealed)).toBe('secret');
  expect(createSeal(createKeyring('the next key of it', ['one of before', secret])).open(sealed)).toBe(
    'secret',
  );
});

it('does not open what was sealed with a key that it does not know', () => {
  const other = createSeal(createKeyring('another key'));
  expect(() => other.open(seal.seal('secret'))).toThrow('sealed with a key that is not known');
  expect(() => other.open(sealedWithoutId('secret'))).toThrow(/authenticate/);
  expect(() => other.open(Buffer.of(3, 1, 2))).toThrow('sealed in the form 3, which is not known');
});

it('does not open what was changed anywhere', () => {
  const sealed = seal.seal('secret');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => seal.open(changed)).toThrow(/authenticate|not known/);
  }
});

it('does not open what was cut off', () => {
  const sealed = seal.seal('secret');
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => seal.open(sealed.subarray(0, length))).toThrow(/not known|Invalid|authenticate/);
  }
});
