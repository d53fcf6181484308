import { describe, expect, it } from 'vitest';
import { liveSettings as live } from './testing/live-settings.ts';
import { problemsOf } from './testing/problems-of.ts';

describe('live mode refuses', () => {
  it.each([
    ['a'.repeat(32)],
    ['ab'.repeat(20)],
    ['abcdefghijklmnopqrstuvwxyz0123456789'],
    ['passwordpasswordpasswordpassword'],
    ['0'.repeat(40) + '1'],
  ])('a key that can be guessed: %s', (key) => {
    for (const name of ['SECRETS_KEY', 'COUPON_CODE_KEY', 'IDENTITY_HASH_KEY'])
      expect(problemsOf({ ...live, [name]: key })).toEqual([
        `${name} can be guessed: make one with openssl rand -base64 32`,
      ]);
  });

  it.each([
    ['5f4dcc3b5aa765d61d8327deb882cf99'],
    ['T8mQ2xv0Zr9LkWc4Yb7Nn1Jd6Hf3Gs5P'],
    ['correct horse battery staple, and more'],
  ])('but not %s', (key) => {
    expect(problemsOf({ ...live, SECRETS_KEY: key })).toEqual([]);
  });

  it('one key for two things, and one that a provider knows', () => {
    const same = live.SECRETS_KEY;
    expect(problemsOf({ ...live, IDENTITY_HASH_KEY: same })).toEqual([
      'SECRETS_KEY and IDENTITY_HASH_KEY have the same value: each needs one of its own',
    ]);
    expect(problemsOf({ ...live, COUPON_CODE_KEY: same, IDENTITY_HASH_KEY: same })).toHaveLength(2);
    expect(problemsOf({ ...live, SQUAD_SECRET_KEY: same })).toEqual([
      'SECRETS_KEY and SQUAD_SECRET_KEY have the same value: each needs one of its own',
    ]);
  });

  it('the keys of any sandbox, also where another setting has them', () => {
    expect(problemsOf({ ...live, SECRETS_KEY: 'sandbox-identity-hash-key-of-play-numbers' })).toEqual([
      'SECRETS_KEY has a value of a sandbox',
    ]);
    expect(problemsOf({ ...live, SQUAD_SECRET_KEY_PREVIOUS: 'sandbox_sk_94f2b7' })).toEqual([
      'SQUAD_SECRET_KEY_PREVIOUS has a value of a sandbox',
    ]);
    expect(problemsOf({ ...live, PAYMENTPOINT_SECRET_KEY_PREVIOUS: 'a real one of before' })).toEqual([]);
    expect(problemsOf({ ...live, SQUAD_SECRET_KEY: 'sandbox_sk_94f2b7' })).toEqual([
      'SQUAD_SECRET_KEY has a value of a sandbox',
    ]);
  });
});

describe('a sandbox refuses', () => {
  it.each([
    'GLAD_API_KEY',
    'ALARO_API_KEY',
    'VTPASS_API_KEY',
    'VTPASS_SECRET_KEY',
    'VTPASS_PUBLIC_KEY',
    'SQUAD_SECRET_KEY',
    'SQUAD_SECRET_KEY_PREVIOUS',
    'SQUAD_MERCHANT_ID',
    'DOJAH_APP_ID',
    'DOJAH_SECRET_KEY',
    'PAYMENTPOINT_SECRET_KEY',
    'PAYMENTPOINT_SECRET_KEY_PREVIOUS',
    'PAYMENTPOINT_API_KEY',
    'PAYMENTPOINT_BUSINESS_ID',
  ])('a %s that may be real', (name) => {
    expect(problemsOf({ [name]: 'a real key' })).toEqual([
      `${name} may be a real one: in a sandbox it is left out, or begins with sandbox`,
    ]);
    expect(problemsOf({ [name]: 'sandbox-of-mine' })).toEqual([]);
  });
});
