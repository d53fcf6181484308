/** A shop whose every fee and limit is another one than usual: what still stands as a constant somewhere answers wrongly there. */
import type { Terms } from '@jara/contract/calls/terms.ts';

export const changedSettings = {
  AIRTIME_MINIMUM_NAIRA: '200',
  AIRTIME_MAXIMUM_NAIRA: '20000',
  AIRTIME_CHARGE_BASIS_POINTS: '9700',
  AIRTIME_CHARGE_RESELLER_BASIS_POINTS: '9550',
  ELECTRICITY_FEE_NAIRA: '100',
  ELECTRICITY_MINIMUM_NAIRA: '1000',
  ELECTRICITY_MAXIMUM_NAIRA: '90000',
  FUNDING_FEE_BASIS_POINTS: '250',
  FUNDING_MINIMUM_NAIRA: '400',
  FUNDING_MAXIMUM_NAIRA: '70000',
  TEST_TOP_UP_MAXIMUM_NAIRA: '30000',
  TRANSFER_MINIMUM_NAIRA: '10',
  TRANSFER_MAXIMUM_NAIRA: '5000',
  WITHDRAWAL_FEE_NAIRA: '75',
  WITHDRAWAL_MINIMUM_NAIRA: '300',
  WITHDRAWAL_MAXIMUM_NAIRA: '8000',
  UPGRADE_FEE_NAIRA: '2000',
  REFERRAL_REWARD_NAIRA: '700',
  EARNINGS_WITHDRAWAL_MINIMUM_NAIRA: '250',
  COUPON_MAXIMUM_NAIRA: '4000',
  COUPON_DAILY_MAXIMUM_NAIRA: '9000',
  HOLD_HOURS_AFTER_RESET: '36',
  HOLD_PURCHASES_NAIRA: '1500',
  NEW_DEVICE_CAP_NAIRA: '900000',
  NEW_DEVICE_CAP_HOURS: '48',
  UNPROVED_CAP_NAIRA: '700000',
  NEW_RECEIVER_CAP_NAIRA: '800000',
  NEW_RECEIVER_HOURS: '48',
  PURCHASE_DUPLICATE_WINDOW_SECONDS: '45',
  PURCHASE_GIVE_UP_HOURS: '36',
};

/** The same, as clients are told. */
export const changedTerms: Terms = {
  airtime: { minimum: 200, maximum: 20_000, chargePercent: 97, resellerChargePercent: 95.5 },
  electricity: { minimum: 1_000, maximum: 90_000, fee: 100 },
  funding: { minimum: 400, maximum: 70_000, feePercent: 2.5 },
  transfer: { minimum: 10, maximum: 5_000 },
  withdrawal: { minimum: 300, maximum: 8_000, fee: 75 },
  earnings: { minimum: 250 },
  upgrade: { fee: 2_000, referralReward: 700 },
  coupon: { maximum: 4_000, dailyMaximum: 9_000 },
  testTopUp: { maximum: 30_000 },
  purchase: { duplicateWindowSeconds: 45, giveUpHours: 36 },
};
