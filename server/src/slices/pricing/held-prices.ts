/** Prices that nobody of the staff sets alone: those below what we pay, and the costs that would be lower than they were. */
import type { HeldPrice } from '@jara/contract/calls/unusual-prices.ts';
import { toNaira } from '@jara/contract/money.ts';
import type { PriceChange } from './unusual-prices.ts';

/**
 * Those of the changes. A cost (whose own cost is null) counts where it falls: else one admin would lower it first, and then sell at it. A
 * price that stays does not count: a cost that rises above it takes nobody's money.
 */
export const heldPrices = (changes: readonly PriceChange[]): HeldPrice[] =>
  changes
    .filter(({ fromKobo, toKobo, costKobo }) =>
      costKobo === null ? fromKobo !== null && toKobo < fromKobo : toKobo !== fromKobo && toKobo < costKobo,
    )
    .map(heldPrice);

export const heldPrice = ({ planId, field, fromKobo, toKobo, costKobo }: PriceChange): HeldPrice => ({
  ...(planId !== undefined && { planId }),
  field,
  from: fromKobo === null ? null : toNaira(fromKobo),
  to: toNaira(toKobo),
  cost: costKobo === null ? null : toNaira(costKobo),
});
