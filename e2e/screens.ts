/**
 * The table of all screens: who has which, what it is called, and with what in it. What must hold for every screen (accessibility, no
 * scrolling sideways, links that lead somewhere, who is kept out) is tried along this table, and `npm run screens` takes its pictures.
 * test/screens.test.ts fails when a screen of web/src/app/routes.tsx is not in it.
 */

/**
 * `newcomer` has just registered and has nothing; `customer` has bought, paid, saved and invited; `reseller` is the
 * same at another price; `vendor`, `agent` and `admin` look at a shop in use, with `{buyer}` in it.
 */
export const watchers = ['visitor', 'newcomer', 'customer', 'reseller', 'vendor', 'agent', 'admin'] as const;
export type Watcher = (typeof watchers)[number];

export interface Screen {
  /** Of its picture. */
  name: string;
  /** `{delivered}` and the like stand for what the customer has: see helpers/screens.ts. */
  address: string;
  heading: string | RegExp;
  /** Another spelling of the address, under which the same screen opens. */
  alsoAt?: string;
  /** With nothing in the lists of staff, which others fill. */
  isEmpty?: boolean;
  whose: Watcher;
}

const visitor: readonly Omit<Screen, 'whose'>[] = [
  { name: 'landing', address: '/', heading: /^Airtime, data and light/ },
  { name: 'price-list', address: '/priceList', heading: 'Price list' },
  { name: 'status', address: '/status', heading: 'Status' },
  { name: 'price-list-mtn', address: '/priceList?network=MTN', heading: 'Price list' },
  { name: 'login', address: '/login', heading: 'Log in' },
  { name: 'register', address: '/register', heading: 'Open an account' },
  { name: 'register-invited', address: '/register/smart', heading: 'Open an account' },
  { name: 'request-password-reset', address: '/requestPasswordReset', heading: 'Forgot your password?' },
  { name: 'password-reset', address: '/passwordReset/1/some-token', heading: 'Choose a new password' },
  { name: 'password-reset-broken', address: '/passwordReset', heading: 'Choose a new password' },
  { name: 'email-link', address: '/email/confirm#some-token', heading: 'Your e-mail address' },
  { name: 'email-link-broken', address: '/email', heading: 'Your e-mail address' },
  { name: 'email-link-decide', address: '/email/decide#some-token', heading: 'Your e-mail address' },
  {
    name: 'check-unknown-slip',
    address: '/check/JR261121ABCDEFGHJK-00000000000000000000000000000000',
    heading: 'Not a slip of ours',
  },
  { name: 'developers', address: '/developers', heading: /^Sell airtime, data and light/ },
  { name: 'not-found', address: '/no/such/page', heading: 'Ohh! page not found' },
];

const newcomer: readonly Omit<Screen, 'whose'>[] = [
  { name: 'dashboard', address: '/profile', heading: /^Hello,/ },
  { name: 'buy-data', address: '/profile/buydata', heading: 'Buy data', alsoAt: '/profile/buyData' },
  {
    name: 'buy-airtime',
    address: '/profile/buyairtime',
    heading: 'Buy airtime',
    alsoAt: '/profile/buyAirtime',
  },
  { name: 'electricity', address: '/profile/electricity', heading: 'Electricity' },
  { name: 'sell', address: '/profile/sell', heading: 'Sell' },
  { name: 'transfer', address: '/profile/transfer', heading: 'Transfer' },
  { name: 'withdraw', address: '/profile/withdraw', heading: 'Withdraw to bank' },
  { name: 'fund-wallet', address: '/profile/fundWallet', heading: 'Fund wallet' },
  { name: 'fund-by-coupon', address: '/profile/fundWallet/coupon', heading: 'Redeem a coupon' },
  { name: 'funding-return', address: '/profile/fundWallet/return', heading: 'No payment to check' },
  { name: 'transactions', address: '/profile/transactions', heading: 'Transactions' },
  { name: 'change-password', address: '/profile/changePassword', heading: 'Settings' },
  { name: 'security', address: '/profile/security', heading: 'Security' },
  { name: 'contacts', address: '/profile/contacts', heading: 'Contacts' },
  { name: 'contacts-meters', address: '/profile/contacts?show=meters', heading: 'Contacts' },
  { name: 'contacts-accounts', address: '/profile/contacts?show=accounts', heading: 'Contacts' },
  { name: 'account', address: '/profile/user', heading: 'Account' },
  { name: 'developer', address: '/profile/developer', heading: 'Developer' },
  { name: 'earnings', address: '/profile/earnings', heading: 'Earnings' },
  { name: 'not-found', address: '/profile/no/such/page', heading: 'Ohh! page not found' },
];

