/** New prices that begin at a midnight. */
import { Type, type Static } from 'typebox';
import { call } from '../call.ts';
import { IntegerLike, Msg, NairaAmount, NairaInput, Nullable, Text, Timestamp } from '../wire.ts';

export const PriceSchedule = Type.Object({
  _id: Type.String(),
  state: Type.String({ description: 'planned, done, cancelled' }),
  startsAt: Timestamp,
  plannedBy: Type.String({ description: 'User name' }),
  createdAt: Timestamp,
  endedAt: Nullable(Timestamp),
  prices: Type.Array(
    Type.Object({
      planId: Type.Integer(),
      planNetwork: Type.String(),
      planType: Type.String(),
      planName: Type.String(),
      field: Type.String({
        description: 'smartEarnerPrice, resellerPrice, apiPrice, partnerPrice, planCostPrice',
      }),
      from: Type.Number({ description: 'Naira, as it was when this was planned' }),
      to: NairaAmount,
      result: Nullable(
        Type.String({
          description:
            'applied · changed_meanwhile: somebody changed the price after this was planned, and it stayed · deleted: the plan is gone · cancelled',
        }),
      ),
    }),
  ),
});
export type PriceSchedule = Static<typeof PriceSchedule>;

const Schedules = Type.Array(PriceSchedule);

export const listPriceSchedules = call('listPriceSchedules', {
  access: 'admin',
  summary:
    'The new prices that are planned, the next ones first, then those that began or were cancelled in the last 7 days',
  replies: { 200: Type.Object({ schedules: Schedules }) },
});

export const schedulePrices = call('schedulePrices', {
  access: 'admin',
  summary: 'Let new prices begin at a midnight in Africa/Lagos',
  description:
    'All of them or, when one is refused, none. `day` is the day that begins with that midnight: tomorrow unless given, 92 days ahead at most. ' +
    'At that moment each price that is still what it was changes; the others stay, and the list says which. 409 price_needs_confirmation as for ' +
    'POST /admin/updatePrice; 409 already_scheduled when one of these prices is planned already. ' +
    'A price below cost and a cost that is lowered wait for a second admin as they do there.',
  body: Type.Object({
    changes: Type.Array(
      Type.Object({
        _id: IntegerLike,
        version: Type.Optional(Type.Integer({ description: 'The `version` of the plan that you saw' })),
        smartEarnerPrice: Type.Optional(NairaInput),
        resellerPrice: Type.Optional(NairaInput),
        apiPrice: Type.Optional(NairaInput),
        partnerPrice: Type.Optional(NairaInput),
        planCostPrice: Type.Optional(NairaInput),
      }),
      { minItems: 1, maxItems: 200 },
    ),
    day: Type.Optional(Type.String({ maxLength: 40, description: 'YYYY-MM-DD' })),
    confirm: Type.Optional(Type.Boolean({ description: 'Yes, these prices are meant' })),
  }),
  replies: { 201: Type.Object({ msg: Msg, schedule: PriceSchedule }) },
  mayBeHeld: true,
  refusals: ['not_found', 'price_needs_confirmation', 'changed_meanwhile', 'already_scheduled'],
  requiredMsg: 'Please enter a valid value',
});

export const cancelPriceSchedule = call('cancelPriceSchedule', {
  access: 'admin',
  summary: 'Take planned prices back before they begin',
  params: Type.Object({ id: Text(40) }),
  replies: { 200: Type.Object({ msg: Msg, schedules: Schedules }) },
  refusals: ['not_found', 'changed_meanwhile'],
});
