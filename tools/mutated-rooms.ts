/** The rooms of money whose code is changed by chance, file by file, and the tests that should notice. */

export interface MutatedRoom {
  mutate: readonly string[];
  tests: readonly string[];
}

const slices = 'server/src/slices';
const purchases = `${slices}/purchases`;
const room = (name: string, ...more: string[]): MutatedRoom => ({
  mutate: [`${slices}/${name}/*.ts`],
  tests: [`${slices}/${name}/*.test.ts`, ...more],
});

export const mutatedRooms: Readonly<Record<string, MutatedRoom>> = {
  /** What needs no database: seconds instead of hours. */
  pure: {
    mutate: [
      `${slices}/pricing/price-for.ts`,
      `${slices}/pricing/unusual-prices.ts`,
      `${purchases}/settlement-of.ts`,
      'server/src/ledger/states.ts',
      'contract/src/money.ts',
    ],
    tests: [
      `${slices}/pricing/*.test.ts`,
      `${purchases}/settlement-of.test.ts`,
      'server/src/ledger/states.test.ts',
      'contract/src/money.test.ts',
    ],
  },
  ledger: {
    mutate: ['server/src/ledger/**/*.ts'],
    tests: [
      'server/src/ledger/**/*.test.ts',
      `${slices}/spending-controls/*.test.ts`,
      `${slices}/standings/*.test.ts`,
      `${slices}/transfers/*.test.ts`,
    ],
  },
  pricing: room(
    'pricing',
    `${purchases}/buy-data.test.ts`,
    `${slices}/plans/*.test.ts`,
    `${slices}/accounts/list-users.test.ts`,
  ),
  coupons: room('coupons', `${slices}/spending-controls/velocity-limit.test.ts`),
  funding: room('funding'),
  withdrawals: room(
    'withdrawals',
    `${slices}/review-queue/*.test.ts`,
    `${slices}/transactions/refuse-twin.test.ts`,
  ),
  purchases: room(
    'purchases',
    `${slices}/review-queue/*.test.ts`,
    `${slices}/recovery/recovery.test.ts`,
    `${slices}/spending-controls/new-device-purchases.test.ts`,
  ),
};
