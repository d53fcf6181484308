import { describe, expect, it } from 'vitest';
import { deviceHeaders, deviceMadeHere, newDeviceKey, readDeviceKey } from './device-cookie.ts';
import { createKeyring } from './keys/keyring.ts';

const [own, other] = ['a'.repeat(43), 'b'.repeat(43)];

describe('the cookie of a device', () => {
  it('can be set by this host alone where there is TLS, and no script reads it', () => {
    expect(deviceHeaders(own, 'https://shop.example')['set-cookie']).toBe(
      `__Host-device=${own}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure`,
    );
    expect(deviceHeaders(own, 'http://127.0.0.1:3000')['set-cookie']).toBe(
      `device=${own}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax`,
    );
  });

  it.each([
    [`device=${own}`, own],
    [`a=1; __Host-device=${own}; b=2`, own],
    [`device=${other}; __Host-device=${own}`, own],
    [`my_device=${own}`, undefined],
    [`device=${own}x`, undefined],
    [`device=short`, undefined],
    [undefined, undefined],
  ])('in %s', (cookies, key) => {
    expect(readDeviceKey(cookies)).toBe(key);
  });
});

describe('the id of a device', () => {
  const [first, second] = ['a secret of 32 bytes, the first of', 'a secret of 32 bytes, second one'];
  const keys = createKeyring(first);

  it('says that this installation made it, and which one it is, also after the key has changed', () => {
    const key = newDeviceKey(keys);
    expect(readDeviceKey(`device=${key}`)).toBe(key);
    expect(deviceMadeHere(keys, key)).toMatch(/^[\w-]{22}$/);
    expect(deviceMadeHere(createKeyring(second, [first]), key)).toBe(deviceMadeHere(keys, key));
    expect(deviceMadeHere(keys, newDeviceKey(keys))).not.toBe(deviceMadeHere(keys, key));
  });

  it('is nobody’s where it was made up, changed, or made by another installation', () => {
    const key = newDeviceKey(keys);
    const changed = [
      `${key.startsWith('A') ? 'B' : 'A'}${key.slice(1)}`,
      `${key.slice(0, 30)}${own.slice(30)}`,
    ];
    for (const one of [own, ...changed, newDeviceKey(createKeyring(second)), 'short', undefined])
      expect(deviceMadeHere(keys, one)).toBeUndefined();
  });
});
