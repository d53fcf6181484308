/** Every screen of the web client, written by hand: what is not in this table does not exist. */
import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { matchRoutes, Outlet, useRoutes, type RouteObject } from 'react-router';
import { keepFlashMessage } from '../platform/flash-message.ts';
import { ForRole, type Role } from '../features/shell/for-role.tsx';
import { patterns, to } from '../platform/paths.ts';
import { readToken, useSession } from '../platform/session.ts';
import { currentToasts } from '../ui/toast.tsx';

interface Screen {
  paths: readonly string[];
  load: () => Promise<{ default: ComponentType }>;
  /** Who has the screen; anybody else is led to the dashboard. */
  role?: Role;
}

const loadLogin = () => import('../pages/public/login.tsx');
const loadNotFound = () => import('../pages/public/not-found.tsx');
const loadPublicShell = () =>
  import('../features/shell/public-shell.tsx').then((module) => ({ default: module.PublicShell }));
const loadPrivateShell = () =>
  import('../features/shell/private-shell.tsx').then((module) => ({ default: module.PrivateShell }));

const publicScreens: readonly Screen[] = [
  { paths: [to.login], load: loadLogin },
  {
    paths: [to.register, patterns.registerInvited],
    load: () => import('../pages/public/register/register.tsx'),
  },
  { paths: [to.requestPasswordReset], load: () => import('../pages/public/request-password-reset.tsx') },
  {
    paths: [to.passwordReset, patterns.passwordResetLink],
    load: () => import('../pages/public/password-reset.tsx'),
  },
  { paths: [to.emailLink, patterns.emailLink], load: () => import('../pages/public/email-link.tsx') },
];
const lastScreen: Screen = { paths: ['*'], load: loadNotFound };

/** All under /profile and /admin; without a session each of them shows the login screen in its place. */
const privateScreens: readonly Screen[] = [
  { paths: [to.dashboard], load: () => import('../pages/profile/dashboard/dashboard.tsx') },
  {
    paths: [to.buyData, patterns.buyDataOtherSpelling],
    load: () => import('../pages/profile/buy-data.tsx'),
  },
  {
    paths: [to.buyAirtime, patterns.buyAirtimeOtherSpelling],
    load: () => import('../pages/profile/buy-airtime.tsx'),
  },
  { paths: [to.electricity], load: () => import('../pages/profile/electricity.tsx') },
  { paths: [to.sell], load: () => import('../pages/profile/sell/sell.tsx') },
  { paths: [to.transfer], load: () => import('../pages/profile/transfer/transfer.tsx') },
  { paths: [to.withdraw], load: () => import('../pages/profile/withdraw/withdraw.tsx') },
  { paths: [to.fundByCoupon], load: () => import('../pages/profile/fund-wallet/coupon.tsx') },
  { paths: [to.fundWallet], load: () => import('../pages/profile/fund-wallet/fund-wallet.tsx') },
  { paths: [to.fundingReturn], load: () => import('../pages/profile/fund-wallet/return.tsx') },
  {
    paths: [to.transactions, patterns.transaction],
    load: () => import('../pages/profile/transactions/transactions.tsx'),
  },
  { paths: [to.changePassword], load: () => import('../pages/profile/change-password.tsx') },
  { paths: [to.account], load: () => import('../pages/profile/user/user.tsx') },
  { paths: [to.security], load: () => import('../pages/profile/security/security.tsx') },
  { paths: [to.contacts], load: () => import('../pages/profile/contacts/contacts.tsx') },
  { paths: [to.developer], load: () => import('../pages/profile/developer/developer.tsx') },
  { paths: [to.earnings], load: () => import('../pages/profile/earnings/earnings.tsx') },
  {
    paths: [to.generateCoupon],
    load: () => import('../pages/admin/generate-coupon/generate-coupon.tsx'),
    role: 'vendor',
  },
  {
    paths: [to.sendMail, patterns.sendMailOtherSpelling],
    load: () => import('../pages/admin/send-mail/send-mail.tsx'),
    role: 'admin',
  },
  { paths: [to.admin], role: 'admin', load: () => import('../pages/admin/dashboard/dashboard.tsx') },
  { paths: [to.staffActions], role: 'admin', load: () => import('../pages/admin/audit/audit.tsx') },
  {
    paths: [to.reviewQueue],
    role: 'staff',
    load: () => import('../pages/admin/review-queue/review-queue.tsx'),
  },
  {
    paths: [to.securityEvents],
    role: 'staff',
    load: () => import('../pages/admin/security-events/security-events.tsx'),
  },
  { paths: [to.recovery], role: 'staff', load: () => import('../pages/admin/recovery/recovery.tsx') },
  {
    paths: [to.adminTransactions],
    role: 'admin',
    load: () => import('../pages/admin/transactions/transactions.tsx'),
  },
  { paths: [to.adminUsers], role: 'staff', load: () => import('../pages/admin/users/users.tsx') },
  {
    paths: [to.adminSettings],
    load: () => import('../pages/admin/admin-settings/admin-settings.tsx'),
    role: 'staff',
  },
  {
    paths: [to.managePlans],
    load: () => import('../pages/admin/update-price/update-price.tsx'),
    role: 'staff',
  },
  { paths: [`${to.dashboard}/*`, `${to.admin}/*`], load: loadNotFound },
];

/** What the router reads: the address, what is drawn there, and how its code is fetched. */
type Place = RouteObject & { load?: Screen['load'] };

/** One for each address of a screen. All share one element: going from one to the other is no change of screen. */
function placesOf({ paths, load, role }: Screen): Place[] {
  const Drawn = lazy(load);
  const element =
    role === undefined ? (
      <Drawn />
    ) : (
      <ForRole role={role}>
        <Drawn />
      </ForRole>
    );
  return paths.map((path) => ({ path, element, load }));
}

const LoginScreen = lazy(loadLogin);
const PublicShell = lazy(loadPublicShell);
const PrivateShell = lazy(loadPrivateShell);

const privatePlaces: Place = { element: <Private />, children: privateScreens.flatMap(placesOf) };
const places: Place[] = [
  ...[to.landing, to.priceList].map((path) => ({ path, element: <LeaveProgram /> })),
  privatePlaces,
  { element: <Public />, children: [...publicScreens, lastScreen].flatMap(placesOf) },
];

export function Screens() {
  return useRoutes(places);
}

/** The landing page and the price list are ready-made: going there leaves the program, with what it has just said. */
function LeaveProgram() {
  useEffect(() => {
    keepFlashMessage(currentToasts());
    window.location.reload();
  }, []);
  return null;
}

function Public() {
  return (
    <Suspense>
      <PublicShell>
        <Outlet />
      </PublicShell>
    </Suspense>
  );
}

function Private() {
  const { token } = useSession();
  return (
    <Suspense>
      {token === null ? (
        <PublicShell>
          <LoginScreen />
        </PublicShell>
      ) : (
        <PrivateShell token={token}>
          <Outlet />
        </PrivateShell>
      )}
    </Suspense>
  );
}

/** Starts to load the screen of an address before anything is drawn, so that frame and screen arrive together. Gives whether it is a private one. */
export function preload(pathname: string): boolean {
  const matches = matchRoutes(places, pathname) ?? [];
  const isPrivate = matches.some(({ route }) => route === privatePlaces) && readToken() !== null;
  const frame = isPrivate ? loadPrivateShell : loadPublicShell;
  frame().catch(() => undefined);
  matches[matches.length - 1]?.route.load?.().catch(() => undefined);
  return isPrivate;
}
