import { expect, it, vi } from 'vitest';
import { useTestApp } from '../../test/app.ts';
import { headOfChain, sealRows } from '../ledger/seals.ts';
import { createLog } from '../platform/log.ts';
import { startJobs } from './jobs.ts';

const app = useTestApp();

it('the log has the head of the chain of the books, with which they are proved later', async () => {
  const { context } = app;
  while (await sealRows(context.pool)) continue;
  const head = await headOfChain(context.pool);
  expect(head).toBeDefined();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const stop = startJobs({ ...context, log });
  const said = () => lines.filter((line) => line.includes('the head of the chain of the books'));
  await vi.waitFor(() => expect(said()).toHaveLength(1), 10_000);
  await stop();
  expect(JSON.parse(said()[0] ?? '')).toMatchObject({ level: 30, head: `${head?.id}:${head?.digest}` });
});
