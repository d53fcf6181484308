/** What leaves this machine, and whether strangers on the way could read it. */
import { addressAtHost, decoded, hostsOf, isAddress, wantedServer } from '../platform/connections/address.ts';
import { hostByDriver } from '../platform/connections/servers.ts';
import type { Start } from './start.ts';

/** What goes to this machine itself passes no network: there plain http is as good as TLS. `host` as an address has it. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

/** Of an address that people or we send secrets to. */
export function refuseAddressInClear(name: string, { protocol, hostname }: URL, start: Start): void {
  if (!start.live || protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return;
  start.complain(
    `${name} must begin with https: unless it is on this machine; ${protocol} can be read by others`,
  );
}

/** Of an address of a provider: in a sandbox all of them are played, on this machine. */
export function refuseRealProvider(name: string, { hostname }: URL, start: Start): void {
  if (start.live || isLoopback(hostname)) return;
  start.complain(
    `${name} leads to ${hostname}, but a sandbox only speaks to the providers that it plays on this machine`,
  );
}

const VERIFIED = new Set(['require', 'verify-ca', 'verify-full']);

/** Of the database. The text is not repeated: it holds a password. `hosts` says whether it may lead to one of several servers. */
export function refuseUnsafeDatabase(
  name: string,
  address: string,
  hosts: 'one' | 'several',
  { live, complain }: Start,
): void {
  const places = placesIn(address);
  if (places === undefined) {
    complain(
      `${name} must look like postgresql://user:password@host:port/database${hosts === 'several' ? ', or have several hosts, separated by commas' : ''}`,
    );
    return;
  }
  if (places.some(({ namesLogin }) => namesLogin))
    complain(
      `${name} has a user or a password after the question mark: write them before the host, as in postgresql://user:password@host:port/database`,
    );
  if (places.length > 1) {
    if (hosts === 'one')
      complain(`${name} must have one host: what is read there has to come from the server that was asked`);
    else if (wantedServer(address) === undefined)
      complain(
        `${name} has several hosts and does not say which of them is meant: add target_session_attrs=primary to it, or read-write`,
      );
  }
  if (live && places.some(({ isHere, hasTls }) => !isHere && !hasTls))
    complain(`${name} leads to another machine without TLS: add ?sslmode=verify-full to it`);
}

interface Place {
  isHere: boolean;
  hasTls: boolean;
  /** In its query, where the driver finds it: it would stay when the login is exchanged for another. */
  namesLogin: boolean;
}

/** As the driver has it; undefined where it cannot read the address, or a file that the address names. */
function hostRead(address: string): string | undefined {
  try {
    return hostByDriver(address);
  } catch {
    return undefined;
  }
}

/** Undefined where the address cannot be read. */
function placesIn(address: string): Place[] | undefined {
  if (!isAddress(address)) return undefined;
  const places: Place[] = [];
  const hosts = hostsOf(address);
  for (const one of hosts) {
    // As the driver takes it: without a host.
    const parsable = addressAtHost(address, one === '' ? 'localhost' : one);
    if (!URL.canParse(parsable)) return undefined;
    const { hostname, searchParams } = new URL(parsable);
    if (decoded(hostname) === undefined) return undefined;
    if (hosts.length > 1 && (one === '' || searchParams.has('host') || searchParams.has('port')))
      return undefined;
    const host = hostRead(addressAtHost(address, one));
    if (host === undefined) return undefined;
    places.push({
      namesLogin: searchParams.has('user') || searchParams.has('password'),
      isHere: host.startsWith('/') || isLoopback(host),
      hasTls:
        VERIFIED.has(searchParams.getAll('sslmode').at(-1) ?? '') && !searchParams.has('uselibpqcompat'),
    });
  }
  return places;
}
