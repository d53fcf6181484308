import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { runSql } from '../../test/run-sql.ts';
import { functionBody, useSchemaFolder } from '../../test/schema-folder.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { removeDataDir } from './embedded-postgres-files.ts';

const schema = useSchemaFolder();
const beginAnew = 'make an empty database';

/** As versions before the baseline left it: names without checksums. */
const BEFORE_THE_BASELINE = `
  create table schema_migrations (name text primary key, ran_at timestamptz not null default now());
  insert into schema_migrations (name) values ('0001_ledger.sql'), ('0026_push.sql');`;

/** What a refused start must not have touched. */
const present = () =>
  schema.ask(`select c.relname, m.name from pg_class c, schema_migrations m
    where c.relnamespace = 'public'::regnamespace order by 1, 2`);

describe('a database is refused, and left as it is, that', () => {
  it('was made before the baseline', async () => {
    await schema.ask(BEFORE_THE_BASELINE);
    const before = await present();
    await expect(schema.run({ beginAnew })).rejects.toThrow(
      'This database was made by a version from before the schema got its baseline: it stands at 0026_push.sql, and cannot be ' +
        'brought from there to 0001_books.sql. Nothing was changed. To begin anew, make an empty database.',
    );
    expect(await present()).toEqual(before);
  });

  it('was made by a newer version', async () => {
    await schema.write('migrations/0002_pages.sql', 'create table pages ();');
    await schema.write('migrations/0003_covers.sql', 'create table covers ();');
    await schema.run();
    await schema.remove('migrations/0002_pages.sql');
    await schema.remove('migrations/0003_covers.sql');
    await schema.write('functions/shelf.sql', functionBody('shelf', 'right'));
    const before = await present();
    await expect(schema.run()).rejects.toThrow(
      'This database was made by a newer version: it stands at 0003_covers.sql, and this program knows the schema up to 0001_books.sql ' +
        '(unknown: 0002_pages.sql, 0003_covers.sql). Nothing was changed. Start the newer version again, or restore the backup that ' +
        'was made before the update (docs/operations.md).',
    );
    expect(await present()).toEqual(before);
    expect(await schema.ask('select shelf()')).toEqual([{ shelf: 'left' }]);
  });

  it('ran a migration that was edited since', async () => {
    await schema.run();
    await schema.write('migrations/0001_books.sql', 'create table books (title text, pages int);');
    await schema.write('migrations/0002_pages.sql', 'create table pages ();');
    const before = await present();
    await expect(schema.run({ beginAnew })).rejects.toThrow(
      '0001_books.sql was edited after it ran in this database, so that nobody knows what the schema is. Nothing was changed. Put the ' +
        'file back as it was and write the change into a new one. Where nothing in the database is worth keeping: make an empty database.',
    );
    expect(await present()).toEqual(before);
  });

  it('but not for the line ends of a checkout', async () => {
    await schema.write('migrations/0002_pages.sql', 'create table\npages ();');
    await schema.run();
    await schema.write('migrations/0002_pages.sql', 'create table\r\npages ();');
    expect(await schema.run()).toEqual({ migrations: [], functions: [] });
  });
});

describe('the start', () => {
  const dataDir = path.join(os.tmpdir(), `jara-before-${process.pid}`);
  afterEach(() => removeDataDir(dataDir));

  async function start(file: 'main.ts' | 'migrate.ts', settings: Record<string, string> = {}) {
    const server = spawn(process.execPath, ['--import', 'tsx', `server/src/${file}`], {
      env: { ...process.env, MODE: 'sandbox', PORT: '0', DATA_DIR: dataDir, ...settings },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [said] = await Promise.all([text(server.stderr), new Promise((end) => server.once('exit', end))]);
    return { said, exitCode: server.exitCode };
  }

  it('says over the data directory of an old version which folder to remove', async () => {
    const postgres = await startEmbeddedPostgres({
      dataDir: path.join(dataDir, 'postgres'),
      durable: false,
      log: () => undefined,
    });
    await runSql(postgres.url, 'create database jara');
    await runSql(postgres.adminUrl('jara'), BEFORE_THE_BASELINE);
    await postgres.stop();

    const { said, exitCode } = await start('main.ts');
    expect(exitCode).toBe(1);
    expect(said).toContain('it stands at 0026_push.sql');
    expect(said).toContain(`To begin anew, remove the folder ${dataDir} and start again`);
    expect(said).not.toContain('    at ');
    expect(fs.existsSync(dataDir)).toBe(true);
  }, 120_000);

  it('says over a database of your own that another one is needed', async () => {
    await schema.ask(BEFORE_THE_BASELINE);
    const { said, exitCode } = await start('migrate.ts', { DATABASE_URL: schema.url });
    expect(exitCode).toBe(1);
    expect(said).toContain('To begin anew, make an empty database and set DATABASE_URL to it');
    expect(said).not.toContain('    at ');
  });
});
