/** Everything that is read in screens and by programs of many rows, as requests: pages, filters alone and in pairs, totals and figures. */
import { fewestDigitsOfAll } from '@jara/contract/digits.ts';
import { DAY_MS } from '@jara/contract/time-units.ts';
import type { Customer } from './sessions.ts';

export interface Read {
  whose: 'customer' | 'admin';
  path: string;
  /** Of a POST that changes nothing. */
  body?: object;
  /** p95 at the server that it is to stay below, in ms. */
  limitMs: number;
}

const PAGE_MS = 20;
const FAR_PAGE_MS = 100;
const FIGURES_MS = 50;
const FAR_PAGE = 10_000;

type Filters = Readonly<Record<string, readonly string[]>>;

/** Alone, and each with each other one. */
function queriesOf(filters: Filters): string[] {
  const all = Object.entries(filters).flatMap(([name, values]) =>
    values.map((value) => [name, `${name}=${encodeURIComponent(value)}`] as const),
  );
  const pairs = all.flatMap(([name, query], index) =>
    all.slice(index + 1).flatMap(([other, also]) => (other === name ? [] : [`${query}&${also}`])),
  );
  return [...all.map(([, query]) => query), ...pairs];
}

const listed = (whose: Read['whose'], path: string, filters: Filters): Read[] => [
  { whose, path, limitMs: PAGE_MS },
  ...queriesOf(filters).map((query) => ({ whose, path: `${path}?${query}`, limitMs: PAGE_MS })),
  { whose, path: `${path}?page=${FAR_PAGE}`, limitMs: FAR_PAGE_MS },
];

const dayAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const figures = (path: string): Read => ({ whose: 'admin', path, limitMs: FIGURES_MS });
const one = (whose: Read['whose'], path: string): Read => ({ whose, path, limitMs: PAGE_MS });
const withoutFarPage = (reads: Read[]): Read[] => reads.slice(0, -1);
const days: Filters = { from: [dayAgo(30), dayAgo(900)], to: [dayAgo(400)] };

export const readsFor = (customer: Customer): Read[] => [
  ...ofTransactions(customer),
  ...ofUsers(customer),
  ...ofStaff(customer),
];

/** Frequent and rare values of each filter. */
function ofTransactions({ userName, phoneNumber, transactionId }: Customer): Read[] {
  const sales: Filters = {
    type: ['airtime', 'transfer'],
    status: ['success', 'failed', 'pending'],
    phoneNumber: [phoneNumber, phoneNumber.slice(0, fewestDigitsOfAll)],
    ...days,
    clientReference: ['nothing-has-this'],
  };
  return [
    one('customer', `/transaction/${transactionId}`),
    ...listed('customer', '/transaction', sales),
    ...listed('admin', '/transaction', { ...sales, userName: [userName] }),
  ];
}

function ofUsers({ userId, userName, phoneNumber }: Customer): Read[] {
  return [
    ...ofOneUser.map((path) => one('customer', path)),
    one('customer', `/auth/validateUser/${userName}`),
    ...listed('admin', '/admin/users', {
      userName: [userName, 'nobody'],
      phoneNumber: ['0900'],
      type: ['smart earner', 'partner'],
    }),
    one('admin', `/admin/users/${userId}/notes`),
    ...withoutFarPage(
      listed('admin', '/admin/securityEvents', {
        userName: [userName],
        what: ['login', 'registered'],
        outcome: ['ok', 'locked', 'refused'],
        ...days,
      }),
    ),
    ...[phoneNumber, phoneNumber.slice(0, fewestDigitsOfAll), userName, 'ada', '1000'].map((text): Read => ({
      whose: 'admin',
      path: '/admin/search',
      body: { text },
      limitMs: PAGE_MS,
    })),
  ];
}

function ofStaff({ userId, userName }: Customer): Read[] {
  return [
    ...shopFigures.map(figures),
    ...queued.flatMap(([path, queues]) => queues.map((queue) => one('admin', `${path}?queue=${queue}`))),
    ...['/admin/recovery', '/admin/mailCampaigns', '/admin/priceSchedule'].map((path) => one('admin', path)),
    ...listed('admin', '/admin/audit', {
      actor: [userName, 'admin', 'nobody'],
      action: ['refund', 'setCostPrice', 'debit'],
      subject: ['transaction', 'transactions', `user ${userId}`, 'service GLO data', 'nothing'],
      ...days,
    }),
    ...withoutFarPage(
      listed('admin', '/admin/staffReads', {
        reader: [userName, 'admin'],
        userName: [userName],
        call: ['listTransactions', 'getStatement'],
        ...days,
      }),
    ),
    ...withoutFarPage(
      listed('admin', '/admin/coupons', {
        state: ['open', 'voided', 'redeemed'],
        owner: [userName],
        maker: ['admin', 'nobody'],
      }),
    ),
  ];
}

const shopFigures = [
  '/admin/',
  '/admin/checkServices',
  '/admin/sales?days=1',
  '/admin/sales?days=30',
  '/admin/solvency',
];

/** What the customer with the most of everything sees of their own. */
const ofOneUser = [
  '/auth',
  '/balance',
  '/status',
  '/auth/apiToken',
  '/auth/contact',
  '/auth/contactDetails',
  '/auth/customerCopy',
  '/auth/customerCopy/salesToday',
  '/auth/identity',
  '/auth/passkey',
  '/auth/push',
  '/auth/referral',
  '/auth/referral?page=20',
  '/auth/security',
  '/auth/security/events',
  '/auth/session',
  '/auth/webhook/messages',
  '/auth/webhook/messages?page=100',
  '/services/tellMe',
  '/statement',
  '/withdraw/beneficiary',
];

const queued = [
  ['/admin/waiting', ['staff', 'asked']],
  ['/admin/suspense', ['open', 'decided']],
  ['/admin/staffRequests', ['waiting', 'ended']],
  ['/admin/disputes', ['open', 'answered', 'closed']],
] as const;
