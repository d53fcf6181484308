/** The audit takes no wait of a schedule for one that is too long. */
import { HOUR_MS, HOUR_SECONDS, MINUTE_SECONDS, SECOND_MS } from '@jara/contract/time-units.ts';
import { expect, it } from 'vitest';
import { useTestPool } from '../../test/pool.ts';
import { readConfig } from '../config/config.ts';
import { EXPIRES_AFTER_SECONDS, secondsToNextCheck } from '../slices/funding/schedule.ts';
import { longestWaits } from './transaction-rules.ts';

const db = useTestPool(1);

/** Every minute of a week. */
const ages = Array.from({ length: EXPIRES_AFTER_SECONDS / MINUTE_SECONDS }, (_, n) => n * MINUTE_SECONDS);
const hoursOf = (seconds: readonly number[]): number => Math.max(...seconds) / HOUR_SECONDS;

it('purchases and withdrawals wait for less', async () => {
  const rows = await db.pool.rows<{ wait: number }>(
    `select extract(epoch from requery_next(now() - make_interval(secs => age), null, interval '10 minutes', interval '168 hours', 1) - now())::float8 as wait
     from unnest($1::int[]) as a(age)`,
    [ages],
  );
  const waits = rows.map(({ wait }) => wait);
  expect(hoursOf(waits)).toBeGreaterThan(1);
  expect(hoursOf(waits)).toBeLessThan(longestWaits.attempt);
});

it('the first question comes earlier, whatever the setting', () => {
  const seconds = String((longestWaits.attempt * HOUR_MS) / SECOND_MS);
  expect(() => readConfig({ PURCHASE_FIRST_CHECK_SECONDS: seconds })).toThrow('PURCHASE_FIRST_CHECK_SECONDS');
});

it('payments wait for less', () => {
  expect(hoursOf(ages.map((age) => secondsToNextCheck(age) ?? 0))).toBeLessThan(longestWaits.payment);
});
