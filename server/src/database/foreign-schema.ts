/** Which databases this program leaves alone: it would run on a schema that is not the one it was written for. */
import type { Client } from 'pg';
import { readSchemaFiles, schemaFolder, type SqlFile } from './schema-files.ts';
import { withImpatientClient } from './with-client.ts';

/** What a person has to read and can act on. */
export class ForeignSchema extends Error {
  override name = 'ForeignSchema';
}

interface Ran {
  name: string;
  checksum: string | null;
}

/** What has run in this database; the checksum is null where an older version kept none. */
export async function ranMigrations(client: Client): Promise<Ran[]> {
  const found = await client.query("select to_regclass('schema_migrations') is not null as exists");
  const [{ exists }] = found.rows as [{ exists: boolean }];
  if (!exists) return [];
  const { rows } = await client.query<Ran>(
    "select m.name, to_jsonb(m) ->> 'checksum' as checksum from schema_migrations m order by m.name",
  );
  return rows;
}

/**
 * `ran` are the migrations that ran in the database, by name. Throws when they are those from before the baseline, when one is unknown
 * to this program, or when one was edited after it ran.
 */
export function refuseForeignSchema(
  ran: readonly Ran[],
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

/**
 * For a server, which migrates nothing: throws unless all that makes the schema ran in the database of `url`, in the text of this version, and
 * nothing else. The login of the program may read that.
 */
export async function refuseOtherSchema(url: string, folder: URL = schemaFolder): Promise<void> {
  const { migrations, functions, grants } = await readSchemaFiles(folder);
  await withImpatientClient(url, async (client) => {
    const ran = await ranMigrations(client);
    refuseForeignSchema(ran, migrations, 'make an empty database and use that one');
    const names = new Set(ran.map(({ name }) => name));
    refuseLacking(migrations.filter(({ name }) => !names.has(name)).map(({ name }) => name));
    const { rows } = await client.query<Ran>('select name, checksum from schema_functions');
    refuseLacking(differences(rows, [...functions, grants]));
  });
}

function refuseLacking(lacking: readonly string[]): void {
  if (lacking.length === 0) return;
  const more = lacking.length > 3 ? `, and ${lacking.length - 3} more` : '';
  throw new ForeignSchema(
    `This database is not brought up to this version: of ${lacking.slice(0, 3).join(', ')}${more} it has nothing, or another text. ` +
      'Nothing was changed and nothing sold. Run npm run migrate of this version with DATABASE_URL, and start again.',
  );
}

/** Names that are on one side only, or differ. */
function differences(some: readonly Ran[], others: readonly Ran[]): string[] {
  const line = ({ name, checksum }: Ran): string => `${name} ${checksum}`;
  const [left, right] = [new Set(some.map(line)), new Set(others.map(line))];
  const odd = [
    ...some.filter((one) => !right.has(line(one))),
    ...others.filter((one) => !left.has(line(one))),
  ];
  return [...new Set(odd.map(({ name }) => name))].toSorted();
}
