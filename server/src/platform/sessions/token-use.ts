/** What calls and streams say of the tokens that come with them: from where an API token is used, and that a session is not where it was opened. */
import type { Scope } from '@jara/contract/scopes.ts';
import type { FastifyRequest } from 'fastify';
import type { Principal } from './principal.ts';
import { refuseBeyondTerms } from './token-terms.ts';

/** Whose token it is, and the request in which it was shown. */
interface Shown {
  userId: bigint;
  /** Of the request. */
  id: string;
  ip: string;
  userAgent: string | undefined;
}

export interface TokenUse extends Shown {
  tokenId: bigint;
}

export type NoteUse = (use: TokenUse) => void;

/** From an address that is not on the list of the token. */
export interface RefusedUse extends TokenUse {
  /** Its refusal is put on record by whoever refuses it, as those of calls are. */
  isOnRecord: boolean;
}

export type NoteRefusedUse = (use: RefusedUse) => void;

const shownIn = ({ id, ip, headers }: FastifyRequest, userId: bigint): Shown => ({
  userId,
  id,
  ip,
  userAgent: headers['user-agent'],
});

/** Of a session nothing is noted here. */
export function noteTokenUse(noteUse: NoteUse, { token, userId }: Principal, request: FastifyRequest): void {
  if (token !== null) noteUse({ tokenId: token.id, ...shownIn(request, userId) });
}

/** Refuses what the token of this principal may not do, and notes where it was refused for its address. Of a session nothing is refused here. */
export function refuseTokenBeyond(
  { token, userId }: Principal,
  scope: Scope,
  request: FastifyRequest,
  { noteRefusedUse, isOnRecord }: Pick<TokenNotes, 'noteRefusedUse'> & { isOnRecord: boolean },
): void {
  if (token === null) return;
  const elsewhere = (): void =>
    noteRefusedUse({ tokenId: token.id, ...shownIn(request, userId), isOnRecord });
  refuseBeyondTerms(token, scope, { ip: request.ip, elsewhere });
}

/** The token of a session that lives, without the cookie of the browser that opened it. */
export interface SessionElsewhere extends Shown {
  tokenHash: Buffer;
}

export type NoteElsewhere = (shown: SessionElsewhere) => void;

export const elsewhereIn =
  (noteElsewhere: NoteElsewhere, request: FastifyRequest) =>
  ({ userId, tokenHash }: Principal): void =>
    noteElsewhere({ tokenHash, ...shownIn(request, userId) });

/** Written beside the request: nothing waits for it. */
export interface TokenNotes {
  noteUse: NoteUse;
  noteRefusedUse: NoteRefusedUse;
  noteElsewhere: NoteElsewhere;
}
