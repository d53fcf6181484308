import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Sessions } from '../session.ts';
import type { Principal } from './principal.ts';
import { watchToken } from './watch-token.ts';
import { shownBy } from './shown-by.ts';

/** What is in a file of staff is not for whoever is none any more, by whatever call it was asked for. */
const hasRightsOf =
  (before: Principal) =>
  (now: Principal): boolean =>
    now.isAdmin === before.isAdmin && now.isAgent === before.isAgent;

/** A long file is not read on by whoever is shut out while it comes: the connection breaks off, so that nobody takes it for whole. */
export function endWithAccess(stream: Readable, request: FastifyRequest, sessions: Sessions): void {
  const { principal } = request;
  const { token, deviceKey } = shownBy(request);
  if (principal === undefined || token === undefined) return;
  const unwatch = watchToken(
    { sessions, log: request.log },
    { token, deviceKey, userId: principal.userId, mayGoOn: hasRightsOf(principal) },
    () => {
      request.log.info('a file breaks off: the session that reads it has ended, or opens other things now');
      stream.destroy();
    },
  );
  stream.once('close', unwatch);
}
