/** Every screen of the web client, written by hand: what is not in this table does not exist. */
import { lazy, Suspense, useEffect, type ComponentType, type ReactElement } from 'react';
import { keepParting } from './parting.ts';
import { ForRole, type Role } from './parts/for-role.tsx';
import { patterns, to } from './paths.ts';
import { readToken, useSession } from './session.ts';
import { matchPath, useLocation, WithParams } from './ui/router.tsx';
import { currentToasts } from './ui/toast.tsx';

interface Screen {
  paths: readonly string[];
  load: () => Promise<{ default: ComponentType }>;
  /** Who has the screen; anybody else is led to the dashboard. */
  role?: Role;
}

const loadLogin = () => import('./screens/login.tsx');
const loadNotFound = () => import('./screens/not-found.tsx');
const loadPublicShell = () =>
  import('./parts/public-shell.tsx').then((module) => ({ default: module.PublicShell }));
const loadPrivateShell = () =>
  import('./parts/private-shell.tsx').then((module) => ({ default: module.PrivateShell }));

const publicScreens: readonly Screen[] = [
  { paths: [to.login], load: loadLogin },
  { paths: [to.register, patterns.registerInvited], load: () => import('./screens/register.tsx') },
  { paths: [to.requestPasswordReset], load: () => import('./screens/request-password-reset.tsx') },
  {
    paths: [to.passwordReset, patterns.passwordResetLink],
    load: () => import('./screens/password-reset.tsx'),
  },
  { paths: [patterns.checkSlip], load: () => import('./screens/check-slip.tsx') },
];
const lastScreen: Screen = { paths: ['*'], load: loadNotFound };

/** All under /profile and /admin; without a session each of them shows the login screen in its place. */
const privateScreens: readonly Screen[] = [
  { paths: [to.dashboard], load: () => import('./screens/profile/dashboard.tsx') },
  {
    paths: [to.buyData, patterns.buyDataOtherSpelling],
    load: () => import('./screens/profile/buy-data.tsx'),
  },
  {
    paths: [to.buyAirtime, patterns.buyAirtimeOtherSpelling],
    load: () => import('./screens/profile/buy-airtime.tsx'),
  },
  { paths: [to.electricity], load: () => import('./screens/profile/electricity.tsx') },
  { paths: [to.transfer], load: () => import('./screens/profile/transfer.tsx') },
  { paths: [to.withdraw], load: () => import('./screens/profile/withdraw.tsx') },
  { paths: [to.fundByCoupon], load: () => import('./screens/profile/fund-wallet/coupon.tsx') },
  { paths: [to.fundWallet], load: () => import('./screens/profile/fund-wallet.tsx') },
  { paths: [to.fundingReturn], load: () => import('./screens/profile/fund-wallet/return.tsx') },
  {
    paths: [to.transactions, patterns.transaction],
    load: () => import('./screens/profile/transactions.tsx'),
  },
  { paths: [to.changePassword], load: () => import('./screens/profile/change-password.tsx') },
  { paths: [to.account], load: () => import('./screens/profile/user.tsx') },
  { paths: [to.security], load: () => import('./screens/profile/security.tsx') },
  { paths: [to.contacts], load: () => import('./screens/profile/contacts.tsx') },
  { paths: [to.developer], load: () => import('./screens/profile/developer.tsx') },
  { paths: [to.earnings], load: () => import('./screens/profile/earnings.tsx') },
  {
    paths: [to.generateCoupon],
    load: () => import('./screens/admin/generate-coupon.tsx'),
    role: 'vendor',
  },
  {
    paths: [to.sendMail, patterns.sendMailOtherSpelling],
    load: () => import('./screens/admin/send-mail.tsx'),
    role: 'admin',
  },
  { paths: [to.admin], role: 'admin', load: () => import('./screens/admin/dashboard.tsx') },
  { paths: [to.staffActions], role: 'admin', load: () => import('./screens/admin/audit.tsx') },
  { paths: [to.waiting], role: 'staff', load: () => import('./screens/admin/waiting.tsx') },
  { paths: [to.adminTransactions], role: 'admin', load: () => import('./screens/admin/transactions.tsx') },
  { paths: [to.adminUsers], role: 'staff', load: () => import('./screens/admin/users.tsx') },
  { paths: [to.adminSettings], load: () => import('./screens/profile/admin-settings.tsx'), role: 'staff' },
  { paths: [to.managePlans], load: () => import('./screens/profile/update-price.tsx'), role: 'staff' },
  { paths: [`${to.dashboard}/*`, `${to.admin}/*`], load: loadNotFound },
];

/** What is drawn for each screen, made once. */
const elements: ReadonlyMap<Screen, ReactElement> = new Map(
  [...publicScreens, ...privateScreens, lastScreen].map((screen) => [screen, elementOf(screen)]),
);

function elementOf({ load, role }: Screen): ReactElement {
  const Drawn = lazy(load);
  return role === undefined ? (
    <Drawn />
  ) : (
    <ForRole role={role}>
      <Drawn />
    </ForRole>
  );
}

const LoginScreen = lazy(loadLogin);
const PublicShell = lazy(loadPublicShell);
const PrivateShell = lazy(loadPrivateShell);

export function Screens() {
  const { pathname } = useLocation();
  if (pathname === to.landing || pathname === to.priceList) return <LeaveProgram />;
  const place = placeOf(privateScreens, pathname);
  if (place !== undefined) return <Private place={place} />;
  const { screen, params } = placeOf(publicScreens, pathname) ?? { screen: lastScreen, params: {} };
  return (
    <Suspense>
      <PublicShell>
        <WithParams params={params}>{elements.get(screen)}</WithParams>
      </PublicShell>
    </Suspense>
  );
}

/** The landing page and the price list are ready-made: going there leaves the program, with what it has just said. */
function LeaveProgram() {
  useEffect(() => {
    keepParting(currentToasts());
    window.location.reload();
  }, []);
  return null;
}

function Private({ place: { screen, params } }: { place: Place }) {
  const { token } = useSession();
  return (
    <Suspense>
      {token === null ? (
        <PublicShell>
          <LoginScreen />
        </PublicShell>
      ) : (
        <PrivateShell token={token}>
          <WithParams params={params}>{elements.get(screen)}</WithParams>
        </PrivateShell>
      )}
    </Suspense>
  );
}

interface Place {
  screen: Screen;
  params: Readonly<Record<string, string>>;
}

/** The first screen of the table that has this address. */
function placeOf(screens: readonly Screen[], pathname: string): Place | undefined {
  for (const screen of screens) {
    for (const path of screen.paths) {
      const params = matchPath(path, pathname);
      if (params !== null) return { screen, params };
    }
  }
  return undefined;
}

/** Starts to load the screen of an address before anything is drawn, so that frame and screen arrive together. */
export function preload(pathname: string): void {
  const place = placeOf(privateScreens, pathname);
  const frame = place === undefined || readToken() === null ? loadPublicShell : loadPrivateShell;
  frame().catch(() => undefined);
  (place ?? placeOf(publicScreens, pathname))?.screen.load().catch(() => undefined);
}
