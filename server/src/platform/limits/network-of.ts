import { normalizeIP } from '@fastify/rate-limit';

/** Who counts as one sender: an address, or the network of one, since whoever has an IPv6 address has all the others of its /64. */
export const networkOf = (ip: string): string => normalizeIP(ip);
