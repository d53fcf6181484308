/** What somebody spent on each of the last days, from the newest transactions. */
import { limits, purchaseTypes } from '@jara/contract/constants.ts';
import { add, fromNaira, toNaira, zero } from '@jara/contract/money.ts';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { lagosDayNumber } from '@jara/contract/lagos-time.ts';

const mostDays = 14;

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
  const perDay = Array.from({ length: Math.max(today - first + 1, 1) }, () => zero);
  for (const transaction of transactions) {
    const index = lagosDayNumber(Date.parse(transaction.createdAt)) - first;
    const isSpent = transaction.trans_Status === 'success' || transaction.trans_Status === 'pending';
    if (index < 0 || !isSpent || !purchaseTypes.has(transaction.trans_Type)) continue;
    // A clock that runs ahead of this one still spent today.
    const place = Math.min(index, perDay.length - 1);
    perDay[place] = add(perDay[place] ?? zero, fromNaira(transaction.charge ?? transaction.trans_amount));
  }
  return {
    perDay: perDay.map(toNaira),
    total: toNaira(perDay.reduce(add, zero)),
  };
}
