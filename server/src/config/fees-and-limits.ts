/**
 * What the shop asks and how much it moves at once. Clients know none of it by themselves: they get it from the server,
 * and so do the documents of the API and the public pages.
 */
import { flag, whole, type ValuesOf } from './setting.ts';
import type { Start } from './start.ts';

const SUM = [1, 1_000_000_000] as const;

export const feesAndLimits = {
  airtime: {
    minimumNaira: whole('AIRTIME_MINIMUM_NAIRA', {
      default: 100,
      range: [1, 1_000_000],
      means: 'the least airtime that is sold at once',
    }),
    maximumNaira: whole('AIRTIME_MAXIMUM_NAIRA', {
      default: 50_000,
      range: [1, 1_000_000],
      means: 'the most',
    }),
    priceBasisPoints: {
      others: whole('AIRTIME_CHARGE_BASIS_POINTS', {
        default: 9_900,
        range: [1, 20_000],
        means: 'what airtime costs, in hundredths of a percent of its face value',
      }),
      reseller: whole('AIRTIME_CHARGE_RESELLER_BASIS_POINTS', {
        default: 9_800,
        range: [1, 20_000],
        means: 'the same for resellers',
      }),
    },
  },
  electricity: {
    feeNaira: whole('ELECTRICITY_FEE_NAIRA', {
      default: 50,
      range: [0, 10_000],
      means: 'what is added to the amount of electricity',
    }),
    minimumNaira: whole('ELECTRICITY_MINIMUM_NAIRA', {
      default: 500,
      range: [1, 1_000_000],
      means: 'the least; a meter may have a higher one',
    }),
    maximumNaira: whole('ELECTRICITY_MAXIMUM_NAIRA', {
      default: 500_000,
      range: [1, 10_000_000],
      means: 'the most',
    }),
  },
  funding: {
    feeBasisPoints: whole('FUNDING_FEE_BASIS_POINTS', {
      default: 100,
      range: [0, 5_000],
      means:
        'what is kept of a payment by card or bank transfer, in hundredths of a percent of what was paid',
    }),
    minimumNaira: whole('FUNDING_MINIMUM_NAIRA', {
      default: 100,
      range: SUM,
      means: 'the least that one card payment may be',
    }),
    maximumNaira: whole('FUNDING_MAXIMUM_NAIRA', {
      default: 5_000_000,
      range: SUM,
      means: 'the most',
    }),
  },
  testTopUp: {
    maximumNaira: whole('TEST_TOP_UP_MAXIMUM_NAIRA', {
      default: 100_000,
      range: SUM,
      means: 'the most play money that one call of the sandbox gives',
    }),
  },
  transfers: {
    minimumNaira: whole('TRANSFER_MINIMUM_NAIRA', {
      default: 1,
      range: SUM,
      means: 'the least that one transfer to another user may move',
    }),
    maximumNaira: whole('TRANSFER_MAXIMUM_NAIRA', {
      default: 1_000_000,
      range: SUM,
      means: 'the most',
    }),
  },
  withdrawals: {
    feeNaira: whole('WITHDRAWAL_FEE_NAIRA', {
      default: 50,
      range: [0, 10_000],
      means: 'what we keep of a withdrawal',
    }),
    minimumNaira: whole('WITHDRAWAL_MINIMUM_NAIRA', {
      default: 100,
      range: SUM,
      means: 'the least that a withdrawal may take from the wallet; more than the fee',
    }),
    maximumNaira: whole('WITHDRAWAL_MAXIMUM_NAIRA', {
      default: 1_000_000,
      range: SUM,
      means: 'the most',
    }),
    holdsOtherNames: flag('WITHDRAWAL_HOLD_OTHER_NAMES', {
      default: 'in live mode',
      means:
        'whether a withdrawal waits for staff when the bank account is in another name than the one that its owner has proved by NIN or BVN',
    }),
  },
  /** Never off: whoever has the mailbox would have the money. */
  holdAfterReset: {
    hours: whole('HOLD_HOURS_AFTER_RESET', {
      default: 24,
      range: [1, 720],
      means:
        'how long nothing is sent or withdrawn after a password was reset, or a PIN removed by the password alone',
    }),
    purchasesNaira: whole('HOLD_PURCHASES_NAIRA', {
      default: 2_000,
      range: [0, 1_000_000_000],
      means: 'what may go into purchases meanwhile, in all',
    }),
  },
  upgrade: {
    feeNaira: whole('UPGRADE_FEE_NAIRA', {
      default: 1_000,
      range: [1, 1_000_000],
      means: 'what becoming a reseller costs, once',
    }),
    referralRewardNaira: whole('REFERRAL_REWARD_NAIRA', {
      default: 500,
      range: [1, 1_000_000],
      means: 'what goes to the earnings of the referrer then; not more than the fee',
    }),
  },
  earnings: {
    withdrawalMinimumNaira: whole('EARNINGS_WITHDRAWAL_MINIMUM_NAIRA', {
      default: 100,
      range: [1, 1_000_000],
      means: 'the least that moves from earnings to the wallet at once',
    }),
  },
  coupons: {
    maximumNaira: whole('COUPON_MAXIMUM_NAIRA', {
      default: 1_000_000,
      range: SUM,
      means: 'the most that one coupon may be worth',
    }),
    dailyMaximumNaira: whole('COUPON_DAILY_MAXIMUM_NAIRA', {
      default: 5_000_000,
      range: SUM,
      means: 'what one admin or vendor may put into coupons on one day',
    }),
  },
  /** What may leave from a device at first; 0 naira: as much as from any other. */
  newDevice: {
    capNaira: whole('NEW_DEVICE_CAP_NAIRA', {
      default: 10_000,
      sandbox: 0,
      range: [0, 1_000_000_000],
      means: 'what may leave in all from new devices of one user, see below; 0: as much as from any other',
    }),
    capHours: whole('NEW_DEVICE_CAP_HOURS', {
      default: 24,
      range: [1, 720],
      means: 'for how long a device is new',
    }),
  },
  /** What may leave an account before its e-mail address or phone number is confirmed; 0 naira: as much as later. */
  unproved: {
    capNaira: whole('UNPROVED_CAP_NAIRA', {
      default: 10_000,
      sandbox: 0,
      range: [0, 1_000_000_000],
      means:
        'what may leave within 24 hours while neither the e-mail address nor the phone number is confirmed, see below; 0: as much as after it',
    }),
  },
  /** What may go to whom nothing was sent before; 0 naira: as much as to any other. */
  newReceiver: {
    capNaira: whole('NEW_RECEIVER_CAP_NAIRA', {
      default: 10_000,
      sandbox: 0,
      range: [0, 1_000_000_000],
      means:
        'what may go in `NEW_RECEIVER_HOURS` to all users and bank accounts together that are new to the sender, by whoever has no PIN, or a new PIN or device, see below; 0: as much as to any other',
    }),
    hours: whole('NEW_RECEIVER_HOURS', {
      default: 24,
      range: [1, 720],
      means: 'for how long a receiver is new, from the first payment on, and what went to new ones counts',
    }),
  },
};