const customer: readonly Omit<Screen, 'whose'>[] = [
  { name: 'dashboard', address: '/profile', heading: /^Hello,/ },
  { name: 'buy-data', address: '/profile/buydata?network=MTN', heading: 'Buy data' },
  { name: 'buy-airtime', address: '/profile/buyairtime', heading: 'Buy airtime' },
  { name: 'sell', address: '/profile/sell', heading: 'Sell' },
  { name: 'security', address: '/profile/security', heading: 'Security' },
  { name: 'electricity', address: '/profile/electricity', heading: 'Electricity' },
  { name: 'transfer', address: '/profile/transfer', heading: 'Transfer' },
  { name: 'withdraw', address: '/profile/withdraw', heading: 'Withdraw to bank' },
  { name: 'fund-wallet', address: '/profile/fundWallet', heading: 'Fund wallet' },
  { name: 'contacts', address: '/profile/contacts', heading: 'Contacts' },
  { name: 'contacts-meters', address: '/profile/contacts?show=meters', heading: 'Contacts' },
  { name: 'contacts-accounts', address: '/profile/contacts?show=accounts', heading: 'Contacts' },
  { name: 'account', address: '/profile/user', heading: 'Account' },
  { name: 'developer', address: '/profile/developer', heading: 'Developer' },
  { name: 'earnings', address: '/profile/earnings', heading: 'Earnings' },
  { name: 'transactions', address: '/profile/transactions', heading: 'Transactions' },
  {
    name: 'transactions-filtered',
    address: '/profile/transactions?status=failed&phoneNumber=0999',
    heading: 'Transactions',
  },
  { name: 'slip', address: '/profile/transactions/{delivered}', heading: 'Transactions' },
  { name: 'slip-token', address: '/profile/transactions/{light}', heading: 'Transactions' },
  { name: 'slip-open', address: '/profile/transactions/{open}', heading: 'Transactions' },
  { name: 'check-slip', address: '/check/{code}', heading: 'Slip check' },
  {
    name: 'funding-return',
    address: '/profile/fundWallet/return?reference={payment}',
    heading: 'Checking payment…',
  },
];

const reseller: readonly Omit<Screen, 'whose'>[] = [
  { name: 'dashboard', address: '/profile', heading: /^Hello,/ },
  { name: 'sell', address: '/profile/sell', heading: 'Sell' },
  { name: 'transactions', address: '/profile/transactions', heading: 'Transactions' },
  { name: 'slip', address: '/profile/transactions/{delivered}', heading: 'Transactions' },
  { name: 'account', address: '/profile/user', heading: 'Account' },
];

const vendor: readonly Omit<Screen, 'whose'>[] = [
  { name: 'dashboard', address: '/profile', heading: /^Hello,/ },
  { name: 'generate-coupon', address: '/admin/generateCoupon', heading: 'Generate coupon' },
  {
    name: 'generate-coupon-empty',
    address: '/admin/generateCoupon',
    heading: 'Generate coupon',
    isEmpty: true,
  },
];

const agent: readonly Omit<Screen, 'whose'>[] = [
  { name: 'dashboard', address: '/profile', heading: /^Hello,/ },
  { name: 'users', address: '/admin/users', heading: 'Users' },
  { name: 'user', address: '/admin/users?user={buyer}', heading: 'Users' },
  { name: 'transactions', address: '/profile/transactions', heading: 'Transactions' },
  { name: 'waiting', address: '/admin/waiting', heading: 'Waiting' },
  { name: 'slip', address: '/profile/transactions/{delivered}', heading: 'Transactions' },
  { name: 'security-events', address: '/admin/security', heading: 'Security activity' },
  { name: 'after-restore', address: '/admin/recovery', heading: 'After a restore' },
  { name: 'prices', address: '/profile/updatePrice', heading: 'Update price' },
  { name: 'prices-mtn', address: '/profile/updatePrice?network=MTN', heading: 'Update price' },
  { name: 'settings', address: '/profile/adminSettings', heading: 'Notification' },
];

const emptyQueues = ['staff', 'asked', 'suspense', 'disputes', 'second'].map(
  (queue): Omit<Screen, 'whose'> => ({
    name: `waiting-empty-${queue}`,
    address: `/admin/waiting?queue=${queue}`,
    heading: 'Waiting',
    isEmpty: true,
  }),
);

