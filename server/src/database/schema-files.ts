/** The SQL that makes the schema, as it lies in server/database: numbered migrations, functions, grants. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

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
  grants: SqlFile;
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
    grants: await readSqlFile(fileURLToPath(folder), 'grants.sql'),
  };
}

/** With its folders; a file is known by its name alone. */
async function readFolder(folder: URL, pattern: RegExp): Promise<SqlFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return Promise.all(files.map(({ name, parentPath }) => readSqlFile(parentPath, name)));
}

async function readSqlFile(folder: string, name: string): Promise<SqlFile> {
  const sql = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}
