/** What staff change: plans and their prices, services, the order of suppliers, cost prices and special prices. */
import { Type, type Static } from 'typebox';
import { call } from '../call.ts';
import { saleFields } from './catalogue.ts';
import { heldDescription, usualChangePercent } from './unusual-prices.ts';
import { IntegerLike, Msg, NairaAmount, NairaInput, Nullable, Reason, Text, Timestamp } from '../wire.ts';

const Confirm = Type.Optional(
  Type.Boolean({
    description: 'Yes, this price is meant, although it is below cost or far from the old one',
  }),
);
const Version = Type.Optional(
  Type.Integer({ description: 'The `version` that you saw; another one now is 409 changed_meanwhile' }),
);
const confirmDescription =
  `409 price_needs_confirmation comes before a price below cost or more than ${usualChangePercent}% away from the old one, with the figures in \`prices\`: ` +
  'the same request with `confirm: true` does it.';

const SupplierPlanIds = Type.Record(Type.String({ maxLength: 20 }), Type.String({ maxLength: 60 }), {
  description:
    "What each supplier calls the plan, by the supplier's name; a supplier without one does not sell it",
});

/** A plan as staff keep it. */
export const ManagedPlan = Type.Object({
  _id: Type.String(),
  planId: Type.Integer({ description: 'The `plan` of POST /buy/data; the same as `_id`' }),
  planNetwork: Type.String(),
  planName: Type.String(),
  planType: Type.String(),
  volumeRatio: Type.Number({ description: 'GB' }),
  planValidity: Type.String(),
  smartEarnerPrice: NairaAmount,
  resellerPrice: NairaAmount,
  apiPrice: NairaAmount,
  partnerPrice: NairaAmount,
  planCostPrice: Type.Number({
    description: "The plan's own cost; a cost price of its product wins over it",
  }),
  isAvailable: Type.Boolean({ description: "The plan's own switch" }),
  ...saleFields,
  supplierPlanIds: SupplierPlanIds,
  version: Type.Integer(),
});
export type ManagedPlan = Static<typeof ManagedPlan>;

const PlanReply = Type.Object({ msg: Msg, plan: ManagedPlan });
const VolumeInput = Type.Union([Type.Number(), Type.String({ maxLength: 20 })], {
  description: 'GB with at most 3 decimals',
});
const NetworkInput = Type.Union([Text(20), IntegerLike]);

export const updatePrice = call('updatePrice', {
  access: 'admin',
  summary: 'Change what a plan costs smart earners, resellers and API users',
  description: `At least one of the three; what is left out or empty stays. ${confirmDescription} ${heldDescription}`,
  body: Type.Object({
    dataId: IntegerLike,
    newPrice: Type.Object({
      price: Type.Optional(NairaInput),
      reseller: Type.Optional(NairaInput),
      api: Type.Optional(NairaInput),
    }),
    confirm: Confirm,
    version: Version,
  }),
  replies: { 200: PlanReply },
  mayBeHeld: true,
  refusals: ['not_found', 'price_needs_confirmation', 'changed_meanwhile'],
  requiredMsg: 'Please enter a valid value',
});

export const addPlan = call('addPlan', {
  access: 'admin',
  summary: 'Add a plan',
  description:
    'It is on sale once it is available, its network is open, and a supplier of the network has an id for it. `planId` may be chosen while no ' +
    `plan ever had it. Without a partner price, partners pay the API price. ${confirmDescription} ${heldDescription}`,
  body: Type.Object({
    planNetwork: NetworkInput,
    planName: Text(40),
    planType: Text(20),
    planVolumeRatio: VolumeInput,
    planValidity: Text(40),
    planId: Type.Optional(IntegerLike),
    smartEarnerPrice: NairaInput,
    resellerPrice: NairaInput,
    apiPrice: NairaInput,
    partnerPrice: Type.Optional(NairaInput),
    planCostPrice: NairaInput,
    planAvailability: Type.Optional(Type.Boolean()),
    supplierPlanIds: Type.Optional(SupplierPlanIds),
    confirm: Confirm,
  }),
  replies: { 201: PlanReply },
  mayBeHeld: true,
  refusals: ['price_needs_confirmation', 'plan_id_taken'],
  requiredMsg: 'All fields are required',
  requiredFieldMsg: { planNetwork: 'Please select a network' },
});

