/**
 * Argon2 in threads of its own, one less than the machine has cores and of lower priority than the rest. A hash takes tens of milliseconds
 * of a core: a flood of logins must keep neither the event loop nor the threads that files, names and compression need. What waits is
 * bounded; beyond it the answer is `unavailable`. There is one pool in a process, and where several processes share the cores each has its
 * part of the threads and of the queue.
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Options } from '@node-rs/argon2';
import { MINUTE_MS } from '@jara/contract/time-units.ts';
import { Piscina } from 'piscina';
import { holdUp } from '../limits/hold-up.ts';
import { shareOf, type Siblings } from '../processes/siblings.ts';
import { refuse } from '../refuse.ts';

const RETRY_AFTER_SECONDS = 2;
/** Under the thread that answers, and under the database on the same machine. */
const NICE = 10;
const DEFAULT_QUEUE = 64;
/** Of the queue, for whoever is not signed in: a flood of logins leaves room for the PIN of a payment. */
const SHARE_OF_STRANGERS = 3 / 4;

/** Whose secret it is about. Somebody known was signed in before: they are limited by user. */
export type Asker = 'stranger' | 'known';

const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? 'hash-worker.js' : '../src/platform/hashing/hash-worker.js',
  import.meta.url,
);

let pool: Piscina | undefined;
let mostQueued = DEFAULT_QUEUE;
let sharedBy = 1;

const openPool = (): Piscina =>
  new Piscina({
    filename: fileURLToPath(workerFile),
    minThreads: 1,
    maxThreads: Math.max(1, Math.floor((availableParallelism() - 1) / sharedBy)),
    idleTimeout: MINUTE_MS,
    niceIncrement: NICE,
    // What this process was started with, a loader above all, is not for these threads.
    execArgv: [],
    env: {},
  });

/** How many hashes may wait for a thread, in all processes that share the cores of this machine. Before the first hash. */
export function limitHashQueue(most: number, processes: Pick<Siblings, 'count'> = { count: 1 }): void {
  mostQueued = shareOf(most, processes);
  sharedBy = processes.count;
}

const hasRoom = (asker: Asker): boolean => {
  const most = asker === 'known' ? mostQueued : Math.max(1, Math.floor(mostQueued * SHARE_OF_STRANGERS));
  return (pool?.queueSize ?? 0) < most;
};

interface Tasks {
  hash: { task: { text: string; options: Options }; result: string };
  isEasy: { task: { text: string; words: readonly string[] }; result: boolean };
  verify: { task: { hashed: string; text: string; options?: Options }; result: boolean };
}

/** Refuses with `unavailable` while as many wait as may, of strangers as may of those. */
export async function inHashPool<Name extends keyof Tasks>(
  name: Name,
  task: Tasks[Name]['task'],
  asker: Asker,
): Promise<Tasks[Name]['result']> {
  if (!hasRoom(asker)) {
    await holdUp();
    refuse('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  pool ??= openPool();
  // What the function of this name in hash-worker.js returns.
  return (await pool.run(task, { name })) as Tasks[Name]['result'];
}
