/** What calls and streams say of the tokens that come with them: from where an API token is used, and that a session is not where it was opened. */
import type { FastifyRequest } from 'fastify';
import type { Principal } from './principal.ts';

export interface TokenUse {
  tokenId: bigint;
  userId: bigint;
  /** Of the request. */
  id: string;
  ip: string;
  userAgent: string | undefined;
}

export type NoteUse = (use: TokenUse) => void;

/** Of a session nothing is noted here. */
export function noteTokenUse(
  noteUse: NoteUse,
  { token, userId }: Principal,
  { id, ip, headers }: FastifyRequest,
): void {
  if (token !== null) noteUse({ tokenId: token.id, userId, id, ip, userAgent: headers['user-agent'] });
}

/** The token of a session that lives, without the cookie of the browser that opened it. */
export interface SessionElsewhere {
  userId: bigint;
  tokenHash: Buffer;
  /** Of the request. */
  id: string;
  ip: string;
  userAgent: string | undefined;
}

export type NoteElsewhere = (shown: SessionElsewhere) => void;

export const elsewhereIn =
  (noteElsewhere: NoteElsewhere, { id, ip, headers }: FastifyRequest) =>
  ({ userId, tokenHash }: Principal): void =>
    noteElsewhere({ userId, tokenHash, id, ip, userAgent: headers['user-agent'] });

/** Written beside the request: nothing waits for it. */
export interface TokenNotes {
  noteUse: NoteUse;
  noteElsewhere: NoteElsewhere;
}
