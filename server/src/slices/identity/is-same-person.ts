import type { Db } from '../../platform/db.ts';
import type { IdentityKeys } from './hash-keys.ts';
import { hashPhone } from './hashes.ts';

interface Marks {
  userId: bigint;
  phone: string;
  hashes: string[];
}

/** Whether two users are one person, as far as the identity registers and the phone numbers tell. */
export async function isSamePerson(db: Db, keys: IdentityKeys, one: bigint, other: bigint): Promise<boolean> {
  return (await findSamePersons(db, keys, [one], [other])).length > 0;
}

/** Which `among` these users are one person with one of `people`, by the same marks. Who is not there is taken for the same. */
export async function findSamePersons(
  db: Db,
  keys: IdentityKeys,
  people: readonly bigint[],
  among: readonly bigint[],
): Promise<bigint[]> {
  const rows = await db.rows<Marks>(
    `select u.id as "userId", u.phone,
       coalesce(array_agg(encode(h.hash, 'hex')) filter (where h.hash is not null), '{}') as hashes
     from users u
     left join identities i on i.user_id = u.id
     left join lateral (values (i.number_hash), (i.person_hash), (i.phone_hash)) h(hash) on true
     where u.id = any($1) group by u.id, u.phone`,
    [[...people, ...among]],
  );
  const marks = new Map(
    rows.map(({ userId, phone, hashes }) => [
      userId,
      new Set([...hashes, hashPhone(keys, phone).toString('hex')]),
    ]),
  );
  const areSame = (one: bigint, other: bigint): boolean => {
    const [first, second] = [marks.get(one), marks.get(other)];
    if (first === undefined || second === undefined) return true;
    return [...first].some((mark) => second.has(mark));
  };
  return among.filter((other) => people.some((one) => areSame(one, other)));
}
