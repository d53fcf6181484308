/**
 * `npm run restore -- --until 2026-11-22T17:03:00+01:00`: the embedded PostgreSQL as it was at that moment, from BACKUP_DIR; `--until latest`
 * for all that is archived. Into an empty DATA_DIR, or with `--replace` in the place of the database that is there.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { backupPlaceOf } from './app/database.ts';
import { problemOf } from './app/problem-of.ts';
import { BackupProblem } from './backup/backup-problem.ts';
import { restoreCluster } from './backup/restore-cluster.ts';
import { readPlace, type InstallationPlace } from './config/config.ts';
import type { EmbeddedPostgres } from './database/embedded-postgres.ts';
import { migrate } from './database/migrate.ts';
import { createLog } from './platform/log.ts';
import { openPool } from './platform/db.ts';
import { readTime } from './backup/read-time.ts';
import { enterRecovery } from './slices/recovery/enter-recovery.ts';

const USAGE =
  'npm run restore -- --until TIME [--replace]\n' +
  '  TIME with its zone, as 2026-11-22T17:03:00+01:00 (Lagos), or latest for all that is archived.\n' +
  '  --replace moves a database that is there aside.';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Null for latest. */
function readUntil(text: string | undefined): Date | null {
  if (text === undefined) throw new BackupProblem(USAGE);
  if (text === 'latest') return null;
  const until = readTime(text);
  if (until === undefined) throw new BackupProblem(`"${text}" is not a time with its zone.\n${USAGE}`);
  if (until > new Date())
    throw new BackupProblem(`${until.toISOString()} has not come yet. Nothing was changed.`);
  return until;
}

/** Before the database takes its place: nobody can start it as if nothing was lost. */
async function closeShop(
  postgres: EmbeddedPostgres,
  until: Date | null,
  mode: InstallationPlace['mode'],
): Promise<void> {
  const url = postgres.adminUrl('jara');
  await migrate(url, { mode });
  const pool = openPool({ url, size: 1, role: null, log: createLog('error') });
  try {
    const last = await pool.find<{ at: Date }>(
      'select posted_at as at from postings order by id desc limit 1',
    );
    const restoredTo = until ?? last?.at ?? new Date(0);
    await pool.commit((db) => enterRecovery(db, restoredTo));
  } finally {
    await pool.close();
  }
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { until: { type: 'string' }, replace: { type: 'boolean' } } });
  const until = readUntil(values.until);
  const installation = readPlace(process.env);
  const place = backupPlaceOf(installation);
  if (place === undefined)
    throw new BackupProblem(
      'Set BACKUP_DIR to the folder of the backups, and BACKUP_KEY_FILE to the key that they were made with.',
    );
  const dataDir = join(installation.dataDir, 'postgres');
  const finish = (postgres: EmbeddedPostgres): Promise<void> => closeShop(postgres, until, installation.mode);
  await restoreCluster({ place, dataDir, until, replace: values.replace === true, say, finish });
  say(`The database is as it was at ${until?.toISOString() ?? 'the end of the archive'}.`);
  say('The shop is closed: what was sold and paid since then is not in the books. Next:');
  say(
    '  1. npm start. The server asks the suppliers what they have delivered since; nothing is sold or paid out meanwhile.',
  );
  say('  2. npm run books -- --verify-chain');
  say(
    '  3. npm run admin -- recovery shows what was found and what you have to compare by hand, and then opens the shop.',
  );
  say('  4. npm run backup');
  say('  5. npm run archive -- --adopt, once nothing runs on the database of before any more.');
}

try {
  await run();
} catch (error) {
  console.error(problemOf(error));
  process.exitCode = 1;
}
