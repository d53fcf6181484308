import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { useTestApp } from '../test/app.ts';
import { createEmptyDatabase } from '../test/database.ts';
import { headOfChain, sealRows } from './ledger/chain/seals.ts';
import { headText, signHead } from './ledger/chain/signed-head.ts';
import { createKeyring } from './platform/keys/keyring.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-no-books-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const app = useTestApp();

async function runBooks(
  env: Record<string, string>,
  words: readonly string[] = [],
): Promise<{ code: number | null; said: string }> {
  const root = path.join(import.meta.dirname, '../..');
  const books = spawn(process.execPath, [path.join(root, 'tools/run.mjs'), 'server/src/books.ts', ...words], {
    cwd: root,
    // The test runner has a MODE of its own.
    env: { ...process.env, MODE: 'sandbox', ...env },
  });
  let said = '';
  for (const stream of [books.stdout, books.stderr])
    stream.on('data', (text: Buffer) => {
      said += text.toString();
    });
  const code = await new Promise<number | null>((resolve) => books.on('close', resolve));
  return { code, said };
}

it('npm run books says what to do where nothing was ever started, and makes nothing there', async () => {
  const dataDir = path.join(folder, 'none');
  const { code, said } = await runBooks({ DATA_DIR: dataDir });
  expect([code, said.trim()]).toEqual([
    1,
    `There are no books in ${dataDir}: nothing was ever started there. Run npm start first, or name the right folder in DATA_DIR.`,
  ]);
  expect(fs.existsSync(dataDir)).toBe(false);
});

it('npm run books says what to do where the database has no books', async () => {
  const database = await createEmptyDatabase();
  const { code, said } = await runBooks({ DATABASE_URL: database.url });
  await database.drop();
  expect([code, said.trim().split('\n')]).toEqual([
    1,
    [
      expect.stringMatching(
        /^There are no books in this database: .* Run npm start first, or name the right/,
      ),
    ],
  ]);
});

it('npm run books verifies the signature of a head that somebody kept', async () => {
  const { context, databaseUrl } = app;
  while (await sealRows(context.pool)) continue;
  const head = (await headOfChain(context.pool)) ?? expect.fail('nothing is sealed');
  const { signature, publicKey } = signHead(context.keys, head);
  const withKey = (key: string) => ['--head', headText(head), '--signature', signature, '--public-key', key];
  const sentence = 'the head that is known was signed by the key that is known';

  const known = await runBooks({ DATABASE_URL: databaseUrl }, withKey(publicKey));
  expect([known.code, known.said]).toEqual([0, expect.stringMatching(new RegExp(`holds +${sentence}`))]);

  const others = signHead(createKeyring('the key of somebody else'), head).publicKey;
  const forged = await runBooks({ DATABASE_URL: databaseUrl }, withKey(others));
  expect([forged.code, forged.said]).toEqual([1, expect.stringMatching(new RegExp(`BROKEN +${sentence}`))]);
});

it.each([
  ['--signature', 'abc'],
  ['--head', `1:${'a'.repeat(64)}`, '--public-key', 'abc'],
])('npm run books says what is missing beside %s %s', async (...words) => {
  const { code, said } = await runBooks({ DATABASE_URL: app.databaseUrl }, words);
  expect([code, said.trim()]).toEqual([
    1,
    '--head, --signature and --public-key go together: a line of the log has all three',
  ]);
});
