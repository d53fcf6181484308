/** What somebody spent on each of the last days, from the newest transactions. */
import { limits } from '@jara/contract/constants.ts';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { lagosDayNumber } from '@jara/contract/lagos-time.ts';

const mostDays = 14;

const purchaseTypes = new Set(['data', 'airtime', 'electricity']);

export interface Spending {
  /** Naira for each day, oldest first; the last one is today. */
  perDay: number[];
  total: number;
}

/**
 * Of as many whole days, at most 14, as the transactions cover: a full page may begin in the middle of a day, and that day is left out.
 * What failed or was refunded was not spent.
 */
export function spendingOf(transactions: readonly Transaction[], now: number = Date.now()): Spending {
  const today = lagosDayNumber(now);
  const oldest = Math.min(
    ...transactions.map(({ createdAt }) => lagosDayNumber(Date.parse(createdAt))),
    today,
  );
  const first = Math.max(
    today - mostDays + 1,
    transactions.length < limits.pageSize ? -Infinity : oldest + 1,
  );
  const kobo = Array.from({ length: Math.max(today - first + 1, 1) }, () => 0);
  for (const transaction of transactions) {
    const index = lagosDayNumber(Date.parse(transaction.createdAt)) - first;
    const isSpent = transaction.trans_Status === 'success' || transaction.trans_Status === 'pending';
    if (index < 0 || !isSpent || !purchaseTypes.has(transaction.trans_Type)) continue;
    // A clock that runs ahead of this one still spent today.
    const place = Math.min(index, kobo.length - 1);
    kobo[place] = (kobo[place] ?? 0) + Math.round((transaction.charge ?? transaction.trans_amount) * 100);
  }
  return {
    perDay: kobo.map((sum) => sum / 100),
    total: kobo.reduce((sum, day) => sum + day, 0) / 100,
  };
}
