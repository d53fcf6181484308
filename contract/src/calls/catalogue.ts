/** What is sold and for how much. */
import { Type, type Static } from 'typebox';
import { call } from '../call.ts';
import { IntegerLike, Naira } from '../wire.ts';

export const PriceItem = Type.Object({
  _id: Type.String(),
  id: Type.Integer({ description: 'The `plan` of POST /buy/data' }),
  plan: Type.String({ description: 'The volume, for example 1GB' }),
  plan_network: Type.String(),
  plan_type: Type.String({ description: 'SME, SME2, CG, COUPON, DIRECT, GIFTING' }),
  plan_amount: Type.Number({ description: "Naira; the caller's own price" }),
  month_validate: Type.String({ description: 'For example 30 days' }),
  volumeRatio: Type.Number({ description: 'GB' }),
  my_price: Naira,
  resellerPrice: Naira,
  apiPrice: Naira,
  isAvailable: Type.Boolean(),
  partnerPrice: Type.Optional(Type.Number({ description: 'Partners and staff only' })),
  planCostPrice: Type.Optional(Type.Number({ description: 'Admins only' })),
});
export type PriceItem = Static<typeof PriceItem>;

export const CustomerPlan = Type.Object({
  planId: Type.Integer({ description: 'The `plan` of POST /buy/data' }),
  planNetwork: Type.String(),
  planType: Type.String(),
  planName: Type.String(),
  planAmount: Type.Number({
    description: "Naira; the caller's own price, to be sent back as expectedAmount",
  }),
  planValidity: Type.String(),
  volumeRatio: Type.Number({ description: 'GB' }),
  isAvailable: Type.Boolean({ description: 'On sale now' }),
  _id: Type.Optional(Type.String({ description: 'This and what follows: staff only' })),
  smartEarnerPrice: Type.Optional(Naira),
  resellerPrice: Type.Optional(Naira),
  apiPrice: Type.Optional(Naira),
  partnerPrice: Type.Optional(Naira),
  planAvailability: Type.Optional(Type.Boolean({ description: "The plan's own switch" })),
  version: Type.Optional(Type.Integer()),
  planCostPrice: Type.Optional(Type.Number({ description: 'Admins only' })),
  supplierPlanIds: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Admins only' })),
});
export type CustomerPlan = Static<typeof CustomerPlan>;

/** `subscriptionPlans` of the login answer, grouped as the specification names the groups. */
export const SubscriptionPlans = Type.Object({
  MTN: Type.Array(PriceItem),
  MTN_CG_PRICE: Type.Array(PriceItem),
  GLO: Type.Array(PriceItem),
  AIRTEL: Type.Array(PriceItem),
  NMOBILE: Type.Array(PriceItem),
  CABLETV: Type.Array(Type.Object({})),
  CABLENAME: Type.Array(Type.Object({})),
  DISCO: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  NETWORK: Type.Array(
    Type.Object({
      name: Type.String(),
      dataCode: Type.Integer(),
      airtimeCode: Type.Integer(),
      dataAvailable: Type.Boolean(),
      airtimeAvailable: Type.Boolean(),
      airtimeChargePercent: Type.Number({
        description: "What the caller pays of airtime's face value, in percent",
      }),
    }),
  ),
});
export type SubscriptionPlans = Static<typeof SubscriptionPlans>;

export const listPrices = call('listPrices', {
  access: 'public',
  summary: 'The price list',
  replies: { 200: Type.Array(PriceItem) },
});

export const listPlans = call('listPlans', {
  access: 'public',
  summary: 'The plans of one network at your own price',
  body: Type.Object({ network: Type.Union([Type.String({ maxLength: 20 }), IntegerLike]) }),
  replies: { 200: Type.Object({ plans: Type.Array(CustomerPlan) }) },
  requiredMsg: 'Select a network',
});
