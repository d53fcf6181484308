/** The phone's bottom bar: Home, Buy, Slips, People, Me. *Buy* and *Me* open what belongs to them. */
import { ShoppingBag, UserRound } from 'lucide-react';
import { useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { to } from '../../platform/paths.ts';
import type { SignedInUser } from '../../platform/session.ts';
import { classNames } from '../../ui/class-names.ts';
import { pen } from '../../ui/icon.tsx';
import { MenuLinks } from './menu-links.tsx';
import { bottomBar, shopMenu, type MenuItem } from './menu.ts';
import { userMenuId } from './user-menu.tsx';

const buyPanelId = 'buy-menu';
const place =
  'flex min-h-15 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 border-t-[3px] text-[min(0.75rem,5.9vw)] leading-[1rem] -outline-offset-4';
const lookOf = (isHere: boolean) =>
  classNames(place, isHere ? 'border-brand font-semibold text-brand' : 'border-transparent text-ink-2');

/** What *Me* stands for. */
const mine = new Set<string>([to.account, to.security, to.changePassword, to.developer, to.earnings]);

export function BottomBar({ signedIn }: { signedIn: SignedInUser | null }) {
  const { pathname } = useLocation();
  const items = shopMenu(signedIn);
  const panel = useRef<HTMLElement>(null);
  const isBuying = items.some(({ path }) => path === pathname);
  return (
    <>
      <nav
        aria-label="Main"
        data-bottom-bar="menu"
        className="no-print fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        <BarLink item={bottomBar.home} />
        <button type="button" popoverTarget={buyPanelId} aria-label="Buy menu" className={lookOf(isBuying)}>
          <ShoppingBag size={22} {...pen} />
          Buy
        </button>
        <BarLink item={bottomBar.receipts} />
        <BarLink item={bottomBar.people} />
        <button type="button" popoverTarget={userMenuId} className={lookOf(mine.has(pathname))}>
          <UserRound size={22} {...pen} />
          Me
        </button>
      </nav>
      <nav ref={panel} id={buyPanelId} popover="auto" aria-label="Buy" className="user-menu no-print">
        <MenuLinks items={items} onChoose={() => panel.current?.hidePopover()} />
      </nav>
    </>
  );
}

function BarLink({ item }: { item: MenuItem }) {
  return (
    <NavLink to={item.path} end={item.exact === true} className={({ isActive }) => lookOf(isActive)}>
      <item.Icon size={22} {...pen} />
      {item.label}
    </NavLink>
  );
}
