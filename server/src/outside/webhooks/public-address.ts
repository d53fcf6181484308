/**
 * Which addresses a user may make this program call. A user's server is on the public internet; anything else (loopback, private
 * networks, link-local with the cloud's metadata, multicast, and their IPv6 disguises) is somebody's inside.
 */
import { BlockList, isIP } from 'node:net';

// Apart, because a list takes an IPv4 address for its IPv6 form too.
const inside = { ipv4: new BlockList(), ipv6: new BlockList() };
const subnets: readonly (readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  // Everything of IPv6 that is not global unicast, and the parts of that which carry an IPv4 address or lead nowhere.
  ['::', 3, 'ipv6'],
  ['4000::', 2, 'ipv6'],
  ['8000::', 1, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
];
for (const [network, prefix, family] of subnets) inside[family].addSubnet(network, prefix, family);

/** Whether a literal address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  return !inside[family].check(address, family);
}

const PORTS = new Set(['', '443', '8443']);
/** Where the sandbox plays the push services of the browsers; it takes nothing else there. */
const PLAYED_PUSH = '/push/';

/**
 * The address of a user's server as it may be stored: https, no credentials, an ordinary port, and no literal inside address. What a
 * name resolves to is checked when a message is sent, since it may change. Gives undefined for anything else. Where the inside is allowed,
 * only `ownPorts` are refused, those of the program and of the sandbox.
 */
export function readWebhookUrl(
  input: string,
  allowInside: boolean,
  ownPorts: readonly number[] = [],
): URL | undefined {
  if (!URL.canParse(input)) return undefined;
  const url = withoutFinalDot(new URL(input));
  if (url.username !== '' || url.password !== '') return undefined;
  if (allowInside) {
    const usual = { 'https:': 443, 'http:': 80 }[url.protocol];
    if (usual === undefined) return undefined;
    return ownPorts.includes(Number(url.port || usual)) && !url.pathname.startsWith(PLAYED_PUSH)
      ? undefined
      : url;
  }
  if (url.protocol !== 'https:' || !PORTS.has(url.port)) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return isPublicAddress(host) ? url : undefined;
  const isName = host.includes('.') && host.split('.').every((label) => label !== '');
  return isName && !/\.(local|localhost|internal|home\.arpa)$/i.test(host) ? url : undefined;
}

/** A name with a dot at its end is the same name, and neither the checks here nor certificates know it by that: `localhost.` has a dot. */
function withoutFinalDot(url: URL): URL {
  url.hostname = url.hostname.replace(/\.$/, '');
  return url;
}
