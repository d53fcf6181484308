/**
 * Moves what suppliers, banks and hooks said into files when it is old, and clears it from the tables: the database keeps what it meant. A
 * file is whole, on the disk and on record before the first of its rows is cleared, and it is the file itself that says which rows those
 * are, after its sum was compared. So a process that ends at any moment loses nothing, and the next one goes on.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Context } from '../../app/context.ts';
import { readRows, sumOfFile } from './archive-folder.ts';
import type { ArchiveKind } from './kinds.ts';
import { enterFolder } from './owner.ts';
import { writeFile, type OpenFile } from './write-file.ts';

const CLAIM = `now() + interval '2 minutes'`;
/** This process, among those that claim. */
const me = randomUUID();
const ROWS_AT_ONCE = 500;

type ArchiveContext = Pick<Context, 'pool' | 'config' | 'log'>;

/**
 * One round: at most one file of a kind. Gives true when more may be due. Each kind is a job of its own, so that one that cannot go on neither
 * holds up the others nor hides what they fail at.
 */
export async function archiveDue(context: ArchiveContext, kind: ArchiveKind): Promise<boolean> {
  const { pool, config } = context;
  const folder = config.retention.archiveFolder;
  if (folder === null) return false;
  const claimed = await pool.run(
    `update archive_marks set claimed_until = ${CLAIM}, claimed_by = $2
     where kind = $1 and claimed_until < now() and not is_shop_closed()`,
    [kind, me],
  );
  if (claimed === 0) return false;
  try {
    await enterFolder(context, folder);
    return await archiveKind(context, folder, kind);
  } finally {
    // Another one's, where this one was away for too long.
    await pool.run(
      `update archive_marks set claimed_until = '-infinity' where kind = $1 and claimed_by = $2`,
      [kind, me],
    );
  }
}

async function archiveKind(context: ArchiveContext, folder: string, kind: ArchiveKind): Promise<boolean> {
  const begun = await context.pool.find<OpenFile>(
    `select id, name, encode(sha256, 'hex') as sha256, first_id as "firstId" from archive_files
     where kind = $1 and ended_at is null order by id limit 1`,
    [kind],
  );
  if (begun !== undefined) return clearFile(context, folder, kind, begun);
  const { file, isMore } = await writeFile(context, folder, kind);
  const isWhole = file === undefined || (await clearFile(context, folder, kind, file));
  return isWhole && isMore;
}

/** Gives false where the file is not what was written: the next one waits for the next round, since the folder may not be well. */
async function clearFile(
  { pool, log }: Pick<Context, 'pool' | 'log'>,
  folder: string,
  kind: ArchiveKind,
  file: OpenFile,
): Promise<boolean> {
  await enterFolder({ pool, log }, folder, file.name);
  const isWhole = (await sumOfFile(folder, file.name)) === file.sha256;
  if (isWhole) {
    for await (const rows of readRows(folder, file.name, ROWS_AT_ONCE)) {
      await pool.run('select clear_archived($1, $2, $3, $4)', [
        file.id,
        rows.map(({ id }) => id),
        rows.map(({ part }) => part),
        rows.map(({ body }) => createHash('sha256').update(body).digest()),
      ]);
      await pool.run(
        `update archive_marks set claimed_until = ${CLAIM} where kind = $1 and claimed_by = $2`,
        [kind, me],
      );
    }
  } else {
    log.error({ file: file.name }, 'a file of the archive is gone or changed: its rows go into another one');
    await pool.run('update archive_marks set up_to_id = least(up_to_id, $2 - 1) where kind = $1', [
      kind,
      file.firstId,
    ]);
  }
  await pool.run('update archive_files set ended_at = now() where id = $1', [file.id]);
  return isWhole;
}
