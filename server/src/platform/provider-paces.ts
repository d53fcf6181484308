/**
 * How fast a supplier or a bank is asked about what it has delivered or paid: so many questions a minute, of all processes together. What
 * was not used is kept for a short while only, so that nobody is met by an hour of questions at once.
 */
import type { Db, Pool } from './db.ts';

/** The most that is claimed at once. */
const mostAtOnce = (perMinute: number): number => Math.max(10, Math.ceil(perMinute / 10));

/** Takes one question of the allowance. Gives whether there was one. */
export async function mayAskOnce(
  pool: Pool,
  pace: { provider: string; perMinute: number },
): Promise<boolean> {
  const claimed = await claimWithinPace(pool, pace, () => Promise.resolve(['one']));
  return claimed.length > 0;
}

/**
 * Claims within the allowance of one provider, in one commit: `claim` gets how many it may take, and gives those that it took. While
 * one process claims, others get nothing.
 */
export async function claimWithinPace<Item>(
  pool: Pool,
  { provider, perMinute }: { provider: string; perMinute: number },
  claim: (db: Db, most: number) => Promise<Item[]>,
): Promise<Item[]> {
  const most = mostAtOnce(perMinute);
  return pool.commit(async (db) => {
    await db.run(
      `insert into provider_paces (provider, used_until) values ($1, to_timestamp(0)) on conflict do nothing`,
      [provider],
    );
    const pace = await db.find<{ free: number }>(
      `select least(floor(extract(epoch from clock_timestamp() - used_until) * $2::int / 60), $3)::int as free from provider_paces
       where provider = $1 for update skip locked`,
      [provider, perMinute, most],
    );
    if (pace === undefined || pace.free <= 0) return [];
    const claimed = await claim(db, pace.free);
    await db.run(
      `update provider_paces set used_until =
         greatest(used_until, clock_timestamp() - make_interval(secs => $3 * 60.0 / $2)) + make_interval(secs => $4 * 60.0 / $2)
       where provider = $1`,
      [provider, perMinute, most, claimed.length],
    );
    return claimed;
  });
}
