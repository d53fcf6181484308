/**
 * `npm run archive`: what is in the archive. With `--verify` it reads every file and compares its sum with what the database and SHA256SUMS have,
 * and exits with 1 when one is gone or changed; with `--find TRANSACTION` it prints what suppliers, banks and hooks said of that transaction.
 * With `--adopt`, which somebody has to decide, the folder is that of this database from now on, and SHA256SUMS is written from what it knows.
 */
import { parseArgs } from 'node:util';
import { createLog } from './platform/log.ts';
import { readPlace, type InstallationPlace } from './config/config.ts';
import { reachExisting } from './app/existing-database.ts';
import { problemOf } from './app/problem-of.ts';
import { openPool, type Pool } from './platform/db.ts';
import { ArchiveProblem } from './slices/archive/archive-folder.ts';
import { adoptFolder } from './slices/archive/owner.ts';
import { findArchived, verifyArchive } from './slices/archive/verify-archive.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const grouped = new Intl.NumberFormat('en');

async function summary(pool: Pool, folder: string): Promise<void> {
  const kinds = await pool.rows<{ kind: string; files: bigint; rows: bigint; bytes: bigint; left: bigint }>(
    `select m.kind, count(f.id) as files, coalesce(sum(f.row_count), 0)::bigint as rows, coalesce(sum(f.bytes), 0)::bigint as bytes,
       (select count(*) from archive_left l where l.kind = m.kind) as left
     from archive_marks m left join archive_files f on f.kind = m.kind group by m.kind order by m.kind`,
  );
  say(`The archive is in ${folder}.`);
  for (const { kind, files, rows, bytes, left } of kinds)
    say(
      `  ${kind.padEnd(18)} ${grouped.format(files)} files, ${grouped.format(rows)} rows, ${grouped.format(bytes)} bytes; ${grouped.format(left)} old rows are open and stay`,
    );
}

async function verify(pool: Pool, folder: string): Promise<void> {
  const { files, problems } = await verifyArchive(pool, folder);
  for (const problem of problems) say(`  PROBLEM ${problem}`);
  if (problems.length > 0) throw new ArchiveProblem(`${problems.length} problems in ${folder}.`);
  say(`${files} files are as they were written.`);
}

async function find(pool: Pool, folder: string, transaction: string): Promise<void> {
  const known = await pool.find<{ id: bigint }>(
    /^\d{1,18}$/.test(transaction)
      ? 'select id from transactions where id = $1::bigint'
      : 'select id from transactions where reference = $1',
    [transaction],
  );
  if (known === undefined) throw new ArchiveProblem(`There is no transaction ${transaction}.`);
  const found = await findArchived(pool, folder, known.id);
  for (const { file, row } of found) say(`${file} ${JSON.stringify(row)}`);
  if (found.length === 0) say('Nothing of it is in the archive: what was said stands in the database.');
}

async function adopt(pool: Pool, folder: string): Promise<void> {
  const { files, gone } = await adoptFolder(pool, folder);
  say(`${folder} is the folder of this database now, with ${grouped.format(files)} files on record.`);
  if (gone > 0) say(`${grouped.format(gone)} of them are not in it: npm run archive -- --verify names them.`);
}

const { values } = parseArgs({
  options: { verify: { type: 'boolean' }, find: { type: 'string' }, adopt: { type: 'boolean' } },
});

async function run(config: InstallationPlace): Promise<void> {
  const folder = config.archiveFolder;
  if (folder === null)
    throw new ArchiveProblem('ARCHIVE_DIR is off here: run this where the archive is written.');
  const database = await reachExisting(config, 'is no archive', say);
  const pool = openPool({ url: database.url, size: 1, role: 'jara_app', log: createLog('error') });
  try {
    if (values.adopt === true) await adopt(pool, folder);
    else if (values.verify === true) await verify(pool, folder);
    else if (values.find !== undefined) await find(pool, folder, values.find);
    else await summary(pool, folder);
  } finally {
    await pool.close();
    await database.stop();
  }
}

try {
  await run(readPlace(process.env));
} catch (error) {
  console.error(problemOf(error));
  process.exitCode = 1;
}
