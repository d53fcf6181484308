/** The purchases that are most likely next, from the newest transactions: often, lately, and at this time of the week. */
import type { PriceItem, SubscriptionPlans } from '@jara/contract/calls/catalogue.ts';
import { meterCompanies, type MeterType } from '@jara/contract/constants.ts';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { DAY_MS, HOUR_MS } from '@jara/contract/time-units.ts';
import { sameness, type ElectricityPurchase, type Purchase } from './movement.ts';
import { airtimePrice, electricityPrice } from '../../shared/naira-sum.ts';
import { asNetwork } from '../../shared/network-mark.tsx';
import { nameOfNumber, type Person } from '../../shared/people.ts';
import { allPlans, factsOfItem, isOnSale } from '../../shared/plans.ts';

const most = 3;
const halfLifeMs = 14 * DAY_MS;
const sameTimeBonus = 0.5;
const sixHoursMs = 6 * HOUR_MS;

/** At most three, likeliest first, at today's prices. What is not sold at the moment is left out. */
export function likelyPurchases(
  transactions: readonly Transaction[],
  plans: SubscriptionPlans,
  people: readonly Person[],
  now: number = Date.now(),
): Repeat[] {
  const scores = new Map<string, { purchase: Repeat; score: number }>();
  for (const transaction of transactions) {
    if (transaction.trans_Status !== 'success' && transaction.trans_Status !== 'pending') continue;
    const purchase = repeatOf(transaction, plans, people);
    if (purchase === undefined) continue;
    const id = sameness(purchase);
    const known = scores.get(id) ?? { purchase, score: 0 };
    scores.set(id, { ...known, score: known.score + weightOf(Date.parse(transaction.createdAt), now) });
  }
  return [...scores.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ purchase }) => purchase);
}

function weightOf(at: number, now: number): number {
  const age = Math.max(0, now - at);
  const offset = (age % 7) * DAY_MS;
  const isSameTime = age > sixHoursMs && Math.min(offset, 7 * DAY_MS - offset) < sixHoursMs;
  return 0.5 ** (age / halfLifeMs) * (isSameTime ? 1 + sameTimeBonus : 1);
}

/** What can be bought again as it is. */
export type Repeat = Purchase | ElectricityPurchase;

/** The same purchase at today's price; nothing when it is not a purchase or is not sold now. */
export function repeatOf(
  transaction: Transaction,
  plans: SubscriptionPlans,
  people: readonly Person[],
): Repeat | undefined {
  if (transaction.trans_Type === 'electricity') return repeatElectricity(transaction);
  const network = asNetwork(transaction.trans_Network);
  if (network === undefined || transaction.recipient === null) return undefined;
  const name = nameOfNumber(people, transaction.recipient);
  const common = { network, phone: transaction.recipient, ...(name !== undefined && { name }) };
  const sold = plans.NETWORK.find((item) => item.name === network);
  if (transaction.trans_Type === 'airtime') {
    const amount = transaction.faceValue;
    if (sold?.airtimeAvailable !== true || amount === null || !Number.isInteger(amount)) return undefined;
    return { ...common, kind: 'airtime', amount, leaves: airtimePrice(amount, sold.airtimeChargePercent) };
  }
  const item = planOfTransaction(transaction, plans);
  if (item === undefined) return undefined;
  return { ...common, kind: 'data', planId: item.id, plan: factsOfItem(item), leaves: item.plan_amount };
}

/** The plan that a transaction of data bought, when it is on sale now. */
export function planOfTransaction(transaction: Transaction, plans: SubscriptionPlans): PriceItem | undefined {
  if (transaction.trans_Type !== 'data') return undefined;
  return allPlans(plans).find(
    (plan) =>
      isOnSale(plan) &&
      transaction.product === `${plan.plan_network}-${plan.plan_type}` &&
      // A transaction does not carry the plan's id; its description names the volume and the validity.
      hasWords(transaction.description, plan.plan) &&
      hasWords(transaction.description, plan.month_validate),
  );
}

/** The same electricity for the same meter; the server checks the meter once more. */
function repeatElectricity(transaction: Transaction): ElectricityPurchase | undefined {
  const company = meterCompanies.find(({ name }) => name === transaction.trans_Network);
  const { recipient, faceValue: amount, product } = transaction;
  if (company === undefined || recipient === null) return undefined;
  if (amount === null || !Number.isInteger(amount)) return undefined;
  return {
    kind: 'electricity',
    disco: company.name,
    meterId: company.id,
    meterType: meterTypeOf(product),
    meterNumber: recipient,
    amount,
    leaves: electricityPrice(amount),
  };
}

/** Products of electricity end in their meter type: `IKEJA-POSTPAID`. */
export function meterTypeOf(product: string | null): MeterType {
  return product?.endsWith('-POSTPAID') === true ? 'postpaid' : 'prepaid';
}

function hasWords(text: string, words: string): boolean {
  return ` ${text.replace(/,/g, ' ')} `.includes(` ${words} `);
}
