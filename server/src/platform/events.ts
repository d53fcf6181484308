/**
 * Tells signed-in people what changed, whichever process changed it. Changes are collected for a moment and told in one
 * notification, since a notification in every commit would make all commits of the database wait for each other.
 */
import type { TransactionEvent } from '@jara/contract/brand.ts';
import type { Pool } from './db.ts';
import type { Log } from './log.ts';

export interface Events {
  /** A line of this user changed. Cheap; never throws. */
  tell(userId: bigint, event: TransactionEvent): void;
  /** Calls back with each event of the user until the returned function is called. */
  follow(userId: bigint, heard: (event: TransactionEvent) => void): () => void;
  close(): Promise<void>;
}

const channel = 'user_events';
const COLLECT_MS = 40;
// PostgreSQL takes at most 8,000 bytes; an event is under 65.
const MOST_IN_ONE = 120;

type Told = [userId: string, id: string, status?: TransactionEvent['status']];

export async function createEvents(pool: Pool, log: Log): Promise<Events> {
  const followers = new Map<string, Set<(event: TransactionEvent) => void>>();
  let collected: Told[] = [];
  let timer: NodeJS.Timeout | null = null;

  function hear(payload: string): void {
    const told = JSON.parse(payload) as Told[]; // written by flush below
    for (const [userId, id, status] of told) {
      const event: TransactionEvent = { type: 'transaction', _id: id, ...(status && { status }) };
      for (const heard of followers.get(userId) ?? []) heard(event);
    }
  }
  await pool.listen(channel, hear, () => undefined);

  async function flush(): Promise<void> {
    timer = null;
    const told = collected;
    collected = [];
    for (let start = 0; start < told.length; start += MOST_IN_ONE) {
      await pool
        .run('select pg_notify($1, $2)', [channel, JSON.stringify(told.slice(start, start + MOST_IN_ONE))])
        .catch((error: unknown) =>
          log.warn({ err: error }, 'could not tell what changed; clients will see it when they ask'),
        );
    }
  }

  return {
    tell(userId, { _id: id, status }) {
      collected.push(status === undefined ? [String(userId), id] : [String(userId), id, status]);
      timer ??= setTimeout(() => void flush(), COLLECT_MS);
    },
    follow(userId, heard) {
      const key = String(userId);
      const set = followers.get(key) ?? new Set();
      followers.set(key, set.add(heard));
      return () => {
        set.delete(heard);
        if (set.size === 0) followers.delete(key);
      };
    },
    async close() {
      if (timer !== null) clearTimeout(timer);
      await flush();
    },
  };
}
