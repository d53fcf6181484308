/**
 * The keys of what is kept instead of identity numbers. No hash can be made anew from its number, which is nowhere: a new key hashes what the
 * keys before it made. So all of them are needed from then on, and one of them alone finds nothing. Which they are stands in the database by
 * their ids, so that a program with others looks for nobody in it.
 */
import { createHmac } from 'node:crypto';
import type { Db } from '../../platform/db.ts';

/** As the settings have them. */
export interface IdentityKeys {
  hashKey: string;
  /** The oldest first. */
  earlierHashKeys: readonly string[];
}

/** What a person has to read and can act on. */
export class OtherIdentityKeys extends Error {
  override name = 'OtherIdentityKeys';
}

/** In the order in which they hash. */
export const keysInOrder = ({ earlierHashKeys, hashKey }: IdentityKeys): string[] => [
  ...earlierHashKeys,
  hashKey,
];

const KEY_ID_BYTES = 8;
const idOf = (key: string): Buffer =>
  createHmac('sha256', key).update('id of a key of identities').digest().subarray(0, KEY_ID_BYTES);

/** Why these cannot be the keys of any database; undefined where they can. A key of before is never the next one: it would be an id that is there. */
export const problemOfKeys = (keys: IdentityKeys): string | undefined =>
  new Set(keysInOrder(keys)).size < keysInOrder(keys).length
    ? 'A key stands twice in IDENTITY_HASH_KEY and IDENTITY_HASH_KEY_PREVIOUS: a new key is one that never was there. Nothing was changed.'
    : undefined;

/** Those that the database knows, as far as its list is the beginning of the settings' one; undefined where it is not. */
export async function findKnownKeys(db: Pick<Db, 'rows'>, keys: IdentityKeys): Promise<string[] | undefined> {
  const known = await db.rows<{ id: Buffer }>('select key_id as id from identity_hash_keys order by layer');
  const given = keysInOrder(keys);
  const isBeginning = known.every(({ id }, at) => given[at] !== undefined && idOf(given[at]).equals(id));
  return isBeginning ? given.slice(0, known.length) : undefined;
}

/** Whether something is hashed by a key. Before the list of keys there was one key alone. */
const hasHashes = async (db: Pick<Db, 'get'>): Promise<boolean> =>
  (
    await db.get<{ has: boolean }>(
      'select exists (select from identities) or exists (select from identity_checks) as has',
    )
  ).has;

/** As the owner of the list: puts those on it that are not there, behind those that are. */
export async function addKeys(db: Pick<Db, 'run'>, keys: readonly string[]): Promise<void> {
  await db.run(
    `insert into identity_hash_keys (layer, key_id)
     select (select count(*) from identity_hash_keys) + n, id from unnest($1::bytea[]) with ordinality as x(id, n)`,
    [keys.map(idOf)],
  );
}

/**
 * For a start: the first one says which keys it is, where nothing is hashed by another number of keys. Throws `OtherIdentityKeys` where the
 * settings have others.
 */
export async function agreeOnIdentityKeys(
  db: Pick<Db, 'rows' | 'run' | 'get'>,
  keys: IdentityKeys,
): Promise<void> {
  const problem = problemOfKeys(keys);
  if (problem !== undefined) throw new OtherIdentityKeys(problem);
  const given = keysInOrder(keys);
  const before = await findKnownKeys(db, keys);
  if (before?.length === 0 && (given.length === 1 || !(await hasHashes(db))))
    await db.run('select note_identity_hash_keys($1)', [given.map(idOf)]);
  const known = await findKnownKeys(db, keys);
  if (known?.length === given.length) return;
  throw new OtherIdentityKeys(
    known === undefined
      ? 'IDENTITY_HASH_KEY is not the key by which BVN and NIN in this database were hashed: verified numbers would look new. Nothing was ' +
          'changed. Set it, and IDENTITY_HASH_KEY_PREVIOUS, to what they were before; "Changing a key" in docs/operations.md says how another key is set.'
      : 'IDENTITY_HASH_KEY is new, and BVN and NIN in this database are not hashed by it yet. Nothing was changed. Run ' +
          'npm run admin -- rehash-identities with the same settings, then start again.',
  );
}
