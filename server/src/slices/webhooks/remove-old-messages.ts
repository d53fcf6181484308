import type { Context } from '../../app/context.ts';

const LOOKED_AT_ONCE = 5_000;

/**
 * Removes messages that were delivered or given up long ago, with what came back of them; for a job. Gives true when more may be waiting. Looks
 * at the first ones by the key alone, in whose order they came: what is old stands there, and few of those still wait to be sent.
 */
export async function removeOldMessages({
  pool,
  config,
}: Pick<Context, 'pool' | 'config'>): Promise<boolean> {
  const { removed } = await pool.get<{ removed: bigint }>(
    `with first as materialized (select id, created_at, next_try_at from webhook_messages order by id limit $2),
     old as materialized (
       select id from first where created_at < now() - make_interval(days => $1) and next_try_at is null),
     tries as (delete from webhook_tries where message_id in (select id from old)),
     gone as (delete from webhook_messages where id in (select id from old) returning 1)
     select count(*) as removed from gone`,
    [config.retention.webhookMessagesDays, LOOKED_AT_ONCE],
  );
  return removed > 0n;
}
