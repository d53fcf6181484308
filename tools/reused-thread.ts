/**
 * One thread of vitest for many runs: it has read the code already, and each run gives it another change to make active. Reading the code
 * takes longer than most tests do. It starts anew now and then, and whenever vitest ends it by force.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ThreadsPoolWorker, type PoolRunnerInitializer, type PoolWorker } from 'vitest/node';

type Options = Parameters<PoolRunnerInitializer['createPoolWorker']>[0];

const RUNS_OF_A_THREAD = 40;

/** What tests share is read again for each run, so that the numbers and meters that it draws begin anew. */
const helpers = [
  'server/test',
  'server/src/slices/push/testing',
  'server/src/slices/withdrawals/testing',
].flatMap((folder) => readdirSync(folder).map((name) => path.resolve(folder, name)));

let reused: { thread: ThreadsPoolWorker; runs: number } | undefined;

class ReusedThread implements PoolWorker {
  readonly name = 'reused-thread';
  private readonly own: { thread: ThreadsPoolWorker; runs: number };
  private readonly listeners: [string, (arg: unknown) => void][] = [];
  private isAskedToStop = false;

  constructor(options: Options) {
    reused ??= { thread: new ThreadsPoolWorker(options), runs: 0 };
    this.own = reused;
  }
  on(event: string, callback: (arg: unknown) => void): void {
    this.listeners.push([event, callback]);
    this.own.thread.on(event, callback);
  }
  off(event: string, callback: (arg: unknown) => void): void {
    this.own.thread.off(event, callback);
  }
  send(message: Parameters<PoolWorker['send']>[0]): void {
    if (message.type === 'run')
      message.context.invalidates = [...(message.context.invalidates ?? []), ...helpers];
    if (message.type !== 'stop' || this.own.runs >= RUNS_OF_A_THREAD) {
      this.own.thread.send(message);
      return;
    }
    this.isAskedToStop = true;
    for (const [event, callback] of this.listeners)
      if (event === 'message') callback({ __vitest_worker_response__: true, type: 'stopped' });
  }
  async start(): Promise<void> {
    if (this.own.runs === 0) await this.own.thread.start();
    this.own.runs += 1;
  }
  async stop(): Promise<void> {
    if (this.isAskedToStop) {
      for (const [event, callback] of this.listeners) this.own.thread.off(event, callback);
      return;
    }
    if (reused === this.own) reused = undefined;
    await this.own.thread.stop();
  }
  deserialize(data: unknown): unknown {
    return data;
  }
}

/** When vitest closes. */
export async function endReusedThread(): Promise<void> {
  await reused?.thread.stop();
  reused = undefined;
}

export const reusedThread: PoolRunnerInitializer = {
  name: 'reused-thread',
  createPoolWorker: (options) => new ReusedThread(options),
};
