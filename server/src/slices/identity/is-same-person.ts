import type { Db } from '../../platform/db.ts';
import { hashPhone } from './hashes.ts';

interface Marks {
  userId: bigint;
  phone: string;
  hashes: string[];
}

/** Whether two users are one person, as far as the identity registers and the phone numbers tell. */
export async function isSamePerson(db: Db, hashKey: string, one: bigint, other: bigint): Promise<boolean> {
  const marks = await db.rows<Marks>(
    `select u.id as "userId", u.phone,
       coalesce(array_agg(encode(h.hash, 'hex')) filter (where h.hash is not null), '{}') as hashes
     from users u
     left join identities i on i.user_id = u.id
     left join lateral (values (i.number_hash), (i.person_hash), (i.phone_hash)) h(hash) on true
     where u.id = any($1) group by u.id, u.phone`,
    [[one, other]],
  );
  const [first, second] = marks.map(
    ({ phone, hashes }) => new Set([...hashes, hashPhone(hashKey, phone).toString('hex')]),
  );
  if (first === undefined || second === undefined) return true;
  return [...first].some((mark) => second.has(mark));
}
