import type { FastifyRequest } from 'fastify';
import type { TokenLookup } from '../limits/flood-limits.ts';
import type { Sessions } from '../session.ts';
import type { Principal } from './principal.ts';
import { shownBy } from './shown-by.ts';

/** Whom the token of a request stands for, to be looked up within the limits of its sender; undefined without a token. */
export function callerLookup(
  request: FastifyRequest,
  sessions: Pick<Sessions, 'lookup'>,
): TokenLookup<Principal> | undefined {
  const { token, deviceKey } = shownBy(request);
  if (token === undefined) return undefined;
  return { ...sessions.lookup(token, deviceKey), principalOf: (principal) => principal };
}
