import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { naira } from '@jara/contract/money.ts';
import { afterAll, expect, it } from 'vitest';
import { useTestApp } from '../test/app.ts';
import { createEmptyDatabase } from '../test/database.ts';
import { numberOf } from '../test/buying.ts';
import { archiveDue } from './slices/archive/archive-due.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-archive-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const app = useTestApp({ env: { ARCHIVE_DIR: folder } });

const runArchive = (...words: string[]) => run(words, { DATABASE_URL: app.databaseUrl });

function run(
  words: string[],
  env: Record<string, string>,
  command = 'archive',
): { code: number | null; said: string } {
  const root = path.join(import.meta.dirname, '../..');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'tools/run.mjs'), `server/src/${command}.ts`, ...words],
    {
      cwd: root,
      // The test runner has a MODE of its own.
      env: { ...process.env, MODE: 'sandbox', ARCHIVE_DIR: folder, ...env },
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
  await archiveDue(app.context, 'supplier_answers');

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

it('npm run archive -- --adopt makes the folder that of this database, with a list of what it knows', () => {
  fs.rmSync(path.join(folder, 'SHA256SUMS'));
  fs.writeFileSync(path.join(folder, 'DATABASE'), '{"database":"another","restored":null,"newest":null}');
  const verified = runArchive('--verify');
  expect([verified.code, verified.said]).toEqual([
    1,
    expect.stringContaining(`${folder} is the archive of another database.`),
  ]);
  expect(runArchive('--adopt')).toEqual({
    code: 0,
    said: `${folder} is the folder of this database now, with 1 files on record.`,
  });
  expect(fs.readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8')).toMatch(
    /^[0-9a-f]{64} {2}supplier_answers\/\S+\n$/,
  );
  expect(runArchive('--verify').said).not.toContain('another database');
});

it.each(['archive', 'books'])('npm run %s starts no database beside that of the server', (command) => {
  const dataDir = path.join(folder, 'data');
  const env = { DATA_DIR: dataDir, DATABASE_PROGRAM_URL: app.databaseUrl, DATABASE_URL: '' };
  const { code, said } = run([], env, command);
  expect([code, said]).toEqual([
    1,
    'This command reaches the database as its owner: set DATABASE_URL. DATABASE_PROGRAM_URL is for the server alone. Nothing was changed.',
  ]);
  expect(fs.existsSync(dataDir)).toBe(false);
});

it('npm run archive says what to do where the database has no archive', async () => {
  const dataDir = path.join(folder, 'none');
  expect(run([], { DATA_DIR: dataDir, DATABASE_URL: '' })).toEqual({
    code: 1,
    said: `There is no archive in ${dataDir}: nothing was ever started there. Run npm start first, or name the right folder in DATA_DIR.`,
  });
  expect(fs.existsSync(dataDir)).toBe(false);
  const database = await createEmptyDatabase();
  const { said } = run([], { DATABASE_URL: database.url });
  await database.drop();
  expect(said).toMatch(/^There is no archive in this database: /);
});
