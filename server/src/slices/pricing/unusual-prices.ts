/** A price that was probably not meant: below what it costs us, or far from what it was. Staff are asked once before it is sold at. */
import { usualChangePercent, type UnusualPrice } from '@jara/contract/calls/unusual-prices.ts';
import { formatKobo, toNaira, type Kobo } from '@jara/contract/money.ts';
import { refuse } from '../../platform/refuse.ts';

export interface PriceChange {
  /** Where the request names several plans. */
  planId?: number;
  /** As the caller names it. */
  field: string;
  /** Null for a price that is new. */
  fromKobo: Kobo | null;
  toKobo: Kobo;
  /** Null for what is itself a cost. */
  costKobo: Kobo | null;
}

function isBigChange({ fromKobo, toKobo }: PriceChange): boolean {
  if (fromKobo === null) return false;
  const change = toKobo > fromKobo ? toKobo - fromKobo : fromKobo - toKobo;
  return change * 100n > fromKobo * BigInt(usualChangePercent);
}

/** Those of the changes that staff should look at again; below cost counts before far away. */
function unusualPrices(changes: readonly PriceChange[]): UnusualPrice[] {
  return changes.flatMap((change) => {
    const { planId, field, fromKobo, toKobo, costKobo } = change;
    const isBelowCost = costKobo !== null && toKobo < costKobo;
    if (!isBelowCost && !isBigChange(change)) return [];
    return [
      {
        ...(planId === undefined ? {} : { planId }),
        field,
        from: fromKobo === null ? null : toNaira(fromKobo),
        to: toNaira(toKobo),
        cost: costKobo === null ? null : toNaira(costKobo),
        why: isBelowCost ? 'below_cost' : 'big_change',
      } as const,
    ];
  });
}

/** Refuses with `price_needs_confirmation` and the figures, unless the caller said that they are meant. */
export function refuseUnusualPrices(changes: readonly PriceChange[], isConfirmed: boolean): void {
  if (isConfirmed) return;
  const prices = unusualPrices(changes);
  const first = changes.find((change) => unusualPrices([change]).length > 0);
  if (first === undefined) return;
  const { costKobo, fromKobo, toKobo } = first;
  const than =
    costKobo !== null && toKobo < costKobo
      ? `below the cost of ${formatKobo(costKobo)}`
      : `far from ${formatKobo(fromKobo ?? toKobo)}`;
  refuse('price_needs_confirmation', {
    msg: `${formatKobo(toKobo)} is ${than}. Confirm that it is meant`,
    body: { prices },
  });
}
