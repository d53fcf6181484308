/**
 * The login of the running program. Guarantees that it owns nothing and cannot become whoever does: what an injected statement could do is
 * what the role `jara_app` may do, also after `set role none`. The migrations run as the owner of the schema, which this login is not.
 *
 * Its role and its time-outs are settings of the login in this database, so they hold through a pooler, which drops those of a connection.
 */
import { createHash, createHmac, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto';
import { DatabaseError, escapeIdentifier, escapeLiteral, type Client } from 'pg';
import { addressOfLogin } from '../platform/connections/address.ts';
import { powersBeyondProgram } from '../platform/connections/powers.ts';
import { mayBecomeOwner } from '../platform/db.ts';
import { withClient, withImpatientClient } from './with-client.ts';

const RIGHTS = 'jara_app';
const NOT_ALLOWED = '42501';
const MOST_NAME_BYTES = 63;
const SUFFIX = '_program';
/** Of a connection of the program: no lock is held for long, and every process thinks in one time zone. */
const SETTINGS = {
  statement_timeout: '5s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '10s',
  timezone: 'UTC',
  role: RIGHTS,
} as const;
/** Any number that nothing else uses: of two processes that start at once, one writes the login and the other waits. */
const LOGIN_LOCK = 7_241_994;

/** For people, who can act on it. */
export class WrongLogin extends Error {
  override name = 'WrongLogin';
}

/** One for each database, since two installations on one server have different passwords. */
export const programLoginName = (database: string): string =>
  Buffer.from(database)
    .subarray(0, MOST_NAME_BYTES - SUFFIX.length)
    .toString() + SUFFIX;

/** The same in every process of an installation; whoever knows it learns nothing of the key. */
const passwordOf = (name: string, secretsKey: string): string =>
  Buffer.from(hkdfSync('sha256', secretsKey, name, 'login of the program', 24)).toString('base64url');

/** What PostgreSQL keeps of a password (RFC 5803), so that the password itself is in no statement and so in no log. */
function verifierOf(password: string): string {
  const iterations = 4_096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (words: string) => createHmac('sha256', salted).update(words).digest();
  const verifier = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${verifier}:${keyed('Server Key').toString('base64')}`;
}

/**
 * Makes the login of the program in the database of `ownerUrl`, or brings it up to date, and gives the address by which the program
 * connects. `ownerUrl` logs in as the owner of the schema, who may make roles. Throws `WrongLogin` where the owner may not.
 */
export async function openProgramLogin(ownerUrl: string, secretsKey: string): Promise<string> {
  const login = await withClient(ownerUrl, async (client) => {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOGIN_LOCK]);
    const database = await currentDatabase(client);
    const name = programLoginName(database);
    const made = { user: name, password: passwordOf(name, secretsKey) };
    await makeLogin(client, database, made);
    await client.query('commit');
    return made;
  });
  return addressOfLogin(ownerUrl, login);
}

async function currentDatabase(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  return rows[0]?.name ?? '';
}

async function makeLogin(
  client: Client,
  database: string,
  { user, password }: { user: string; password: string },
): Promise<void> {
  const name = escapeIdentifier(user);
  const { rows } = await client.query<{ taken: string[] | null; mayMake: boolean }>(
    `select (select array_remove(array[
         case when rolsuper then 'nosuperuser' end, case when rolcreatedb then 'nocreatedb' end,
         case when rolcreaterole then 'nocreaterole' end, case when rolreplication then 'noreplication' end,
         case when rolbypassrls then 'nobypassrls' end], null) from pg_roles where rolname = $1) as taken,
       (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as "mayMake"`,
    [user],
  );
  if (rows[0]?.mayMake !== true) {
    throw new WrongLogin(
      `The user of DATABASE_URL may not make the login of the program, ${user}. Nothing was sold. Let it have createrole, or make a login ` +
        'and set DATABASE_PROGRAM_URL: docs/operations.md, "Your own PostgreSQL", says how.',
    );
  }
  const { taken } = rows[0];
  const hashed = `password ${escapeLiteral(verifierOf(password))}`;
  if (taken === null) await client.query(`create role ${name} with login noinherit ${hashed}`);
  else await bringUp(client, name, taken, hashed);
  await client.query(`grant ${RIGHTS} to ${name}`);
  await client.query(`grant connect on database ${escapeIdentifier(database)} to ${name}`);
  for (const [setting, value] of Object.entries(SETTINGS)) {
    await client.query(
      `alter role ${name} in database ${escapeIdentifier(database)} set ${setting} = ${escapeLiteral(value)}`,
    );
  }
}

/** Names no attribute but those that are there: only a superuser may say a word about some of them. */
async function bringUp(client: Client, name: string, taken: string[], hashed: string): Promise<void> {
  try {
    await client.query(`alter role ${name} with ${['login noinherit', ...taken].join(' ')} ${hashed}`);
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === NOT_ALLOWED) || taken.length === 0) throw error;
    throw new WrongLogin(
      `The login of the program may more than the program, and the user of DATABASE_URL may not change that. Nothing was sold. As a superuser ` +
        `run: alter role ${name.replaceAll(/^"([a-z_][a-z0-9_]*)"$/g, '$1')} ${taken.join(' ')}`,
    );
  }
}

interface Connected {
  user: string;
  role: string;
  isOwner: boolean;
  powers: string[];
  settings: Record<string, string>;
}

/**
 * Throws `WrongLogin` unless whoever connects by `url` runs as the role of the program, with its time-outs, cannot become the owner, and may
 * nothing beyond that role.
 */
export async function refuseOtherLogin(url: string): Promise<void> {
  const found = await withImpatientClient(url, async (client) => {
    const { rows } = await client.query<Connected>(
      `select session_user::text as user, current_user::text as role, ${mayBecomeOwner('session_user')} as "isOwner",
         array(${powersBeyondProgram('session_user')} order by 1) as powers,
         (select json_object_agg(name, current_setting(name)) from unnest($1::text[]) name) as settings`,
      [Object.keys(SETTINGS)],
    );
    return rows[0];
  });
  if (found === undefined) return;
  const problems = [
    ...(found.isOwner ? [`${found.user} owns the books, or can become who does`] : []),
    ...(found.powers.length > 0
      ? [`${found.user} may more than the program: ${found.powers.join(', ')} takes that away`]
      : []),
    ...Object.entries(SETTINGS)
      .filter(([name, value]) => found.settings[name]?.toLowerCase() !== value.toLowerCase())
      .map(([name, value]) => `${name} is ${found.settings[name]} and not ${value}`),
  ];
  if (problems.length === 0) return;
  throw new WrongLogin(
    `The connection to the database is not that of the program: ${problems.join('; ')}. Nothing was sold. A setting in the address, such as ` +
      '?options=, wins over the one of the login: remove it there and in the pooler.',
  );
}
