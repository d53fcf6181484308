/** Brings a database to the newest schema: plain SQL files, in order, forward only, each in one commit. */
import { readdir, readFile } from 'node:fs/promises';
import { Client } from 'pg';

// From src/platform as from dist, the folder of the SQL files lies in the same place relative to the workspace.
const folder = new URL(
  import.meta.url.endsWith('.ts') ? '../../migrations/' : '../migrations/',
  import.meta.url,
);
// Any number that nothing else uses: two processes that start at once migrate one after the other.
const MIGRATION_LOCK = 7_241_993;

/** `url` logs in as the owner of the schema. Gives the names of the migrations that ran. */
export async function migrate(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, ran_at timestamptz not null default now())',
    );
    const done = await client.query<{ name: string }>('select name from schema_migrations');
    const ran = new Set(done.rows.map((row) => row.name));
    const files = (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).toSorted();
    const pending = files.filter((name) => !ran.has(name));
    for (const name of pending) {
      const sql = await readFile(new URL(name, folder), 'utf8');
      await client.query('begin');
      await client.query(sql);
      await client.query('insert into schema_migrations (name) values ($1)', [name]);
      await client.query('commit');
    }
    await client.query(await readFile(new URL('grants.sql', folder), 'utf8'));
    return pending;
  } finally {
    await client.end();
  }
}
