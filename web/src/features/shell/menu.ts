/** The standard menu, in the specification's order. What a role adds is in role-menu.tsx. */
import { House, Settings, UserRound } from 'lucide-react';
import type { ComponentType } from 'react';
import { to } from '../../platform/paths.ts';
import { AirtimeGlyph, DataGlyph, LightGlyph, PeopleGlyph, pen, ReceiptGlyph } from '../../ui/icon.tsx';

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

/** What is sold: on a phone it opens from *Buy* in the bottom bar. */
export const shopMenu: readonly MenuItem[] = [
  { path: to.buyData, label: 'Buy data', Icon: DataGlyph },
  { path: to.buyAirtime, label: 'Buy airtime', Icon: AirtimeGlyph },
  { path: to.electricity, label: 'Electricity', Icon: LightGlyph },
];

/** Everybody's. */
export const standardMenu: readonly MenuItem[] = [
  dashboard,
  ...shopMenu,
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
