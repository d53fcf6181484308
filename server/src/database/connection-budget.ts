/**
 * How many connections the processes of one start take together, and whether the database gives so many. Beyond it a purchase would be
 * refused at the busiest moment, and by whichever process comes last; so the start is refused, in words.
 */
import type { Reached } from './pooling.ts';
import { withImpatientClient } from './with-client.ts';

/** Of each process: what it listens to, each on a connection of its own. */
const LISTENING = 3;
/** For what works beside the program: migration, commands, a backup, a person who looks. */
const BESIDE = 10;

export interface Takers {
  processes: number;
  databaseConnections: number;
}

const connectionsTaken = ({ processes, databaseConnections }: Takers): number =>
  processes * (databaseConnections + LISTENING);

/** What a pooler opens for statements is for its own settings to say. */
const takenBeside = ({ processes }: Takers): number => processes * LISTENING;

/** What the embedded PostgreSQL is started with. */
export const connectionsToGive = (takers: Takers): number =>
  Math.max(100, connectionsTaken(takers) + 2 * BESIDE);

export class TooFewConnections extends Error {
  override name = 'TooFewConnections';
}

interface Given {
  most: number;
  ofLogin: number;
  ofDatabase: number;
}

/** Throws `TooFewConnections` where the database gives fewer than these take, and some for what works beside them. */
export async function refuseTooFewConnections({ url, directUrl }: Reached, takers: Takers): Promise<void> {
  const { rows } = await withImpatientClient(directUrl ?? url, (client) =>
    client.query<Given>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - coalesce(current_setting('reserved_connections', true)::int, 0) as most,
         (select rolconnlimit from pg_roles where rolname = session_user) as "ofLogin",
         (select datconnlimit from pg_database where datname = current_database()) as "ofDatabase"`,
    ),
  );
  const [given] = rows;
  if (given === undefined) throw new Error('the database did not say how many connections it gives');
  const taken = directUrl === null ? connectionsTaken(takers) : takenBeside(takers);
  // Below nought there is no limit. What works beside the program has another login.
  const limits = [
    { of: 'the server (max_connections)', left: given.most - BESIDE },
    {
      of: 'the database (connection limit)',
      left: given.ofDatabase < 0 ? Infinity : given.ofDatabase - BESIDE,
    },
    { of: 'the login of the program (connection limit)', left: given.ofLogin < 0 ? Infinity : given.ofLogin },
  ];
  const tooFew = limits.find(({ left }) => left < taken);
  if (tooFew === undefined) return;
  const { processes, databaseConnections } = takers;
  throw new TooFewConnections(
    `The database gives too few connections. PROCESSES=${processes}${directUrl === null ? ` with DATABASE_CONNECTIONS=${databaseConnections}` : ''} take ${taken}, ` +
      `${LISTENING} of each process to listen, and ${tooFew.of} leaves ${Math.max(0, tooFew.left)} for them. Raise that limit, or lower one of the two settings. ` +
      'Nothing was started.',
  );
}
