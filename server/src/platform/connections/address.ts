/**
 * The parts of an address of PostgreSQL that the program puts together anew. `URL` does not read those with several hosts:
 * `postgresql://user:password@one:5432,two:5432/database`.
 */

const FORM = /^(?<scheme>postgres(?:ql)?:\/\/)(?:(?<login>[^/?#]*)@)?(?<hosts>[^@/?#]*)(?<rest>[/?#].*)?$/;

interface Parts {
  scheme: string;
  /** `user:password`, encoded as in an address; empty for none. */
  login: string;
  hosts: string;
  rest: string;
}

/** A part of an address as it is meant; undefined where what stands in it is no code for a character. */
export function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Undefined for what is no address. The text is in no message: it holds a password. */
function partsOf(address: string): Parts | undefined {
  const found = FORM.exec(address)?.groups;
  if (found === undefined) return undefined;
  const { scheme = '', login = '', hosts = '', rest = '' } = found;
  if (decoded(login) === undefined) return undefined;
  return { scheme, login, hosts, rest };
}

export const isAddress = (text: string): boolean => partsOf(text) !== undefined;

function partsOfRead(address: string): Parts {
  const parts = partsOf(address);
  if (parts === undefined) throw new Error('an address of the database cannot be read');
  return parts;
}

const textOf = ({ scheme, login, hosts, rest }: Parts): string =>
  `${scheme}${login === '' ? '' : `${login}@`}${hosts}${rest}`;

/** The same place, by another login. */
export const addressOfLogin = (address: string, { user, password }: { user: string; password: string }) =>
  textOf({
    ...partsOfRead(address),
    login: `${encodeURIComponent(user)}:${encodeURIComponent(password)}`,
  });

/** The same place, by the login of `other`. */
export const addressOfLoginIn = (address: string, other: string): string =>
  textOf({ ...partsOfRead(address), login: partsOfRead(other).login });

/** The address itself where it names a login or one of both cannot be read, else that place by the login of `other`. */
export const addressWithLogin = (address: string, other: string): string =>
  partsOf(address)?.login === '' && isAddress(other) ? addressOfLoginIn(address, other) : address;

export const userOf = (address: string): string =>
  decodeURIComponent(partsOfRead(address).login.split(':')[0] ?? '');

/** Each with its port, as they stand in the address; one that is empty for none. */
export const hostsOf = (address: string): string[] => partsOfRead(address).hosts.split(',');

export const addressAtHost = (address: string, host: string): string =>
  textOf({ ...partsOfRead(address), hosts: host });

const wantedServers = ['primary', 'read-write'] as const;
export type WantedServer = (typeof wantedServers)[number];

/** What libpq calls `target_session_attrs`, as far as the program has a use for it; undefined for anything else. */
export function wantedServer(address: string): WantedServer | undefined {
  const query = partsOfRead(address).rest.split('?')[1] ?? '';
  const wanted = new URLSearchParams(query).getAll('target_session_attrs').at(-1);
  return wantedServers.find((one) => one === wanted);
}
