/** How long a purchase waits, is asked about and is held against a second one. */
import { flag, whole } from './setting.ts';

export const purchaseSettings = {
  purchases: {
    waitMs: whole('PURCHASE_WAIT_MS', {
      default: 8_000,
      range: [0, 60_000],
      means: 'how long a buyer waits for the outcome before the answer is 202',
    }),
    duplicateWindowSeconds: whole('PURCHASE_DUPLICATE_WINDOW_SECONDS', {
      default: 30,
      range: [0, 3_600],
      means:
        'without a key, the same purchase, transfer or withdrawal within this time is a `possible_duplicate`; the browser client asks before a purchase',
    }),
    firstCheckSeconds: whole('PURCHASE_FIRST_CHECK_SECONDS', {
      default: 5,
      range: [1, 600],
      means: 'when the job looks first at an attempt that nobody settled',
    }),
    unknownReferenceQuietSeconds: whole('PURCHASE_UNKNOWN_REFERENCE_QUIET_SECONDS', {
      default: 600,
      range: [1, 86_400],
      means: '"not known" is a refusal when said twice, at least this far apart and this long after sending',
    }),
    believesUnprovenSearch: flag('BELIEVE_UNPROVEN_SEARCH', {
      default: 'in the sandbox',
      means:
        'whether "not known" counts of a supplier or bank that has delivered or paid nothing yet, so that nobody has seen whether its search finds our references',
    }),
    giveUpHours: whole('PURCHASE_GIVE_UP_HOURS', {
      default: 24,
      range: [1, 168],
      means: 'after this time an attempt without an outcome is handed to staff',
    }),
    returnChecksPerMinute: whole('RETURN_CHECKS_PER_MINUTE', {
      default: 120,
      range: [1, 60_000],
      means:
        'how often each supplier, and the bank, is asked whether it took back what it had delivered or paid; a page of its list counts as one question (schedule: `docs/money.md`)',
    }),
  },
};
