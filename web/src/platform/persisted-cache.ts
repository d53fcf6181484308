/**
 * What a user saw last, kept in this browser: profile with plans and newest lines, saved numbers, the first page of the transactions, and
 * the slips that were opened. The program begins with it, and without a network it is what there is to read. It goes with the session, and
 * nobody but its user gets to see it. Of what staff see, only what is their own is kept.
 */
import { isStaff } from '@jara/contract/is-staff.ts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { ownBuild } from './client-build.ts';
import { keys } from './queries.ts';
import type { SlipAnswer } from './queries.ts';
import { getSession, subscribeSession } from './session.ts';
import { listStored, readStored, writeStored } from './local-storage.ts';

interface Kept {
  userId: string;
  /** Another build may mean something else by the same fields. */
  build: string;
  key: readonly unknown[];
  /** When it came from the server, in milliseconds. */
  at: number;
  answer: unknown;
}

const prefix = 'kept:';
const mostSlips = 30;
const [slip] = keys.transaction('');
const plainKeys = [keys.profile, keys.contacts, keys.transactionList({})];

/** Hands the caches what was kept, as something to ask for again, and keeps from now on what comes in. */
export function keepWhatIsSeen(queryClient: QueryClient): void {
  for (const [root] of [...plainKeys, [slip]]) {
    // Without a network nothing can be asked for again, however long ago it was looked at.
    queryClient.setQueryDefaults([root], { gcTime: Number.POSITIVE_INFINITY });
  }
  bringBack(queryClient);
  queryClient.getQueryCache().subscribe(({ type, query, ...event }) => {
    if (type !== 'updated' || !('action' in event) || event.action.type !== 'success') return;
    if (isWorthKeeping(query)) keep(query);
  });
  let userId = currentUserId();
  subscribeSession(() => {
    if (currentUserId() !== userId) forget();
    userId = currentUserId();
  });
}

const currentUserId = (): string | undefined => getSession().signedIn?.user._id;

function bringBack(queryClient: QueryClient): void {
  const all = listStored(prefix).flatMap((name) => {
    const kept = readKept(name);
    return kept === undefined ? [] : [{ name, kept }];
  });
  const slips = all.filter(({ kept }) => kept.key[0] === slip).toSorted((a, b) => b.kept.at - a.kept.at);
  const tooMany = new Set(slips.slice(mostSlips));
  for (const one of all) {
    const { key, at, answer } = one.kept;
    if (tooMany.has(one)) writeStored(one.name, null);
    else {
      queryClient.setQueryData(key, answer, { updatedAt: at });
      void queryClient.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' });
    }
  }
}

/** What is not this user's, or cannot be read, is removed. */
function readKept(name: string): Kept | undefined {
  try {
    const kept = JSON.parse(readStored(name) ?? '') as Kept; // written by `keep`
    if (kept.userId === currentUserId() && kept.build === ownBuild) return kept;
  } catch {
    // Cut off by a full storage, or not ours.
  }
  writeStored(name, null);
  return undefined;
}

function isWorthKeeping({ queryKey, state }: Query): boolean {
  const { signedIn } = getSession();
  if (signedIn === null) return false;
  if (queryKey[0] === slip) {
    return (state.data as SlipAnswer).receipt.trans_UserName === signedIn.user.userName; // as `transactionQuery` asks it
  }
  const text = JSON.stringify(queryKey);
  const isOthers = queryKey[0] === keys.transactions[0] && isStaff(signedIn);
  return !isOthers && plainKeys.some((key) => JSON.stringify(key) === text);
}

function keep({ queryKey, state }: Query): void {
  const userId = currentUserId();
  if (userId === undefined) return;
  const kept: Kept = { userId, build: ownBuild, key: queryKey, at: state.dataUpdatedAt, answer: state.data };
  writeStored(prefix + JSON.stringify(queryKey), JSON.stringify(kept));
}

function forget(): void {
  for (const name of listStored(prefix)) writeStored(name, null);
}