export const updatePlan = call('updatePlan', {
  access: 'admin',
  summary: 'Change a plan',
  description: `What is left out stays. \`planId\`, when sent, must be that of \`_id\`. ${confirmDescription} ${heldDescription}`,
  body: Type.Object({
    _id: IntegerLike,
    planId: Type.Optional(IntegerLike),
    planNetwork: Type.Optional(NetworkInput),
    planName: Type.Optional(Text(40)),
    planType: Type.Optional(Text(20)),
    planVolumeRatio: Type.Optional(VolumeInput),
    planValidity: Type.Optional(Text(40)),
    smartEarnerPrice: Type.Optional(NairaInput),
    resellerPrice: Type.Optional(NairaInput),
    apiPrice: Type.Optional(NairaInput),
    partnerPrice: Type.Optional(NairaInput),
    planCostPrice: Type.Optional(NairaInput),
    planAvailability: Type.Optional(Type.Boolean()),
    supplierPlanIds: Type.Optional(SupplierPlanIds),
    confirm: Confirm,
    version: Version,
  }),
  replies: { 200: PlanReply },
  mayBeHeld: true,
  refusals: ['not_found', 'price_needs_confirmation', 'changed_meanwhile'],
});

const planKeys = { planId: Type.Optional(IntegerLike), _id: Type.Optional(IntegerLike) };

export const deletePlan = call('deletePlan', {
  access: 'admin',
  summary: 'Take a plan off the list for good',
  description:
    'Purchases made keep what they bought. `planId` and `_id`, in the address or the body, must be of one plan.',
  query: Type.Object(planKeys),
  body: Type.Object(planKeys),
  // What is gone is on no sale.
  replies: { 200: Type.Object({ msg: Msg, plan: Type.Omit(ManagedPlan, ['isOnSale', 'notOnSaleBecause']) }) },
  refusals: ['not_found'],
});

export const Service = Type.Object({
  _id: Type.String(),
  serviceName: Type.String({ description: 'A network, or what the service is' }),
  serviceType: Type.String({ description: 'data, airtime, ...' }),
  serviceStatus: Type.Boolean({ description: 'true: available, false: locked' }),
});
export type Service = Static<typeof Service>;

export const updateServices = call('updateServices', {
  access: 'admin',
  summary: 'Lock or unlock a service',
  description:
    'Without `serviceStatus` the service toggles. A lock stops purchases at the moment the money would be taken, whatever screens still show.',
  body: Type.Object({
    serviceName: Text(40),
    serviceType: Type.Optional(Text(40)),
    serviceStatus: Type.Optional(Type.Boolean({ description: 'true: available, false: locked' })),
    reason: Type.Optional(Reason('Why')),
  }),
  replies: { 200: Type.Object({ msg: Msg, services: Type.Array(Service) }) },
  refusals: ['not_found'],
  requiredMsg: 'All fields are required',
});

export const checkServices = call('checkServices', {
  access: 'admin',
  summary: 'Which services are available, and how the suppliers answered lately',
  replies: {
    200: Type.Object({
      services: Type.Array(Service),
      suppliers: Type.Array(
        Type.Object({
          supplierName: Type.String(),
          isReachable: Nullable(
            Type.Boolean({
              description: 'Whether it answered lately; null when nothing was asked of it lately',
            }),
          ),
          lastAnswerAt: Nullable(Timestamp),
          delivered: Type.Integer({ description: 'Of the last 30 minutes' }),
          refused: Type.Integer({ description: 'Of the last 30 minutes' }),
          successPercent: Nullable(
            Type.Number({
              description: 'Delivered of what ended in the last 30 minutes; null when nothing did',
            }),
          ),
          medianSeconds: Nullable(
            Type.Number({ description: 'From sent to delivered, of the last 30 minutes' }),
          ),
          p95Seconds: Nullable(Type.Number({ description: 'The same, which 19 of 20 do not exceed' })),
          waiting: Type.Integer({ description: 'Open now: sent or without a certain outcome' }),
          unknown: Type.Integer({
            description: 'Of those, asked about at least once without a certain outcome',
          }),
          forStaff: Type.Integer({ description: 'Without an outcome after the last check' }),
          lateDeliveries: Type.Integer({
            description: 'Delivered after the money was returned, in the last 30 days',
          }),
          lateDeliveriesCost: Type.Number({ description: 'Naira that those cost us' }),
          waitingSince: Nullable(Type.String({ description: 'When the oldest of those was sent' })),
          float: Nullable(Type.Number({ description: 'Naira that we have there, as it said last' })),
          floatReadAt: Nullable(Timestamp),
          floatProblem: Nullable(
            Type.String({ description: 'Why the last question for the float gave no reading' }),
          ),
          isFloatLow: Type.Boolean({ description: 'The float as it said last is under `floatAlarm`' }),
          floatHoursLeft: Nullable(
            Type.Number({ description: 'At what the last 30 minutes cost; null when nothing was sold' }),
          ),
          spentToday: Type.Number({
            description: 'Naira that what it delivered today (Africa/Lagos) cost us',
          }),
          floatHoursLeftToday: Nullable(
            Type.Number({ description: "At today's rate; null when nothing was sold today" }),
          ),
          spent: Type.Number({ description: 'Naira of its float that the books say was spent' }),
        }),
      ),
      floatAlarm: Type.Number({ description: 'Naira; staff are told when a float falls under it' }),
      checkedAt: Timestamp,
    }),
  },
});

