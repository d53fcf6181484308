/**
 * What a user saw last, kept in this browser: profile with plans and newest transactions, saved numbers, the first page of the
 * transactions, and the receipts that were opened. The program begins with it, and without a network it is what there is to read. It goes
 * with the session, and nobody but its user gets to see it. Of what staff see, only what is their own is kept.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import { experimental_createQueryPersister as createQueryPersister } from '@tanstack/react-query-persist-client';
import { isStaff } from '@jara/contract/is-staff.ts';
import { DAY_MS } from '@jara/contract/time-units.ts';
import { ownBuild } from './client-build.ts';
import { listLocal, ownPrefix, readLocal, writeLocal } from './local-storage.ts';
import { keys, type ReceiptAnswer } from './queries.ts';
import { getSession, subscribeSession } from './session.ts';

const prefix = 'persisted';
/** What is older says too little about an account to be shown as its own. */
const maxAge = 90 * DAY_MS;
const mostReceipts = 30;
const receiptKey = keys.transaction('').slice(0, 1);
const plainKeys = [keys.profile, keys.contacts, keys.transactionList({})];

/** Hands the cache what was kept, as something to ask for again, and keeps from then on what comes in. */
export async function persistWhatIsSeen(queryClient: QueryClient): Promise<void> {
  for (const [root] of [...plainKeys, receiptKey]) {
    // Without a network nothing can be asked for again, however long ago it was looked at.
    queryClient.setQueryDefaults([root], { gcTime: Number.POSITIVE_INFINITY });
  }
  let userId = currentUserId();
  let persister = persisterOf(userId);
  // The session ended while nothing was open.
  if (userId === undefined) forgetAll();
  await restore(queryClient, persister);
  queryClient.getQueryCache().subscribe(({ type, query, ...event }) => {
    if (type !== 'updated' || !('action' in event) || event.action.type !== 'success') return;
    if (isWorthKeeping(query)) void persister.persistQuery(query);
  });
  subscribeSession(() => {
    if (currentUserId() === userId) return;
    forgetAll();
    userId = currentUserId();
    persister = persisterOf(userId);
  });
}

const currentUserId = (): string | undefined => getSession().signedIn?.user._id;

/** One entry for each query. What another person or another build wrote, and what cannot be read, is removed when it is met. */
function persisterOf(userId: string | undefined) {
  return createQueryPersister({
    prefix,
    maxAge,
    buster: JSON.stringify([userId, ownBuild]),
    storage: {
      getItem: readLocal,
      // A moment after the answer came: by then somebody else may be signed in, or nobody.
      setItem: (name, text) => {
        if (userId !== undefined && userId === currentUserId()) writeLocal(name, text);
      },
      removeItem: (name) => writeLocal(name, null),
      entries: () => listLocal(`${prefix}-`).map((name) => [name, readLocal(name) ?? '']),
    },
  });
}

async function restore(queryClient: QueryClient, persister: ReturnType<typeof persisterOf>): Promise<void> {
  await persister.restoreQueries(queryClient);
  const cache = queryClient.getQueryCache();
  const receipts = cache
    .findAll({ queryKey: receiptKey })
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  for (const query of receipts.slice(mostReceipts)) {
    cache.remove(query);
    await persister.removeQueries({ queryKey: query.queryKey, exact: true });
  }
  await queryClient.invalidateQueries({ refetchType: 'none' });
}

function isWorthKeeping({ queryKey, state }: Query): boolean {
  const { signedIn } = getSession();
  if (signedIn === null) return false;
  if (queryKey[0] === receiptKey[0]) {
    return (state.data as ReceiptAnswer).receipt.trans_UserName === signedIn.user.userName; // as `transactionQuery` asks it
  }
  const text = JSON.stringify(queryKey);
  const isOthers = queryKey[0] === keys.transactions[0] && isStaff(signedIn);
  return !isOthers && plainKeys.some((key) => JSON.stringify(key) === text);
}

/** At once: what is written next is another person's. */
function forgetAll(): void {
  for (const name of [...listLocal(`${prefix}-`), ...listLocal(ownPrefix)]) writeLocal(name, null);
}
