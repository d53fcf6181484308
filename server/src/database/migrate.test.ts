import { describe, expect, it } from 'vitest';
import { functionBody, useSchemaFolder } from '../../test/schema-folder.ts';
import { migrate, MIGRATION_LOCK } from './migrate.ts';
import { readSchemaFiles, schemaFolder } from './schema-files.ts';

const schema = useSchemaFolder();
const { write, run, ask } = schema;
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
    const { migrations, functions } = await migrate(schema.url, { mode: 'sandbox' });
    expect(migrations).toEqual(files.migrations.map(({ name }) => name));
    expect(functions).toEqual(files.functions.map(({ name }) => name));
    expect(await migrate(schema.url, { mode: 'sandbox' })).toEqual({ migrations: [], functions: [] });
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
    await write('functions/door.sql', functionBody('door', 'open'));
    await run();
    await write('functions/shelf.sql', functionBody('shelf', 'right'));
    expect(await run()).toEqual({ migrations: [], functions: ['shelf.sql'] });
    expect(await shelf()).toBe('right');
  });

  it('is the same under other line ends', async () => {
    await write('functions/shelf.sql', `-- where\n${functionBody('shelf', 'left')}\n`);
    await run();
    await write('functions/shelf.sql', `-- where\r\n${functionBody('shelf', 'left')}\r\n`);
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
    await write('functions/shelf.sql', functionBody('shelf', 'right'));
    await write('functions/wrong.sql', 'create or replace function wrong() nonsense');
    await write('grants.sql', 'create table granted ()');
    await expect(run()).rejects.toThrow('syntax error');
    expect(await shelf()).toBe('left');
    expect(await hasTable('granted')).toBe(false);
  });

  it('whose file is gone is forgotten', async () => {
    await write('functions/door.sql', functionBody('door', 'open'));
    await run();
    await schema.remove('functions/door.sql');
    await write('migrations/0002_no_door.sql', 'drop function door();');
    await run();
    expect(await names('schema_functions')).toEqual(['grants.sql', 'shelf.sql']);
  });
});

/** Waits until somebody waits for a lock. */
async function untilBlocked(): Promise<void> {
  for (;;) {
    const [found] = await ask<{ count: string }>(
      "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (Number(found?.count) > 0) return;
  }
}

describe('a table that is in use', () => {
  const change = 'alter table books add column pages int;';

  it.each([
    ['in one commit', change],
    ['step by step', `-- no transaction\n${change}\n`],
  ])('is left alone between short tries, until its lock is free: %s', async (_how, sql) => {
    await run();
    await write('migrations/0002_pages.sql', sql);
    const reader = await schema.connect();
    await reader.query('begin; select from books');
    const migrated = run({ lockTimeoutMs: 20, tries: 1_000, delayMs: 20 });
    await untilBlocked();
    // Who comes after the migration waits behind it only as long as one try takes.
    expect(await ask('select title from books')).toEqual([]);
    await reader.query('commit');
    await reader.end();
    expect((await migrated).migrations).toEqual(['0002_pages.sql']);
  });

  it('is given up after so many tries, in words, and nothing of it stays', async () => {
    await run();
    await write('migrations/0002_pages.sql', `create table pages (); ${change}`);
    const reader = await schema.connect();
    await reader.query('begin; select from books');
    await expect(run({ lockTimeoutMs: 10, tries: 3, delayMs: 1 })).rejects.toThrow(
      'Migrating: 0002_pages.sql did not get its locks in 3 tries. Start again later.',
    );
    await reader.end();
    expect(await hasTable('pages')).toBe(false);
    expect(await names('schema_migrations')).toEqual(['0001_books.sql']);
  });

  it('holds up the functions in the same way', async () => {
    await run();
    await write('functions/shelf.sql', `lock table books; ${functionBody('shelf', 'right')}`);
    const reader = await schema.connect();
    await reader.query('begin; select from books');
    await expect(run({ lockTimeoutMs: 10, tries: 2, delayMs: 1 })).rejects.toThrow('the functions did not');
    await reader.end();
    expect(await shelf()).toBe('left');
  });
});

describe('a database that another program migrates', () => {
  it('is refused in words when that takes too long, and nothing is changed', async () => {
    const other = await schema.connect();
    await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await expect(run({ otherMigratesMs: 0 })).rejects.toThrow(
      /^Another program is migrating this database .* Start again/,
    );
    expect(await hasTable('books')).toBe(false);
    await other.end();
    expect((await run()).migrations).toEqual(['0001_books.sql']);
  });
});

describe('a migration without a transaction', () => {
  const index = [
    '-- no transaction',
    '-- One row for each title; built beside the traffic.',
    'drop index concurrently if exists books_once;',
    'create unique index concurrently books_once on books (title);',
    '',
  ].join('\n');
  const isValid = async () =>
    (
      await ask<{ valid: boolean }>(
        "select indisvalid as valid from pg_index where indexrelid = 'books_once'::regclass",
      )
    )[0]?.valid;

  it('builds an index while others write into its table', async () => {
    await run();
    await write('migrations/0002_once.sql', index);
    const writer = await schema.connect();
    await writer.query("begin; insert into books values ('one')");
    const migrated = run({ lockTimeoutMs: 1, tries: 1 });
    await untilBlocked();
    // The index waits for the writer that was there first, and nobody waits for the index.
    await ask("insert into books values ('two')");
    await writer.query('commit');
    await writer.end();
    expect((await migrated).migrations).toEqual(['0002_once.sql']);
    expect(await isValid()).toBe(true);
  });

  it('is run by one of several programs, which does not wait for those that wait for it', async () => {
    await write('migrations/0002_once.sql', index);
    const all = await Promise.all(Array.from({ length: 6 }, () => run()));
    expect(all.flatMap(({ migrations }) => migrations)).toEqual(['0001_books.sql', '0002_once.sql']);
  });

  it('whose connection breaks says so', async () => {
    await write('migrations/0002_broken.sql', 'select pg_terminate_backend(pg_backend_pid());');
    await expect(run()).rejects.toThrow('terminating connection');
  });

  it('that was cut off begins again', async () => {
    await run();
    await ask("insert into books values ('twice'), ('twice')");
    await write('migrations/0002_once.sql', index);
    await expect(run()).rejects.toThrow('could not create unique index');
    expect(await isValid()).toBe(false);
    await ask('delete from books');
    expect((await run()).migrations).toEqual(['0002_once.sql']);
    expect(await isValid()).toBe(true);
  });

  it.each([
    ['an index is built anew', 'reindex index concurrently books_by_title'],
    ['a partition goes', 'alter table pages detach partition first_pages\n  concurrently'],
    ['dead rows go', 'vacuum (analyze) books'],
    ['an index goes', 'drop index concurrently books_by_title'],
  ])('does what no transaction can: %s', async (_what, sql) => {
    await write(
      'migrations/0002_pages.sql',
      `create table pages (n int) partition by range (n);
       create table first_pages partition of pages for values from (1) to (10);
       create index books_by_title on books (title);`,
    );
    await write('migrations/0003_anew.sql', `-- no transaction\n${sql};\n`);
    expect((await run()).migrations).toHaveLength(3);
  });

  it('has no bodies, which could not be told apart into statements', async () => {
    await write('migrations/0002_do.sql', '-- no transaction\ndo $$ begin null; end $$;');
    await expect(run()).rejects.toThrow('0002_do.sql');
  });
});
