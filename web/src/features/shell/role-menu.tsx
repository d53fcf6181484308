/** What the roles have besides the standard menu, in the order of their work. Only who has a role loads it. */
import { isStaff } from '@jara/contract/is-staff.ts';
import { useQuery } from '@tanstack/react-query';
import {
  BadgePercent,
  ClipboardList,
  Hourglass,
  LayoutDashboard,
  Mail,
  Megaphone,
  ScrollText,
  Send,
  ShieldAlert,
  SlidersHorizontal,
  Ticket,
  TicketPlus,
  UsersRound,
} from 'lucide-react';
import { to } from '../../platform/paths.ts';
import type { CallReply } from '../../platform/send.ts';
import type { SignedInUser } from '../../platform/session.ts';
import { MenuLinks } from './menu-links.tsx';
import type { MenuItem } from './menu.ts';
import { reviewQueueQuery } from '../../shared/review-queue-query.ts';

const users: MenuItem = { path: to.adminUsers, label: 'Users', Icon: UsersRound };
const generateCoupon: MenuItem = { path: to.generateCoupon, label: 'Generate coupon', Icon: TicketPlus };

const securityEvents: MenuItem = { path: to.securityEvents, label: 'Security activity', Icon: ShieldAlert };
const reviewQueue: MenuItem = { path: to.reviewQueue, label: 'Waiting', Icon: Hourglass };

/** In the order of their work: what waits, whom it is about, what was sold and for how much; then what is done now and then. */
const adminMenu: readonly MenuItem[] = [
  reviewQueue,
  users,
  { path: to.adminTransactions, label: 'All transactions', Icon: ScrollText },
  { path: to.managePlans, label: 'Update price', Icon: BadgePercent },
  { path: to.admin, label: 'Admin dashboard', Icon: LayoutDashboard, exact: true },
  generateCoupon,
  { path: to.fundByCoupon, label: 'Fund with coupon', Icon: Ticket },
  { path: to.transfer, label: 'Transfer', Icon: Send },
  { path: to.sendMail, label: 'Send email', Icon: Mail },
  { path: to.adminSettings, label: 'Admin settings', Icon: SlidersHorizontal },
  { path: to.staffActions, label: 'Staff record', Icon: ClipboardList },
  securityEvents,
];

const agentMenu: readonly MenuItem[] = [
  reviewQueue,
  users,
  { path: to.managePlans, label: 'Update price', Icon: BadgePercent },
  // The one thing that an agent may change.
  { path: to.adminSettings, label: 'Notification', Icon: Megaphone },
  securityEvents,
];

/** Who has several roles sees each item once. */
export function additionsFor(signedIn: SignedInUser): readonly MenuItem[] {
  if (signedIn.isAdmin) return adminMenu;
  return [...(signedIn.isAgent ? agentMenu : []), ...(signedIn.isCouponVendor ? [generateCoupon] : [])];
}

export function RoleMenu({
  signedIn,
  onChoose,
}: {
  signedIn: SignedInUser;
  onChoose?: (() => void) | undefined;
}) {
  const { data } = useQuery({ ...reviewQueueQuery(), enabled: isStaff(signedIn) });
  const waiting = data && toDecide(data.counts);
  const items = additionsFor(signedIn).map((item) =>
    item === reviewQueue ? { ...item, count: waiting } : item,
  );
  return <MenuLinks items={items} onChoose={onChoose} />;
}

/** Not what is still asked about by itself. */
const toDecide = ({ staff, suspense, staffRequests, disputes }: CallReply<'listWaiting'>['counts']): number =>
  staff + suspense + staffRequests + disputes;
