/** The sheets that belong to the dashboard: the identity check, which opens by itself once per visit, and the PalmPay account. */
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { needsIdentity } from './needs-identity.ts';
import { useNotification } from '../../../features/shell/notification.ts';
import { readTab, writeTab } from '../../../platform/tab-storage.ts';
import type { SignedInUser } from '../../../platform/session.ts';
import { whenNothingIsOpen } from '../../../ui/sheet-turn.ts';

const KycSheet = lazy(() => import('./later/kyc-sheet.tsx'));
const PalmpaySheet = lazy(() => import('./later/palmpay-sheet.tsx'));

type Name = 'kyc' | 'palmpay';

/** For whom the identity check has opened by itself in this tab. */
const askedKey = 'kycAsked';

export interface Overlays {
  open: (name: Name) => void;
  sheets: ReactNode;
}

/** `signedIn`: once the profile is there, not before: loading has to end first. */
export function useOverlays(signedIn: SignedInUser | null): Overlays {
  const [opened, setOpened] = useState<Name | null>(null);
  const [used, setUsed] = useState<readonly Name[]>([]);
  const { text, isSettled } = useNotification();
  const { state } = useLocation();

  const open = (name: Name) => {
    setUsed((names) => [...names, name]);
    setOpened(name);
  };
  const isFree = isSettled && text === null && state === null;
  const needs = signedIn !== null && isFree && needsIdentity(signedIn) ? signedIn.user._id : null;
  useEffect(() => {
    if (needs === null || readTab(askedKey) === needs) return undefined;
    return whenNothingIsOpen(() => {
      writeTab(askedKey, needs);
      setUsed((names) => [...names, 'kyc']);
      setOpened('kyc');
    });
  }, [needs]);

  const close = () => setOpened(null);
  return {
    open,
    sheets: (
      <Suspense>
        {used.includes('kyc') && <KycSheet open={opened === 'kyc'} onClose={close} />}
        {used.includes('palmpay') && <PalmpaySheet open={opened === 'palmpay'} onClose={close} />}
      </Suspense>
    ),
  };
}
