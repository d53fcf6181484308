/**
 * From where API tokens are used: each address is kept as a hash, the first use on record, and told to the owner when it is a new address, or the
 * first use is not where the token was made. So is one that was refused, since its address is not on the list of the token. A program with changing
 * addresses fills no table and mails nobody all day.
 */
import { DAY_SECONDS, MINUTE_MS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import { isWithinAttempts } from '../../platform/attempts.ts';
import type { Db, Pool } from '../../platform/db.ts';
import type { NoteRefusedUse, NoteUse, RefusedUse, TokenUse } from '../../platform/sessions/token-use.ts';
import { createLately } from '../../platform/limits/lately.ts';
import { networkOf, prefixOf } from '../../platform/limits/network-of.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { recordSecurityEvent, recordSecurityRefusal } from '../security-events/record-security-event.ts';
import { addressHashes } from './address-hashes.ts';

const NOTE_AGAIN_MS = 5 * MINUTE_MS;
const REMEMBER_MOST = 50_000;
const ADDRESSES_SAVED = 50;
/** Of one token. The mail says so. */
const MAILS_IN_DAY = 3;
const EVENTS_IN_DAY = 20;

type Deps = Pick<Context, 'pool' | 'keys'>;

/** Of one token: each is noted under the lock of its row, and a flood from many addresses must not hold the connections that purchases need. */
const MOST_QUEUED = 8;

/**
 * Notes beside the request, at most once in five minutes for each place, and one after the other for each token: nothing waits for it, and a
 * lost note is written by the next use.
 */
function besideRequests<Use extends TokenUse>(
  { log }: Pick<Context, 'log'>,
  placeOf: (use: Use) => string,
  note: (use: Use) => Promise<void>,
): (use: Use) => void {
  const noted = createLately({ withinMs: NOTE_AGAIN_MS, most: REMEMBER_MOST });
  const queues = new Map<bigint, { count: number; last: Promise<void> }>();
  return (use) => {
    const key = `${use.tokenId} ${placeOf(use)}`;
    const ofToken = queues.get(use.tokenId) ?? { count: 0, last: Promise.resolve() };
    if (ofToken.count >= MOST_QUEUED || !noted.begin(key)) return;
    ofToken.count += 1;
    ofToken.last = ofToken.last
      .then(() => note(use))
      .catch((error: unknown) => {
        noted.forget(key);
        log.warn({ err: error }, 'the use of an API token was not noted');
      })
      .finally(() => {
        ofToken.count -= 1;
        if (ofToken.count === 0) queues.delete(use.tokenId);
      });
    queues.set(use.tokenId, ofToken);
  };
}

export const createNoteUse = ({ log, ...deps }: Deps & Pick<Context, 'log'>): NoteUse =>
  besideRequests(
    { log },
    ({ ip }) => networkOf(ip),
    (use) => noteUse(deps, use),
  );

export const createNoteRefusedUse = ({ log, pool }: Pick<Context, 'log' | 'pool'>): NoteRefusedUse =>
  besideRequests(
    { log },
    ({ ip }) => prefixOf(ip),
    (use) => noteRefusedUse(pool, use),
  );

/** Told once in a day for each half of an address. */
async function noteRefusedUse(pool: Pool, use: RefusedUse): Promise<void> {
  const { tokenId, userId, ip, isOnRecord } = use;
  const isWithinDay = (db: Db, parts: string[], most: number): Promise<boolean> =>
    isWithinAttempts(db, {
      name: 'api token refused told',
      parts: [String(tokenId), ...parts],
      most,
      windowSeconds: DAY_SECONDS,
    });
  await pool.commit(async (db) => {
    if (!isOnRecord)
      await recordSecurityRefusal(db, userId, use, {
        what: 'forbidden',
        outcome: 'refused',
        detail: 'events',
      });
    if (!(await isWithinDay(db, [prefixOf(ip)], 1))) return;
    if (await isWithinDay(db, [], MAILS_IN_DAY)) await queueMail(db, userId, 'api_token_elsewhere');
  });
}

async function noteUse({ pool, keys }: Deps, use: TokenUse): Promise<void> {
  const hashes = addressHashes(keys, use.userId, use.ip);
  await pool.commit(async (db) => {
    // One at a time, so that of two first uses one is the first.
    const token = await db.find<{ isMadeHere: boolean }>(
      'select coalesce(made_from = any($2), false) as "isMadeHere" from api_tokens where id = $1 for no key update',
      [use.tokenId, hashes],
    );
    if (token === undefined || (await isKnown(db, use, hashes))) return;
    const isFirst = await save(db, use, hashes);
    const what = isFirst ? 'api_token_first_used' : 'api_token_new_network';
    const nth = isFirst && token.isMadeHere ? 0 : await countNew(db, use.tokenId);
    if (nth > 0 && nth <= MAILS_IN_DAY) await queueMail(db, use.userId, 'api_token_new_network');
    if (nth <= EVENTS_IN_DAY) await recordSecurityEvent(db, { userId: use.userId }, use, { what });
  });
}

/** Notes the use of one that is known. One of before has no hash: it becomes that of the first address in its network. */
async function isKnown(db: Db, { tokenId, ip }: TokenUse, hashes: readonly Buffer[]): Promise<boolean> {
  const used = await db.run(
    'update api_token_networks set last_used_at = now() where api_token_id = $1 and address_hash = any($2)',
    [tokenId, hashes],
  );
  if (used > 0) return true;
  const taken = await db.run(
    `update api_token_networks set last_used_at = now(), address_hash = $3 where api_token_id = $1 and ip_prefix = $2 and address_hash = ''`,
    [tokenId, prefixOf(ip), hashes[0]],
  );
  return taken > 0;
}

/** True of the first one of the token. */
async function save(db: Db, { tokenId, ip }: TokenUse, hashes: readonly Buffer[]): Promise<boolean> {
  const { isFirst } = await db.get<{ isFirst: boolean }>(
    `with saved as (insert into api_token_networks (api_token_id, ip_prefix, address_hash) values ($1, $2, $3))
     select not exists (select from api_token_networks where api_token_id = $1) as "isFirst"`,
    [tokenId, prefixOf(ip), hashes[0]],
  );
  await db.run(
    `delete from api_token_networks where api_token_id = $1 and (ip_prefix, address_hash) not in (
       select ip_prefix, address_hash from api_token_networks where api_token_id = $1 order by last_used_at desc limit $2)`,
    [tokenId, ADDRESSES_SAVED],
  );
  return isFirst;
}

/** Which new one of the day it is, counted no further than it matters. The addresses that are saved do not say: some of the day's are gone. */
async function countNew(db: Db, tokenId: bigint): Promise<number> {
  const { nth } = await db.get<{ nth: number }>(
    `update api_tokens set new_addresses_on = lagos_day(now()),
       new_addresses = case when new_addresses_on = lagos_day(now()) then least(new_addresses, $2) + 1 else 1 end
     where id = $1 returning new_addresses as nth`,
    [tokenId, EVENTS_IN_DAY],
  );
  return nth;
}
