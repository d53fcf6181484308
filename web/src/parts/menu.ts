/** The menus of the signed-in user, in the specification's order: the standard one, and what each role has besides. */
import {
  BadgePercent,
  ClipboardList,
  House,
  LayoutDashboard,
  Mail,
  Megaphone,
  ScrollText,
  Send,
  Settings,
  SlidersHorizontal,
  Ticket,
  TicketPlus,
  UserRound,
  UsersRound,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { to } from '../paths.ts';
import type { SignedInUser } from '../session.ts';
import { AirtimeGlyph, DataGlyph, LightGlyph, PeopleGlyph, pen, SlipGlyph } from '../ui/icon.tsx';

export interface MenuItem {
  path: string;
  label: string;
  Icon: ComponentType<typeof pen & { size?: number }>;
  /** Only the exact address is this item, not what lies below it. */
  exact?: boolean;
}

const dashboard: MenuItem = { path: to.dashboard, label: 'Dashboard', Icon: House, exact: true };
const contacts: MenuItem = { path: to.contacts, label: 'Contacts', Icon: PeopleGlyph };
const transactions: MenuItem = { path: to.transactions, label: 'Transactions', Icon: SlipGlyph };
const users: MenuItem = { path: to.adminUsers, label: 'Users', Icon: UsersRound };
const generateCoupon: MenuItem = { path: to.generateCoupon, label: 'Generate coupon', Icon: TicketPlus };

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

const adminMenu: readonly MenuItem[] = [
  { path: to.adminSettings, label: 'Admin settings', Icon: SlidersHorizontal },
  { path: to.managePlans, label: 'Update price', Icon: BadgePercent },
  { path: to.transfer, label: 'Transfer', Icon: Send },
  { path: to.sendMail, label: 'Send email', Icon: Mail },
  users,
  { path: to.fundByCoupon, label: 'Fund with coupon', Icon: Ticket },
  generateCoupon,
  { path: to.admin, label: 'Admin dashboard', Icon: LayoutDashboard, exact: true },
  { path: to.adminTransactions, label: 'All transactions', Icon: ScrollText },
  { path: to.staffActions, label: 'Staff record', Icon: ClipboardList },
];

const agentMenu: readonly MenuItem[] = [
  users,
  { path: to.managePlans, label: 'Update price', Icon: BadgePercent },
  // The one thing that an agent may change.
  { path: to.adminSettings, label: 'Notification', Icon: Megaphone },
];

/** What somebody's role adds to the standard menu; nothing for ordinary users. Who has several roles sees each item once. */
export function additionsFor(signedIn: SignedInUser | null): readonly MenuItem[] {
  if (signedIn === null) return [];
  if (signedIn.isAdmin) return adminMenu;
  return [...(signedIn.isAgent ? agentMenu : []), ...(signedIn.isCouponVendor ? [generateCoupon] : [])];
}

/** The phone's bottom bar beside *Buy* and *Me*. */
export const bottomBar = {
  home: { ...dashboard, label: 'Home' },
  slips: { ...transactions, label: 'Slips' },
  people: { ...contacts, label: 'People' },
} as const;