const admin: readonly Omit<Screen, 'whose'>[] = [
  { name: 'dashboard', address: '/profile', heading: /^Hello,/ },
  { name: 'admin', address: '/admin', heading: 'Admin dashboard' },
  { name: 'users', address: '/admin/users', heading: 'Users' },
  { name: 'users-empty', address: '/admin/users?userName=nobody_at_all', heading: 'Users' },
  { name: 'user', address: '/admin/users?userName={buyer}&user={buyer}', heading: 'Users' },
  { name: 'transactions', address: '/admin/transactions?userName={buyer}', heading: 'All transactions' },
  {
    name: 'transactions-empty',
    address: '/admin/transactions?userName=nobody_at_all',
    heading: 'All transactions',
  },
  {
    name: 'slip',
    address: '/admin/transactions?userName={buyer}&transaction={delivered}',
    heading: 'All transactions',
  },
  { name: 'waiting', address: '/admin/waiting', heading: 'Waiting' },
  { name: 'waiting-asked', address: '/admin/waiting?queue=asked', heading: 'Waiting' },
  { name: 'waiting-suspense', address: '/admin/waiting?queue=suspense', heading: 'Waiting' },
  { name: 'waiting-disputes', address: '/admin/waiting?queue=disputes', heading: 'Waiting' },
  { name: 'waiting-second', address: '/admin/waiting?queue=second', heading: 'Waiting' },
  ...emptyQueues,
  { name: 'after-restore', address: '/admin/recovery', heading: 'After a restore' },
  { name: 'after-restore-empty', address: '/admin/recovery', heading: 'After a restore', isEmpty: true },
  { name: 'audit', address: '/admin/audit', heading: 'Staff record' },
  { name: 'audit-empty', address: '/admin/audit?actor=nobody_at_all', heading: 'Staff record' },
  { name: 'security-events', address: '/admin/security?userName={buyer}', heading: 'Security activity' },
  {
    name: 'security-events-empty',
    address: '/admin/security?what=totp_off&userName=nobody_at_all',
    heading: 'Security activity',
  },
  { name: 'generate-coupon', address: '/admin/generateCoupon', heading: 'Generate coupon' },
  { name: 'send-mail', address: '/admin/sendMail', heading: 'Send email', alsoAt: '/admin/sendmail' },
  { name: 'transfer', address: '/profile/transfer', heading: 'Transfer' },
  { name: 'fund-by-coupon', address: '/profile/fundWallet/coupon', heading: 'Redeem a coupon' },
  { name: 'plans', address: '/profile/updatePrice', heading: 'Update price' },
  { name: 'plans-mtn', address: '/profile/updatePrice?network=MTN', heading: 'Update price' },
  { name: 'settings', address: '/profile/adminSettings', heading: 'Admin settings' },
];

export const screens: readonly Screen[] = Object.entries({
  visitor,
  newcomer,
  customer,
  reseller,
  vendor,
  agent,
  admin,
} satisfies Record<Watcher, unknown>).flatMap(
  ([whose, rows]) => rows.map((row) => ({ ...row, whose: whose as Watcher })), // the keys of the object above
);

/** Who is kept out of what: everybody here is led to the dashboard (S2.20). */
export const forbidden: readonly { address: string; whose: readonly Watcher[] }[] = [
  { address: '/admin', whose: ['newcomer', 'vendor', 'agent'] },
  { address: '/admin/audit', whose: ['newcomer', 'vendor', 'agent'] },
  { address: '/admin/users', whose: ['newcomer', 'vendor'] },
  { address: '/admin/waiting', whose: ['newcomer', 'vendor'] },
  { address: '/admin/security', whose: ['newcomer', 'vendor'] },
  { address: '/admin/recovery', whose: ['newcomer', 'vendor'] },
  { address: '/admin/transactions', whose: ['newcomer', 'vendor', 'agent'] },
  { address: '/admin/generateCoupon', whose: ['newcomer', 'agent'] },
  { address: '/admin/sendMail', whose: ['newcomer', 'vendor', 'agent'] },
  { address: '/admin/sendmail', whose: ['newcomer', 'vendor', 'agent'] },
  { address: '/profile/updatePrice', whose: ['newcomer', 'vendor'] },
  { address: '/profile/adminSettings', whose: ['newcomer', 'vendor'] },
];
