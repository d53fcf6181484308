/** The audit takes no wait of a schedule for one that is too long. */
import { HOUR_MS, HOUR_SECONDS, MINUTE_SECONDS, SECOND_MS } from '@jara/contract/time-units.ts';
import { expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { nextCheckAt } from '../platform/requery-schedule.ts';
import { EXPIRES_AFTER_SECONDS, secondsToNextCheck } from '../slices/funding/schedule.ts';
import { longestWaits } from './transaction-rules.ts';

/** Every minute of a week. */
const ages = Array.from({ length: EXPIRES_AFTER_SECONDS / MINUTE_SECONDS }, (_, n) => n * MINUTE_SECONDS);
const hoursOf = (seconds: readonly number[]): number => Math.max(...seconds) / HOUR_SECONDS;

it('purchases and withdrawals wait for less', () => {
  const sentAt = new Date('2026-11-20T10:00:00Z');
  const settings = { unknownReferenceQuietSeconds: 600, giveUpHours: 168 };
  const waits = ages.map((age) => {
    const now = new Date(sentAt.getTime() + age * SECOND_MS);
    const next = nextCheckAt({ sentAt, firstNotFoundAt: null }, now, settings, () => 1);
    return next === null ? 0 : (next.getTime() - now.getTime()) / SECOND_MS;
  });
  expect(hoursOf(waits)).toBeLessThan(longestWaits.attempt);
});

it('the first question comes earlier, whatever the setting', () => {
  const seconds = String((longestWaits.attempt * HOUR_MS) / SECOND_MS);
  expect(() => readConfig({ PURCHASE_FIRST_CHECK_SECONDS: seconds })).toThrow('PURCHASE_FIRST_CHECK_SECONDS');
});

it('payments wait for less', () => {
  expect(hoursOf(ages.map((age) => secondsToNextCheck(age) ?? 0))).toBeLessThan(longestWaits.payment);
});
