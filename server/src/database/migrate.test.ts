import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../test/database.ts';
import { migrate, type MigrateOptions } from './migrate.ts';
import { readSchemaFiles, schemaFolder } from './schema-files.ts';

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'jara-schema-'));
  await mkdir(path.join(folder, 'migrations'));
  await mkdir(path.join(folder, 'functions'));
  await write('grants.sql', 'select');
  await write('migrations/0001_books.sql', 'create table books (title text);');
  await write('functions/shelf.sql', bodyOf('shelf', 'left'));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const write = (name: string, sql: string): Promise<void> => writeFile(path.join(folder, name), sql);
const bodyOf = (name: string, answer: string): string =>
  `create or replace function ${name}() returns text language sql as $$ select '${answer}' $$;`;
const run = (options: MigrateOptions = {}) =>
  migrate(database.url, { folder: pathToFileURL(`${folder}/`), ...options });

async function ask<Row extends object>(sql: string): Promise<Row[]> {
  const client = new Client(database.url);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
const shelf = async () => (await ask<{ shelf: string }>('select shelf()'))[0]?.shelf;
const hasTable = async (name: string) =>
  (await ask<{ found: boolean }>(`select to_regclass('${name}') is not null as found`))[0]?.found;
const names = async (table: string) =>
  (await ask<{ name: string }>(`select name from ${table} order by name`)).map(({ name }) => name);

describe('an empty database', () => {
  it('gets the migrations in order, then the functions, and a second start finds nothing to do', async () => {
    await write('migrations/0002_pages.sql', 'alter table books add column pages int;');
    expect(await run()).toEqual({
      migrations: ['0001_books.sql', '0002_pages.sql'],
      functions: ['shelf.sql'],
    });
    expect(await run()).toEqual({ migrations: [], functions: [] });
    expect(await shelf()).toBe('left');
  });

  it('is brought up once by ten programs that start together', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => run()));
    expect(all.filter(({ migrations }) => migrations.length > 0)).toHaveLength(1);
  });

  it('gets the schema of the program, and all of it once', async () => {
    const files = await readSchemaFiles(schemaFolder);
    const { migrations, functions } = await migrate(database.url);
    expect(migrations).toEqual(files.migrations.map(({ name }) => name));
    expect(functions).toEqual(files.functions.map(({ name }) => name));
    expect(await migrate(database.url)).toEqual({ migrations: [], functions: [] });
  });

  it('keeps nothing of a migration that fails halfway', async () => {
    await write('migrations/0002_pages.sql', 'create table pages (n int); select 1 / 0;');
    await expect(run()).rejects.toThrow('division by zero');
    expect(await hasTable('books')).toBe(true);
    expect(await hasTable('pages')).toBe(false);
    await write('migrations/0002_pages.sql', 'create table pages (n int);');
    expect((await run()).migrations).toEqual(['0002_pages.sql']);
  });
});

describe('a function', () => {
  it('runs again when its text changed, and only then', async () => {
    await write('functions/door.sql', bodyOf('door', 'open'));
    await run();
    await write('functions/shelf.sql', bodyOf('shelf', 'right'));
    expect(await run()).toEqual({ migrations: [], functions: ['shelf.sql'] });
    expect(await shelf()).toBe('right');
  });

  it('is the same under other line ends', async () => {
    await write('functions/shelf.sql', `-- where\n${bodyOf('shelf', 'left')}\n`);
    await run();
    await write('functions/shelf.sql', `-- where\r\n${bodyOf('shelf', 'left')}\r\n`);
    expect(await run()).toEqual({ migrations: [], functions: [] });
  });

  it('runs again after a migration: a table that was made anew gets its trigger back', async () => {
    const trigger = `create or replace function mark() returns trigger language plpgsql as $$
      begin new.title := upper(new.title); return new; end $$;
      create or replace trigger marked before insert on books for each row execute function mark();`;
    await write('functions/mark.sql', trigger);
    await run();
    await write('migrations/0002_anew.sql', 'drop table books; create table books (title text);');
    await run();
    expect(await ask("insert into books values ('ledger') returning title")).toEqual([{ title: 'LEDGER' }]);
  });

  it('that fails takes the others and the grants of this start back with it', async () => {
    await run();
    await write('functions/shelf.sql', bodyOf('shelf', 'right'));
    await write('functions/wrong.sql', 'create or replace function wrong() nonsense');
    await write('grants.sql', 'create table granted ()');
    await expect(run()).rejects.toThrow('syntax error');
    expect(await shelf()).toBe('left');
    expect(await hasTable('granted')).toBe(false);
  });

  it('whose file is gone is forgotten', async () => {
    await write('functions/door.sql', bodyOf('door', 'open'));
    await run();
    await rm(path.join(folder, 'functions/door.sql'));
    await write('migrations/0002_no_door.sql', 'drop function door();');
    await run();
    expect(await names('schema_functions')).toEqual(['shelf.sql']);
  });
});
