import { expect, it, vi } from 'vitest';
import { useTestApp } from '../../test/app.ts';
import { headOfChain, sealRows } from '../ledger/chain/seals.ts';
import { isSigned, type HeadSignature } from '../ledger/chain/signed-head.ts';
import { createLog } from '../platform/log.ts';
import { alone } from '../platform/processes/siblings.ts';
import { openAnyhow } from '../slices/recovery/testing/closed-shop.ts';
import { startJobs } from './jobs.ts';

const app = useTestApp();

it('the log has the head of the chain of the books, with which they are proved later', async () => {
  const { context } = app;
  while (await sealRows(context.pool)) continue;
  const head = (await headOfChain(context.pool)) ?? expect.fail('nothing is sealed');
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const stop = startJobs({ ...context, log });
  const said = () => lines.filter((line) => line.includes('the head of the chain of the books'));
  await vi.waitFor(() => expect(said()).toHaveLength(1), 10_000);
  await stop();
  const line = JSON.parse(said()[0] ?? '') as HeadSignature;
  expect(line).toMatchObject({ level: 30, head: `${head.id}:${head.digest}` });
  expect(isSigned(head, line)).toBe(true);
});

it('of several processes the first runs them, and each looks whether the shop is closed', async () => {
  const { context } = app;
  await app.owner.run('insert into recoveries (restored_to) values (now())');
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const stop = startJobs({ ...context, log, siblings: { ...alone, number: 2, count: 2 } });
  await vi.waitFor(() => expect(context.shop.isClosed()).toBe(true), 10_000);
  // Waits for the round that each job begins with.
  await stop();
  expect(lines).toEqual([]);
  const { asked } = await app.owner.get<{ asked: bigint }>('select count(*) as asked from recovery_items');
  expect(asked).toBe(0n);
  await openAnyhow(app);
});
