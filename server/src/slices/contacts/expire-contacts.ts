/**
 * The job that takes contacts off the list after 30 days without use (S9.20). By the database's clock, and little
 * at a time: if that clock ever jumps, a run removes one contact in a hundred and says so, and each of them can be brought back.
 */
import { limits } from '@jara/contract/constants.ts';
import type { Context } from '../../app/context.ts';

const MOST_AT_ONCE = 500;
const MOST_SHARE = 0.01;
/** More than this share due at once is not how people forget: somebody should look at the clock. */
const ALARMING_SHARE = 0.2;
const ALARMING_LEAST = 1_000;

/** Removes what is due, within the limit of one run. Gives how many that were. */
export async function expireContacts({ pool, log }: Context): Promise<number> {
  const days = limits.contactExpiryDays;
  const { total, due } = await pool.get<{ total: number; due: number }>(
    `select count(*)::float8 as total,
       count(*) filter (where last_used_at < now() - make_interval(days => $1))::float8 as due
     from contacts where deleted_at is null`,
    [days],
  );
  if (due === 0) return 0;
  const most = Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(total * MOST_SHARE)));
  if (due >= ALARMING_LEAST && due > total * ALARMING_SHARE) {
    log.error({ total, due, most }, 'far more contacts are due to expire than usual: is the clock right?');
  }
  return pool.run(
    `update contacts set deleted_at = now(), has_expired = true
     where id in (
       select id from contacts where deleted_at is null and last_used_at < now() - make_interval(days => $1)
       order by last_used_at, id limit $2 for update skip locked)`,
    [days, most],
  );
}
