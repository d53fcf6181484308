/** What an API token may not do: what is beyond its scopes, and anything from an address that is not on its list. */
import { BlockList, isIP } from 'node:net';
import { scopeWords, type Scope } from '@jara/contract/scopes.ts';
import { refuse } from '../refuse.ts';

export interface TokenTerms {
  /** Row of `api_tokens`. */
  id: bigint;
  scopes: readonly Scope[];
  /** Addresses and networks, as `normalNetwork` writes them; none: from everywhere. */
  addresses: readonly string[];
}

/** IPv4 may arrive written as IPv6. */
const plain = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '');
const family = (ip: string): 'ipv4' | 'ipv6' => (isIP(ip) === 6 ? 'ipv6' : 'ipv4');

/** `10.0.0.0/8` or `41.58.1.2`; undefined for what is neither an address nor a network. */
export function normalNetwork(input: string): string | undefined {
  const [address = '', bits, ...rest] = input.trim().toLowerCase().split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return undefined;
  if (bits === undefined) return address;
  const most = version === 4 ? 32 : 128;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? `${address}/${Number(bits)}` : undefined;
}

export function isAllowedFrom(addresses: readonly string[], ip: string): boolean {
  if (addresses.length === 0) return true;
  const list = new BlockList();
  for (const entry of addresses) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(bits), family(address));
  }
  const from = plain(ip);
  return isIP(from) !== 0 && list.check(from, family(from));
}

/** `elsewhere` is called before it refuses an address. */
export function refuseBeyondTerms(
  { scopes, addresses }: TokenTerms,
  scope: Scope,
  { ip, elsewhere }: { ip: string; elsewhere(): void },
): void {
  if (!isAllowedFrom(addresses, ip)) {
    elsewhere();
    refuse('forbidden', { msg: `This API token is not used from your address, ${plain(ip)}` });
  }
  if (!scopes.includes(scope)) {
    refuse('forbidden', {
      msg: `This API token may not ${scopeWords[scope]}: it does not have the scope ${scope}`,
    });
  }
}
