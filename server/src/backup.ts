/**
 * `npm run backup`: a copy of the embedded PostgreSQL while it serves, encrypted, into BACKUP_DIR; then what is older than BACKUP_KEEP_DAYS
 * is removed. `-- --verify` reads all that is there and says whether it can be restored; `-- --make-key FILE` makes the key.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { backupPlaceOf, reachDatabase } from './app/database.ts';
import { problemOf } from './app/problem-of.ts';
import { takeBaseBackup } from './backup/base-backup.ts';
import { refuseOtherFolder, type BackupPlace } from './backup/backup-folder.ts';
import { BackupProblem } from './backup/backup-problem.ts';
import { makeKeyFile } from './backup/key-file.ts';
import { removeOldBackups } from './backup/retention.ts';
import { verifyBackups } from './backup/verify.ts';
import { readPlace, type InstallationPlace } from './config/config.ts';
import { findPlace } from './database/embedded-postgres-files.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function makeKey(file: string): void {
  makeKeyFile(file);
  say(`The key is in ${file}. Set BACKUP_KEY_FILE to it for npm start, npm run backup and npm run restore.`);
  say(
    'Copy it now to a place that is neither this machine nor BACKUP_DIR: without it no backup can ever be read.',
  );
}

async function make(config: InstallationPlace, place: BackupPlace): Promise<void> {
  const database = await reachDatabase(config, say);
  try {
    const startedMs = performance.now();
    const { folder } = findPlace(join(config.dataDir, 'postgres'));
    const { id, data, files, endedAt } = await takeBaseBackup({ url: database.url, folder }, place, say);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
    say(
      `base/${id} is there: ${files.length} files, ${megabytes(bytes)}, encrypted ${megabytes(data.bytes)}, in ${seconds} s.`,
    );
    say(`The database can be restored to any moment since ${endedAt}.`);
    for (const old of removeOldBackups(place, config.backups.keepDays)) say(`Removed base/${old}`);
  } finally {
    await database.stop();
  }
}

async function verify(place: BackupPlace): Promise<void> {
  refuseOtherFolder(place.folder);
  const { problems, bases, segments, until } = await verifyBackups(place, say);
  for (const problem of problems) say(`  PROBLEM ${problem}`);
  if (problems.length > 0)
    throw new BackupProblem(`${problems.length} problems: not everything can be restored.`);
  say(
    `${bases.length} backups and ${segments} segments of the log are whole. Every moment from ${bases[0]?.endedAt ?? ''} ` +
      `to ${until?.toISOString() ?? ''} can be restored.`,
  );
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { verify: { type: 'boolean' }, 'make-key': { type: 'string' } } });
  const keyFile = values['make-key'];
  if (keyFile !== undefined) {
    makeKey(keyFile);
    return;
  }
  const config = readPlace(process.env);
  const place = backupPlaceOf(config);
  if (place === undefined)
    throw new BackupProblem('Set BACKUP_DIR to the folder of the backups, and BACKUP_KEY_FILE to their key.');
  await (values.verify === true ? verify(place) : make(config, place));
}

try {
  await run();
} catch (error) {
  console.error(problemOf(error));
  process.exitCode = 1;
}
