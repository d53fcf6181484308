/** The frame of every screen under /profile: top bar, menu, the phone's bottom bar, live events. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Link, matchPath, NavLink, Outlet, useLocation } from 'react-router';
import { followEvents } from '../events.ts';
import { patterns, to } from '../paths.ts';
import { keys, profileQuery, refreshMoney } from '../queries.ts';
import { useSession, type SignedInUser } from '../session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { pen } from '../ui/icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TopBarBalance } from './balance.tsx';
import { ScreenBoundary } from './broken.tsx';
import { ChatLink } from './chat-link.tsx';
import { menu } from './menu.ts';
import { SandboxStrip } from './sandbox-strip.tsx';
import { UserMenu, UserMenuButton } from './user-menu.tsx';
import { Wordmark } from './wordmark.tsx';

export function PrivateShell({ token }: { token: string }) {
  const { signedIn } = useSession();
  const { pathname } = useLocation();
  useQuery(profileQuery);
  useLiveTransactions(token);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[240px_1fr]">
      <a
        href="#main"
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded-control bg-ink px-4 py-3 text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      <Rail />
      <div className="min-w-0">
        <SandboxStrip />
        <TopBar signedIn={signedIn} />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-[1120px] px-4 pt-6 pb-[calc(var(--bottom-bar,0px)+5rem)] outline-none sm:px-6 lg:px-8"
        >
          <ScreenBoundary key={screenOf(pathname)}>
            <Suspense fallback={<ScreenOnItsWay />}>
              <Outlet />
            </Suspense>
          </ScreenBoundary>
        </main>
      </div>
      <BottomBar />
      <UserMenu signedIn={signedIn} />
      <ChatLink />
    </div>
  );
}

/** A slip lies over the list of transactions: opening and closing it is no change of screen. */
function screenOf(pathname: string): string {
  return matchPath(patterns.transaction, pathname) === null ? pathname : to.transactions;
}

/** A pending slip turns into its end without a reload: each event makes what depends on it be asked again. */
function useLiveTransactions(token: string): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      followEvents(token, {
        onTransaction: ({ _id }) => {
          void queryClient.invalidateQueries({ queryKey: keys.transaction(_id) });
          void refreshMoney(queryClient);
        },
        onBack: () => void queryClient.invalidateQueries(),
      }),
    [token, queryClient],
  );
}

/** The button at the top says what one is: Admin, Agent, or home. */
function roleLabel(signedIn: SignedInUser | null): string {
  if (signedIn?.isAdmin === true) return 'Admin';
  return signedIn?.isAgent === true ? 'Agent' : 'home';
}

function TopBar({ signedIn }: { signedIn: SignedInUser | null }) {
  return (
    <header data-top-bar="" className="no-print sticky top-0 z-20 border-b border-line bg-paper">
      <div className="mx-auto flex min-h-14 w-full max-w-[1120px] flex-wrap items-center justify-between gap-2 pr-2 pl-4 sm:px-6 lg:px-8">
        <TopBarBalance />
        <div className="flex items-center gap-1">
          <ButtonLink to={to.dashboard} kind="secondary" compact className="capitalize">
            {roleLabel(signedIn)}
          </ButtonLink>
          <UserMenuButton signedIn={signedIn} />
        </div>
      </div>
    </header>
  );
}

function Rail() {
  return (
    <nav
      aria-label="Main"
      className="no-print sticky top-0 hidden h-dvh flex-col gap-6 border-r border-line bg-sunk px-3 py-4 lg:flex"
    >
      <Link to={to.landing} className="self-start rounded-control px-3 py-1">
        <Wordmark />
      </Link>
      <div className="grid gap-0.5">
        {menu.map((item) => (
          <NavLink
            key={item.path}
            to={item.path}
            end={item.exact === true}
            className={({ isActive }) =>
              classNames(
                'flex min-h-12 items-center gap-3 rounded-control px-3 text-body',
                isActive ? 'bg-surface font-semibold text-brand' : 'text-ink-2 hover:bg-paper hover:text-ink',
              )
            }
          >
            <item.Icon size={22} {...pen} />
            {item.label}
          </NavLink>
        ))}
      </div>
    </nav>
  );
}

function BottomBar() {
  return (
    <nav
      aria-label="Main"
      data-bottom-bar="menu"
      className="no-print fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {menu.flatMap((item) =>
        item.short === undefined
          ? []
          : [
              <NavLink
                key={item.path}
                to={item.path}
                end={item.exact === true}
                className={({ isActive }) =>
                  classNames(
                    'flex min-h-15 flex-1 flex-col items-center justify-center gap-0.5 border-t-[3px] text-label -outline-offset-4',
                    isActive ? 'border-brand font-semibold text-brand' : 'border-transparent text-ink-2',
                  )
                }
              >
                <item.Icon size={22} {...pen} />
                {item.short}
              </NavLink>,
            ],
      )}
      <UserMenuButton inBottomBar />
    </nav>
  );
}

function ScreenOnItsWay() {
  return (
    <div className="grid gap-4" aria-busy="true">
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
