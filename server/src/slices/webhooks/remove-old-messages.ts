import type { Context } from '../../app/context.ts';

const REMOVED_AT_ONCE = 5_000;

/**
 * Removes messages that were delivered or given up long ago, with what came back of them; for a job. Gives true when more is waiting. Not in
 * their order: that would read all that are old before it removes the first of them.
 */
export async function removeOldMessages({
  pool,
  config,
}: Pick<Context, 'pool' | 'config'>): Promise<boolean> {
  const { removed } = await pool.get<{ removed: bigint }>(
    `with old as materialized (
       select id from webhook_messages where created_at < now() - make_interval(days => $1) and next_try_at is null limit $2),
     tries as (delete from webhook_tries where message_id in (select id from old)),
     gone as (delete from webhook_messages where id in (select id from old) returning 1)
     select count(*) as removed from gone`,
    [config.retention.webhookMessagesDays, REMOVED_AT_ONCE],
  );
  return removed === BigInt(REMOVED_AT_ONCE);
}
