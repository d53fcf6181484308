/** Everything that is read in screens and by programs of many rows, as requests: pages, filters alone and in pairs, totals and figures. */
import { fewestDigitsOfAll } from '@jara/contract/digits.ts';
import { DAY_MS } from '@jara/contract/time-units.ts';

export interface Read {
  whose: 'customer' | 'admin';
  path: string;
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

/** Frequent and rare values of each filter. */
export const readsFor = (customer: {
  userName: string;
  phoneNumber: string;
  transactionId: string;
}): Read[] => {
  const { userName, phoneNumber, transactionId } = customer;
  const sales: Filters = {
    type: ['airtime', 'transfer'],
    status: ['success', 'failed', 'pending'],
    phoneNumber: [phoneNumber, phoneNumber.slice(0, fewestDigitsOfAll)],
    from: [dayAgo(30), dayAgo(900)],
    to: [dayAgo(400)],
    clientReference: ['nothing-has-this'],
  };
  const figures = (path: string): Read => ({ whose: 'admin', path, limitMs: FIGURES_MS });
  const one = (whose: Read['whose'], path: string): Read => ({ whose, path, limitMs: PAGE_MS });
  return [
    one('customer', '/auth'),
    one('customer', `/transaction/${transactionId}`),
    ...listed('customer', '/transaction', sales),
    ...['/auth/contact', '/auth/referral', '/auth/security/events', '/auth/webhook/messages'].map((path) =>
      one('customer', path),
    ),
    ...listed('admin', '/transaction', { ...sales, userName: [userName] }),
    ...listed('admin', '/admin/users', {
      userName: [userName, 'nobody'],
      phoneNumber: ['0900'],
      type: ['smart earner', 'partner'],
    }),
    ...['/admin/', '/admin/checkServices', '/admin/sales?days=1', '/admin/sales?days=30'].map(figures),
    ...['queue=staff', 'queue=asked'].map((query) => one('admin', `/admin/waiting?${query}`)),
    ...['/admin/suspense', '/admin/staffRequests', '/admin/audit', '/admin/staffReads'].map((path) =>
      one('admin', path),
    ),
    ...listed('admin', '/admin/securityEvents', { userName: [userName], from: [dayAgo(30)] }).slice(0, -1),
  ];
};
