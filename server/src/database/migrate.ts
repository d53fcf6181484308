/**
 * Brings a database to the schema of this program: the numbered migrations that it does not have yet, each in one commit, then the
 * functions and the grants in another. Guarantees that a database which this program does not understand is refused before anything is
 * changed, that a file runs once however many processes start together, and that waiting for a lock never stops the traffic for long.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, type Client } from 'pg';
import { SECOND_MS } from '@jara/contract/time-units.ts';
import { ranMigrations, refuseForeignSchema } from './foreign-schema.ts';
import { agreeOnMode, type Mode } from './mode.ts';
import { readSchemaFiles, schemaFolder, type SchemaFiles, type SqlFile } from './schema-files.ts';
import { withClient } from './with-client.ts';

export interface MigrateOptions {
  /** Of the program: another database is refused, and an empty one gets it. Without it no database is made. */
  mode?: Mode | undefined;
  /** What whoever reads a refusal does to begin with an empty database. */
  beginAnew?: string;
  /** Another schema than that of the program. */
  folder?: URL;
  /** How long to wait for another program that migrates the same database. */
  otherMigratesMs?: number;
  /** How long one try waits for a lock. Everything that comes after waits behind it. */
  lockTimeoutMs?: number;
  /** How often a file is tried that does not get its locks, and how long to leave the traffic alone in between. */
  tries?: number;
  delayMs?: number;
}

export interface Migrated {
  migrations: string[];
  functions: string[];
}

type Patience = Required<Pick<MigrateOptions, 'otherMigratesMs' | 'lockTimeoutMs' | 'tries' | 'delayMs'>>;

// Any number that nothing else uses: of two processes that start at once, one migrates and the other waits.
export const MIGRATION_LOCK = 7_241_993;
const LOCK_POLL_MS = 100;
const PATIENCE: Patience = { otherMigratesMs: 60_000, lockTimeoutMs: 3_000, tries: 20, delayMs: 1_000 };
/** First line of a migration whose statements cannot run inside a transaction. */
const NO_TRANSACTION = /^-- no transaction\b/;
/** What the database lets nobody do in a transaction, and nobody waits behind. */
const CONCURRENTLY =
  /^\s*(?:(?:create|drop|reindex)\s.*\bconcurrently\b|alter\s+table\s.*\bdetach\s+partition\s.*\bconcurrently\b|vacuum\b)/is;

/** `url` logs in as the owner of the schema. Gives the names of the files that ran. */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<Migrated> {
  const files = await readSchemaFiles(options.folder ?? schemaFolder);
  const beginAnew = options.beginAnew ?? 'make an empty database and use that one';
  const patience = { ...PATIENCE, ...options };
  return withClient(url, async (client) => {
    await holdMigrationLock(client, patience.otherMigratesMs);
    return bringUp(client, files, { beginAnew, mode: options.mode }, patience);
  });
}

/** Asks again and again instead of waiting in the database: an index that is built concurrently waits for all who wait there. */
async function holdMigrationLock(client: Client, patienceMs: number): Promise<void> {
  const deadlineMs = Date.now() + patienceMs;
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.held === true) return;
    if (Date.now() >= deadlineMs) {
      throw new Error(
        `Another program is migrating this database and was not done after ${patienceMs / SECOND_MS} s. Nothing was changed here. ` +
          'Start again when it has finished; when it hangs, end it first: its connection to the database holds the advisory lock ' +
          `${MIGRATION_LOCK}.`,
      );
    }
    await sleep(LOCK_POLL_MS);
  }
}

