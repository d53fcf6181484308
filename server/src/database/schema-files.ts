/** The SQL that makes the schema, as it lies in server/database: numbered migrations, functions, grants. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

export interface SqlFile {
  name: string;
  sql: string;
  /** SHA-256 of the text; line ends do not count, because a checkout may change them. */
  checksum: string;
}

export interface SchemaFiles {
  /** In order of their numbers. */
  migrations: SqlFile[];
  /** One living definition each, with the triggers that call it. */
  functions: SqlFile[];
  grants: string;
}

/** From src/database as from dist, the folder lies in the same place relative to the workspace. */
export const schemaFolder = new URL(
  import.meta.url.endsWith('.ts') ? '../../database/' : '../database/',
  import.meta.url,
);

export async function readSchemaFiles(folder: URL): Promise<SchemaFiles> {
  return {
    migrations: await readFolder(new URL('migrations/', folder), /^\d{4}_\w+\.sql$/),
    functions: await readFolder(new URL('functions/', folder), /^\w+\.sql$/),
    grants: await readFile(new URL('grants.sql', folder), 'utf8'),
  };
}

async function readFolder(folder: URL, pattern: RegExp): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => pattern.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
