/** Of when something is asked about next. The program writes that itself, in time and to the end. */
import type { Corruption } from './corruption.ts';

const OPEN = 'R7 What is on its way';
const RETURNS = 'R7 What was delivered or paid out lately';
const FAR = `now() + interval '10 years'`;
const refundedLongAfter = `state = 'delivered' and transaction_id in (select id from transactions where status = 'refunded')`;

export const ofChecks: readonly Corruption[] = [
  [
    'an open payment that nobody asks about',
    OPEN,
    'alter table payments drop constraint payments_are_asked_about',
    `update payments set next_check_at = null where state = 'initiated'`,
  ],
  [
    'an open attempt that is asked about in ten years',
    OPEN,
    `update purchase_attempts set next_check_at = ${FAR} where state in ('sent', 'unknown')`,
  ],
  [
    'an open withdrawal that is asked about in ten years',
    OPEN,
    `update withdrawals set next_check_at = ${FAR} where state = 'unknown'`,
  ],
  [
    'an open payment that is asked about in ten years',
    OPEN,
    `update payments set next_check_at = ${FAR} where state = 'initiated'`,
  ],
  [
    'a failed payment that is asked about in ten years',
    OPEN,
    `update payments set next_check_at = ${FAR} where state = 'failed'`,
  ],
  [
    'a delivery that nobody asks about again',
    RETURNS,
    `update purchase_attempts set return_check_at = null where state = 'delivered'`,
  ],
  [
    'a late delivery that nobody asks about again',
    RETURNS,
    `update purchase_attempts set return_check_at = null where state = 'delivered_late'`,
  ],
  [
    'a refund long after the delivery that nobody asks about again',
    RETURNS,
    `update purchase_attempts set answered_at = answered_at - interval '9 days', return_check_at = null where ${refundedLongAfter}`,
  ],
  [
    'a withdrawal that was paid and that nobody asks about again',
    RETURNS,
    `update withdrawals set return_check_at = null where state = 'delivered'`,
  ],
  [
    'a withdrawal that was paid late and that nobody asks about again',
    RETURNS,
    `update withdrawals set return_check_at = null where state = 'delivered_late'`,
  ],
  [
    'an attempt that was refused because nobody knew it, and that nobody asks about again',
    RETURNS,
    `update purchase_attempts set return_check_at = null where state = 'refused' and first_not_found_at is not null`,
  ],
  [
    'a withdrawal that was refused because nobody knew it, and that nobody asks about again',
    RETURNS,
    `update withdrawals set return_check_at = null where state = 'refused' and first_not_found_at is not null`,
  ],
  [
    'a delivery that is asked about again in ten years',
    RETURNS,
    `update purchase_attempts set return_check_at = ${FAR} where state = 'delivered'`,
  ],
  [
    'a withdrawal that was paid and is asked about again in ten years',
    RETURNS,
    `update withdrawals set return_check_at = ${FAR} where state = 'delivered'`,
  ],
];
