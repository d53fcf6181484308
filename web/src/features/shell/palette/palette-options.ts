/** What one can go to by its name, by digits or by a reference. */
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { isReference } from '@jara/contract/reference.ts';
import { to, toBuyFor, toTransaction, toTransactionsOf } from '../../../platform/paths.ts';
import { transactionWords } from '../../money/transaction-row.tsx';
import type { MenuItem } from '../menu.ts';
import { findPeople, personWords, type Person } from '../../../shared/people.ts';

export interface PaletteOption {
  path: string;
  label: string;
  /** What kind of place it is. */
  note: string;
  /** What stands above it and those like it. */
  group?: string;
}

export interface PaletteSource {
  /** The menus of this person. */
  screens: readonly MenuItem[];
  people: readonly Person[];
  /** The newest transactions. */
  transactions: readonly Transaction[];
  /** Staff find users, too. */
  isStaff: boolean;
  /** What the server found for staff. */
  found: readonly PaletteOption[];
  /** It still looks. */
  isSearching: boolean;
}

/** Screens that no menu lists. */
const further: readonly Pick<MenuItem, 'path' | 'label'>[] = [
  { path: to.sell, label: 'Sell' },
  { path: to.fundWallet, label: 'Fund wallet' },
  { path: to.transfer, label: 'Transfer' },
  { path: to.withdraw, label: 'Withdraw to bank' },
  { path: to.fundByCoupon, label: 'Redeem a coupon' },
  { path: to.earnings, label: 'Earnings' },
  { path: to.security, label: 'Security' },
  { path: to.developer, label: 'Developer' },
];

/** Other words for a screen. */
const otherWords: Readonly<Record<string, string>> = {
  [to.electricity]: 'light meter token utility bill',
  [to.buyAirtime]: 'recharge top-up',
  [to.sell]: 'customers desk shop till',
  [to.buyData]: 'bundle plan internet',
  [to.transactions]: 'history slips receipts statement',
  [to.contacts]: 'people numbers',
  [to.account]: 'profile kyc bvn nin account number',
  [to.changePassword]: 'change password',
  [to.fundWallet]: 'add money deposit card',
  [to.transfer]: 'send money',
  [to.withdraw]: 'cash out bank',
  [to.earnings]: 'referral refer friend invite',
  [to.security]: 'pin devices two-step',
  [to.developer]: 'api token webhook',
};

/** Above what is known without the server, for staff. */
export const PLACES = 'Places';

const mostOfAKind = 4;
const most = 9;

export function paletteOptions(text: string, source: PaletteSource): PaletteOption[] {
  const wanted = text.trim().toLowerCase();
  const screens = screenOptions(wanted, source.screens);
  if (wanted === '') return screens.slice(0, most);
  const known = [
    ...screens.slice(0, mostOfAKind),
    ...peopleOptions(wanted, source.people),
    ...(source.isStaff ? staffOptions(text.trim()) : []),
  ];
  if (!source.isStaff) return [...receiptOptions(wanted, source.transactions), ...known].slice(0, most);
  const places = known.slice(0, most).map((option) => ({ ...option, group: PLACES }));
  // Who types letters may just as well want to go somewhere; who types digits looks for something, and presses nothing that moves away.
  if (!/\d/.test(wanted)) return [...places, ...source.found];
  return source.isSearching ? [...source.found] : [...source.found, ...places];
}

function screenOptions(wanted: string, menus: readonly MenuItem[]): PaletteOption[] {
  const known = new Set(menus.map(({ path }) => path));
  const all = [...menus, ...further.filter(({ path }) => !known.has(path))];
  return all
    .filter(({ path, label }) => begins(`${label} ${otherWords[path] ?? ''}`, wanted))
    .map(({ path, label }) => ({ path, label, note: 'Screen' }));
}

/** Whether each word that was typed begins a word of the text. */
function begins(text: string, wanted: string): boolean {
  const words = text.toLowerCase().split(/[\s-]+/);
  return wanted.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)));
}

/** A whole reference leads to its receipt, however old it is; a part of one, or of what was bought, only among the newest. */
function receiptOptions(wanted: string, transactions: readonly Transaction[]): PaletteOption[] {
  if (isReference(wanted)) {
    const reference = wanted.toUpperCase();
    return [{ path: toTransaction(reference), label: reference, note: 'Slip' }];
  }
  if (wanted.length < 4) return [];
  const found = transactions.filter((transaction) => transaction.reference.toLowerCase().includes(wanted));
  return found.slice(0, mostOfAKind).map((transaction) => ({
    path: toTransaction(transaction.reference),
    label: transactionWords(transaction),
    note: transaction.reference,
  }));
}

function peopleOptions(wanted: string, people: readonly Person[]): PaletteOption[] {
  return findPeople(people, wanted)
    .slice(0, 2)
    .flatMap((person) => {
      const who = personWords(person);
      const network = person.network ?? '';
      return [
        {
          path: toBuyFor(to.buyAirtime, person.phone, network),
          label: `Airtime for ${who}`,
          note: person.phone,
        },
        { path: toBuyFor(to.buyData, person.phone, network), label: `Data for ${who}`, note: person.phone },
        { path: toTransactionsOf(person.phone), label: `Transactions of ${who}`, note: person.phone },
      ];
    });
}

function staffOptions(text: string): PaletteOption[] {
  const digits = text.replace(/\D/g, '');
  const isPhone = digits.length >= 4 && /^[\d\s+-]+$/.test(text);
  const search = new URLSearchParams(isPhone ? { phoneNumber: digits } : { userName: text });
  return [{ path: `${to.adminUsers}?${search.toString()}`, label: `Users with “${text}”`, note: 'Users' }];
}
