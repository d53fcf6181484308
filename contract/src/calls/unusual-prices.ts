/** Prices that were probably not meant: what 409 price_needs_confirmation says of them, to programs and to the screens of staff. */
import { Type, type Static } from 'typebox';
import { Nullable } from '../wire.ts';

/** A price that is further away from the old one was probably not meant. */
export const usualChangePercent = 30;

export const UnusualPrice = Type.Object({
  planId: Type.Optional(Type.Integer({ description: 'Where the request names several plans' })),
  field: Type.String({ description: 'As the request names it' }),
  from: Nullable(Type.Number({ description: 'Naira; null for a price that is new' })),
  to: Type.Number({ description: 'Naira' }),
  cost: Nullable(Type.Number({ description: 'Naira; null for what is itself a cost' })),
  why: Type.Enum(['below_cost', 'big_change']),
});
export type UnusualPrice = Static<typeof UnusualPrice>;

/** A price below cost, or a cost that would be lower, as it waits for a second admin. */
export const HeldPrice = Type.Object({
  planId: Type.Optional(Type.Integer()),
  field: Type.String({
    description:
      'As the request names it; the type and name of a plan that a special price makes cheaper; `cost`, what another volume or product makes it; or `special price`, the lowest of a user for a plan that changes',
  }),
  from: Nullable(Type.Number({ description: 'Naira; null for what is new' })),
  to: Type.Number({ description: 'Naira' }),
  cost: Nullable(Type.Number({ description: 'Naira; null for what is itself a cost, or a price per GB' })),
});
export type HeldPrice = Static<typeof HeldPrice>;

/** What a call says of itself that may ask for such a price. */
export const heldDescription =
  'Where two admins stand behind money ({STAFF_SECOND_PERSON_ABOVE_NAIRA} is not 0), a price below cost and a cost that is lowered wait for a second admin: 202.';
