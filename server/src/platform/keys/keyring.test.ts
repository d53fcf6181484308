import { describe, expect, it } from 'vitest';
import { createKeyring, isMacOf, macOf, type KeyPurpose } from './keyring.ts';

const named: Readonly<Record<KeyPurpose, true>> = {
  'sealed columns': true,
  PINs: true,
  devices: true,
  'recovery codes': true,
  'phone codes': true,
  receipts: true,
  'signed requests': true,
  'login codes': true,
  'heads of the chain': true,
  'addresses of programs': true,
};
const purposes = Object.keys(named) as KeyPurpose[]; // the keys of the line above
const secret = 'a key of this installation';
const keys = createKeyring(secret);

describe('each purpose', () => {
  it('has a key and a key id of its own, and another secret gives others', () => {
    const rings = [keys, createKeyring('the next key of it')];
    const made = rings.flatMap((ring) => purposes.map((purpose) => ring.present(purpose)));
    const hex = {
      bytes: made.map(({ bytes }) => bytes.toString('hex')),
      ids: made.map(({ id }) => id.toString('hex')),
    };
    expect(new Set(hex.bytes).size).toBe(2 * purposes.length);
    expect(new Set(hex.ids).size).toBe(2 * purposes.length);
    expect(hex.bytes).not.toContain(Buffer.from(secret).toString('hex'));
    expect(hex.bytes.every((bytes) => bytes.length === 64)).toBe(true);
  });

  it('has the same key after the next start', () => {
    const again = createKeyring(secret);
    for (const purpose of purposes) expect(again.present(purpose)).toEqual(keys.present(purpose));
  });

  it.each(purposes)('makes what holds for no other one: %s', (purpose) => {
    const mac = macOf(keys, purpose, '123456');
    expect(purposes.filter((other) => isMacOf(keys, other, '123456', mac))).toEqual([purpose]);
  });
});
