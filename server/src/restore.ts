/**
 * `npm run restore -- --until 2026-11-22T17:03:00+01:00`: the embedded PostgreSQL as it was at that moment, from BACKUP_DIR; `--until latest`
 * for all that is archived. Into an empty DATA_DIR, or with `--replace` in the place of the database that is there.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { backupPlaceOf } from './app/database.ts';
import { BackupProblem } from './backup/backup-problem.ts';
import { restoreCluster } from './backup/restore-cluster.ts';
import { ConfigError, readConfig } from './config/config.ts';

const USAGE =
  'npm run restore -- --until TIME [--replace]\n' +
  '  TIME with its zone, as 2026-11-22T17:03:00+01:00 (Lagos), or latest for all that is archived.\n' +
  '  --replace moves a database that is there aside.';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Null for latest. A time without a zone means one thing to the operator and another one to the machine. */
function readUntil(text: string | undefined): Date | null {
  if (text === undefined) throw new BackupProblem(USAGE);
  if (text === 'latest') return null;
  const until = new Date(text);
  if (!/(?:Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(until.getTime()))
    throw new BackupProblem(`"${text}" is not a time with its zone.\n${USAGE}`);
  if (until > new Date())
    throw new BackupProblem(`${until.toISOString()} has not come yet. Nothing was changed.`);
  return until;
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { until: { type: 'string' }, replace: { type: 'boolean' } } });
  const until = readUntil(values.until);
  const config = readConfig({ ...process.env, MODE: 'sandbox' });
  const place = backupPlaceOf(config);
  if (place === undefined)
    throw new BackupProblem(
      'Set BACKUP_DIR to the folder of the backups, and BACKUP_KEY_FILE to the key that they were made with.',
    );
  const dataDir = join(config.dataDir, 'postgres');
  const finish = async (): Promise<void> => undefined;
  await restoreCluster({ place, dataDir, until, replace: values.replace === true, say, finish });
  say(`The database is as it was at ${until?.toISOString() ?? 'the end of the archive'}.`);
}

try {
  await run();
} catch (error) {
  const isForPeople = error instanceof BackupProblem || error instanceof ConfigError;
  console.error(isForPeople ? error.message : error);
  process.exitCode = 1;
}
