/** An address as it is remembered: by a key, since there are so few addresses that a plain hash gives each away. */
import { macsOf, type Keyring } from '../../platform/keys/keyring.ts';
import { networkOf } from '../../platform/limits/network-of.ts';

const HASH_BYTES = 16;

/** IPv4 whole, IPv6 by the network that one customer has; the same address of another user has another. The first is by the present key. */
export const addressHashes = (keys: Keyring, userId: bigint, ip: string): Buffer[] =>
  macsOf(keys, 'addresses of programs', `${userId} ${networkOf(ip)}`).map((mac) =>
    mac.subarray(0, HASH_BYTES),
  );
