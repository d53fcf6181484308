/**
 * A copy of the cluster while it serves: PostgreSQL is told that a copy begins, the files are read as they are, and the log from that
 * moment on makes one state of them. Nothing waits for it but the disk.
 */
import fs from 'node:fs';
import path from 'node:path';
import { inOneSession, type Ask } from '../database/one-session.ts';
import { claimFolder, isWritten, writeFile, type BackupPlace } from './backup-folder.ts';
import { BackupProblem } from './backup-problem.ts';
import { idOfBase, writeManifest, type Manifest } from './manifest.ts';
import { packFolder, packGiven, type PackedFile } from './packed-files.ts';

export interface ServingDatabase {
  /** Superuser. */
  url: string;
  /** Holds `cluster` and `password`. */
  folder: string;
}

/** Belongs to the running process, or is made anew when a copy is started: PostgreSQL's documentation lists it. */
const NOT_CONTENT =
  /^(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.+|^postmaster\.(?:pid|opts)$|^(?:backup_label|tablespace_map)(?:\.old)?$|^(?:recovery|standby)\.signal$|(?:^|\/)pgsql_tmp[^/]*|(?:^|\/)pg_internal\.init[^/]*$/;
/** Says where the log begins: the last thing to read, so that it is not older than what it stands beside. */
const CONTROL = 'global/pg_control';

const WAL_MS = 120_000;
const ARCHIVE_HINT =
  'The running database keeps no archive of its log, without which a copy of it is of no use. ' +
  'Set BACKUP_DIR and BACKUP_KEY_FILE for npm start, start it again, and then make the backup.';

/** Gives the manifest of the backup once all of it, and the log that it needs, is in the folder. */
export async function takeBaseBackup(
  database: ServingDatabase,
  place: BackupPlace,
  say: (line: string) => void,
): Promise<Manifest> {
  return inOneSession(database.url, async (ask) => {
    const about = await readAbout(ask);
    claimFolder(place.folder, about.systemIdentifier);
    const [begun] = await ask<{ at: Date; file: string; id: string }>(
      `select clock_timestamp() as at, pg_walfile_name(pg_backup_start('jara', true)) as file`,
    );
    if (begun === undefined) throw new Error('the backup did not begin');
    const id = freeId(place.folder, begun.at);
    say(`Copying the database into ${path.join(place.folder, 'base', id)}`);
    fs.mkdirSync(path.join(place.folder, 'base', id), { recursive: true, mode: 0o700 });
    const files: PackedFile[] = [];
    const ended: { lastWal?: string; endedAt?: Date } = {};
    const data = await writeFile(
      place,
      `base/${id}/data`,
      pack(ask, database.folder, files, (lastWal, endedAt) => Object.assign(ended, { lastWal, endedAt })),
    );
    const { lastWal, endedAt } = ended;
    if (lastWal === undefined || endedAt === undefined) throw new Error('the backup did not end');
    await untilArchived(place, lastWal);
    const manifest: Manifest = {
      id,
      ...about,
      startedAt: begun.at.toISOString(),
      endedAt: endedAt.toISOString(),
      firstWal: begun.file,
      lastWal,
      data,
      files,
    };
    writeManifest(place.folder, place.key, manifest);
    return manifest;
  });
}

async function readAbout(ask: Ask): Promise<{ systemIdentifier: string; majorVersion: number }> {
  const [about] = await ask<{ systemIdentifier: string; archive: string; version: number }>(
    `select system_identifier::text as "systemIdentifier", current_setting('archive_mode') as archive,
       current_setting('server_version_num')::int / 10000 as version from pg_control_system()`,
  );
  if (about === undefined) throw new Error('the database does not say who it is');
  if (about.archive === 'off') throw new BackupProblem(ARCHIVE_HINT);
  return { systemIdentifier: about.systemIdentifier, majorVersion: about.version };
}

/** Two backups of one second stand beside each other. */
function freeId(folder: string, startedAt: Date): string {
  const id = idOfBase(startedAt);
  for (let turn = 0; ; turn += 1) {
    const free = turn === 0 ? id : `${id}-${turn}`;
    if (!fs.existsSync(path.join(folder, 'base', free))) return free;
  }
}

async function* pack(
  ask: Ask,
  folder: string,
  files: PackedFile[],
  onEnd: (lastWal: string, endedAt: Date) => void,
): AsyncGenerator<Buffer> {
  const cluster = path.join(folder, 'cluster');
  const onFile = (file: PackedFile): void => void files.push(file);
  yield* packFolder(cluster, (one) => one === CONTROL || NOT_CONTENT.test(one), onFile);
  const control = await fs.promises.readFile(path.join(cluster, CONTROL));
  yield* packGiven({ path: CONTROL, content: control }, onFile);
  const [stopped] = await ask<{ label: string; map: string; file: string; at: Date }>(
    `select labelfile as label, spcmapfile as map, pg_walfile_name(lsn) as file, clock_timestamp() as at
     from pg_backup_stop(wait_for_archive => true)`,
  );
  if (stopped === undefined) throw new Error('the backup did not end');
  if (stopped.map.trim() !== '')
    throw new BackupProblem('The database has tablespaces, which are not copied.');
  onEnd(stopped.file, stopped.at);
  yield* packGiven({ path: 'backup_label', content: Buffer.from(stopped.label) }, onFile);
  // Who restores on another machine has to log in there.
  const password = await fs.promises.readFile(path.join(folder, 'password'));
  yield* packGiven({ path: 'password', content: password }, onFile);
}

/** PostgreSQL has laid it out; whoever runs the database brings it into the folder. */
async function untilArchived(place: BackupPlace, name: string): Promise<void> {
  const deadlineMs = performance.now() + WAL_MS;
  while (!isWritten(place, `wal/${name}`)) {
    if (performance.now() > deadlineMs)
      throw new BackupProblem(
        `The log of the database did not come into ${place.folder} within two minutes. ` +
          'The server that runs the database must have the same BACKUP_DIR; its output says what hinders it.',
      );
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
