/**
 * Which of the several hosts in an address a connection goes to. Guarantees that each new connection goes to a server that is the primary (or
 * may be written) at that moment, so that whatever connects after a failover finds the new one; and that a host which does not answer holds up
 * nobody for longer than `HOST_MS`. An address with one host leads there, unasked.
 */
import { Socket } from 'node:net';
import { SECOND_MS } from '@jara/contract/time-units.ts';
import { Client, DatabaseError } from 'pg';
import { addressAtHost, hostsOf, wantedServer, type WantedServer } from './address.ts';

/** Where the driver goes by an address with one host or none: what stands in its query wins, and PGHOST where it has none. */
export const hostByDriver = (address: string): string => new Client({ connectionString: address }).host;

const HOST_MS = 2 * SECOND_MS;

/** SQL that is true of what an address wants. */
const fits: Readonly<Record<WantedServer, string>> = {
  primary: 'not pg_is_in_recovery()',
  'read-write': `current_setting('transaction_read_only') = 'off'`,
};

/** Of addresses: the host that was found last. It is asked first, so that one that is dead costs only whoever comes first after its end. */
const lastFound = new Map<string, string>();

/** Login, name of the database: wrong at every host, or not known yet to a standby that is behind. */
const isOfLogin = (error: unknown): boolean =>
  error instanceof DatabaseError && /^(?:28|3D)/.test(error.code ?? '');

async function asksToFit(address: string, wanted: WantedServer): Promise<boolean> {
  const socket = new Socket();
  const client = new Client({
    connectionString: address,
    stream: () => socket,
    application_name: 'jara tool',
    connectionTimeoutMillis: HOST_MS,
    query_timeout: HOST_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ fits: boolean }>(`select ${fits[wanted]} as fits`);
    // The login may have no connection to spare for the next one.
    const silent = setTimeout(() => socket.destroy(), HOST_MS);
    await client.end().finally(() => clearTimeout(silent));
    return rows[0]?.fits === true;
  } finally {
    // Nobody waits for the end of what is silent.
    socket.destroy();
  }
}

/** The address with one host alone, as `Client` takes it. */
export async function findServer(address: string): Promise<string> {
  const hosts = hostsOf(address);
  if (hosts.length < 2) return address;
  const wanted = wantedServer(address);
  if (wanted === undefined)
    throw new Error('an address of several hosts does not say which server is wanted');
  const last = lastFound.get(address);
  const problems: string[] = [];
  const refusals: unknown[] = [];
  for (const host of last === undefined ? hosts : [last, ...hosts.filter((other) => other !== last)]) {
    const one = addressAtHost(address, host);
    try {
      if (await asksToFit(one, wanted)) {
        lastFound.set(address, host);
        return one;
      }
      problems.push(`${host} is none`);
    } catch (error) {
      if (isOfLogin(error)) refusals.push(error);
      problems.push(`${host}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  // A standby that does not know the login yet says nothing of a primary that is away: only all of them together say that it is wrong.
  if (refusals.length === hosts.length) throw refusals[0];
  throw new Error(`no host of the database is ${wanted}: ${problems.join('; ')}`);
}
