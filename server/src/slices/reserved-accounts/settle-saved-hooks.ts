/** The job for hooks that were stored but not acted upon, because the process ended in between or the database was busy. */
import type { Context } from '../../app/context.ts';
import { settleHook } from './settle-hook.ts';

const MOST_AT_ONCE = 50;
// Younger ones are being settled by the request that stored them.
const QUIET_SECONDS = 5;

/** Gives how many were tried. */
export async function settleSavedHooks(context: Context): Promise<number> {
  const { pool, reservedAccounts, log } = context;
  const unsettled = await pool.rows<{ id: bigint }>(
    `select id from hook_events where handled_at is null and provider = $1 and received_at < now() - make_interval(secs => $2)
     order by id limit $3`,
    [reservedAccounts.name, QUIET_SECONDS, MOST_AT_ONCE],
  );
  for (const { id } of unsettled) {
    await settleHook(context, id).catch((error: unknown) =>
      log.error({ err: error, hookEvent: String(id) }, 'a bank transfer was not settled; it is tried again'),
    );
  }
  return unsettled.length;
}
