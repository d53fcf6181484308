/**
 * Whether the addresses of the database suit each other. Guarantees that nothing which belongs to a session, such as a channel that is listened
 * to or a lock of a migration, goes through a pooler that gives each transaction another connection of the server: there it would be lost
 * without a word, or stay behind with whoever comes next.
 */
import type { Client } from 'pg';
import { refuseOtherLogin } from './program-login.ts';
import { withImpatientClient } from './with-client.ts';

/** For people, who can act on it. */
export class WrongPooling extends Error {
  override name = 'WrongPooling';
}

/** Where the program, or its owner, finds the database. */
export interface Reached {
  /** May lead through a pooler. */
  url: string;
  /** The server itself, where `url` leads through a pooler that shares its connections; else null. */
  directUrl: string | null;
}

const ROUNDS = 5;

async function backendOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/**
 * Two connections, each asked again and again who serves it: a process of the server of its own, and always the same, unless a pooler shares
 * these. Each is asked twice in a row, so that one which gives them out in turn does not happen to give each its own.
 */
const sharesConnections = (url: string): Promise<boolean> =>
  withImpatientClient(url, (one) =>
    withImpatientClient(url, async (other) => {
      const pids = { one: new Set<number>(), other: new Set<number>() };
      for (let round = 0; round < ROUNDS; round += 1) {
        for (let twice = 0; twice < 2; twice += 1) pids.one.add(await backendOf(one));
        for (let twice = 0; twice < 2; twice += 1) pids.other.add(await backendOf(other));
      }
      return pids.one.size > 1 || pids.other.size > 1 || [...pids.one].some((pid) => pids.other.has(pid));
    }),
  );

/** Throws `WrongPooling` where what belongs to a session would go through a pooler in transaction mode. `setting` is that of `url`. */
export async function refuseSharedConnections({ url, directUrl }: Reached, setting: string): Promise<void> {
  if (!(await sharesConnections(directUrl ?? url))) return;
  throw new WrongPooling(
    directUrl === null
      ? `${setting} leads through a pooler in transaction mode, where nothing can listen, and no lock be held for a session. Nothing was ` +
          'started or changed. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself: docs/operations.md, "PgBouncer", says how.'
      : 'DATABASE_DIRECT_URL leads through a pooler in transaction mode. Nothing was started or changed. Set it to the address of PostgreSQL itself.',
  );
}

interface Place {
  system: string;
  database: string;
  isStandby: boolean;
}

const findPlace = (url: string): Promise<Place | undefined> =>
  withImpatientClient(url, async (client) => {
    const { rows } = await client.query<Place>(
      `select system_identifier::text as system, current_database()::text as database, pg_is_in_recovery() as "isStandby" from pg_control_system()`,
    );
    return rows[0];
  });

/** Throws `WrongPooling` unless both addresses lead to the same database, and the direct one to where it may be written. */
async function refuseOtherPlace(url: string, directUrl: string): Promise<void> {
  const [pooled, direct] = [await findPlace(url), await findPlace(directUrl)];
  const isSame = pooled?.system === direct?.system && pooled?.database === direct?.database;
  if (isSame && direct?.isStandby === false) return;
  throw new WrongPooling(
    isSame
      ? 'DATABASE_DIRECT_URL leads to a standby, where nothing is published. Nothing was started. Set it to the address of the primary.'
      : `DATABASE_DIRECT_URL leads to the database ${direct?.database} of the system ${direct?.system}, and the address through the pooler to ` +
          `${pooled?.database} of ${pooled?.system}. Nothing was started. Both must lead to the same one.`,
  );
}

/** For a server. Throws a sentence for people unless its addresses lead to one database, by the login of the program, as each is used. */
export async function refuseWrongPooling({ url, directUrl }: Reached): Promise<void> {
  await refuseSharedConnections({ url, directUrl }, 'DATABASE_PROGRAM_URL');
  if (directUrl === null) return;
  await refuseOtherPlace(url, directUrl);
  await refuseOtherLogin(directUrl);
}