async function bringUp(
  client: Client,
  files: SchemaFiles,
  { beginAnew, mode }: { beginAnew: string; mode: Mode | undefined },
  patience: Patience,
): Promise<Migrated> {
  const ran = await ranMigrations(client);
  refuseForeignSchema(ran, files.migrations, beginAnew);
  // For the migration that writes it down.
  await client.query("select set_config('jara.mode', $1, false)", [await agreeOnMode(client, mode)]);
  await makeRecords(client);

  const names = new Set(ran.map(({ name }) => name));
  const pending = files.migrations.filter(({ name }) => !names.has(name));
  for (const file of pending) {
    if (NO_TRANSACTION.test(file.sql)) await runInSteps(client, file, patience);
    else await runInCommit(client, file.name, patience, () => runMigration(client, file));
  }
  let functions: string[] = [];
  await runInCommit(client, 'the functions', patience, async () => {
    functions = await runFunctions(client, files.functions, pending.length > 0);
    await client.query(files.grants.sql);
    await recordAgain(client, [...files.functions, files.grants]);
  });
  return { migrations: pending.map(({ name }) => name), functions };
}

async function makeRecords(client: Client): Promise<void> {
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key, checksum text not null, ran_at timestamptz not null default now());
    create table if not exists schema_functions (
      name text primary key, checksum text not null, ran_at timestamptz not null default now());
    comment on table schema_migrations is 'The numbered migrations that ran in this database.';
    comment on table schema_functions is 'The files of functions, and the grants, as they ran last in this database.'`);
}

async function runMigration(client: Client, { name, sql, checksum }: SqlFile): Promise<void> {
  await client.query(sql);
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
}

/** After a migration all of them, because it may have made a table anew without its triggers; else those that changed. */
async function runFunctions(client: Client, files: readonly SqlFile[], all: boolean): Promise<string[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_functions',
  );
  const known = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const changed = files.filter(({ name, checksum }) => all || known.get(name) !== checksum);
  for (const { sql } of changed) await client.query(sql);
  return changed.map(({ name }) => name);
}

/** What a server compares with its own files: exactly those that ran, the time of each that is not as it was. */
async function recordAgain(client: Client, files: readonly SqlFile[]): Promise<void> {
  const names = files.map(({ name }) => name);
  await client.query(
    `insert into schema_functions (name, checksum) select * from unnest($1::text[], $2::text[])
     on conflict (name) do update set checksum = excluded.checksum, ran_at = now()
     where schema_functions.checksum <> excluded.checksum`,
    [names, files.map(({ checksum }) => checksum)],
  );
  await client.query('delete from schema_functions where name <> all ($1)', [names]);
}

/** One commit, tried again when it does not get its locks in time. */
async function runInCommit(
  client: Client,
  title: string,
  { lockTimeoutMs, tries, delayMs }: Patience,
  work: () => Promise<void>,
): Promise<void> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${Math.round(lockTimeoutMs)}`);
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      // A connection that broke has nothing to roll back, and the first error is the one to tell.
      await client.query('rollback').catch(() => undefined);
      if (!isWaitForLock(error)) throw error;
      if (left <= 0) {
        throw new Error(`Migrating: ${title} did not get its locks in ${tries} tries. Start again later.`, {
          cause: error,
        });
      }
    }
    await sleep(delayMs);
  }
}

/** lock_not_available, or the losing side of a deadlock. */
const isWaitForLock = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === '55P03' || error.code === '40P01');

/**
 * Statement by statement, each its own commit: what `create index concurrently` needs. It may be cut off after any of them, and then
 * runs again from its beginning, so each file undoes first what a cut one may have left. What is done
 * concurrently has no lock_timeout and is not tried again, since nobody waits behind it; each other statement is tried like a whole file.
 */
async function runInSteps(
  client: Client,
  { name, sql, checksum }: SqlFile,
  patience: Patience,
): Promise<void> {
  if (sql.includes('$$')) throw new Error(`${name}: a migration without a transaction cannot have bodies`);
  const statements = sql.replaceAll(/^[ \t]*--.*$/gm, '').split(/;[ \t]*(?:\n|$)/);
  for (const statement of statements.filter((part) => part.trim() !== '')) {
    if (CONCURRENTLY.test(statement)) await client.query(statement);
    else
      await runInCommit(client, name, patience, async () => {
        await client.query(statement);
      });
  }
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
}
