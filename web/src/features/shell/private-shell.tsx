/** The frame of every screen under /profile and /admin: top bar, menu, the phone's bottom bar, live events. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, type ReactNode } from 'react';
import { Link, matchPath, useLocation } from 'react-router';
import { isStaff } from '@jara/contract/is-staff.ts';
import { patterns, to } from '../../platform/paths.ts';
import { followChange, profileQuery } from '../../platform/queries.ts';
import { useSession, type SignedInUser } from '../../platform/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { lazyAfterLoad } from '../../shared/lazy.ts';
import { TopBarBalance } from '../money/balance.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ScreenBoundary } from './broken.tsx';
import { ChatLink } from '../../shared/chat-link.tsx';
import { MenuList, roleOf } from './menu-list.tsx';
import { NoNetworkStrip } from './no-network-strip.tsx';
import { PinSheet } from './pin-sheet.tsx';
import { SandboxStrip } from './sandbox-strip.tsx';
import { StaffGate } from './staff-gate.tsx';
import { UserMenu, UserMenuButton } from './user-menu.tsx';
import { Wordmark } from './wordmark.tsx';

const TopBarTools = lazyAfterLoad(async () => (await import('./top-bar-tools.tsx')).TopBarTools);
const EntryNotice = lazyAfterLoad(async () => (await import('./entry-notice.tsx')).EntryNotice);
const ClosedNotice = lazyAfterLoad(async () => (await import('./closed-notice.tsx')).ClosedNotice);
const FrozenNotice = lazyAfterLoad(async () => (await import('./frozen-notice.tsx')).FrozenNotice);
const StaffStepUpSheet = lazyAfterLoad(
  async () => (await import('../../shared/forms/staff-step-up-sheet.tsx')).StaffStepUpSheet,
);
const NewVersionButton = lazyAfterLoad(
  async () => (await import('./new-version-button.tsx')).NewVersionButton,
);

export function PrivateShell({
  token,
  children,
}: {
  token: string;
  /** The screen of the address. */
  children: ReactNode;
}) {
  const { signedIn } = useSession();
  const { pathname } = useLocation();
  const isShopClosed = useQuery(profileQuery).data?.isShopClosed;
  useLiveTransactions(token);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[max(240px,9.5rem)_1fr]">
      <a
        href="#main"
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded-control bg-ink px-4 py-3 text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      <Rail signedIn={signedIn} />
      <div className="min-w-0">
        <SandboxStrip />
        <NoNetworkStrip />
        <TopBar signedIn={signedIn} />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-(--screen) px-4 pt-4 pb-[calc(var(--bottom-bar,0px)+2rem)] outline-none sm:px-6 lg:px-8 lg:pt-6 lg:pb-20"
        >
          {isShopClosed === true && (
            <Suspense>
              <ClosedNotice />
            </Suspense>
          )}
          {(signedIn?.user.isFrozen === true || signedIn?.user.standing === 'restricted') && (
            <Suspense>
              <FrozenNotice />
            </Suspense>
          )}
          {/* Around the boundary, not in it: a new Suspense would show its fallback at once, and the old screen stands until the new one is there. */}
          <Suspense fallback={<ScreenLoading />}>
            <ScreenBoundary key={screenOf(pathname)}>
              <StaffGate>{children}</StaffGate>
            </ScreenBoundary>
          </Suspense>
        </main>
      </div>
      <BottomBar signedIn={signedIn} />
      <UserMenu signedIn={signedIn} />
      <PinSheet />
      <Suspense>
        <EntryNotice />
        {isStaff(signedIn) && <StaffStepUpSheet />}
      </Suspense>
    </div>
  );
}

/** A receipt lies over the list of transactions: opening and closing it is no change of screen. */
function screenOf(pathname: string): string {
  return matchPath(patterns.transaction, pathname) === null ? pathname : to.transactions;
}

/** A pending receipt turns into its end without a reload: each event makes what depends on it be asked again. */
function useLiveTransactions(token: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let isOver = false;
    let stop = () => {
      isOver = true;
    };
    const follow = async () => {
      const { followEvents } = await import('../../platform/events.ts');
      if (isOver) return;
      stop = followEvents(token, {
        onTransactions: (changes) => {
          for (const change of changes) void followChange(queryClient, change);
        },
        onService: (name) => {
          toast.success(`${name} is back`);
          void queryClient.invalidateQueries();
        },
        onBack: () => void queryClient.invalidateQueries(),
      });
    };
    // Without the stream the screens still ask by themselves.
    follow().catch(() => undefined);
    return () => stop();
  }, [token, queryClient]);
}

/** The button at the top says Admin, Agent, or home. */
function buttonLabel(signedIn: SignedInUser | null): string {
  const role = roleOf(signedIn);
  return role === undefined || role === 'Coupon vendor' ? 'home' : role;
}

function TopBar({ signedIn }: { signedIn: SignedInUser | null }) {
  return (
    <header data-top-bar="" className="no-print sticky top-0 z-20 border-b border-line bg-paper">
      <div className="mx-auto flex min-h-14 w-full max-w-(--screen) flex-wrap items-center justify-between gap-2 pr-2 pl-4 sm:px-6 lg:px-8">
        <TopBarBalance />
        <div className="flex items-center sm:gap-1">
          <Suspense>
            <NewVersionButton />
          </Suspense>
          {/* A narrow phone has no room for it: there it is in the menu. */}
          <ChatLink className="max-sm:hidden lg:hidden" />
          <Suspense fallback={<span className="size-12 max-sm:w-10" />}>
            <TopBarTools />
          </Suspense>
          {/* Quiet on a phone, which has Home in the bar at the bottom too. */}
          <ButtonLink
            to={to.dashboard}
            kind="secondary"
            compact
            className="capitalize max-lg:border-0 max-lg:bg-transparent max-lg:px-1.5 max-lg:text-ink-2"
          >
            {buttonLabel(signedIn)}
          </ButtonLink>
          <UserMenuButton signedIn={signedIn} />
        </div>
      </div>
    </header>
  );
}

function Rail({ signedIn }: { signedIn: SignedInUser | null }) {
  return (
    <div
      data-rail=""
      className="no-print sticky top-0 hidden h-dvh flex-col gap-3 border-r border-line bg-margin px-3 pt-4 pb-3 lg:flex"
    >
      <nav aria-label="Main" className="flex min-h-0 flex-1 flex-col gap-3">
        <Link to={to.landing} reloadDocument className="self-start rounded-control px-3 py-1">
          <Wordmark />
        </Link>
        {/* It scrolls by itself, above the chat. */}
        <div className="-mx-3 grid min-h-0 flex-1 content-start gap-0.5 overflow-y-auto px-3 py-1">
          <MenuList signedIn={signedIn} />
        </div>
      </nav>
      <aside aria-label="Help">
        <ChatLink withWords />
      </aside>
    </div>
  );
}

function ScreenLoading() {
  return (
    <div className="grid gap-4" aria-busy="true">
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
