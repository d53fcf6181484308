/** What `npm run release` makes, on a machine that has nothing else. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveSettings as settingsOfServer } from '../../src/config/testing/live-settings.ts';
import { findFreePort } from '../../src/database/free-port.ts';
import { createEmptyDatabase, type TestDatabase } from '../database.ts';
import { removeRelease, unpackRelease } from './unpacked-release.ts';

const { DATABASE_PROGRAM_URL: _, ...liveSettings } = settingsOfServer;

describe('a release', () => {
  let folder: string;
  let database: TestDatabase;
  beforeAll(async () => {
    [folder, database] = await Promise.all([unpackRelease(), createEmptyDatabase()]);
  });
  afterAll(async () => {
    removeRelease(folder);
    await database.drop();
  });

  const run = (args: readonly string[], settings: Record<string, string>) => {
    const program = spawn(process.execPath, args, {
      cwd: folder,
      env: { PATH: process.env['PATH'], DATA_DIR: path.join(folder, '../data'), ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said: string[] = [];
    for (const stream of [program.stdout, program.stderr])
      stream.on('data', (chunk) => said.push(String(chunk)));
    return { program, said: () => said.join('') };
  };
  const endOf = async ({ program, said }: { program: ChildProcess; said: () => string }) => {
    const [code] = (await once(program, 'close')) as [number | null];
    return { code, text: said() };
  };

  it('has none of the packages that only build and test', () => {
    const isThere = (name: string): boolean => existsSync(path.join(folder, 'node_modules', name));
    expect(['fastify', 'pg'].map(isThere)).toEqual([true, true]);
    expect(['vite', 'vitest', 'rolldown', 'tsx', 'typescript', 'react', 'oxlint'].filter(isThere)).toEqual(
      [],
    );
  });

  it('has nothing of source control in it, in no folder', () => {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
      path.basename(file),
    );
    expect(names).toContain('main.ts');
    expect(names.filter((name) => ['.git', '.svn', '.hg', 'CVS'].includes(name))).toEqual([]);
  });

  it('starts as a live installation without building or installing, shows its pages, and runs the commands', async () => {
    const settings = { ...liveSettings, DATABASE_URL: database.url };
    const port = await findFreePort();
    const start = run(['tools/start.mjs'], { ...settings, PORT: String(port) });
    const ended = endOf(start);
    try {
      while (!start.said().includes('is ready at') && start.program.exitCode === null) await sleep(50);
      expect(start.said()).toContain('is ready at');
      expect(start.said()).not.toMatch(/Installing|Building/);
      for (const page of ['/', '/login', '/developers', '/openapi.json', '/readyz']) {
        const { status } = await fetch(`http://127.0.0.1:${port}${page}`);
        expect([page, status]).toEqual([page, 200]);
      }
    } finally {
      start.program.kill('SIGTERM');
      await ended;
    }
    const books = await endOf(run(['tools/run.mjs', 'server/src/books.ts'], settings));
    expect(books).toEqual({ code: 0, text: expect.stringContaining('The books are clean.') });
  });

  it.each([
    ['start as a sandbox', ['tools/start.mjs'], {}],
    ['develop', ['tools/start.mjs', '--watch'], { MODE: 'live' }],
    ['test', ['tools/test.mjs'], {}],
    ['build', ['tools/build.mjs', '--live'], {}],
    ['run a tool', ['tools/run.mjs', 'tools/map.ts'], {}],
  ])('says what it is to whoever would %s', async (_what, args, settings) => {
    const { code, text } = await endOf(run(args, settings));
    expect(text).toMatch(/^This is a release: it is built for MODE=live, .* Nothing was changed\.\n$/);
    expect(code).toBe(1);
  });
});
