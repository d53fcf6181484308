import { describe, expect, it } from 'vitest';
import { createKeyring } from '../../platform/keys/keyring.ts';
import { isSigned, signHead } from './signed-head.ts';

const keys = createKeyring('a key of this installation');
const head = { id: 12n, digest: 'ab'.repeat(32) };
const signed = signHead(keys, head);

describe('the signature of a head', () => {
  it('holds for that head, and is the same after the next start', () => {
    expect(isSigned(head, signed)).toBe(true);
    expect(signHead(createKeyring('a key of this installation'), head)).toEqual(signed);
  });

  it('holds for no other head', () => {
    expect(isSigned({ ...head, id: 13n }, signed)).toBe(false);
    expect(isSigned({ ...head, digest: 'ac'.repeat(32) }, signed)).toBe(false);
  });

  it('holds by no key of another installation', () => {
    const others = signHead(createKeyring('the key of somebody else'), head);
    expect(isSigned(head, { ...others, publicKey: signed.publicKey })).toBe(false);
    expect(isSigned(head, { ...signed, publicKey: others.publicKey })).toBe(false);
  });

  it.each(['', 'a', '€', 'x'.repeat(43)])(
    'does not hold where something else stands in its place: %j',
    (text) => {
      expect(isSigned(head, { ...signed, signature: text })).toBe(false);
      expect(isSigned(head, { ...signed, publicKey: text })).toBe(false);
    },
  );
});
