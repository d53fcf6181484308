import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { useTestApp } from '../../test/app.ts';
import { headOfChain, sealRows } from '../ledger/chain/seals.ts';
import { isSigned, type HeadSignature } from '../ledger/chain/signed-head.ts';
import { createLog } from '../platform/log.ts';
import { alone } from '../platform/processes/siblings.ts';
import { openAnyhow } from '../slices/recovery/testing/closed-shop.ts';
import { startJobs } from './jobs.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-jobs-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const app = useTestApp({ env: { ARCHIVE_DIR: folder } });

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

it('of answers to archive, one kind that fails is logged and holds up no other', async () => {
  const { context, owner } = app;
  await owner.run(
    `insert into purchase_attempts (transaction_id, attempt, supplier, state, raw, sent_at, answered_at)
     select 1, 1, 'GLAD', 'delivered', 'said', at, at from (select now() - interval '100 days' as at) x`,
  );
  await owner.run(
    `insert into hook_events (provider, body_hash, reference, body, received_at)
     select 'squad', 'h' || n, 'nothing ' || n, 'said', now() - (100 - n) * interval '1 day' from generate_series(1, 3) n`,
  );
  fs.writeFileSync(path.join(folder, 'supplier_answers'), 'a file where the folder should be');
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => lines.push(line) });
  const stop = startJobs({ ...context, log });
  // One file for each day, at once.
  await vi.waitFor(
    async () =>
      expect(await owner.get('select count(*) from archive_files where ended_at is not null')).toEqual({
        count: 3n,
      }),
    10_000,
  );
  await vi.waitFor(() => expect(lines).toHaveLength(1), 10_000);
  await stop();
  expect(lines[0]).toContain('"job":"archive answers of suppliers"');
  expect(lines[0]).toContain('ENOTDIR');
  await owner.run('truncate purchase_attempts, hook_events');
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
