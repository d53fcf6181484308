/** The button at the end of a form that moves money; on a phone it stays in sight while the form scrolls. */
import type { ReactNode } from 'react';
import { useSession } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { AddMoneyLink, shortfall } from '../money/add-money.tsx';
import { noNetworkWords, useOnline } from '../../shared/online.ts';

export function BuyBar({ price, isOpen }: { price: number | null; isOpen: boolean }) {
  const isOnline = useOnline();
  const { signedIn } = useSession();
  const missing = price === null ? 0 : shortfall(signedIn, price);
  return (
    <ButtonBar>
      {missing > 0 ? (
        <AddMoneyLink missing={missing} />
      ) : (
        <Button type="submit" wide disabled={!isOnline || !isOpen}>
          {isOnline ? 'Buy' : noNetworkWords}
        </Button>
      )}
    </ButtonBar>
  );
}

export function ButtonBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-buy-bar
      className="max-lg:sticky max-lg:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] max-lg:z-10 max-lg:-mx-4 sm:max-lg:-mx-6 max-lg:border-t max-lg:border-line max-lg:bg-paper max-lg:px-4 sm:max-lg:px-6 max-lg:py-3"
    >
      {children}
    </div>
  );
}
