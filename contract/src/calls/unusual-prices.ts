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
