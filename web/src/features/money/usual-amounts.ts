/** The sums to tap: what this person buys, sends or adds most, filled up with what most people do. */
import { useQuery } from '@tanstack/react-query';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { profileQuery } from '../../platform/queries.ts';

const mostOfOnesOwn = 3;

type Kind = 'airtime' | 'electricity' | 'transfer' | 'withdraw' | 'wallet';

export function useUsualAmounts(kind: Kind, defaults: readonly number[]): number[] {
  const transactions = useQuery(profileQuery).data?.transactions ?? [];
  return usualAmounts(transactions, kind, defaults);
}

/** As many as there are defaults, smallest first. Of sums that come equally often the latest wins. */
export function usualAmounts(
  transactions: readonly Transaction[],
  kind: Kind,
  defaults: readonly number[],
): number[] {
  const counts = new Map<number, number>();
  for (const transaction of transactions) {
    const sum =
      transaction.trans_Type === kind && transaction.trans_Status !== 'failed' ? sumOf(transaction) : null;
    if (sum === null || !Number.isInteger(sum)) continue;
    counts.set(sum, (counts.get(sum) ?? 0) + 1);
  }
  const own = [...counts].sort(([, a], [, b]) => b - a).map(([amount]) => amount);
  const all = new Set([...own.slice(0, mostOfOnesOwn), ...defaults]);
  return [...all].slice(0, defaults.length).sort((a, b) => a - b);
}

/** What was typed in: of a withdrawal the bank gets less, and of transfers only those that were sent count. */
function sumOf(transaction: Transaction): number | null {
  const { trans_Type: type, balance_Before: before, balance_After: after } = transaction;
  if (type !== 'transfer' && type !== 'withdraw') return transaction.faceValue;
  return before !== null && after !== null && after < before ? transaction.trans_amount : null;
}
