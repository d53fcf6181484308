import type { FastifyRequest } from 'fastify';
import type { Sessions } from '../session.ts';
import type { Found, Lookup } from './find-token.ts';
import { shownBy } from './shown-by.ts';
import { elsewhereIn, type NoteElsewhere } from './token-use.ts';

/** Whom the token of a request stands for, to be looked up within the limits of its sender; undefined without a token. */
export function callerLookup(
  request: FastifyRequest,
  { sessions, noteElsewhere }: { sessions: Pick<Sessions, 'lookup'>; noteElsewhere: NoteElsewhere },
): Lookup<Found> | undefined {
  const { token, deviceKey } = shownBy(request);
  return token === undefined
    ? undefined
    : sessions.lookup(token, deviceKey, elsewhereIn(noteElsewhere, request));
}
