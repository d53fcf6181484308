/** The fees and limits that clients know, as the wire has them. */
import type { Terms } from '@jara/contract/calls/terms.ts';
import type { Config } from './config.ts';

interface Range {
  minimumNaira: number;
  maximumNaira: number;
}

const range = ({ minimumNaira, maximumNaira }: Range) => ({ minimum: minimumNaira, maximum: maximumNaira });
const percent = (basisPoints: number): number => basisPoints / 100;

export function termsOf(config: Config): Terms {
  const { airtime, electricity, funding, transfers, withdrawals, upgrade, purchases } = config;
  return {
    airtime: {
      ...range(airtime),
      chargePercent: percent(airtime.priceBasisPoints.others),
      resellerChargePercent: percent(airtime.priceBasisPoints.reseller),
    },
    electricity: { ...range(electricity), fee: electricity.feeNaira },
    funding: { ...range(funding), feePercent: percent(funding.feeBasisPoints) },
    transfer: range(transfers),
    withdrawal: { ...range(withdrawals), fee: withdrawals.feeNaira },
    earnings: { minimum: config.earnings.withdrawalMinimumNaira },
    upgrade: { fee: upgrade.feeNaira, referralReward: upgrade.referralRewardNaira },
    coupon: { maximum: config.coupons.maximumNaira, dailyMaximum: config.coupons.dailyMaximumNaira },
    testTopUp: { maximum: config.testTopUp.maximumNaira },
    purchase: {
      duplicateWindowSeconds: purchases.duplicateWindowSeconds,
      giveUpHours: purchases.giveUpHours,
    },
  };
}
