import { expect, it } from 'vitest';
import { createSeal } from './sealed.ts';

const seal = createSeal('a key of this installation');

it.each(['whsec_abc', '', 'naira: ₦', 'x'.repeat(5_000)])('gives back what was sealed: %.10s', (text) => {
  const sealed = seal.seal(text);
  expect(seal.open(sealed)).toBe(text);
  expect(sealed.equals(seal.seal(text))).toBe(false);
});

it('says in the first byte which key it was', () => {
  expect(seal.seal('secret')[0]).toBe(1);
});

it('does not open what was sealed with a key that it does not know', () => {
  const sealed = seal.seal('secret');
  sealed[0] = 2;
  expect(() => seal.open(sealed)).toThrow('sealed with key 2, which is not known');
  expect(() => createSeal('another key').open(seal.seal('secret'))).toThrow(/authenticate/);
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
