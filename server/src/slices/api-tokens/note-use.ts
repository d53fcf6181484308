/** From where API tokens are used: kept by network, the first use on record, and told to the owner when it is a new network. */
import { MINUTE_MS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import type { Pool } from '../../platform/db.ts';
import type { TokenUse } from '../../platform/serve.ts';
import { prefixOf } from '../../platform/limits/network-of.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';

const NOTE_AGAIN_MS = 5 * MINUTE_MS;
const REMEMBER_MOST = 50_000;
/** A program behind changing addresses fills no table. */
const NETWORKS_SAVED = 50;

/** Notes it beside the request, at most once in five minutes for each network: nothing waits for it, and a lost note is written by the next use. */
export function createNoteUse({ pool, log }: Pick<Context, 'pool' | 'log'>): (use: TokenUse) => void {
  const noted = new Map<string, number>();
  return (use) => {
    const prefix = prefixOf(use.ip);
    const key = `${use.tokenId} ${prefix}`;
    const nowMs = Date.now();
    if ((noted.get(key) ?? 0) > nowMs - NOTE_AGAIN_MS) return;
    if (noted.size >= REMEMBER_MOST) noted.clear();
    noted.set(key, nowMs);
    noteUse(pool, use, prefix).catch((error: unknown) => {
      noted.delete(key);
      log.warn({ err: error }, 'the use of an API token was not noted');
    });
  };
}

async function noteUse(pool: Pool, use: TokenUse, prefix: string): Promise<void> {
  const { tokenId, userId } = use;
  await pool.commit(async (db) => {
    // One at a time, so that of two first uses one is the first.
    const token = await db.find('select from api_tokens where id = $1 for no key update', [tokenId]);
    if (token === undefined) return;
    const { isNew, isFirst } = await db.get<{ isNew: boolean; isFirst: boolean }>(
      `with before as (select count(*) as known, bool_or(ip_prefix = $2) as "isKnown" from api_token_networks where api_token_id = $1),
       noted as (
         insert into api_token_networks (api_token_id, ip_prefix) values ($1, $2)
         on conflict (api_token_id, ip_prefix) do update set last_used_at = now())
       select "isKnown" is distinct from true as "isNew", known = 0 as "isFirst" from before`,
      [tokenId, prefix],
    );
    if (!isNew) return;
    await db.run(
      `delete from api_token_networks where api_token_id = $1 and ip_prefix not in (
         select ip_prefix from api_token_networks where api_token_id = $1 order by last_used_at desc limit $2)`,
      [tokenId, NETWORKS_SAVED],
    );
    // Where it is used first is where its owner put it.
    const what = isFirst ? 'api_token_first_used' : 'api_token_new_network';
    if (!isFirst) await queueMail(db, userId, 'api_token_new_network');
    await recordSecurityEvent(db, { userId }, use, { what });
  });
}
