/**
 * What API tokens may do, beside the table of roles: a token calls what its user may by a token (`permissions`), and of that only what one of
 * its scopes allows.
 */
import type { CallName } from './paths.ts';

export const scopes = ['read', 'buy', 'send', 'withdraw'] as const;
export type Scope = (typeof scopes)[number];

/** What a token may do that nobody chose the scopes of. */
export const usualScopes: readonly Scope[] = ['read', 'buy'];

export const scopeWords: Record<Scope, string> = {
  read: 'read',
  buy: 'buy',
  send: 'send money to other users',
  withdraw: 'withdraw to banks',
};

/** Also those that only look, where they tell something of other people or of their accounts. */
const guarded: Partial<Record<CallName, Scope>> = {
  validateUser: 'send',
  transferFund: 'send',
  validateBankAccount: 'withdraw',
  withdraw: 'withdraw',
};

/** Which scope a call takes that an API token may make: what is no row here reads by GET, and else buys or brings money in. */
export const scopeOf = (name: CallName, method: string): Scope =>
  guarded[name] ?? (method === 'GET' ? 'read' : 'buy');
