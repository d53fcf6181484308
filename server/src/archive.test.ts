import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { naira } from '@jara/contract/money.ts';
import { afterAll, expect, it } from 'vitest';
import { useTestApp } from '../test/app.ts';
import { numberOf } from '../test/buying.ts';
import { archiveDue } from './slices/archive/archive-due.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-archive-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const app = useTestApp({ env: { ARCHIVE_DIR: folder } });

function runArchive(...words: string[]): { code: number | null; said: string } {
  const root = path.join(import.meta.dirname, '../..');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'tools/run.mjs'), 'server/src/archive.ts', ...words],
    {
      cwd: root,
      // The test runner has a MODE of its own.
      env: { ...process.env, MODE: 'sandbox', DATABASE_URL: app.databaseUrl, ARCHIVE_DIR: folder },
      encoding: 'utf8',
    },
  );
  return { code: status, said: (stdout + stderr).trim() };
}

it('npm run archive shows, finds and verifies what was archived', async () => {
  const ada = await app.make.user({ wallet: naira(1_000) });
  const body = { network: 1, amount: 500, mobile_number: numberOf('MTN', '1234') };
  const { receipt } = (await app.as(ada).call('buyAirtime', body)).reply;
  await app.owner.run(
    `update purchase_attempts set sent_at = sent_at - interval '100 days', answered_at = answered_at - interval '100 days', return_check_at = null`,
  );
  await archiveDue(app.context);

  expect(runArchive().said).toContain('supplier_answers   1 files, 1 rows');
  const found = runArchive('--find', receipt.reference);
  expect([found.code, found.said]).toEqual([
    0,
    expect.stringMatching(/^supplier_answers\/\S+ \{"id":"\d+","part":1,"supplier":"GLAD".*"body":".*\}$/),
  ]);
  expect(runArchive('--find', 'JR-NOTHING')).toEqual({
    code: 1,
    said: 'There is no transaction JR-NOTHING.',
  });
  expect(runArchive('--verify')).toEqual({ code: 0, said: '1 files are as they were written.' });

  const [day = ''] = fs.readdirSync(path.join(folder, 'supplier_answers'));
  fs.appendFileSync(path.join(folder, 'supplier_answers', day), '\0');
  const verified = runArchive('--verify');
  expect([verified.code, verified.said.split('\n')]).toEqual([
    1,
    [`  PROBLEM supplier_answers/${day} was changed`.trim(), `1 problems in ${folder}.`],
  ]);
});
