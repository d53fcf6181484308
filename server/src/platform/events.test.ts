import type { UserEvent } from '@jara/contract/brand.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { silent, useTestPool } from '../../test/pool.ts';
import { openPool, type Pool } from './db.ts';
import { createEvents, type Events } from './events.ts';

const db = useTestPool(4);

/** Two processes over one database. */
let otherPool: Pool;
let here: Events;
let there: Events;

/** What transactions are called; of one of them nobody can say. */
const findReferences = async (ids: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> => {
  if (ids.includes(13n)) throw new Error('the database is away');
  return new Map(ids.includes(77n) ? [[77n, 'order-77']] : []);
};

beforeAll(async () => {
  otherPool = openPool({ url: db.url, size: 2, role: 'jara_app', log: silent });
  here = await createEvents(db.pool, silent, findReferences);
  there = await createEvents(otherPool, silent, findReferences);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await otherPool.close();
});

function collect(events: Events, userId: bigint): { received: string[]; stop: () => void } {
  const received: string[] = [];
  const handle = (event: UserEvent) => received.push(event.type === 'transaction' ? event._id : event.name);
  return { received, stop: events.follow(userId, handle) };
}

const publish = (events: Events, userId: bigint, id: number) =>
  events.publish(userId, { type: 'transaction', _id: String(id) });

describe('events', () => {
  it('reach all who follow the user, in every process, and nobody else', async () => {
    const ada = [collect(here, 1n), collect(here, 1n), collect(there, 1n)];
    const bayo = collect(there, 2n);
    publish(here, 1n, 10);
    publish(there, 1n, 11);
    publish(there, 2n, 12);
    for (const { received } of ada)
      await vi.waitFor(() => expect(received.toSorted()).toEqual(['10', '11']), 5_000);
    await vi.waitFor(() => expect(bayo.received).toEqual(['12']), 5_000);
    for (const { stop } of [...ada, bayo]) stop();
  });

  it('come whole and in order, however many there are', async () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => index);
    const { received, stop } = collect(there, 9_000_000_000_000_001n);
    for (const id of ids) publish(here, 9_000_000_000_000_001n, id + 9_000_000_000_000_000);
    await vi.waitFor(() => expect(received).toHaveLength(1_000), 5_000);
    expect(received).toEqual(ids.map((id) => String(id + 9_000_000_000_000_000)));
    stop();
  });

  it('tell of services too, as many as transactions', async () => {
    const { received, stop } = collect(there, 6n);
    for (let count = 0; count < 300; count += 1) {
      here.publish(6n, { type: 'service', name: 'Port Harcourt electricity' });
    }
    await vi.waitFor(() => expect(received).toHaveLength(300), 5_000);
    expect(new Set(received)).toEqual(new Set(['Port Harcourt electricity']));
    stop();
  });

  it('are not heard any more by who has stopped', async () => {
    const gone = collect(here, 3n);
    const staying = collect(here, 3n);
    gone.stop();
    gone.stop();
    publish(there, 3n, 1);
    await vi.waitFor(() => expect(staying.received).toEqual(['1']), 5_000);
    expect(gone.received).toEqual([]);
    staying.stop();
  });

  it('are heard again after the connection was lost', async () => {
    const { received, stop } = collect(here, 4n);
    await db.owner.run(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen user_events'`,
    );
    let id = 0;
    await vi.waitFor(() => {
      publish(there, 4n, (id += 1));
      expect(received.length).toBeGreaterThan(0);
    }, 5_000);
    stop();
  });

  it('say what their maker calls a transaction, and may be lost where that cannot be looked up', async () => {
    const received: UserEvent[] = [];
    let missed = 0;
    const stop = there.follow(
      7n,
      (event) => received.push(event),
      () => (missed += 1),
    );
    for (const id of [76, 77]) publish(here, 7n, id);
    await vi.waitFor(() => expect(received).toHaveLength(2), 5_000);
    expect(received).toEqual([
      { type: 'transaction', _id: '76' },
      { type: 'transaction', _id: '77', clientReference: 'order-77' },
    ]);
    publish(here, 7n, 13);
    await vi.waitFor(() => expect(missed).toBe(1), 5_000);
    publish(here, 7n, 77);
    await vi.waitFor(() => expect(received).toHaveLength(3), 5_000);
    stop();
  });

  it('that were collected are told before the end', async () => {
    const { received, stop } = collect(here, 5n);
    const ending = await createEvents(otherPool, silent, findReferences);
    publish(ending, 5n, 1);
    await ending.close();
    await vi.waitFor(() => expect(received).toEqual(['1']), 5_000);
    stop();
  });
});
