/** Somebody without rights, signed in on a known device without PIN and code. */
import type { Principal } from '../src/platform/sessions/principal.ts';

export const principalOf = (user: Pick<Principal, 'userId' | 'userName' | 'walletAccountId'>): Principal => ({
  ...user,
  userType: 'smart earner',
  isAdmin: false,
  isAgent: false,
  isCouponVendor: false,
  tokenHash: Buffer.alloc(32),
  via: 'session',
  token: null,
  hasPin: false,
  hasTotp: false,
  hasPasskey: false,
  newSince: null,
  newBecause: 'new_device',
  deviceId: null,
});
