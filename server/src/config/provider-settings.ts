/** Providers of money and identity beside the suppliers. */
import { earlierKeys, key, previousSecret, secret, url } from './setting.ts';

export const gatewaySettings = {
  squad: {
    baseUrl: url('SQUAD_BASE_URL', {
      sandbox: 'http://127.0.0.1:<SANDBOX_PORT>/squad',
      means: 'without a slash at the end',
    }),
    secretKey: secret('SQUAD_SECRET_KEY', {
      sandbox: 'sandbox_sk_jara',
      means: 'also checks the signature of hooks',
    }),
    previousSecretKey: previousSecret('SQUAD_SECRET_KEY', {
      means:
        'the value before, while it is changed: hooks that are signed with it are taken too. See [changing a key](#changing-a-key)',
    }),
    merchantId: secret('SQUAD_MERCHANT_ID', {
      sandbox: 'SBJARA0001',
      means: 'references of payouts begin with it',
    }),
  },
};

export const identitySettings = {
  identity: {
    baseUrl: url('DOJAH_BASE_URL', {
      sandbox: 'http://127.0.0.1:<SANDBOX_PORT>/identity',
      means: 'who checks BVN and NIN',
    }),
    appId: secret('DOJAH_APP_ID', { sandbox: 'sandbox-dojah-app', means: 'sent as `AppId`' }),
    secretKey: secret('DOJAH_SECRET_KEY', {
      sandbox: 'sandbox-dojah-key',
      means: 'sent as `Authorization`, without a word before it',
    }),
    hashKey: key('IDENTITY_HASH_KEY', {
      sandbox: 'sandbox-identity-hash-key-of-play-numbers',
      means:
        'the key of the hash that is kept instead of a BVN or NIN. A start with another one is refused. See [changing a key](#changing-a-key)',
    }),
    earlierHashKeys: earlierKeys('IDENTITY_HASH_KEY', {
      means:
        'all earlier values of `IDENTITY_HASH_KEY`, the oldest first, separated by `;`. They stay: the present one hashes what they made. See [changing a key](#changing-a-key)',
    }),
  },
  reservedAccounts: {
    baseUrl: url('PAYMENTPOINT_BASE_URL', {
      sandbox: 'http://127.0.0.1:<SANDBOX_PORT>/paymentpoint',
      means: 'who opens reserved accounts',
    }),
    secretKey: secret('PAYMENTPOINT_SECRET_KEY', {
      sandbox: 'sandbox-paymentpoint-secret',
      means: 'sent as `Authorization: Bearer ...`, and checks the signature of hooks',
    }),
    previousSecretKey: previousSecret('PAYMENTPOINT_SECRET_KEY', {
      means:
        'the value before, while it is changed: hooks that are signed with it are taken too. See [changing a key](#changing-a-key)',
    }),
    apiKey: secret('PAYMENTPOINT_API_KEY', {
      sandbox: 'sandbox-paymentpoint-key',
      means: 'sent as `api-key`',
    }),
    businessId: secret('PAYMENTPOINT_BUSINESS_ID', {
      sandbox: 'sandbox-business',
      means: '`businessId` of each request',
    }),
  },
};
