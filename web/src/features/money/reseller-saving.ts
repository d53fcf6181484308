/** What resellers would have paid less for the same data. Airtime is left out: its prices for others are not known here. */
import type { SubscriptionPlans } from '@jara/contract/calls/catalogue.ts';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { add, fromNaira, subtract, toNaira, zero } from '@jara/contract/money.ts';
import { DAY_MS } from '@jara/contract/time-units.ts';
import { planOfTransaction } from './again.ts';

/** Naira, of the delivered data of the last 30 days among these transactions, at today's prices; never below 0. */
export function resellerSaving(
  transactions: readonly Transaction[],
  plans: SubscriptionPlans,
  now: number = Date.now(),
): number {
  const saved = transactions
    .filter(
      (transaction) =>
        transaction.trans_Status === 'success' && now - Date.parse(transaction.createdAt) < 30 * DAY_MS,
    )
    .map((transaction) => planOfTransaction(transaction, plans))
    .reduce(
      (sum, plan) =>
        plan === undefined
          ? sum
          : add(sum, subtract(fromNaira(plan.plan_amount), fromNaira(plan.resellerPrice))),
      zero,
    );
  return Math.max(0, toNaira(saved));
}
