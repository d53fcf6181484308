import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createEmptyDatabase } from '../test/database.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-no-books-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

async function runBooks(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const root = path.join(import.meta.dirname, '../..');
  const books = spawn(process.execPath, [path.join(root, 'tools/run.mjs'), 'server/src/books.ts'], {
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
