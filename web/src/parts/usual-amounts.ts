/** The sums to tap: what this person buys most, filled up with what most people buy. */
import { useQuery } from '@tanstack/react-query';
import type { Transaction } from '@jara/contract/transactions.ts';
import { profileQuery } from '../queries.ts';

const mostOfOnesOwn = 3;

type Kind = 'airtime' | 'electricity';

export function useUsualAmounts(kind: Kind, defaults: readonly number[]): number[] {
  const lines = useQuery(profileQuery).data?.transactions ?? [];
  return usualAmounts(lines, kind, defaults);
}

/** As many as there are defaults, smallest first. Of sums bought equally often the latest wins. */
export function usualAmounts(
  lines: readonly Transaction[],
  kind: Kind,
  defaults: readonly number[],
): number[] {
  const counts = new Map<number, number>();
  for (const { trans_Type: type, trans_Status: status, faceValue } of lines) {
    if (type !== kind || status === 'failed' || faceValue === null || !Number.isInteger(faceValue)) continue;
    counts.set(faceValue, (counts.get(faceValue) ?? 0) + 1);
  }
  const own = [...counts].toSorted(([, a], [, b]) => b - a).map(([amount]) => amount);
  const all = new Set([...own.slice(0, mostOfOnesOwn), ...defaults]);
  return [...all].slice(0, defaults.length).toSorted((a, b) => a - b);
}
