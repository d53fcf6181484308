/** What is sold and for how much. */
import { Type, type Static } from 'typebox';
import { call } from '../call.ts';
import { IntegerLike, NairaAmount, Nullable } from '../wire.ts';

/** Why a plan is not on sale: what staff have to do about it, the first thing first. */
export const notOnSaleReasons = ['switched off', 'service locked', 'no supplier id'] as const;
export type NotOnSaleReason = (typeof notOnSaleReasons)[number];

/** What staff see beside the switch of a plan. */
export const saleFields = {
  isOnSale: Type.Boolean({ description: 'Whether it can be bought now' }),
  notOnSaleBecause: Nullable(
    Type.Enum([...notOnSaleReasons], {
      description:
        '`switched off`: by its own switch; `service locked`: data of its network is; `no supplier id`: no supplier of its network that is ' +
        'connected has an id for it. Null when it is on sale',
    }),
  ),
};
const forStaff = {
  isOnSale: Type.Optional(saleFields.isOnSale),
  notOnSaleBecause: Type.Optional(saleFields.notOnSaleBecause),
};
const IsAvailable = Type.Boolean({
  description: "Whether it can be bought now. To staff: the plan's own switch, with `isOnSale` beside it",
});

export const PriceItem = Type.Object({
  _id: Type.String(),
  id: Type.Integer({ description: 'The `plan` of POST /buy/data' }),
  plan: Type.String({ description: 'The volume, for example 1GB' }),
  plan_network: Type.String(),
  plan_type: Type.String({ description: 'SME, SME2, CG, COUPON, DIRECT, GIFTING' }),
  plan_amount: Type.Number({ description: "Naira; the caller's own price" }),
  month_validate: Type.String({ description: 'For example 30 days' }),
  volumeRatio: Type.Number({ description: 'GB' }),
  my_price: NairaAmount,
  resellerPrice: NairaAmount,
  apiPrice: NairaAmount,
  isAvailable: IsAvailable,
  ...forStaff,
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
  isAvailable: IsAvailable,
  _id: Type.Optional(Type.String({ description: 'This and what follows: staff only' })),
  ...forStaff,
  smartEarnerPrice: Type.Optional(NairaAmount),
  resellerPrice: Type.Optional(NairaAmount),
  apiPrice: Type.Optional(NairaAmount),
  partnerPrice: Type.Optional(NairaAmount),
  planAvailability: Type.Optional(Type.Boolean({ description: 'The same as `isAvailable`' })),
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
  revalidates: true,
  replies: { 200: Type.Array(PriceItem) },
});

export const listPlans = call('listPlans', {
  access: 'public',
  summary: 'The plans of one network at your own price',
  body: Type.Object({ network: Type.Union([Type.String({ maxLength: 20 }), IntegerLike]) }),
  replies: { 200: Type.Object({ plans: Type.Array(CustomerPlan) }) },
  requiredMsg: 'Select a network',
});
