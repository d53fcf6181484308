/** From where an API token is used: each call and each stream says so. */
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
