/**
 * Who is signed in: the token, the user and the last known balance, kept in local storage and shared by all tabs.
 * The balance with the highest version wins, so an answer that was overtaken on the way never shows old money.
 * A session that was not used for so long that the server has ended it ends here as well, also without a network.
 */
import { useSyncExternalStore } from 'react';
import type { Profile, SignedIn, User } from '@jara/contract/calls/accounts.ts';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { MINUTE_MS } from '@jara/contract/time-units.ts';
import { readLocal, writeLocal } from './local-storage.ts';
import { readTab, writeTab } from './tab-storage.ts';
import { putOnTerms } from './terms.ts';

export interface SignedInUser {
  user: User;
  isAdmin: boolean;
  isAgent: boolean;
  isCouponVendor: boolean;
  /** How long the session lives without use. */
  sessionIdleMinutes: number;
  /** When the balance was read, in milliseconds; null when it is not known. */
  balanceAt: number | null;
}

export interface Session {
  token: string | null;
  signedIn: SignedInUser | null;
}

const tokenKey = 'token';
const userKey = 'user';
/** Of the tab: whose session ended by itself. */
const expiredKey = 'expired-session';
/** When the server last answered this session, in milliseconds. */
const usedKey = 'usedAt';

let usedAt = 0;
let session: Session = readSession();
/** When a receipt last set the balance, and how many did since the version was received: who was asked later knows of them. */
let receiptAt = 0;
let receiptsSince = 0;
const listeners = new Set<() => void>();

export function readToken(): string | null {
  return session.token;
}

export function getSession(): Session {
  return session;
}

export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, getSession);
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** After log in and registration. */
export function startSession(reply: SignedIn): void {
  receiptsSince = 0;
  writeTab(expiredKey, undefined);
  change({ token: reply.token, signedIn: signedInOf(reply, reply.user) });
  usedAt = 0;
  noteUse();
}

/** The server gave the session another token. */
export function renewToken(token: string): void {
  if (session.token !== null) change({ ...session, token });
}

/** Whether the session still has this token; another tab may have been given the next one. */
function hasToken(token: string | null): boolean {
  const saved = readLocal(tokenKey);
  if (saved !== null && session.token !== null && saved !== session.token) {
    session = readSession();
    notify();
  }
  return session.token === token;
}

/** Until each request that changes something is answered: the answer may bring another token, and the server takes that from before. */
let changes: Promise<unknown> | undefined;

export function noteChange(answer: Promise<unknown>): void {
  changes = Promise.allSettled([changes, answer]);
}

/** Whether a session that the server does not know by this token is over: it may have another one, once what is on its way is answered. */
export async function isEnded(token: string | null): Promise<boolean> {
  await changes;
  return hasToken(token);
}

/** The server has answered: the session's time begins anew. Written once a minute at most. */
export function noteUse(): void {
  const nowMs = Date.now();
  if (session.token === null || nowMs - usedAt < MINUTE_MS) return;
  usedAt = nowMs;
  writeLocal(usedKey, String(nowMs));
}

/** The server knows the session no more, or its time is over: who was signed out without wanting it is told so by the login. */
export function expireSession(): void {
  if (session.token !== null) writeTab(expiredKey, session.signedIn?.user._id ?? '');
  endSession();
}

/** The user whose session ended by itself in this tab, until somebody logs in. */
export function expiredUserId(): string | undefined {
  const userId = readTab(expiredKey);
  return typeof userId === 'string' ? userId : undefined;
}

/** Sign out: token and user are forgotten. */
export function endSession(): void {
  if (session.token !== null || session.signedIn !== null) change({ token: null, signedIn: null });
}

/** Takes over a fresh profile. `askedAt` is `Date.now()` from before the request. */
export function adoptProfile(profile: Profile, askedAt: number): void {
  if (session.token === null) return;
  putOnTerms(profile.terms);
  const known = session.signedIn;
  const isSameUser = known?.user._id === profile.user._id;
  if (known === null || !isSameUser || isNewer(profile.user, known, askedAt)) {
    receiptsSince = 0;
    change({ ...session, signedIn: signedInOf(profile, profile.user) });
    return;
  }
  const { balance, balanceVersion } = known.user;
  change({
    ...session,
    signedIn: {
      ...signedInOf(profile, { ...profile.user, balance, balanceVersion }),
      balanceAt: known.balanceAt,
    },
  });
}

/**
 * After a purchase the balance is the receipt's, until a fresh profile says more. True when the receipt begins where the known balance
 * ends, so that nothing else has moved the money in between.
 */
export function adoptReceiptBalance({
  balance_Before: before,
  balance_After: after,
}: Pick<Receipt, 'balance_Before' | 'balance_After'>): boolean {
  const known = session.signedIn;
  if (known === null || after === null) return false;
  const follows = known.balanceAt !== null && known.user.balance === before;
  receiptAt = Date.now();
  receiptsSince += 1;
  change({
    ...session,
    signedIn: { ...known, user: { ...known.user, balance: after }, balanceAt: receiptAt },
  });
  return follows;
}

function isNewer(fresh: User, { user: known, balanceAt }: SignedInUser, askedAt: number): boolean {
  // Another tab may have received what `balanceAt` tells of.
  if (askedAt >= Math.max(receiptAt, balanceAt ?? 0)) return fresh.balanceVersion >= known.balanceVersion;
  // Asked before the receipts came: it may lack them.
  return fresh.balanceVersion > known.balanceVersion + receiptsSince;
}

function signedInOf(profile: Omit<SignedInUser, 'user' | 'balanceAt'>, user: User): SignedInUser {
  const { isAdmin, isAgent, isCouponVendor, sessionIdleMinutes } = profile;
  return { user, isAdmin, isAgent, isCouponVendor, sessionIdleMinutes, balanceAt: Date.now() };
}

function change(next: Session): void {
  session = next;
  writeLocal(tokenKey, next.token);
  writeLocal(userKey, next.signedIn === null ? null : JSON.stringify(next.signedIn));
  if (next.token === null) writeLocal(usedKey, null);
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

function readSession(): Session {
  const token = readLocal(tokenKey);
  const signedIn = parseUser(readLocal(userKey));
  if (token !== null && !isOver(signedIn)) return { token, signedIn };
  if (token !== null) writeTab(expiredKey, signedIn?.user._id ?? '');
  for (const key of [tokenKey, userKey, usedKey]) writeLocal(key, null);
  return { token: null, signedIn: null };
}

/** Not known of what an earlier build wrote: the server says so at the first answer. */
function isOver(signedIn: SignedInUser | null): boolean {
  const lastMs = Number(readLocal(usedKey));
  const idleMs = Number(signedIn?.sessionIdleMinutes) * MINUTE_MS;
  return lastMs > 0 && Date.now() - lastMs > idleMs;
}

/** For a page that was left open: it is looked at again, and its session is over. */
export function endWithTime(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && session.token !== null && isOver(session.signedIn))
      expireSession();
  });
}

function parseUser(text: string | null): SignedInUser | null {
  if (text === null) return null;
  try {
    const value = JSON.parse(text) as SignedInUser; // written by `change` above
    return typeof value.user.userName === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** Follows the other tabs of this browser: signing out in one signs out of all. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== tokenKey && event.key !== userKey && event.key !== null) return;
    session = readSession();
    notify();
  });
}
