/**
 * Whether a database is that of a sandbox or of a live installation. It stands in the database, and a program that was started in the other
 * mode does not open it: a setting that got lost never turns real money into play money.
 */
import type { Client } from 'pg';
import { withImpatientClient } from './with-client.ts';

export type Mode = 'sandbox' | 'live';

/** What a person has to read and can act on. */
export class OtherMode extends Error {
  override name = 'OtherMode';
}

const MIXED =
  'This database holds users of a sandbox, whose password is published, and other people, and nothing in it says whether their money is ' +
  'real. Nothing was changed. It opens in no mode, and npm run admin -- remove-demo does not empty it. Where those people only tried the ' +
  'sandbox, make an empty database and set DATABASE_URL to it (without DATABASE_URL: set DATA_DIR to another folder). Where their money is real, see ' +
  '"Demo users beside people" in docs/operations.md.';

/**
 * Null while nobody and nothing is in it. A database from before its mode was written is told by its demo users. One that holds other people
 * beside them is refused, whatever mode is wanted: their money may be real, and the password of the demo users is published.
 */
async function findMode(client: Client): Promise<Mode | null> {
  const { rows } = await client.query<{ isWritten: boolean; isMade: boolean }>(
    `select to_regclass('installation') is not null as "isWritten", to_regclass('users') is not null as "isMade"`,
  );
  if (rows[0]?.isWritten === true) {
    const written = await client.query<{ mode: Mode }>('select mode from installation');
    // Without its row nobody knows whose money it is: as careful as with real money.
    return written.rows[0]?.mode ?? 'live';
  }
  if (rows[0]?.isMade !== true) return null;
  const found = await client.query<{ hasDemo: boolean; hasPeople: boolean; hasRest: boolean }>(
    `select exists (select from users where is_demo) as "hasDemo", exists (select from users where not is_demo) as "hasPeople",
       exists (select from plans) or exists (select from postings) as "hasRest"`,
  );
  const { hasDemo, hasPeople, hasRest } = found.rows[0] ?? {
    hasDemo: false,
    hasPeople: false,
    hasRest: false,
  };
  if (hasDemo && hasPeople) throw new OtherMode(MIXED);
  if (hasDemo) return 'sandbox';
  return hasPeople || hasRest ? 'live' : null;
}

function refuseOtherMode(found: Mode, wanted: Mode): void {
  if (found === wanted) return;
  throw new OtherMode(
    wanted === 'live'
      ? 'This database was made by a sandbox, with play money and users whose password is published, and MODE is live. Nothing was changed. ' +
          'A live installation has a database of its own: make an empty one and set DATABASE_URL to it. Where ' +
          'nobody but demo users was ever in this one, npm run admin -- remove-demo empties it. To go on with the sandbox, set MODE=sandbox.'
      : 'This database is that of a live installation, and MODE is not live: it is sandbox, or it is missing. Nothing was changed. To open ' +
          'it, set MODE=live. A sandbox has a database of its own: name another one in DATABASE_URL, or none and another folder in DATA_DIR.',
  );
}

/**
 * The mode that the database has, or is to have where nothing is in it. `wanted` is undefined for a program that was not told any: then it
 * opens a sandbox and makes nothing.
 */
export async function agreeOnMode(client: Client, wanted: Mode | undefined): Promise<Mode> {
  const found = await findMode(client);
  if (found !== null) refuseOtherMode(found, wanted ?? 'sandbox');
  else if (wanted === undefined)
    throw new OtherMode(
      'This database is empty, and nothing says what it is to become. Nothing was changed. Set MODE=live or MODE=sandbox.',
    );
  return found ?? wanted ?? 'sandbox';
}

/** For programs that migrate nothing, as the owner of the schema or as the program. An empty database is nobody's, and passes. */
export async function refuseOtherModeThan(wanted: Mode | undefined, url: string): Promise<void> {
  const found = await withImpatientClient(url, findMode);
  if (found !== null) refuseOtherMode(found, wanted ?? 'sandbox');
}
