/** What an installation asks and how much it moves at once: settings of its operator, which every client gets from the server. */
import { Type, type Static } from 'typebox';
import { NairaAmount } from '../wire.ts';

const Percent = Type.Number({ minimum: 0 });
const range = { minimum: NairaAmount, maximum: NairaAmount };

export const Terms = Type.Object(
  {
    airtime: Type.Object({
      ...range,
      chargePercent: Percent,
      resellerChargePercent: Percent,
    }),
    electricity: Type.Object({ ...range, fee: NairaAmount }),
    funding: Type.Object({ ...range, feePercent: Percent }),
    transfer: Type.Object(range),
    withdrawal: Type.Object({ ...range, fee: NairaAmount }),
    earnings: Type.Object({ minimum: NairaAmount }),
    upgrade: Type.Object({ fee: NairaAmount, referralReward: NairaAmount }),
    coupon: Type.Object({ maximum: NairaAmount, dailyMaximum: NairaAmount }),
    testTopUp: Type.Object({ maximum: NairaAmount }),
    purchase: Type.Object({
      duplicateWindowSeconds: Type.Integer({ minimum: 0 }),
      giveUpHours: Type.Integer({ minimum: 1 }),
    }),
  },
  {
    description:
      'What this installation asks and how much it moves at once: fees, minimums and maximums in naira, shares in percent. ' +
      '`coupon.dailyMaximum`: what one admin or vendor may put into coupons on one day. `purchase`: within how many seconds the same once more is asked about first, and after how many hours staff look into what has no outcome. Its operator sets them',
  },
);
export type Terms = Static<typeof Terms>;
