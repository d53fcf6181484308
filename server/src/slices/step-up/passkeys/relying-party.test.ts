import { expect, it } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

it.each([
  ['https://shop.example', { id: 'shop.example', origin: 'https://shop.example' }],
  ['https://shop.example:8443/', { id: 'shop.example', origin: 'https://shop.example:8443' }],
  ['https://www.shop.example/start', { id: 'www.shop.example', origin: 'https://www.shop.example' }],
  ['http://localhost:4000', { id: 'localhost', origin: 'http://localhost:4000' }],
  // Browsers know no passkey of a number; this machine has a name too.
  ['http://127.0.0.1:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://[::1]:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://192.168.1.20:3000', undefined],
  ['https://[2001:db8::1]', undefined],
])('at %s passkeys belong to %j', (publicUrl, expected) => {
  expect(relyingPartyOf(publicUrl)).toEqual(expected);
});
