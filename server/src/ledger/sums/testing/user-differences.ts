import type { Db } from '../../../platform/db.ts';
import { BY_SUMS as REFERRED_BY_SUMS } from '../referred.ts';
import { BY_SUMS, ONE_BY_ONE, placeOf, type UsersAsked } from '../user-sums.ts';

/** As they come in lists: of all, of each type, and by beginnings of numbers and names of every length that has sums. */
async function questions(db: Db): Promise<UsersAsked[]> {
  const some = await db.rows<{ userName: string; phone: string; userType: string }>(
    `select user_name as "userName", phone, user_type as "userType" from users order by random() limit 2`,
  );
  const named = some.flatMap(({ userName, phone, userType }) => [
    {},
    ...[1, 2, 3, 4].map((length) => ({ userName: userName.slice(0, length) })),
    ...[1, 4, 5, 7].map((length) => ({ phone: phone.slice(0, length) })),
    { userType, phone: phone.slice(0, 4) },
    { userType, userName: userName.slice(0, 2) },
  ]);
  const types = ['smart earner', 'reseller', 'api user', 'partner'];
  return [...named, { userName: 'zz9' }, ...types.map((userType) => ({ userType }))];
}

const conditionOf = ({ userName, phone, userType }: UsersAsked) => {
  const all = [
    ['starts_with(u.user_name, ?)', userName],
    ['starts_with(u.phone, ?)', phone],
    ['u.user_type = ?', userType],
  ] as const;
  const given = all.filter(([, value]) => value !== undefined);
  const conditions = given.map(([sql], index) => sql.replace('?', `$${index + 1}::text`));
  return { where: ['true', ...conditions].join(' and '), params: given.map(([, value]) => value) };
};

/** Where the sums say another thing than all users one by one, each asked in one statement, which sees one state of the database. */
export async function userDifferences(db: Db): Promise<string[]> {
  const { since } = await db.get<{ since: bigint }>('select up_to_posting_id as since from user_sums_mark');
  const found: string[] = [];
  for (const asked of await questions(db)) {
    const condition = conditionOf(asked);
    const place = placeOf(asked);
    if (place === undefined) throw new Error(`no sum for ${JSON.stringify(asked)}`);
    const [row] = await db.rows<{ summed: string; there: string }>(
      `select row(summed.*)::text as summed, row(there.*)::text as there from (${BY_SUMS(condition)}) summed cross join (${ONE_BY_ONE(condition)}) there`,
      [...condition.params, 1n, since, place.level, place.beginning, asked.userType ?? null],
    );
    if (row?.summed !== row?.there)
      found.push(`${JSON.stringify(asked)}: ${row?.summed} by sums, ${row?.there} is there`);
  }
  return [...found, ...(await referrerDifferences(db))];
}

/** Of everybody who has referred somebody, now or as the sums have it. */
async function referrerDifferences(db: Db): Promise<string[]> {
  const referrers = await db.rows<{ id: bigint }>(
    `select referred_by as id from users where referred_by is not null
     union select referred_by from users_apart where referred_by is not null
     union select beginning::bigint from user_sums where level = 'referrer'`,
  );
  const found: string[] = [];
  for (const { id } of referrers) {
    const { summed, there } = await db.get<{ summed: bigint; there: bigint }>(
      `select s.count as summed, (select count(*) from users where referred_by = $1) as there from (${REFERRED_BY_SUMS}) s`,
      [id],
    );
    if (summed !== there) found.push(`referred by ${id}: ${summed} by sums, ${there} are there`);
  }
  return found;
}
