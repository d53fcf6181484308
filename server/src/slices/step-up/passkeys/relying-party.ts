/**
 * The name under which passkeys know this shop, from the setting `PUBLIC_URL` alone. A passkey belongs to a host name for good, and browsers know
 * none for an address that is a number; but whoever listens on this machine is also reached as localhost.
 */

export interface RelyingParty {
  id: string;
  /** The one address whose pages may ask for a passkey. */
  origin: string;
}

/** Undefined where no browser makes passkeys. */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const url = new URL(publicUrl);
  if (url.hostname === '127.0.0.1' || url.hostname === '[::1]') url.hostname = 'localhost';
  // A URL writes every form of an IPv4 address as four numbers.
  const isNumber = /^[\d.]+$|^\[/.test(url.hostname);
  return isNumber ? undefined : { id: url.hostname, origin: url.origin };
}
