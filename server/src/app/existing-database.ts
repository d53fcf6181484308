/** For commands that look into a database and make none. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { InstallationPlace } from '../config/config.ts';
import { findPlace } from '../database/embedded-postgres-files.ts';
import { createLog } from '../platform/log.ts';
import { openPool } from '../platform/db.ts';
import { reachDatabase, type Database } from './database.ts';

/** Where the command would look, nothing was ever started; its message says what to do. */
export class NoDatabase extends Error {
  override name = 'NoDatabase';
}

/** `none` says what is not there, as "are no books". */
export async function reachExisting(
  place: InstallationPlace,
  none: string,
  say: (line: string) => void,
): Promise<Database> {
  refuseOtherPlace(place, none);
  const database = await reachDatabase(place, say);
  try {
    await refuseEmpty(database.url, none);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

function refuseOtherPlace(place: InstallationPlace, none: string): void {
  const { databaseUrl, databaseProgramUrl, dataDir } = place;
  if (databaseUrl !== null) return;
  // The one in DATA_DIR, if there is one, is not that of the server.
  if (databaseProgramUrl !== null)
    throw new NoDatabase(
      'This command reaches the database as its owner: set DATABASE_URL. DATABASE_PROGRAM_URL is for the server alone. Nothing was changed.',
    );
  const postgres = path.join(dataDir, 'postgres');
  if (existsSync(postgres) && existsSync(path.join(findPlace(postgres).folder, 'cluster'))) return;
  throw new NoDatabase(
    `There ${none} in ${dataDir}: nothing was ever started there. Run npm start first, or name the right folder in DATA_DIR.`,
  );
}

async function refuseEmpty(url: string, none: string): Promise<void> {
  const owner = openPool({ url, size: 1, role: null, log: createLog('error') });
  try {
    const { isMade } = await owner.get<{ isMade: boolean }>(
      `select exists (select from pg_roles where rolname = 'jara_app') and to_regclass('public.books_audits') is not null
         and to_regclass('public.archive_folders') is not null as "isMade"`,
    );
    if (isMade) return;
  } finally {
    await owner.close();
  }
  throw new NoDatabase(
    `There ${none} in this database: this version of the program was never started on it. Run npm start first, or name the right one in DATABASE_URL or DATA_DIR.`,
  );
}
