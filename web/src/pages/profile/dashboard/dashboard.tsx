import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ComponentType } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { limits } from '@jara/contract/constants.ts';
import { useCheckout, type Checkout } from '../../../features/checkout/checkout.tsx';
import { useIsDesktop } from '../../../shared/use-is-desktop.ts';
import { useScreen } from '../../../shared/screen.tsx';
import { ReceiptSheet } from '../../../features/receipt/receipt-sheet.tsx';
import { isFirstAsked } from '../../../platform/first-answer.ts';
import { to } from '../../../platform/paths.ts';
import { profileQuery } from '../../../platform/queries.ts';
import { useSession } from '../../../platform/session.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Lately } from './lately.tsx';
import { useOverlays } from './overlays.tsx';
import { Tiles } from './tiles.tsx';
import { WalletActions } from './wallet-actions.tsx';

const BuyBox = lazyExtra(() => import('./buy-box.tsx'));
const loadBelow = () => import('./later/below.tsx');
const More = lazyExtra(async () => ({ default: (await loadBelow()).More }));
const Below = lazyExtra(async () => ({ default: (await loadBelow()).Below }));

/** When the network goes away before its code is there, the screen does without it: a receipt that lies open must not break with it. */
function lazyExtra<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => load().catch(() => ({ default: (): null => null })));
}

export default function Dashboard() {
  const checkout = useCheckout();
  const isDesktop = useIsDesktop();
  const { signedIn } = useSession();
  const profile = useQuery(profileQuery);
  // What stands above has its height.
  const isSettled = !isFirstAsked(profile);
  const overlays = useOverlays(profile.data === undefined ? null : signedIn);
  const wallet = <WalletActions onUpdateKyc={() => overlays.open('kyc')} />;
  const tiles = <Tiles signedIn={signedIn} onGetPalmpay={() => overlays.open('palmpay')} />;
  return (
    <div className="grid grid-cols-1 gap-4 lg:gap-6">
      <Greeting />
      {checkout.notice}
      {isDesktop ? (
        <>
          {tiles}
          <div className="grid grid-cols-[minmax(0,1fr)_min(22rem,48%)] items-start gap-14">
            <div className="grid gap-10">
              <Suspense fallback={<Skeleton className="h-96 w-full" />}>
                <BuyBox onBuy={checkout.open} />
              </Suspense>
              <Suspense>{profile.data !== undefined && <More profile={profile.data} />}</Suspense>
            </div>
            <div className="grid gap-7">
              {wallet}
              <Lately checkout={checkout} />
              <Suspense>{isSettled && <Below profile={profile.data} />}</Suspense>
            </div>
          </div>
        </>
      ) : (
        <>
          {wallet}
          {tiles}
          <div className="lately">
            <Lately checkout={checkout} />
          </div>
          <Suspense>{isSettled && <Below profile={profile.data} hasMore />}</Suspense>
        </>
      )}
      <OpenReceipt checkout={checkout} />
      {checkout.sheet}
      {overlays.sheets}
    </div>
  );
}

/** Names are set in the text face: the display face lacks some letters of Nigerian names. */
function Greeting() {
  const heading = useScreen('Dashboard');
  const { signedIn } = useSession();
  const name = signedIn === null ? '' : signedIn.user.fullName || signedIn.user.userName;
  return (
    <h1 ref={heading} tabIndex={-1} className="text-sum font-semibold tracking-tight">
      <span className="font-normal text-ink-2">{name === '' ? 'Hello' : 'Hello,'}</span>{' '}
      {Array.from(name).slice(0, limits.dashboardName).join('')}
    </h1>
  );
}

/** The receipt of a purchase lies over the dashboard: its id travels in the state of the address. */
function OpenReceipt({ checkout }: { checkout: Checkout }) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const { slip = null, isNew = false } = (state ?? {}) as { slip?: string; isNew?: boolean }; // set by our own links
  return (
    <ReceiptSheet
      id={slip}
      isNew={isNew}
      onClose={() => void navigate(to.dashboard, { replace: true })}
      onBuyAgain={checkout.open}
    />
  );
}
