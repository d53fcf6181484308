/** The sums to tap: what this person buys, sends or adds most, filled up with what most people do. */
import { useQuery } from '@tanstack/react-query';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { profileQuery } from '../../platform/queries.ts';

const mostOfOnesOwn = 3;

type Kind = 'airtime' | 'electricity' | 'transfer' | 'withdraw' | 'wallet';

export function useUsualAmounts(kind: Kind, defaults: readonly number[]): number[] {
  const lines = useQuery(profileQuery).data?.transactions ?? [];
  return usualAmounts(lines, kind, defaults);
}

/** As many as there are defaults, smallest first. Of sums that come equally often the latest wins. */
export function usualAmounts(
  lines: readonly Transaction[],
  kind: Kind,
  defaults: readonly number[],
): number[] {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const sum = line.trans_Type === kind && line.trans_Status !== 'failed' ? sumOf(line) : null;
    if (sum === null || !Number.isInteger(sum)) continue;
    counts.set(sum, (counts.get(sum) ?? 0) + 1);
  }
  const own = [...counts].toSorted(([, a], [, b]) => b - a).map(([amount]) => amount);
  const all = new Set([...own.slice(0, mostOfOnesOwn), ...defaults]);
  return [...all].slice(0, defaults.length).toSorted((a, b) => a - b);
}

/** What was typed in: of a withdrawal the bank gets less, and of transfers only those that were sent count. */
function sumOf(line: Transaction): number | null {
  const { trans_Type: type, balance_Before: before, balance_After: after } = line;
  if (type !== 'transfer' && type !== 'withdraw') return line.faceValue;
  return before !== null && after !== null && after < before ? line.trans_amount : null;
}
