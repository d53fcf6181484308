/** An empty database, and a folder of SQL files for it, for each test of a file. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { afterEach, beforeEach } from 'vitest';
import { migrate, type MigrateOptions, type Migrated } from '../src/database/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from './database.ts';

export interface SchemaFolder {
  readonly url: string;
  /** At first one migration makes the table `books (title)`, and one file the function `shelf()`. */
  write(name: string, sql: string): Promise<void>;
  remove(name: string): Promise<void>;
  run(options?: MigrateOptions): Promise<Migrated>;
  /** As the owner, on a connection of its own. */
  ask<Row extends object>(sql: string): Promise<Row[]>;
  /** Another connection, which the test has to end. */
  connect(): Promise<Client>;
}

export const functionBody = (name: string, answer: string): string =>
  `create or replace function ${name}() returns text language sql as $$ select '${answer}' $$;`;

export function useSchemaFolder(): SchemaFolder {
  let database: TestDatabase | undefined;
  let folder = '';
  const url = (): string => database?.url ?? '';
  const connect = async (): Promise<Client> => {
    const client = new Client(url());
    await client.connect();
    return client;
  };
  const schema: SchemaFolder = {
    get url() {
      return url();
    },
    write: (name, sql) => writeFile(path.join(folder, name), sql),
    remove: (name) => rm(path.join(folder, name)),
    run: (options = {}) =>
      migrate(url(), { folder: pathToFileURL(`${folder}/`), mode: 'sandbox', ...options }),
    connect,
    async ask<Row extends object>(sql: string) {
      const client = await connect();
      try {
        return (await client.query<Row>(sql)).rows;
      } finally {
        await client.end();
      }
    },
  };
  beforeEach(async () => {
    database = await createEmptyDatabase();
    folder = await mkdtemp(path.join(os.tmpdir(), 'jara-schema-'));
    await mkdir(path.join(folder, 'migrations'));
    await mkdir(path.join(folder, 'functions'));
    await schema.write('grants.sql', 'select');
    await schema.write('migrations/0001_books.sql', 'create table books (title text);');
    await schema.write('functions/shelf.sql', functionBody('shelf', 'left'));
  });
  afterEach(async () => {
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });
  return schema;
}
