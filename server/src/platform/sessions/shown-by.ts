import type { FastifyRequest } from 'fastify';
import { readDeviceKey } from '../device-cookie.ts';

/** The token of the request, from either header; never from the address. */
function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers['x-auth-token'];
  if (typeof header === 'string' && header !== '') return header;
  const bearer = /^Bearer ([\w-]+)$/i.exec(request.headers.authorization ?? '');
  return bearer?.[1];
}

/** What a request shows of who sends it: its token, and the id that its browser got with an earlier login. A session may need both. */
export const shownBy = (
  request: FastifyRequest,
): { token: string | undefined; deviceKey: string | undefined } => ({
  token: tokenOf(request),
  deviceKey: readDeviceKey(request.headers.cookie),
});
