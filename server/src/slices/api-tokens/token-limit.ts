/** What one API token may spend in 24 hours. Purchases are counted by `open_purchases`, many at once. */
import { messages } from '@jara/contract/messages.ts';
import { formatKobo, kobo, naira, parseNaira, type Kobo } from '@jara/contract/money.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../platform/db.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Principal } from '../../platform/sessions/principal.ts';

/** Of a new token whose owner says nothing of it; null: none. */
export const usualDailyLimit = ({
  apiTokenDailyLimitNaira: most,
}: Pick<Config, 'apiTokenDailyLimitNaira'>): Kobo | null => (most === 0 ? null : naira(most));

/** Null is no limit. */
export const isMoreThan = (limitKobo: bigint | null, otherKobo: bigint | null): boolean =>
  otherKobo !== null && (limitKobo === null || limitKobo > otherKobo);

export function readDailyLimit(input: unknown): Kobo | null {
  if (input === null) return null;
  const limitKobo = parseNaira(input) ?? refuseField('dailyLimit', messages.enterValidAmount);
  return limitKobo > 0n ? limitKobo : refuseField('dailyLimit', messages.enterValidAmount);
}

/**
 * Counts a transaction by which money has left, in its own commit and after its posting: the wallet is locked by then, so of two at once the
 * second sees the first. Refuses with `token_daily_limit` when it is more than is left; then nothing was sent. A token that has ended has no
 * limit: `makeOnce` asks about it after this.
 */
export async function countTokenSpend(
  db: Db,
  { userId, token }: Principal,
  transactionId: bigint,
): Promise<void> {
  if (token === null) return;
  const { left, taken } = await db.get<{ left: bigint | null; taken: bigint }>(
    `select token_left($1, $2, t.balance_before - t.balance_after) as left, t.balance_before - t.balance_after as taken
     from transactions t where t.id = $3`,
    [token.id, userId, transactionId],
  );
  if (left === null) return;
  if (taken > left) refuseTokenLimit(left);
  await db.run(
    `with counted as (
       insert into api_token_spends (transaction_id, root_id) select $1, root_id from api_tokens where id = $2
       returning root_id, spent_at)
     insert into api_token_hours as h (root_id, hour, taken_kobo)
     select root_id, date_trunc('hour', spent_at, 'UTC'), $3 from counted
     on conflict (root_id, hour) do update set taken_kobo = h.taken_kobo + excluded.taken_kobo`,
    [transactionId, token.id, taken],
  );
}

export function refuseTokenLimit(left: bigint): never {
  refuse('token_daily_limit', {
    msg: `The daily limit of this API token leaves ${formatKobo(kobo(left > 0n ? left : 0n))} in these 24 hours`,
  });
}

/** Removes what no 24 hours reach any more; for a job. */
export async function removeOldTokenSpends(db: Db): Promise<void> {
  await db.run(`delete from api_token_spends where spent_at < now() - interval '3 days'`);
  await db.run(`delete from api_token_hours where hour < now() - interval '3 days'`);
}
