/**
 * The database of this installation: the operator's own, or one that comes with the product. A server gets the address of its own login, and
 * never that of the owner; tools get the owner's.
 */
import { join, resolve } from 'node:path';
import { SECOND_MS } from '@jara/contract/time-units.ts';
import { startArchiver } from '../backup/archiver.ts';
import type { BackupPlace } from '../backup/backup-folder.ts';
import { readKeyFile } from '../backup/key-file.ts';
import type { Config, InstallationPlace } from '../config/config.ts';
import { connectionsToGive } from '../database/connection-budget.ts';
import {
  findRunningPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../database/embedded-postgres.ts';
import { refuseOtherSchema } from '../database/foreign-schema.ts';
import { refuseOtherModeThan, type Mode } from '../database/mode.ts';
import { refuseSharedConnections, refuseWrongPooling, type Reached } from '../database/pooling.ts';
import { refuseOtherLogin } from '../database/program-login.ts';
import { withClient, withImpatientClient } from '../database/with-client.ts';

interface Opened {
  url: string;
  stop(): Promise<void>;
}

/** Its address logs in as the owner of the schema. */
export interface Database extends Opened {
  /** What whoever reads that its schema is not ours does to begin with an empty one. */
  beginAnew: string;
}

type Place = Omit<InstallationPlace, 'mode'>;
type Say = (line: string) => void;

const MOST_OFF_MS = 5 * SECOND_MS;

/** A process whose clock is off would sign, show and log wrong times; ages are the database's in any case. For people, who can act on it. */
export class WrongClock extends Error {
  override name = 'WrongClock';
}

const NAME = 'jara';
const notOurs = async (): Promise<void> => undefined;

const howToBeginAnew = ({ databaseUrl, dataDir }: Place): string =>
  databaseUrl === null
    ? `remove the folder ${resolve(dataDir)} and start again: all accounts, purchases and play money in it are lost`
    : 'make an empty database and set DATABASE_URL to it';

/** For a server: its addresses log in as the program. `bringUp` gives that address once the embedded PostgreSQL is brought to the schema. */
export async function openServedDatabase(
  config: Config,
  bringUp: () => Promise<string>,
  say: Say,
): Promise<Opened & Reached> {
  const { databaseProgramUrl: url, databaseDirectUrl: directUrl } = config;
  if (url !== null) return { url, directUrl, stop: notOurs };
  const settings = { max_connections: String(connectionsToGive(config)) };
  return { ...(await startOurs(config, bringUp, say, settings)), directUrl: null };
}

/** What tools reach `databaseUrl` by. */
export const reachedBy = (
  databaseUrl: string,
  { databasePooledUrl }: Pick<Place, 'databasePooledUrl'>,
): Reached =>
  databasePooledUrl === null
    ? { url: databaseUrl, directUrl: null }
    : { url: databasePooledUrl, directUrl: databaseUrl };

async function openDatabase(place: Place, say: Say): Promise<Database> {
  const beginAnew = howToBeginAnew(place);
  if (place.databaseUrl !== null) {
    await refuseSharedConnections(reachedBy(place.databaseUrl, place), 'DATABASE_URL');
    return { url: place.databaseUrl, beginAnew, stop: notOurs };
  }
  const asOwner = async (embedded: EmbeddedPostgres): Promise<string> => {
    await createOnce(embedded.url);
    return embedded.adminUrl(NAME);
  };
  return { ...(await startOurs(place, asOwner, say)), beginAnew };
}

/** Runs the embedded PostgreSQL until it is stopped. `findUrl` gives an address for whoever asked for it. */
async function startOurs(
  { dataDir, backups }: Pick<Place, 'dataDir' | 'backups'>,
  findUrl: (embedded: EmbeddedPostgres) => Promise<string>,
  say: Say,
  settings: Record<string, string> = {},
): Promise<Opened> {
  const backupPlace = backupPlaceOf({ backups });
  const embedded = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    durable: true,
    settings,
    ...(backupPlace === undefined ? {} : { archiveSeconds: backups.walSeconds }),
    log: (line) => say(`Database: ${line}`),
  });
  const url = await findUrl(embedded);
  const stopArchive =
    backupPlace === undefined ? notOurs : await startArchive(url, embedded.folder, backupPlace, say);
  return {
    url,
    async stop() {
      await embedded.stop();
      // What it laid out while it ended is brought as well.
      await stopArchive();
    },
  };
}

