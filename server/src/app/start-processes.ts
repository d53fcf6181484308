/**
 * Starts several processes that serve at one port, and keeps them there. Each is this program again, started as one of them. One that ends
 * is followed by another after a delay, which grows while they keep ending; the others serve meanwhile. What they tell each other passes
 * through here.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { MINUTE_MS, SECOND_MS } from '@jara/contract/time-units.ts';
import type { Log } from '../platform/log.ts';
import { within } from '../platform/ongoing.ts';
import { isForSiblings } from '../platform/processes/siblings.ts';

/** The words of the process that did not start stand above. */
export class NotServing extends Error {
  override name = 'NotServing';
}

/** A number from 1 on: this process is that one of several. */
export const NUMBER_OF_PROCESS = 'JARA_PROCESS';

const DELAY_MS = { least: SECOND_MS, most: 30 * SECOND_MS };
/** Whatever served for so long did not end because of its start. */
const LIVED_MS = MINUTE_MS;
/** Longer than a process lets its purchases take to end, and shorter than whoever stops the program waits for the database after it. */
const STOP_MS = 45 * SECOND_MS;

/** How long nobody takes the place of a process that ended. `lastMs` is the delay before it, 0 for the first one. */
export const delayAfter = (lastMs: number, livedMs: number): number =>
  livedMs >= LIVED_MS ? DELAY_MS.least : Math.min(Math.max(lastMs * 2, DELAY_MS.least), DELAY_MS.most);

export interface Processes {
  /** Lets all of them finish and waits for their end; what is not done by then is ended. */
  stop(): Promise<void>;
}

/** Resolves when all of them serve. Throws `NotServing`, with none of them left, when one ended before that. */
export async function startProcesses(count: number, env: NodeJS.ProcessEnv, log: Log): Promise<Processes> {
  const running = new Map<number, Worker>();
  const delays = new Set<NodeJS.Timeout>();
  let isSupervising = false;

  function start(number: number, lastDelayMs: number): Worker {
    const startedMs = performance.now();
    const worker = cluster.fork({ ...env, [NUMBER_OF_PROCESS]: String(number) });
    running.set(number, worker);
    worker.once('exit', (code: number | null, signal: string | null) => {
      running.delete(number);
      if (!isSupervising) return;
      const delayMs = delayAfter(lastDelayMs, performance.now() - startedMs);
      const of = { process: number, pid: worker.process.pid, code, signal, delayMs };
      // One that was asked to end has done so in peace.
      log[code === 0 ? 'warn' : 'error'](of, 'a process ended; another takes its place');
      const timer = setTimeout(() => {
        delays.delete(timer);
        start(number, delayMs);
      }, delayMs);
      delays.add(timer);
    });
    return worker;
  }

  async function stop(): Promise<void> {
    isSupervising = false;
    for (const timer of delays) clearTimeout(timer);
    const ending = [...running.values()];
    const ended = Promise.all(ending.map((worker) => once(worker, 'exit')));
    for (const worker of ending) worker.process.kill('SIGTERM');
    if ((await within(ended, STOP_MS, undefined)) !== undefined) return;
    log.error('not every process ended in time; what it had not finished is asked about at the next start');
    for (const worker of running.values()) worker.process.kill('SIGKILL');
    await ended;
  }

  passOn(running);
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const first = numbers.map((number) => untilServing(start(number, 0)));
  const areServing = (await Promise.all(first)).every(Boolean);
  if (!areServing || running.size < count) {
    await stop();
    throw new NotServing('Not every process began to serve, so none does.');
  }
  isSupervising = true;
  return { stop };
}

/** Gives false when it ended before. */
const untilServing = (worker: Worker): Promise<boolean> =>
  new Promise((resolve) => {
    worker.once('listening', () => resolve(true));
    worker.once('exit', () => resolve(false));
  });

/** Hands on what processes tell each other. Whoever does not read, since it hangs, hears nothing meanwhile, so that nothing piles up for it. */
function passOn(running: ReadonlyMap<number, Worker>): void {
  const full = new WeakSet<Worker>();
  cluster.on('message', (_sender, sent: unknown) => {
    if (!isForSiblings(sent)) return;
    for (const [number, worker] of running) {
      const isMeant = sent.to === undefined ? number !== sent.from : number === sent.to;
      if (!isMeant || full.has(worker) || !worker.isConnected()) continue;
      const hasRoom = worker.send(sent, () => full.delete(worker));
      if (!hasRoom) full.add(worker);
    }
  });
}
