/**
 * Whose folder it is. DATABASE names the database that writes there, the moment to which it was restored last, and the newest file that
 * it had on record. So two shops with one folder are told apart, and two copies of one database as soon as one of them was restored or has
 * written a file: the other one writes nothing until somebody decides (`npm run archive -- --adopt`).
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../../app/context.ts';
import type { Db, Pool } from '../../platform/db.ts';
import {
  ArchiveProblem,
  keepDamagedSums,
  readSums,
  readText,
  replaceText,
  writeSums,
} from './archive-folder.ts';

const OWNER = 'DATABASE';
// Any number that nothing else uses: of several processes one writes the list of sums.
const LIST_LOCK = 7_241_999;
const DECIDE =
  'Only when no other database writes there: npm run archive -- --adopt makes it the folder of this one.';

interface Named {
  name: string;
  sha256: string;
}

export interface Known extends Named {
  isEnded: boolean;
}

interface Owner {
  database: string;
  restored: string | null;
  newest: Named | null;
}

/** In the order in which they were written. */
export const filesOnRecord = (db: Db): Promise<Known[]> =>
  db.rows<Known>(
    `select name, encode(sha256, 'hex') as sha256, ended_at is not null as "isEnded" from archive_files order by id`,
  );

async function readOwner(folder: string): Promise<Owner | undefined> {
  const text = await readText(folder, OWNER);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Owner; // as this program wrote it
  } catch {
    throw new ArchiveProblem(`${path.join(folder, OWNER)} was changed and cannot be read. ${DECIDE}`);
  }
}

/** What the database has to say about itself. It has its name before the folder has: null is that of one that never archived. */
const readMe = (db: Db): Promise<{ name: string | null; restored: string | null }> =>
  db.get(
    `select (select name::text from archive_folders order by id desc limit 1) as name,
       (select extract(epoch from max(entered_at))::text from recoveries) as restored`,
  );

/** Why the folder is not this database's, by what DATABASE says; undefined where it is, or where there is none. */
export async function findOtherOwner(db: Db, folder: string): Promise<string | undefined> {
  const owner = await readOwner(folder);
  if (owner === undefined) return undefined;
  const me = await readMe(db);
  if (owner.database !== me.name) return `${folder} is the archive of another database. ${DECIDE}`;
  if (owner.restored !== me.restored)
    return `This database, or the one that wrote into ${folder} last, was restored since. ${DECIDE}`;
  const { newest } = owner;
  const isMine =
    newest === null ||
    (await db.find(`select from archive_files where name = $1 and sha256 = decode($2, 'hex')`, [
      newest.name,
      newest.sha256,
    ])) !== undefined;
  return isMine
    ? undefined
    : `Another copy of this database wrote ${newest.name} into ${folder}, which is not on record here. ${DECIDE}`;
}

/** A disk that is not mounted, another machine, or a folder of before DATABASE: its list tells whose it is. */
async function refuseUnknown(folder: string, known: readonly Known[]): Promise<void> {
  const list = await readSums(folder);
  const ended = known.filter(({ isEnded }) => isEnded);
  if (list === undefined) {
    if (ended.length === 0) return;
    throw new ArchiveProblem(
      `${folder} is not the folder of the archive: neither ${OWNER} nor SHA256SUMS is in it. If it is lost for good: npm run archive -- --adopt.`,
    );
  }
  const sums = new Map(known.map(({ name, sha256 }) => [name, sha256]));
  const isOurs =
    list.broken.length === 0 &&
    [...list.sums].every(([name, sum]) => sums.get(name) === sum) &&
    ended.every(({ name }) => list.sums.has(name));
  if (!isOurs)
    throw new ArchiveProblem(
      `${folder} has no ${OWNER}, and its SHA256SUMS is not what is on record here: it was damaged, or another database wrote it. ${DECIDE}`,
    );
}

async function writeOwner(db: Db, folder: string, known: readonly Known[]): Promise<void> {
  const { name, restored } = await readMe(db);
  const last = known.at(-1);
  const newest = last === undefined ? null : { name: last.name, sha256: last.sha256 };
  const text = `${JSON.stringify({ database: name, restored, newest } satisfies Record<keyof Owner, unknown>)}\n`;
  if (text !== (await readText(folder, OWNER))) await replaceText(folder, OWNER, text);
}

/**
 * Lists what has to be listed. The database is right where the list says otherwise, since the chain seals its sums; what the list has beyond
 * it, of before a restore, stays. Gives whether the list was damaged.
 */
async function listFiles(
  folder: string,
  known: readonly Known[],
  added: ReadonlySet<string>,
): Promise<boolean> {
  const found = await readSums(folder);
  const sums = new Map(found?.sums);
  const wrong = known.filter(
    ({ name, sha256, isEnded }) =>
      sums.get(name) !== sha256 && (isEnded || sums.has(name) || added.has(name)),
  );
  // The list gets a file once it is on record: that one alone is missing without harm.
  const isDamaged =
    (found?.broken.length ?? 0) > 0 || wrong.some(({ name }) => !added.has(name) || sums.has(name));
  if (isDamaged) await keepDamagedSums(folder);
  for (const { name, sha256 } of wrong) sums.set(name, sha256);
  if (isDamaged || wrong.length > 0) await writeSums(folder, sums);
  return isDamaged;
}

const lock = (db: Db): Promise<number> => db.run('select pg_advisory_xact_lock($1)', [LIST_LOCK]);

type Owned = Pick<Context, 'pool' | 'log'>;

/** Before anything is written, and with the name of each file that is to be listed: refuses another one's folder, and mends the list. */
export async function enterFolder({ pool, log }: Owned, folder: string, ...added: string[]): Promise<void> {
  await pool.commit(async (db) => {
    await lock(db);
    await db.run(
      'insert into archive_folders (since) select now() where not exists (select from archive_folders)',
    );
  });
  const wasDamaged = await pool.commit(async (db) => {
    await lock(db);
    const known = await filesOnRecord(db);
    const other = await findOtherOwner(db, folder);
    if (other !== undefined) throw new ArchiveProblem(other);
    if ((await readOwner(folder)) === undefined) await refuseUnknown(folder, known);
    await writeOwner(db, folder, known);
    return listFiles(folder, known, new Set(added));
  });
  if (wasDamaged)
    log.error({ folder }, 'SHA256SUMS of the archive was lost or damaged: written anew from the database');
}

export interface Adopted {
  files: number;
  /** Of those, not in the folder. */
  gone: number;
}

/** By somebody's decision: whoever wrote there before is another one from now on. */
export async function adoptFolder(pool: Pool, folder: string): Promise<Adopted> {
  await pool.run('insert into archive_folders default values');
  return pool.commit(async (db) => {
    await lock(db);
    const known = await filesOnRecord(db);
    await listFiles(folder, known, new Set());
    await writeOwner(db, folder, known);
    let gone = 0;
    for (const { name } of known)
      await stat(path.join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        gone += 1;
      });
    return { files: known.length, gone };
  });
}
