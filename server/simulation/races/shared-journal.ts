/** The journal of the sandbox for many who wait for something in it: it is long, so one of it is on its way at a time. */
import { setTimeout as delay } from 'node:timers/promises';
import type { JournalView } from '../../../sandbox/src/control/views.ts';

const INTERVAL_MS = 150;

export function shareJournal(read: () => Promise<unknown>): () => Promise<JournalView> {
  let coming: Promise<JournalView> | undefined;
  const next = async (): Promise<JournalView> => {
    await delay(INTERVAL_MS);
    return (await read()) as JournalView; // its own view
  };
  return () =>
    (coming ??= next().finally(() => {
      coming = undefined;
    }));
}
