import { describe, expect, it } from 'vitest';
import { liveSettings as live } from './testing/live-settings.ts';
import { problemsOf } from './testing/problems-of.ts';

const before = 'a real key of 32 bytes or more, before';

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

  it.each([
    ['SECRETS_KEY', 'SECRETS_KEY_PREVIOUS'],
    ['IDENTITY_HASH_KEY', 'IDENTITY_HASH_KEY_PREVIOUS'],
  ] as const)('the value of %s as one of %s too', (name, earlier) => {
    expect(problemsOf({ ...live, [earlier]: `${before};${live[name]}` })).toEqual([
      `${name} and ${earlier} have the same value: each needs one of its own`,
    ]);
  });

  it('an earlier key that a provider knows, but not one that was for several things before', () => {
    const twice = { SECRETS_KEY_PREVIOUS: before, IDENTITY_HASH_KEY_PREVIOUS: before };
    expect(problemsOf({ ...live, ...twice })).toEqual([]);
    expect(problemsOf({ ...live, SECRETS_KEY_PREVIOUS: live.IDENTITY_HASH_KEY })).toEqual([]);
    expect(problemsOf({ ...live, SECRETS_KEY_PREVIOUS: before, SMTP_PASSWORD: before })).toEqual([
      'SECRETS_KEY_PREVIOUS and SMTP_PASSWORD have the same value: each needs one of its own',
    ]);
    expect(problemsOf({ ...live, SECRETS_KEY_PREVIOUS: `${before};another ${before}` })).toEqual([]);
  });

  it('a token for the measurements that can be guessed', () => {
    for (const token of ['a'.repeat(32), 'abcdefghijklmnopqrstuvwxyz0123456789'])
      expect(problemsOf({ ...live, METRICS_TOKEN: token })).toEqual([
        'METRICS_TOKEN can be guessed: make one with openssl rand -base64 32',
      ]);
    expect(problemsOf({ ...live, METRICS_TOKEN: 'a'.repeat(31) })).toEqual([
      'METRICS_TOKEN must have at least 32 characters',
    ]);
    expect(problemsOf({ ...live, METRICS_TOKEN: 'T8mQ2xv0Zr9LkWc4Yb7Nn1Jd6Hf3Gs5P' })).toEqual([]);
    expect(problemsOf({ METRICS_TOKEN: 'a'.repeat(32) })).toEqual([]);
  });

  it.each([
    ['SECRETS_KEY_PREVIOUS', 'sandbox-key-for-secrets-that-are-read-again'],
    ['IDENTITY_HASH_KEY_PREVIOUS', 'sandbox-identity-hash-key-of-play-numbers'],
    ['SECRETS_KEY_PREVIOUS', 'Sandbox-identity-hash-key-of-play-numbers'],
  ])('%s with a value of a sandbox, wherever it stands in the list', (name, value) => {
    for (const given of [value, `${before}; ${value}`])
      expect(problemsOf({ ...live, [name]: given })).toEqual([`${name} has a value of a sandbox`]);
    expect(problemsOf({ [name]: value })).toEqual([]);
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