/** Names in pairs: the first may not be more than the second. */
const ordered = (values: ValuesOf<typeof feesAndLimits>): readonly [string, number, string, number][] => {
  const { airtime, electricity, funding, transfers, withdrawals, upgrade } = values;
  const pairs = { AIRTIME: airtime, ELECTRICITY: electricity, FUNDING: funding, TRANSFER: transfers };
  return [
    ...Object.entries({ ...pairs, WITHDRAWAL: withdrawals }).map(
      ([subject, { minimumNaira, maximumNaira }]): [string, number, string, number] => [
        `${subject}_MINIMUM_NAIRA`,
        minimumNaira,
        `${subject}_MAXIMUM_NAIRA`,
        maximumNaira,
      ],
    ),
    // Else whoever invites themselves earns money with each account.
    ['REFERRAL_REWARD_NAIRA', upgrade.referralRewardNaira, 'UPGRADE_FEE_NAIRA', upgrade.feeNaira],
  ];
};

export function checkFeesAndLimits(
  values: ValuesOf<typeof feesAndLimits>,
  complain: Start['complain'],
): void {
  const { feeNaira, minimumNaira } = values.withdrawals;
  if (minimumNaira <= feeNaira) complain('WITHDRAWAL_MINIMUM_NAIRA must be more than WITHDRAWAL_FEE_NAIRA');
  for (const [lesser, least, greater, most] of ordered(values)) {
    if (least > most) complain(`${lesser} must not be more than ${greater}`);
  }
}
