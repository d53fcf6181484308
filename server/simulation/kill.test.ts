/**
 * Purchases under a server that is killed again and again, and under a database that is: whatever the moment, the sandbox's journal and
 * the books agree delivery by delivery, nobody paid twice, and nothing stays pending that the suppliers have decided.
 */
import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import type { JournalView } from '../../sandbox/src/control/views.ts';
import { expectBooksToBalance } from '../test/books.ts';
import { journalBreaks } from '../test/journal.ts';
import { openPool, type Pool } from '../src/platform/db.ts';
import { buyUntilAnswered, makeBuyer, type Answer, type Buyer, type Wish } from './buyers.ts';
import { startProcesses, type Processes } from './processes.ts';

// 0009 is processing for ever: the one outcome that no supplier ever decides.
const endings = ['0001', '0002', '0003', '0004', '0005', '0006', '0007', '0008', '0009', '0010', '0011'];
const BUYERS = 8;
const AT_ONCE = 16;

const settings = {
  PURCHASE_WAIT_MS: '700',
  PURCHASE_FIRST_CHECK_SECONDS: '1',
  PURCHASE_UNKNOWN_REFERENCE_QUIET_SECONDS: '3',
  GLAD_TIMEOUT_MS: '1500',
  ALARO_TIMEOUT_MS: '1500',
};
const timings = { processingMs: 2_000, slowMs: 1_000, reversalMs: 3_000 };

/** Numbers that can be repeated from the seed: which purchases meet which outcome. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

function wishesFrom(seed: number, count: number): Wish[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, index) => {
    const isOrdinary = random() < 0.75;
    const ending = isOrdinary ? '5555' : (endings[Math.floor(random() * endings.length)] ?? '5555');
    return {
      key: randomUUID(),
      network: random() < 0.5 ? 1 : 2,
      phone: `080${String(1_000 + index).padStart(4, '0')}${ending}`,
      amount: 100 + Math.floor(random() * 400),
    };
  });
}

/** Makes all wishes come true, some at once; `disturb` is called `times` on the way. */
async function buyAll(
  processes: Processes,
  buyers: readonly Buyer[],
  wishes: readonly Wish[],
  disturbance: { times: number; disturb: () => Promise<void> },
): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  const queue = wishes.map((wish, index) => ({ wish, buyer: buyers[index % buyers.length] }));
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (next.buyer === undefined) throw new Error('no buyers');
      answers.set(next.wish.key, await buyUntilAnswered(processes.url, next.buyer, next.wish));
    }
  };
  const nemesis = async (): Promise<void> => {
    for (let turn = 1; turn <= disturbance.times; turn += 1) {
      const due = (wishes.length * turn) / (disturbance.times + 1);
      while (answers.size < due) await new Promise((resolve) => setTimeout(resolve, 5));
      await disturbance.disturb();
    }
  };
  await Promise.all([...Array.from({ length: AT_ONCE }, worker), nemesis()]);
  return answers;
}

interface Open {
  recipient: string;
}

const openPurchases = (pool: Pool): Promise<Open[]> =>
  pool.rows<Open>(`select recipient from transactions where status = 'pending' and type = 'airtime'`);

const isUndecided = ({ recipient }: Open): boolean => recipient.endsWith('0009');

/** Waits until only what suppliers will never decide is open, and until reversals have been heard. */
async function converge(pool: Pool, processes: Processes): Promise<JournalView> {
  for (;;) {
    const journal = (await (await fetch(`${processes.sandboxUrl}/control/journal`)).json()) as JournalView;
    const open = (await openPurchases(pool)).filter((purchase) => !isUndecided(purchase));
    const breaks = await journalBreaks(pool, journal.deliveries);
    const waitsForReversal = journal.deliveries.some(
      ({ recipient, reversedAt }) => recipient.endsWith('0011') && reversedAt === undefined,
    );
    if (open.length === 0 && breaks.length === 0 && !waitsForReversal) return journal;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

let running: { processes: Processes; pool: Pool | null } | undefined;
afterEach(async () => {
  await running?.pool?.close();
  await running?.processes.stop();
  running = undefined;
});

/** Everything that must be true in the end. */
async function expectOneStory(wishes: readonly Wish[], answers: Map<string, Answer>): Promise<void> {
  if (running === undefined) throw new Error('nothing runs');
  const { processes } = running;
  const log = pino({ level: 'silent' });
  const pool = openPool({ url: processes.databaseUrl(), size: 2, role: null, log });
  running.pool = pool;
  const journal = await converge(pool, processes);
  expect(journal.deliveries.length).toBeGreaterThan(wishes.length / 2);
  expect(await journalBreaks(pool, journal.deliveries)).toEqual([]);
  await expectBooksToBalance(pool);

  const purchases = await pool.rows<{ key: string; id: bigint }>(
    'select key, transaction_id as id from idempotency_keys where key = any($1)',
    [wishes.map(({ key }) => key)],
  );
  const byKey = new Map(purchases.map(({ key, id }) => [key, String(id)]));
  // Every wish became one purchase, and it is the one that its buyer was told of.
  const told = wishes.map(({ key }) => ({ key, id: answers.get(key)?.transactionId }));
  expect(told).toEqual(wishes.map(({ key }) => ({ key, id: byKey.get(key) })));
  expect([...new Set([...answers.values()].map(({ status }) => status))].toSorted((a, b) => a - b)).toEqual([
    200, 202, 422,
  ]);
  const made = await pool.get<{ count: bigint }>(`select count(*) from transactions where type = 'airtime'`);
  expect(Number(made.count)).toBe(wishes.length);
}

const TIMEOUT_MS = 300_000;

describe('purchases', () => {
  it(
    'tell one story after ten kills of the server among a thousand of them',
    async () => {
      const processes = await startProcesses(settings, timings);
      running = { processes, pool: null };
      const buyers = await Promise.all(Array.from({ length: BUYERS }, (_, n) => makeBuyer(processes.url, n)));
      const wishes = wishesFrom(20_261_121, 1_000);
      const disturbance = { times: 10, disturb: () => processes.killServer() };
      await expectOneStory(wishes, await buyAll(processes, buyers, wishes, disturbance));
    },
    TIMEOUT_MS,
  );

  it(
    'tell one story after three kills of the database',
    async () => {
      const processes = await startProcesses(settings, timings);
      running = { processes, pool: null };
      const buyers = await Promise.all(Array.from({ length: BUYERS }, (_, n) => makeBuyer(processes.url, n)));
      const wishes = wishesFrom(7, 200);
      const disturbance = { times: 3, disturb: () => processes.killDatabase() };
      await expectOneStory(wishes, await buyAll(processes, buyers, wishes, disturbance));
    },
    TIMEOUT_MS,
  );
});