const SupplierRoutes = Type.Array(
  Type.Object({
    network: Type.String(),
    serviceType: Type.String(),
    supplierName: Type.String({ description: 'Asked first' }),
    fallbacks: Type.Array(Type.String(), { description: 'Asked after a certain refusal, in this order' }),
  }),
);

export const listSuppliers = call('listSuppliers', {
  access: 'admin',
  summary: 'Which supplier is asked first for each network and service',
  replies: {
    200: Type.Object({
      suppliers: SupplierRoutes,
      supplierNames: Type.Array(Type.String(), { description: 'Those that are connected' }),
    }),
  },
});

export const setSupplier = call('setSupplier', {
  access: 'admin',
  summary: 'Ask this supplier first',
  description:
    'The others stay behind it, in their order; `fallbacks` puts them into another one. Without `serviceType`: for all services of the ' +
    'network.',
  body: Type.Object({
    network: NetworkInput,
    supplierName: Text(20),
    serviceType: Type.Optional(Text(20)),
    fallbacks: Type.Optional(
      Type.Array(Text(20), {
        maxItems: 20,
        description: 'Asked next, in this order; what is not named stays behind',
      }),
    ),
  }),
  replies: { 200: Type.Object({ msg: Msg, suppliers: SupplierRoutes }) },
  requiredMsg: 'All fields are required',
  requiredFieldMsg: { network: 'Please select a network' },
});

const CostPrices = Type.Array(
  Type.Object({
    network: Type.String({
      description: 'The product, for example MTN-CG; MTN means all of MTN without one of its own',
    }),
    costPrice: Type.Number({ description: 'Naira per GB' }),
  }),
);

export const listCostPrices = call('listCostPrices', {
  access: 'admin',
  summary: 'What each product costs us per GB, where that is set',
  replies: {
    200: Type.Object({
      costPrices: CostPrices,
      products: Type.Array(Type.String(), { description: 'The products that can have one' }),
    }),
  },
});

export const setCostPrice = call('setCostPrice', {
  access: 'admin',
  summary: 'Set what a product costs us per GB',
  description: `It wins over the plans' own cost in all purchases from now on. ${confirmDescription} ${heldDescription}`,
  body: Type.Object({ network: Text(40), costPrice: NairaInput, confirm: Confirm }),
  replies: { 200: Type.Object({ msg: Msg, costPrices: CostPrices }) },
  mayBeHeld: true,
  refusals: ['price_needs_confirmation'],
  requiredMsg: 'enter a valid price',
});

export const SpecialPrices = Type.Array(
  Type.Object({
    productName: Type.String(),
    price: Type.Number({ description: 'Naira per GB' }),
  }),
);

export const setSpecialPrice = call('setSpecialPrice', {
  access: 'admin',
  summary: 'Give one user a price per GB of a product, which wins over the tier',
  description: `\`price\` 0 or null takes it away. MTN means all of MTN without a special price of its own. Plans that it would sell below cost are named in \`msg\`. 409 price_needs_confirmation when that is every plan of the product, or the price is more than ${usualChangePercent}% away from the last one: \`confirm: true\` does it. ${heldDescription}`,
  body: Type.Object({
    userId: IntegerLike,
    productName: Text(40),
    price: Nullable(NairaInput),
    confirm: Confirm,
    reason: Type.Optional(Reason('Why', 'in live mode')),
  }),
  replies: { 200: Type.Object({ msg: Msg, specialPrices: SpecialPrices }) },
  mayBeHeld: true,
  refusals: ['not_found', 'price_needs_confirmation'],
  requiredMsg: 'All fields are required',
});
