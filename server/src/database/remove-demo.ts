/**
 * Makes the database of a sandbox an empty one of a live installation, where nobody but its demo users was ever in it. The books are
 * append-only, so nothing is taken out of them: they go as a whole, with all else, also the plans, whose prices and ids are invented.
 */
import type { Client } from 'pg';
import { migrate } from './migrate.ts';
import { OTHERS_ARE_CONNECTED } from '../platform/connections/others-connected.ts';
import { withClient } from './with-client.ts';

/** What a person has to read and can act on. */
export class NotOnlyDemo extends Error {
  override name = 'NotOnlyDemo';
}

interface Found {
  mode: string;
  people: string[];
  demoUsers: string;
  postings: string;
  inSuspense: boolean;
  isInUse: boolean;
}

async function look(client: Client): Promise<Found> {
  const { rows } = await client.query<Found>(
    `select mode,
       array(select user_name from users where not is_demo order by id limit 5) as people,
       (select count(*)::text from users where is_demo) as "demoUsers",
       (select count(*)::text from postings) as postings,
       exists (select from entries e join accounts a on a.id = e.account_id where a.kind = 'suspense') as "inSuspense",
       ${OTHERS_ARE_CONNECTED} as "isInUse"
     from installation`,
  );
  const [found] = rows;
  if (found === undefined)
    throw new NotOnlyDemo('This database does not say what it is. Nothing was changed.');
  return found;
}

function refuse({ mode, people, inSuspense, isInUse }: Found): void {
  const problems = [
    ...(mode === 'sandbox' ? [] : ['it is that of a live installation']),
    ...(people.length === 0
      ? []
      : [
          `people have accounts in it who are not demo users: ${people.join(', ')}${people.length < 5 ? '' : ', ...'}`,
        ]),
    ...(inSuspense ? ['money came in that is no demo user\u2019s'] : []),
    ...(isInUse ? ['another program is connected to it: stop it first'] : []),
  ];
  if (problems.length === 0) return;
  throw new NotOnlyDemo(
    `This database is not emptied: ${problems.join('; ')}. Nothing was changed. A live installation can always begin with a new one.`,
  );
}

/** All that the migrations made, and nothing of an extension. */
const DROP_ALL = `
  do $$
  declare made record;
  begin
    for made in
      select format('drop table %s cascade', oid::regclass) as statement from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    loop execute made.statement; end loop;
    for made in
      select format('drop routine if exists %s cascade', oid::regprocedure) as statement from pg_proc
      where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    loop execute made.statement; end loop;
    for made in
      select format('drop type if exists %s cascade', oid::regtype) as statement from pg_type
      where typnamespace = 'public'::regnamespace and typtype = 'c' and typrelid in (select oid from pg_class where relkind = 'c')
        and not exists (select from pg_depend where objid = pg_type.oid and deptype = 'e')
    loop execute made.statement; end loop;
  end $$`;

/** `url` logs in as the owner of the schema. Without `isSure` it only says what it would do. */
export async function removeDemo(url: string, isSure: boolean, say: (line: string) => void): Promise<void> {
  const isEmptied = await withClient(url, async (client) => {
    const { rows } = await client.query<{ isMade: boolean }>(
      `select to_regclass('installation') is not null as "isMade"`,
    );
    if (rows[0]?.isMade !== true)
      throw new NotOnlyDemo('This database was not made by a program of this version. Nothing was changed.');
    await client.query('begin');
    // Until the commit nobody registers and nothing is posted.
    await client.query(`set local lock_timeout = '5s'`);
    await client.query('lock table users, postings in access exclusive mode');
    const found = await look(client);
    refuse(found);
    say(
      `In it are ${found.demoUsers} demo users and ${found.postings} postings of play money, and nobody else.`,
    );
    if (!isSure) {
      say(
        'All of it is removed, with the plans, prices and services of the sandbox, for good; then the database is a new, live one.',
      );
      say('Nothing was changed yet. To do it: npm run admin -- remove-demo --yes');
      return false;
    }
    await client.query(DROP_ALL);
    await client.query('commit');
    return true;
  });
  if (!isEmptied) return;
  await migrate(url, { mode: 'live' });
  say('The database is a new one now, and live: start the program with MODE=live.');
}
