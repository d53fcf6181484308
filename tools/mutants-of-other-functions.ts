/** Of the functions of the database that leave messages for users' servers and devices, and of those that stop a closed shop. */
import type { Mutant } from './mutant.ts';

const functions = 'server/database/functions';
const slices = 'server/src/slices';
const closedShopTest = 'server/src/ledger/closed-shop.test.ts';
const openPurchasesTest = `${slices}/purchases/open-purchases.test.ts`;

const ofNotifications: readonly Mutant[] = [
  {
    rule: 'a message about a change of status is about a change',
    file: `${functions}/enqueue_changed_transaction_notifications.sql`,
    text: 'where o.id = n.id and o.status <> n.status limit 1) o)',
    mutated: 'where o.id = n.id limit 1) o)',
    tests: [`${slices}/webhooks/webhooks.test.ts`],
  },
  {
    rule: 'a push message about a change of status comes where nobody has a webhook',
    file: `${functions}/enqueue_changed_transaction_notifications.sql`,
    text: 'where e.is_notified or s.is_notified limit 1',
    mutated: 'where e.is_notified limit 1',
    tests: [`${slices}/push/push.test.ts`],
  },
  {
    rule: 'no webhook message says that something is pending',
    file: `${functions}/enqueue_new_transaction_notifications.sql`,
    text: `when (new.status <> 'pending')`,
    mutated: 'when (true)',
    tests: [`${slices}/webhooks/webhooks.test.ts`],
  },
  {
    rule: 'who sends money is not told by push what they did',
    file: `${functions}/enqueue_new_transaction_notifications.sql`,
    text: 'new.balance_after > new.balance_before',
    mutated: 'true',
    tests: [`${slices}/push/push.test.ts`],
  },
];

const spending = [
  'withdraw.open',
  'transfer',
  'coupon.issue',
  'coupon.redeem',
  'coupon.void',
  'upgrade.fee',
  'earning.withdraw',
];
const listed = (codes: readonly string[]): string =>
  `if p_code in (${codes.map((code) => `'${code}'`).join(', ')}) then`;

const ofTheClosedShop: readonly Mutant[] = [
  {
    rule: 'a closed shop opens no purchase',
    file: `${functions}/open_purchases.sql`,
    text: 'elsif is_closed then',
    mutated: 'elsif false then',
    tests: [openPurchasesTest],
  },
  {
    rule: 'a shop is closed until somebody opened it',
    file: `${functions}/is_shop_closed.sql`,
    text: 'where opened_at is null',
    mutated: 'where false',
    tests: [closedShopTest],
  },
  {
    rule: 'a shop that was opened sells',
    file: `${functions}/is_shop_closed.sql`,
    text: 'where opened_at is null',
    mutated: 'where true',
    tests: ['server/src/slices/recovery/recovery.test.ts'],
  },
  ...spending.map((code) => ({
    rule: `a closed shop posts no ${code}`,
    file: `${functions}/write_posting.sql`,
    text: listed(spending),
    mutated: listed(spending.filter((other) => other !== code)),
    tests: [closedShopTest],
  })),
];

export const mutantsOfOtherFunctions: readonly Mutant[] = [...ofNotifications, ...ofTheClosedShop];
