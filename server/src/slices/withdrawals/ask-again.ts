/**
 * Of a payout that nobody has decided: whether it is refused because the bank does not know it, and when the bank is asked again. The time
 * is the database's (server/database/functions/requery/).
 */
import type { AttemptState } from '../../ledger/states.ts';
import type { PayoutRequeryAnswer } from '../../outside/banks/banks.ts';
import type { Db } from '../../platform/db.ts';
import type { ScheduleSettings } from '../../platform/requery-schedule.ts';

/** Of a withdrawal `w` and its transaction `t`. */
const SENT_AT = 'coalesce(w.sent_at, t.created_at)';
const OF_ONE =
  'from withdrawals w join transactions t on t.id = w.transaction_id where w.transaction_id = $1';

/** What the bank did not know when it was asked at `askedAt`, by the time of the database, or a moment later. */
export async function isCertainlyRefused(
  db: Db,
  transactionId: bigint,
  askedAt: Date,
  { unknownReferenceQuietSeconds }: ScheduleSettings,
): Promise<boolean> {
  const { isRefused } = await db.get<{ isRefused: boolean }>(
    `select is_certainly_refused(${SENT_AT}, w.first_not_found_at, make_interval(secs => $2), $3) as "isRefused" ${OF_ONE}`,
    [transactionId, unknownReferenceQuietSeconds, askedAt],
  );
  return isRefused;
}

/** Writes down what the bank said, and when it is asked again. Gives the state: staff decide where it is not asked any more. */
export async function askAgain(
  db: Db,
  transactionId: bigint,
  said: PayoutRequeryAnswer,
  { unknownReferenceQuietSeconds, giveUpHours }: ScheduleSettings,
): Promise<AttemptState> {
  // 'processing' is an answer about this payout; a broken connection says nothing for or against knowing it.
  const word = said.outcome === 'unknown' && said.reason === 'processing' ? 'processing' : said.outcome;
  const { state } = await db.get<{ state: AttemptState }>(
    `update withdrawals w set state = case when next.at is null then 'manual' else 'unknown' end, checks = w.checks + 1,
       first_not_found_at = next.not_found_at, next_check_at = next.at,
       provider_reference = coalesce($2, w.provider_reference), message = coalesce($3, w.message), raw = coalesce(nullif($4, ''), w.raw),
       answered_at = now()
     from (
       select answer.not_found_at,
         requery_next(answer.sent_at, answer.not_found_at, make_interval(secs => $6), make_interval(hours => $7)) as at
       from (
         select ${SENT_AT} as sent_at, case $5 when 'not_found' then coalesce(w.first_not_found_at, now())
           when 'processing' then null else w.first_not_found_at end as not_found_at
         ${OF_ONE}) answer) next
     where w.transaction_id = $1 returning w.state`,
    [
      transactionId,
      said.providerReference,
      said.message,
      said.raw,
      word,
      unknownReferenceQuietSeconds,
      giveUpHours,
    ],
  );
  return state;
}
