/** Runs what has to be done again and again, each job beside the others and never twice at once. */
import type { Log } from '../platform/log.ts';

export interface Job<Context> {
  name: string;
  everyMs: number;
  /** Gives true when more is waiting, so that the next round comes at once. */
  run(context: Context): Promise<boolean>;
}

/**
 * A job that fails runs again later. An outage is logged once for each job and kind of error, and its end: a line for each round would bury
 * the one that counts. The returned function stops all jobs and waits for the rounds that are running.
 */
export function repeatJobs<Context extends { log: Log }>(
  jobs: readonly Job<Context>[],
  context: Context,
): () => Promise<void> {
  let stopped = false;
  const wakers = new Set<() => void>();

  const delay = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        wakers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      wakers.add(wake);
    });

  async function loop({ name, everyMs, run }: Job<Context>): Promise<void> {
    let failures = 0;
    let logged: string | undefined;

    function noteSuccess(): void {
      if (failures > 0) context.log.info({ job: name, failures }, 'a job that failed works again');
      failures = 0;
      logged = undefined;
    }

    function noteFailure(error: unknown): void {
      failures += 1;
      if (String(error) === logged) return;
      logged = String(error);
      context.log.error({ err: error, job: name }, 'a job failed; it runs again later');
    }

    while (!stopped) {
      let isMore = false;
      try {
        isMore = await run(context);
        noteSuccess();
      } catch (error) {
        noteFailure(error);
      }
      if (!isMore && !stopped) await delay(everyMs);
    }
  }

  const running = jobs.map(loop);
  return async () => {
    stopped = true;
    for (const wake of wakers) wake();
    await Promise.all(running);
  };
}
