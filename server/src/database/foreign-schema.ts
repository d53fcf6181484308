/** Which databases this program leaves alone: it would run on a schema that is not the one it was written for. */
import type { SqlFile } from './schema-files.ts';

/** What a person has to read and can act on. */
export class ForeignSchema extends Error {
  override name = 'ForeignSchema';
}

/**
 * `ran` are the migrations that ran in the database, by name. Throws when they are those from before the baseline, when one is unknown
 * to this program, or when one was edited after it ran.
 */
export function refuseForeignSchema(
  ran: readonly { name: string; checksum: string | null }[],
  files: readonly Pick<SqlFile, 'name' | 'checksum'>[],
  beginAnew: string,
): void {
  const newestRan = ran.at(-1)?.name;
  const newestKnown = files.at(-1)?.name ?? 'nothing';
  if (ran.some(({ checksum }) => checksum === null)) {
    throw new ForeignSchema(
      `This database was made by a version from before the schema got its baseline: it stands at ${newestRan}, and cannot be ` +
        `brought from there to ${newestKnown}. Nothing was changed. To begin anew, ${beginAnew}. ` +
        'Or start the version that made it.',
    );
  }
  const known = new Map(files.map(({ name, checksum }) => [name, checksum]));
  const unknown = ran.filter(({ name }) => !known.has(name));
  if (unknown.length > 0) {
    throw new ForeignSchema(
      `This database was made by a newer version: it stands at ${newestRan}, and this program knows the schema up to ` +
        `${newestKnown} (unknown: ${unknown.map(({ name }) => name).join(', ')}). Nothing was changed. Start the newer version ` +
        'again, or restore the backup that was made before the update (docs/operations.md).',
    );
  }
  const edited = ran.filter(({ name, checksum }) => known.get(name) !== checksum);
  if (edited.length > 0) {
    throw new ForeignSchema(
      `${edited.map(({ name }) => name).join(', ')} was edited after it ran in this database, so that nobody knows what the schema ` +
        'is. Nothing was changed. Put the file back as it was and write the change into a new one. Where nothing in the database is ' +
        `worth keeping: ${beginAnew}.`,
    );
  }
}