/** Undefined where no backups are made. Refuses a key file that is not there. */
export function backupPlaceOf({ backups }: Pick<Place, 'backups'>): BackupPlace | undefined {
  const { folder, keyFile } = backups;
  if (folder === null || keyFile === null) return undefined;
  return { folder: resolve(folder), key: readKeyFile(keyFile) };
}

async function startArchive(
  url: string,
  folder: string,
  place: BackupPlace,
  say: Say,
): Promise<() => Promise<void>> {
  const systemIdentifier = await withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select system_identifier::text as id from pg_control_system()',
    );
    return rows[0]?.id ?? '';
  });
  const archiver = startArchiver({
    home: folder,
    place,
    systemIdentifier,
    onProblem: (words) => say(`Backup: the log of the database is NOT archived. ${words}`),
  });
  return async () => {
    await archiver.bringAll().catch(() => undefined);
    await archiver.stop();
  };
}

/**
 * For tools: the database of the server that is running in `dataDir`, or the database alone when none is. Refused when it is of another mode
 * than `MODE` says.
 */
export async function reachDatabase(place: InstallationPlace, say: Say): Promise<Database> {
  const database = await reach(place, say);
  try {
    await refuseOtherModeThan(place.mode, database.url);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function reach(place: Place, say: Say): Promise<Database> {
  const running =
    place.databaseUrl === null ? findRunningPostgres(join(place.dataDir, 'postgres')) : undefined;
  if (running !== undefined && (await answers(running('postgres')))) {
    await createOnce(running('postgres'));
    return { url: running(NAME), beginAnew: howToBeginAnew(place), stop: notOurs };
  }
  return openDatabase(place, say);
}

const answers = (url: string): Promise<boolean> => withClient(url, async () => true).catch(() => false);

async function createOnce(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const found = await client.query('select from pg_database where datname = $1', [NAME]);
    if (found.rowCount === 0) await client.query(`create database ${NAME}`);
  });
}

/**
 * For a server, which changes nothing of what it finds: throws a sentence for people unless the database of `url` is of this mode and exactly
 * of this version, and both addresses log in as the program.
 */
export async function refuseUnfit({ url, directUrl }: Reached, mode: Mode): Promise<void> {
  await refuseWrongClock(url);
  await refuseOtherModeThan(mode, url);
  await refuseOtherSchema(url);
  await refuseOtherLogin(url);
  await refuseWrongPooling({ url, directUrl });
}

/** Throws `WrongClock` when `nowMs` and the database are more than five seconds apart, whatever the question itself took. */
export async function refuseWrongClock(url: string, nowMs: () => number = Date.now): Promise<void> {
  const askedMs = nowMs();
  const { rows } = await withImpatientClient(url, (client) =>
    client.query<{ now: Date }>('select clock_timestamp() as now'),
  );
  const answeredMs = nowMs();
  const databaseMs = rows[0]?.now.getTime() ?? Number.NaN;
  const offMs = Math.max(askedMs - databaseMs, databaseMs - answeredMs, 0);
  if (offMs <= MOST_OFF_MS) return;
  const which = askedMs > databaseMs ? 'ahead of' : 'behind';
  throw new WrongClock(
    `The clock of this machine is ${Math.round(offMs / SECOND_MS)} s ${which} the database's. Set both by NTP and start again. Nothing was changed.`,
  );
}
