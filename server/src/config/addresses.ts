/** What leaves this machine, and whether strangers on the way could read it. */
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

/** Of the database. The text is not repeated: it holds a password. */
export function refuseUnsafeDatabase(name: string, address: string, { live, complain }: Start): void {
  // As the driver takes it: without a host.
  const parsable = address.replace('@/', '@localhost/');
  if (!URL.canParse(parsable)) {
    complain(
      `${name} must look like postgresql://user:password@host:port/database, with one host: where there are several servers, ` +
        'that of the proxy or the address before them',
    );
    return;
  }
  const { hostname, searchParams } = new URL(parsable);
  // What stands in the query wins, and of two the last.
  const host = searchParams.getAll('host').at(-1) ?? decodeURIComponent(hostname);
  const isHere = host === '' || host.startsWith('/') || isLoopback(host);
  const hasTls =
    VERIFIED.has(searchParams.getAll('sslmode').at(-1) ?? '') && !searchParams.has('uselibpqcompat');
  if (live && !isHere && !hasTls)
    complain(`${name} leads to another machine without TLS: add ?sslmode=verify-full to it`);
}
