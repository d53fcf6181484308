import { expect, it, vi } from 'vitest';
import { createLog } from '../platform/log.ts';
import { repeatJobs, type Job } from './repeat-jobs.ts';

interface Line {
  msg: string;
  job: string;
  failures?: number;
}

/** A job whose rounds end as `rounds` says, and the last of them for ever. */
async function linesOf(rounds: readonly (Error | boolean)[], until: number): Promise<Line[]> {
  const lines: Line[] = [];
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line) as Line) });
  let round = 0;
  const job: Job<{ log: typeof log }> = {
    name: 'count',
    everyMs: 1,
    run: async () => {
      const outcome = rounds[Math.min(round, rounds.length - 1)];
      round += 1;
      if (outcome instanceof Error) throw outcome;
      return outcome === true;
    },
  };
  const stop = repeatJobs([job], { log });
  await vi.waitFor(() => expect(round).toBeGreaterThanOrEqual(until));
  await stop();
  return lines;
}

const away = new Error('the database is away');

it('says once of an outage that a job fails, and once that it works again, with how often it failed', async () => {
  const lines = await linesOf([false, away, away, away, false], 8);
  expect(lines.map(({ msg, job, failures }) => [msg, job, failures])).toEqual([
    ['a job failed; it runs again later', 'count', undefined],
    ['a job that failed works again', 'count', 3],
  ]);
});

it('says another error of the same outage, and the next outage', async () => {
  const lines = await linesOf([away, new Error('no such column'), away, false, away, false], 8);
  expect(lines.map(({ msg }) => msg.includes('works again'))).toEqual([
    false,
    false,
    false,
    true,
    false,
    true,
  ]);
});

it('begins the next round at once while more is waiting, and ends when it is told to', async () => {
  let rounds = 0;
  const log = createLog('error', { write: () => undefined });
  const job = { name: 'work', everyMs: 3_600_000, run: async () => (rounds += 1) < 5 };
  const stop = repeatJobs([job], { log });
  await vi.waitFor(() => expect(rounds).toBe(5));
  await stop();
  expect(rounds).toBe(5);
});
