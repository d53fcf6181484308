import { normalizeIP } from '@fastify/rate-limit';

/** Who counts as one sender: an address, or the network of one, since whoever has an IPv6 address has all the others of its /64. */
export const networkOf = (ip: string): string => (ip.includes(':') ? normalizeIP(ip) : ip);

/** The first half of an address: tells towns and networks apart, not people. */
export function prefixOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/, '');
  return plain.includes(':')
    ? `${plain.split(':').slice(0, 3).join(':')}:x`
    : `${plain.split('.').slice(0, 2).join('.')}.x.x`;
}
