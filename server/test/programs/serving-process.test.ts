/** What the process that serves has of the database: the login of the program, and nothing of its owner. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { migrateApart } from '../../src/app/migrate-apart.ts';
import { refuseUnfit } from '../../src/app/database.ts';
import { makeKeyFile } from '../../src/backup/key-file.ts';
import { liveSettings } from '../../src/config/testing/live-settings.ts';
import { findRunningPostgres } from '../../src/database/embedded-postgres.ts';
import { removeDataDir } from '../../src/database/embedded-postgres-files.ts';
import { createEmptyDatabase, type TestDatabase } from '../database.ts';
import { withClient } from '../../src/database/with-client.ts';
import { runSql } from '../run-sql.ts';
import { runProgram, startServer, type Settings } from './run-program.ts';

const sandbox = { MODE: 'sandbox', PORT: '0' };
const migrated = (settings: Settings): Promise<string> =>
  migrateApart({ PATH: process.env['PATH'], ...sandbox, ...settings });

/** Who was connected to the database while the server ran its jobs. */
async function whoConnects(ownerUrl: string): Promise<string[]> {
  const seen = new Set<string>();
  await withClient(ownerUrl, async (client) => {
    for (let look = 0; look < 40; look += 1) {
      const { rows } = await client.query<{ name: string }>(
        `select usename as name from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid() and datname = current_database()`,
      );
      for (const { name } of rows) seen.add(name);
      await sleep(50);
    }
  });
  return [...seen];
}

/** Whether the text stands in the environment or anywhere in the memory of the process, as Linux shows them. */
function knows(pid: number, text: string): boolean {
  if (fs.readFileSync(`/proc/${pid}/environ`).includes(text)) return true;
  const memory = fs.openSync(`/proc/${pid}/mem`, 'r');
  try {
    return fs
      .readFileSync(`/proc/${pid}/maps`, 'utf8')
      .split('\n')
      .filter((line) => / rw.. /.test(line))
      .some((line) => {
        const [from = 0, to = 0] = (line.split(' ')[0] ?? '')
          .split('-')
          .map((hex) => Number.parseInt(hex, 16));
        const piece = Buffer.alloc(to - from);
        try {
          fs.readSync(memory, piece, 0, piece.length, from);
        } catch {
          return false; // not a piece that may be read
        }
        return piece.includes(text);
      });
  } finally {
    fs.closeSync(memory);
  }
}

const isShown = fs.existsSync('/proc/self/mem');

// Each of them starts programs, one after the other, and the machine may have more to do.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

describe('on a database of its own, with the login of the program alone', () => {
  let database: TestDatabase;
  let logins: string[];
  let login: string;
  beforeAll(async () => {
    database = await createEmptyDatabase();
    logins = await Promise.all([1, 2].map(() => migrated({ DATABASE_URL: database.url })));
    login = logins[0] ?? '';
  });
  afterAll(() => database.drop());

  it('has the same one, whoever of two that start at once migrates', () => {
    expect(new Set(logins).size).toBe(1);
  });

  it.runIf(isShown)('serves, connects as nobody else, and has nothing of the owner', async () => {
    const server = await startServer({ ...sandbox, DATABASE_PROGRAM_URL: login });
    try {
      expect(await whoConnects(database.url)).toEqual([new URL(login).username]);
      expect(knows(server.pid, new URL(login).password)).toBe(true);
      expect(knows(server.pid, new URL(database.url).password)).toBe(false);
    } finally {
      await server.stop();
    }
  });

  it('does not start after a newer version has migrated, and says so in a line', async () => {
    const mark = `insert into schema_migrations (name, checksum) values ('9999_tomorrow.sql', '')`;
    await runSql(database.url, mark);
    const { code, text } = await runProgram('main.ts', { ...sandbox, DATABASE_PROGRAM_URL: login });
    await runSql(database.url, `delete from schema_migrations where name = '9999_tomorrow.sql'`);
    expect(text).toMatch(/^This database was made by a newer version: .*\n$/);
    expect(code).toBe(1);
  });
});

describe('npm run migrate', () => {
  it('says what it did, and leaves the address of the login in a file for whoever serves', async () => {
    const database = await createEmptyDatabase();
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-migrate-'));
    const file = path.join(folder, 'program-url');
    fs.writeFileSync(file, 'of before', { mode: 0o644 });
    const settings = { MODE: 'sandbox', DATABASE_URL: database.url };
    const first = await runProgram('migrate.ts', settings, ['--program-url-file', file]);
    expect(first.text).toMatch(
      /^Database: migrated to \d{4}_\w+\.sql\nDatabase: a server logs in as \w+_program\nDatabase: the address .* is in .*\n$/,
    );
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(await runProgram('migrate.ts', settings)).toEqual({
      code: 0,
      text: expect.stringMatching(/^Database: every migration had run, and 0 functions were renewed\n/),
    });
    await refuseUnfit({ url: fs.readFileSync(file, 'utf8').trim(), directUrl: null }, 'sandbox');
    fs.rmSync(folder, { recursive: true });
    await database.drop();
  });

  it('refuses the owner in the place of the login of the program', async () => {
    const database = await createEmptyDatabase();
    const both = { DATABASE_URL: database.url, DATABASE_PROGRAM_URL: database.url };
    const { code, text } = await runProgram('migrate.ts', { MODE: 'sandbox', ...both });
    expect(text).toMatch(/postgres owns the books, or can become who does/);
    expect(code).toBe(1);
    await database.drop();
  });

  it('leaves the database as it is where the server that is to start would refuse its settings', async () => {
    const database = await createEmptyDatabase();
    const { GLAD_API_KEY: _, DATABASE_PROGRAM_URL: __, ...settings } = liveSettings;
    await expect(migrated({ ...settings, DATABASE_URL: database.url })).rejects.toThrow('not brought up');
    await withClient(database.url, async (client) => {
      const { rows } = await client.query(`select to_regclass('users') as users`);
      expect(rows).toEqual([{ users: null }]);
    });
    await database.drop();
  });
});

describe('on the database that comes with the product', () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-serving-'));
  const key = path.join(dataDir, 'key');
  beforeAll(() => {
    fs.chmodSync(dataDir, 0o755);
    makeKeyFile(key);
  });
  afterAll(() => {
    removeDataDir(path.join(dataDir, 'postgres'));
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  it.runIf(isShown).each(['first', 'second'])(
    'its %s start has the owner in another process, which has ended',
    async () => {
      const server = await startServer({
        ...sandbox,
        DATA_DIR: dataDir,
        BACKUP_DIR: path.join(dataDir, 'backups'),
        BACKUP_KEY_FILE: key,
      });
      try {
        const owner = findRunningPostgres(path.join(dataDir, 'postgres'))?.('jara') ?? '';
        expect(await whoConnects(owner)).toEqual(['jara_program']);
        expect(knows(server.pid, new URL(owner).password)).toBe(false);
      } finally {
        await server.stop();
      }
    },
  );
});
