/**
 * `npm run admin -- rehash-identities`: hashes by the keys that are new in the settings what the keys before them made. No process of the
 * program may run meanwhile: one with the earlier keys would find nobody again.
 */
import { OTHERS_ARE_CONNECTED } from '../../platform/connections/others-connected.ts';
import type { Db } from '../../platform/db.ts';
import { addKeys, findKnownKeys, keysInOrder, problemOfKeys, type IdentityKeys } from './hash-keys.ts';
import { hashAgain } from './hashes.ts';

interface HashedTable {
  table: string;
  /** A number that only one row has. */
  id: string;
  columns: readonly string[];
}

const hashedTables: readonly HashedTable[] = [
  { table: 'identities', id: 'id', columns: ['number_hash', 'person_hash', 'phone_hash'] },
  { table: 'identity_checks', id: 'user_id', columns: ['number_hash'] },
];

const ROWS = 1_000;

type Row = { id: bigint } & Readonly<Record<string, Buffer | bigint | null>>;

/** In the caller's commit, as the owner of the tables. Gives the sentence that says why nothing was done, if nothing was. */
export async function rehashIdentities(
  db: Db,
  keys: IdentityKeys,
  say: (words: string) => void,
): Promise<string | undefined> {
  const problem = problemOfKeys(keys);
  if (problem !== undefined) return problem;
  await db.run('set local statement_timeout = 0');
  // A server that starts meanwhile waits with what it asks first, and is seen below.
  await db.run('lock table identity_hash_keys in access exclusive mode');
  if (await isInUse(db))
    return 'Another program is connected to this database: stop it first. Nothing was changed.';
  let known = await findKnownKeys(db, keys);
  if (known?.length === 0) {
    // What is there from before the list was hashed by one key.
    known = keysInOrder(keys).slice(0, 1);
    await addKeys(db, known);
  }
  if (known === undefined)
    return 'IDENTITY_HASH_KEY_PREVIOUS does not begin with the keys that are in use. Nothing was changed.';
  const added = keysInOrder(keys).slice(known.length);
  if (added.length === 0) return 'Everything is hashed by this key already. Nothing was changed.';
  for (const table of hashedTables)
    say(`${table.table.padEnd(18)} ${await rehashTable(db, table, added)} rows`);
  await addKeys(db, added);
  return undefined;
}

/** A connection that was closed a moment ago may still be listed. */
const MOST_LOOKS = 10;

async function isInUse(db: Db): Promise<boolean> {
  for (let look = 1; look <= MOST_LOOKS; look += 1) {
    await db.run('select pg_stat_clear_snapshot()');
    const { others } = await db.get<{ others: boolean }>(`select ${OTHERS_ARE_CONNECTED} as others`);
    if (!others) return false;
    await db.run('select pg_sleep(0.2)');
  }
  return true;
}

/** Gives how many rows there were. */
async function rehashTable(
  db: Db,
  { table, id, columns }: HashedTable,
  added: readonly string[],
): Promise<number> {
  let count = 0;
  for (let last = -1n; ;) {
    const rows = await db.rows<Row>(
      `select ${id} as id, ${columns.join(', ')} from ${table} where ${id} > $1 order by ${id} limit ${ROWS}`,
      [last],
    );
    const made = columns.map((column) => rows.map((row) => rehashed(row[column], added)));
    await db.run(
      `update ${table} t set ${columns.map((column) => `${column} = x.${column}`).join(', ')}
       from unnest($1::bigint[], ${columns.map((_, at) => `$${at + 2}::bytea[]`).join(', ')}) as x(id, ${columns.join(', ')})
       where t.${id} = x.id`,
      [rows.map((row) => row.id), ...made],
    );
    count += rows.length;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < ROWS) return count;
  }
}

/** What the register did not say has no hash. */
const rehashed = (hash: Row[string] | undefined, added: readonly string[]): Buffer | null =>
  hash instanceof Buffer ? hashAgain(added, hash) : null;
