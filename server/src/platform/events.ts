/**
 * Publishes to signed-in users what changed, whichever process changed it. Changes are collected for a moment and published in one
 * notification, since a notification in every commit would make all commits of the database wait for each other.
 */
import type { TransactionEvent, UserEvent } from '@jara/contract/brand.ts';
import type { Pool } from './db.ts';
import type { Log } from './log.ts';

export interface Events {
  /** A transaction of this user changed, or what the user waits for is back. Cheap; never throws. */
  publish(userId: bigint, event: UserEvent): void;
  /** Calls `received` with each event of the user, and `missed` when some may have been lost, until the returned function is called. */
  follow(userId: bigint, received: Follower['received'], missed?: Follower['missed']): () => void;
  close(): Promise<void>;
}

/** What the makers of these transactions call them, by their ids; those without a name are left out. */
export type FindReferences = (ids: readonly bigint[]) => Promise<ReadonlyMap<bigint, string>>;

interface Follower {
  received: (event: UserEvent) => void;
  missed: () => void;
}

const channel = 'user_events';
const COLLECT_MS = 40;
// PostgreSQL takes at most 8,000 bytes; an event is under 65.
const MOST_IN_ONE = 120;

/** The id of the transaction, or the name of the service. */
type Published = [userId: string, about: string | { service: string }, status?: TransactionEvent['status']];

const publishedOf = (userId: bigint, event: UserEvent): Published => {
  if (event.type === 'service') return [String(userId), { service: event.name }];
  const { _id: id, status } = event;
  return status === undefined ? [String(userId), id] : [String(userId), id, status];
};

const eventOf = ([, about, status]: Published): UserEvent =>
  typeof about === 'string'
    ? { type: 'transaction', _id: about, ...(status && { status }) }
    : { type: 'service', name: about.service };

function named(event: UserEvent, references: ReadonlyMap<bigint, string> | undefined): UserEvent {
  if (event.type === 'service') return event;
  const clientReference = references?.get(BigInt(event._id));
  return clientReference === undefined ? event : { ...event, clientReference };
}

export async function createEvents(pool: Pool, log: Log, findReferences: FindReferences): Promise<Events> {
  const followers = new Map<string, Set<Follower>>();
  let collected: Published[] = [];
  let timer: NodeJS.Timeout | null = null;

  /** What came before has been received. */
  let before = Promise.resolve();
  function publishHere(payload: string): void {
    const published = JSON.parse(payload) as Published[]; // written by flush below
    const followed = published
      .filter(([userId]) => followers.has(userId))
      .map((one) => [one[0], eventOf(one)] as const);
    if (followed.length === 0) return;
    before = before.then(() => receive(followed));
  }
  /** Only what somebody follows is looked up, whole notifications at a time, and in their order. */
  async function receive(followed: readonly (readonly [userId: string, event: UserEvent])[]): Promise<void> {
    const ids = followed.flatMap(([, event]) => (event.type === 'transaction' ? [BigInt(event._id)] : []));
    try {
      const references = ids.length === 0 ? undefined : await findReferences(ids);
      for (const [userId, event] of followed) {
        for (const follower of followers.get(userId) ?? []) follower.received(named(event, references));
      }
    } catch (error) {
      log.warn({ err: error }, 'could not look up what changed; clients will see it when they ask');
      missedHere();
    }
  }
  function missedHere(): void {
    for (const follower of [...followers.values()].flatMap((ofUser) => [...ofUser])) follower.missed();
  }
  await pool.listeners.listen({ channel, received: publishHere, missed: missedHere });

  async function flush(): Promise<void> {
    timer = null;
    const published = collected;
    collected = [];
    for (let start = 0; start < published.length; start += MOST_IN_ONE) {
      await pool
        .run('select pg_notify($1, $2)', [
          channel,
          JSON.stringify(published.slice(start, start + MOST_IN_ONE)),
        ])
        .catch((error: unknown) =>
          log.warn({ err: error }, 'could not tell what changed; clients will see it when they ask'),
        );
    }
  }

  return {
    publish(userId, event) {
      collected.push(publishedOf(userId, event));
      timer ??= setTimeout(() => void flush(), COLLECT_MS);
    },
    follow(userId, received, missed = () => undefined) {
      const key = String(userId);
      const follower = { received, missed };
      const ofUser = followers.get(key) ?? new Set();
      followers.set(key, ofUser.add(follower));
      return () => {
        ofUser.delete(follower);
        if (ofUser.size === 0) followers.delete(key);
      };
    },
    async close() {
      if (timer !== null) clearTimeout(timer);
      await flush();
    },
  };
}
