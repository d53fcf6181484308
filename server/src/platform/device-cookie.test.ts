import { describe, expect, it } from 'vitest';
import { deviceHeaders, readDeviceKey } from './device-cookie.ts';

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
