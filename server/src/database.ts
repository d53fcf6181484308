/** The database of this installation: the operator's own, or one that comes with the product. */
import { join } from 'node:path';
import { Client } from 'pg';
import type { Config } from './config.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';

export interface Database {
  /** Logs in as the owner of the schema. */
  url: string;
  stop(): Promise<void>;
}

const NAME = 'jara';

export async function openDatabase(
  { databaseUrl, dataDir }: Config,
  say: (line: string) => void,
): Promise<Database> {
  if (databaseUrl !== null) return { url: databaseUrl, stop: async () => undefined };
  const embedded = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    durable: true,
    log: (line) => say(`Database: ${line}`),
  });
  await createOnce(embedded.url);
  return { url: embedded.adminUrl(NAME), stop: embedded.stop };
}

async function createOnce(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [NAME]);
    if (found.rowCount === 0) await client.query(`create database ${NAME}`);
  } finally {
    await client.end();
  }
}
