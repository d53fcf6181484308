/** Of the program and of the browser client. */
import type { Mutant } from './mutant.ts';

const slices = 'server/src/slices';
const purchases = `${slices}/purchases`;
const priceTest = `${slices}/pricing/price-for.test.ts`;

export const mutantsOfPrograms: readonly Mutant[] = [
  {
    rule: 'a broken connection does not say that the supplier does not know the order',
    file: `${purchases}/settlement-of.ts`,
    text: `answer.reason === 'processing' ? 'processing' : 'unknown'`,
    mutated: `answer.reason === 'processing' ? 'processing' : 'not_found'`,
    tests: [`${purchases}/settlement-of.test.ts`],
  },
  {
    rule: 'a late word of the bank ends a withdrawal that was handed to staff',
    file: 'server/src/ledger/states.ts',
    text: `{ said: ['delivered'], attempt: openStates, applied: 'delivered' }`,
    mutated: `{ said: ['delivered'], attempt: askedStates, applied: 'delivered' }`,
    tests: [`${slices}/withdrawals/settle.test.ts`],
  },
  {
    rule: 'the saved account of another user is not validated for this one',
    file: `${slices}/withdrawals/read-account.ts`,
    text: 'where $4 and user_id = $1 and',
    mutated: 'where $4 and',
    tests: [`${slices}/withdrawals/beneficiaries.test.ts`],
  },
  {
    rule: "the product's special price comes before that of its network",
    file: `${slices}/pricing/price-for.ts`,
    text: `(catalogue.specialPriceKobo(buyer.userId, product) ??
        catalogue.specialPriceKobo(buyer.userId, plan.network))`,
    mutated: `(catalogue.specialPriceKobo(buyer.userId, plan.network) ??
        catalogue.specialPriceKobo(buyer.userId, product))`,
    tests: [priceTest],
  },
  {
    rule: "the product's cost comes before that of its network",
    file: `${slices}/pricing/price-for.ts`,
    text: 'catalogue.costPriceKobo(product) ?? catalogue.costPriceKobo(plan.network)',
    mutated: 'catalogue.costPriceKobo(plan.network) ?? catalogue.costPriceKobo(product)',
    tests: [priceTest],
  },
  {
    rule: 'the day of coupons begins at midnight in Lagos',
    file: `${slices}/staff-actions/staff-limits.ts`,
    text: 'created_at >= lagos_midnight(now())',
    mutated: `created_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`,
    tests: [`${slices}/coupons/coupons.test.ts`],
  },
  {
    rule: 'a coupon of the moment in which the day began counts',
    file: `${slices}/staff-actions/staff-limits.ts`,
    text: 'created_at >= lagos_midnight(now())',
    mutated: 'created_at > lagos_midnight(now())',
    tests: [`${slices}/coupons/coupons.test.ts`],
  },
  {
    rule: 'coupons may come to the daily maximum exactly',
    file: `${slices}/coupons/generate-coupon.ts`,
    text: 'usedKobo + amountKobo <= mostKobo',
    mutated: 'usedKobo + amountKobo < mostKobo',
    tests: [`${slices}/coupons/coupons.test.ts`],
  },
  {
    rule: 'staff decide about what a supplier takes back once',
    file: `${purchases}/decide-purchase.ts`,
    text: ' and a.decided_at is null)',
    mutated: ')',
    tests: [`${slices}/review-queue/review-queue.test.ts`],
  },
  {
    rule: 'only naira are credited',
    file: `${slices}/funding/settle-payment.ts`,
    text: `said.currency !== 'NGN'`,
    mutated: `said.currency === 'USD'`,
    tests: [`${slices}/funding/settle-payment.test.ts`],
  },
  {
    rule: 'a profile that two receipts overtook shows no old money',
    file: 'web/src/platform/session.ts',
    text: 'known.balanceVersion + receiptsSince',
    mutated: 'known.balanceVersion + 1',
    tests: ['web/src/platform/session.test.ts'],
  },
  {
    rule: 'a profile that was asked for before a receipt shows no old money',
    file: 'web/src/platform/session.ts',
    text: 'if (askedAt >= Math.max(receiptAt, balanceAt ?? 0)) return',
    mutated: 'if (askedAt >= 0) return',
    tests: ['web/src/platform/session.test.ts'],
  },
  {
    rule: 'what is paid by card brings at least what is missing',
    file: 'web/src/shared/naira-sum.ts',
    text: 'while (splitFunding(amount).credited < wanted) amount += 1;',
    mutated: '',
    tests: ['web/src/shared/naira-sum.test.ts'],
  },
  {
    rule: 'what is paid by card brings no naira more than is missing',
    file: 'web/src/shared/naira-sum.ts',
    text: 'Math.floor((wanted * 10_000)',
    mutated: 'Math.ceil((wanted * 10_000)',
    tests: ['web/src/shared/naira-sum.test.ts'],
  },
  {
    rule: 'a price at its cost is not below it',
    file: `${slices}/pricing/unusual-prices.ts`,
    text: 'const isBelowCost = costKobo !== null && toKobo < costKobo;',
    mutated: 'const isBelowCost = costKobo !== null && toKobo <= costKobo;',
    tests: [`${slices}/pricing/unusual-prices.test.ts`],
  },
  {
    rule: 'a quotation mark does not end an attribute of a mail or a page',
    file: 'server/src/platform/html.ts',
    text: String.raw`/[&<>"']/g`,
    mutated: String.raw`/[&<>']/g`,
    tests: ['server/src/platform/html.test.ts'],
  },
  {
    rule: 'an address in a mail ends where its quotation marks end',
    file: 'server/src/platform/html.ts',
    text: String.raw`/[&<>"']/g`,
    mutated: String.raw`/[&<>']/g`,
    tests: [`${slices}/mails/write-mail.test.ts`],
  },
  {
    rule: 'a cell of a file of prices that begins with @ is no formula',
    file: 'contract/src/csv-formula.ts',
    text: String.raw`/^[=+\-@\t\r]/`,
    mutated: String.raw`/^[=+\-\t\r]/`,
    tests: ['web/src/pages/admin/update-price/grid-csv.test.ts'],
  },
];
