/** Users by how their names begin. Each is read in the order of an index, so that the first few are all that is read. */
import type { FoundGroup } from '@jara/contract/calls/administration/search.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
import type { Db } from '../../platform/db.ts';
import { MOST_OF_A_GROUP } from './find-transactions.ts';
import type { Meanings } from './read-search.ts';

const lastName = String.raw`lower(regexp_replace(full_name, '^.*\s', ''))`;

/** $1 is the beginning, $2 how many. The order is that of the index. */
export const userSearches = {
  phone: beginsWith('phone'),
  userName: beginsWith('user_name'),
  email: beginsWith('email'),
  fullName: beginsWith('lower(full_name)'),
  lastName: beginsWith(lastName),
} as const;

function beginsWith(what: string): string {
  return `select id from users where ${what} like $1::text order by ${what} using ~<~ limit $2`;
}

interface Row {
  userName: string;
  fullName: string;
  email: string;
  phone: string;
  standing: string;
  balance: bigint;
}

interface FoundUsers extends FoundGroup {
  /** It is one, by a name that nobody else has. */
  isSure: boolean;
}

export async function findUsers(db: Db, { phone, digits, beginning }: Meanings): Promise<FoundUsers> {
  const number = phone ?? digits;
  const ids = new Set<bigint>();
  const { phone: byPhone, ...byName } = userSearches;
  const wanted: [sql: string, value: string][] = [];
  if (number !== undefined) wanted.push([byPhone, number]);
  if (beginning !== undefined)
    wanted.push(...Object.values(byName).map((sql): [string, string] => [sql, beginning]));
  for (const [sql, value] of wanted) {
    if (ids.size > MOST_OF_A_GROUP) break;
    const rows = await db.rows<{ id: bigint }>(sql, [`${escapeLike(value)}%`, MOST_OF_A_GROUP + 1]);
    for (const { id } of rows) ids.add(id);
  }
  const shown = [...ids].slice(0, MOST_OF_A_GROUP);
  const rows = await usersOf(db, shown);
  const [first] = rows;
  const isWhole =
    first !== undefined && [first.userName, first.email, first.phone].includes(phone ?? beginning ?? '');
  return {
    by: 'user',
    found: rows.map((row) => ({ userName: row.userName, transaction: null, user: present(row) })),
    hasMore: ids.size > MOST_OF_A_GROUP,
    isSure: isWhole,
  };
}

/** In the order in which they were found. */
const usersOf = (db: Db, ids: readonly bigint[]): Promise<Row[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.rows<Row>(
        `select u.user_name as "userName", u.full_name as "fullName", u.email, u.phone, a.standing, a.balance
         from unnest($1::bigint[]) with ordinality as f (id, place) join users u on u.id = f.id
         join accounts a on a.user_id = u.id and a.kind = 'wallet' order by f.place`,
        [ids],
      );

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

const present = (row: Row): FoundGroup['found'][number]['user'] => ({
  userName: row.userName,
  fullName: row.fullName,
  email: row.email,
  phoneNumber: row.phone,
  standing: row.standing,
  balance: toNaira(kobo(row.balance)),
});
