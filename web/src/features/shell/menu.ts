/** The standard menu, in the specification's order. What a role adds is in role-menu.tsx. */
import { House, Settings, UserRound } from 'lucide-react';
import type { ComponentType } from 'react';
import { to } from '../../platform/paths.ts';
import type { SignedInUser } from '../../platform/session.ts';
import {
  AirtimeGlyph,
  DataGlyph,
  LightGlyph,
  PeopleGlyph,
  pen,
  ReceiptGlyph,
  StallGlyph,
} from '../../ui/icon.tsx';

export interface MenuItem {
  path: string;
  label: string;
  Icon: ComponentType<typeof pen & { size?: number }>;
  /** Only the exact address is this item, not what lies below it. */
  exact?: boolean;
  /** How many things wait there. */
  count?: number | undefined;
}

const dashboard: MenuItem = { path: to.dashboard, label: 'Dashboard', Icon: House, exact: true };
const contacts: MenuItem = { path: to.contacts, label: 'Contacts', Icon: PeopleGlyph };
const transactions: MenuItem = { path: to.transactions, label: 'Transactions', Icon: ReceiptGlyph };

const shop: readonly MenuItem[] = [
  { path: to.buyData, label: 'Buy data', Icon: DataGlyph },
  { path: to.buyAirtime, label: 'Buy airtime', Icon: AirtimeGlyph },
  { path: to.electricity, label: 'Electricity', Icon: LightGlyph },
];
const sell: MenuItem = { path: to.sell, label: 'Sell', Icon: StallGlyph };

/** What is sold: on a phone it opens from *Buy* in the bottom bar. Who buys at a better price than everybody sells to others. */
export const shopMenu = (signedIn: SignedInUser | null): readonly MenuItem[] =>
  (signedIn?.user.userType ?? 'smart earner') === 'smart earner' ? shop : [...shop, sell];

/** Everybody's, with what the type of the user adds. */
export const standardMenu = (signedIn: SignedInUser | null): readonly MenuItem[] => [
  dashboard,
  ...shopMenu(signedIn),
  contacts,
  transactions,
  { path: to.account, label: 'Account', Icon: UserRound },
  { path: to.changePassword, label: 'Settings', Icon: Settings },
];

/** The phone's bottom bar beside *Buy* and *Me*. */
export const bottomBar = {
  home: { ...dashboard, label: 'Home' },
  receipts: { ...transactions, label: 'Slips' },
  people: { ...contacts, label: 'People' },
} as const;
