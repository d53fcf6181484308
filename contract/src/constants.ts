/** Constants of the specification (S9), and the phone-number plan of the Nigerian Communications Commission. */
export const networks = ['MTN', 'GLO', 'AIRTEL', '9MOBILE'] as const;
export type Network = (typeof networks)[number];

/** What people call the network today: 9mobile trades as T2 since August 2025. */
export const networkLabels: Record<Network, string> = {
  MTN: 'MTN',
  GLO: 'Glo',
  AIRTEL: 'Airtel',
  '9MOBILE': 'T2 (9mobile)',
};

/** Network codes differ between the two calls: 9MOBILE is 6 for data and 4 for airtime (S7.20, S7.21). */
export const dataNetworkCodes: Record<Network, number> = { MTN: 1, GLO: 2, AIRTEL: 3, '9MOBILE': 6 };
export const airtimeNetworkCodes: Record<Network, number> = { MTN: 1, GLO: 2, AIRTEL: 3, '9MOBILE': 4 };

/** How long a link to choose a new password works. */
export const RESET_LINK_MINUTES = 30;
/** How long a link works that confirms an e-mail address, or stops a change of it. */
export const EMAIL_LINK_HOURS = 24;
/** What leaves an account that nobody proved to be theirs is counted over so many hours. */
export const UNPROVED_CAP_HOURS = 24;
/** How long a code works that went to a phone. */
export const PHONE_CODE_MINUTES = 10;
/** How long a PIN stays that is to be removed by the password alone. No setting: it is never less. */
export const PIN_REMOVAL_HOURS = 24;

export const userTypes = ['smart earner', 'reseller', 'api user', 'partner'] as const;
export type UserType = (typeof userTypes)[number];

/**
 * How an account stands with the house, set by staff:
 * - `active`: as ever
 * - `restricted`: its owner logs in, sees everything, funds and receives; nothing is bought, no money leaves, and rights of staff rest
 * - `suspended`: nobody logs in, no token opens it, and nobody sends to it; what a provider has brought is booked
 * - `closed`: the same, of an account without money; its API tokens have ended
 */
export const standings = ['active', 'restricted', 'suspended', 'closed'] as const;
export type Standing = (typeof standings)[number];

export const transactionTypes = [
  'data',
  'airtime',
  'electricity',
  'wallet',
  'transfer',
  'refund',
  'referrer',
  'earning',
  'withdraw',
] as const;
export type TransactionType = (typeof transactionTypes)[number];
/** What a supplier delivers. */
export const purchaseTypes: ReadonlySet<string> = new Set<TransactionType>([
  'data',
  'airtime',
  'electricity',
]);

export const transactionStatuses = ['success', 'pending', 'failed', 'refunded'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

export const meterCompanies = [
  { name: 'Ikeja', id: 18 },
  { name: 'Ibadan', id: 19 },
  { name: 'Eko', id: 20 },
  { name: 'Port Harcourt', id: 21 },
  { name: 'Kaduna', id: 22 },
  { name: 'Kano', id: 23 },
  { name: 'Jos', id: 24 },
  { name: 'Abuja', id: 25 },
  { name: 'Enugu', id: 26 },
  { name: 'Yola', id: 28 },
  { name: 'Benin', id: 29 },
] as const;
/** The name of a company that distributes electricity, as the specification writes it. */
export type MeterCompany = (typeof meterCompanies)[number]['name'];

export const meterTypes = ['prepaid', 'postpaid'] as const;
export type MeterType = (typeof meterTypes)[number];

export const limits = {
  phoneDigits: 11,
  passwordMinimum: 8,
  passwordMaximum: 128,
  contactNameMaximum: 40,
  contactsMaximum: 500,
  contactExpiryDays: 30,
  /** Of a price and of a cost of a plan or of a GB. */
  priceMaximumNaira: 1_000_000,
  /** Characters, as all lengths of texts are. */
  reasonMaximum: 500,
  standingWordsMaximum: 300,
  userNoteMaximum: 1_000,
  statementMovementsInPdf: 5_000,
  statementMovementsInCsv: 1_000_000,
  disputeWordsMaximum: 1_000,
  disputesPerDay: 10,
  shopNameMaximum: 40,
  sellingPricesMaximum: 500,
  salesTodayMaximum: 5_000,
  apiTokensMaximum: 5,
  apiTokenNameMaximum: 40,
  passkeysMaximum: 10,
  passkeyNameMaximum: 40,
  pageSize: 50,
  pageMaximum: 10_000,
  /** What staff did is counted up to so many. */
  staffActionsCounted: 10_000,
  /** What waited for a second admin and has ended is counted up to so many. */
  staffRequestsCounted: 10_000,
  /** What stood in suspense and was decided is counted up to so many. */
  suspenseCounted: 10_000,
  accountNamePrefix: 10,
  dashboardName: 15,
} as const;

/** What cost prices and special prices are kept by: a network and a plan type, or a network alone for all of it that has none of its own. */
export const products = [
  'MTN',
  'MTN-CG',
  'MTN-SME2',
  'MTN-COUPON',
  'GLO',
  'AIRTEL',
  '9MOBILE',
  'MTN-SME',
  'MTN-DIRECT',
  'GLO-CG',
  'AIRTEL-CG',
  '9MOBILE-SME',
] as const;

/** A balance under this many naira is shown as low. */
export const lowBalanceNaira = 100;

/** Harmonised short codes that answer on all networks since May 2023, and the older one per network for when they do not. */
export const ussdCodes: Record<Network, { balance: string; data: string; older: string }> = {
  MTN: { balance: '*310#', data: '*323#', older: '*131*4#' },
  GLO: { balance: '*310#', data: '*323#', older: '*127*0#' },
  AIRTEL: { balance: '*310#', data: '*323#', older: '*140#' },
  '9MOBILE': { balance: '*310#', data: '*323#', older: '*228#' },
};
