/** The database of this installation: the operator's own, or one that comes with the product. */
import { join } from 'node:path';
import { Client } from 'pg';
import type { Config } from './config.ts';
import { findRunningPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts';

export interface Database {
  /** Logs in as the owner of the schema. */
  url: string;
  stop(): Promise<void>;
}

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>;
type Say = (line: string) => void;

const NAME = 'jara';
const notOurs = async (): Promise<void> => undefined;

export async function openDatabase({ databaseUrl, dataDir }: Place, say: Say): Promise<Database> {
  if (databaseUrl !== null) return { url: databaseUrl, stop: notOurs };
  const embedded = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    durable: true,
    log: (line) => say(`Database: ${line}`),
  });
  await createOnce(embedded.url);
  return { url: embedded.adminUrl(NAME), stop: embedded.stop };
}

/** For tools: the database of the server that is running in `dataDir`, or the database alone when none is. */
export async function reachDatabase(place: Place, say: Say): Promise<Database> {
  const running =
    place.databaseUrl === null ? findRunningPostgres(join(place.dataDir, 'postgres')) : undefined;
  if (running !== undefined && (await answers(running(NAME)))) return { url: running(NAME), stop: notOurs };
  return openDatabase(place, say);
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const answers = (url: string): Promise<boolean> => withClient(url, async () => true).catch(() => false);

async function createOnce(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const found = await client.query('select from pg_database where datname = $1', [NAME]);
    if (found.rowCount === 0) await client.query(`create database ${NAME}`);
  });
}
