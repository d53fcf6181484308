/** For smart earners: becoming a reseller, what it costs, and what it would have saved. The upgrade ends all sessions. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Profile } from '@jara/contract/calls/accounts.ts';
import { messages } from '@jara/contract/messages.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { AddMoneyLink, shortfall } from './add-money.tsx';
import { minusNaira } from '../../shared/naira-sum.ts';
import { Naira } from '../../shared/naira.tsx';
import { noNetworkWords, useOnline } from '../../shared/online.ts';
import { ReceiptRow } from '../../shared/receipt-card.tsx';
import { sendKeyed } from '../../platform/idempotency-key.ts';
import { to } from '../../platform/paths.ts';
import { keys } from '../../platform/queries.ts';
import { Refusal, Unreachable } from '../../platform/send.ts';
import { endSession, useSession, type SignedInUser } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toast } from '../../ui/toast.tsx';
import { resellerSaving } from './reseller-saving.ts';
import { terms } from '../../platform/terms.ts';

export function UpgradeCard({ profile }: { profile: Profile }) {
  const { signedIn } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (signedIn === null) return null;
  const saving = resellerSaving(profile.transactions, profile.subscriptionPlans);
  const begin = () => {
    if (shortfall(signedIn, terms.upgrade.fee) > 0) toast.error(messages.insufficientBalance);
    setOpen(true);
  };
  return (
    <section aria-labelledby="upgrade" className="grid content-start gap-3 border-t border-ink pt-4">
      <h2 id="upgrade" className="display text-lead">
        Pay reseller prices
      </h2>
      <p className="text-meta text-ink-2">
        {saving > 0 ? (
          <>
            At reseller prices your data of the last 30 days would have cost{' '}
            <b className="text-ink">{formatNaira(saving)}</b> less.
          </>
        ) : (
          'Resellers pay less for data and airtime, on every purchase.'
        )}{' '}
        One payment of {formatNaira(terms.upgrade.fee)}, for good.
      </p>
      <Button kind="secondary" className="justify-self-start" onClick={begin}>
        Upgrade to reseller
      </Button>
      <UpgradeSheet signedIn={signedIn} open={isOpen} onClose={() => setOpen(false)} />
    </section>
  );
}

function UpgradeSheet({
  signedIn,
  open,
  onClose,
}: {
  signedIn: SignedInUser;
  open: boolean;
  onClose: () => void;
}) {
  const isOnline = useOnline();
  const upgrade = useUpgrade(signedIn);
  const fee = terms.upgrade.fee;
  const missing = shortfall(signedIn, fee);
  const isKnown = signedIn.balanceAt !== null && missing === 0;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Upgrade to reseller"
      locked={upgrade.isPending}
      footer={
        missing > 0 ? (
          <AddMoneyLink missing={missing} />
        ) : (
          <Button
            wide
            busy={upgrade.isPending}
            busyLabel="Upgrading"
            disabled={!isOnline}
            onClick={() => upgrade.mutate()}
          >
            {isOnline ? `Pay ${formatNaira(fee)}` : noNetworkWords}
          </Button>
        )
      }
    >
      <dl>
        <ReceiptRow label="From">{signedIn.user.userType}</ReceiptRow>
        <ReceiptRow label="To">reseller</ReceiptRow>
        <ReceiptRow label="You pay, once">
          <Naira amount={fee} />
        </ReceiptRow>
        <ReceiptRow label="Balance after">
          <Naira amount={isKnown ? minusNaira(signedIn.user.balance, fee) : null} />
        </ReceiptRow>
      </dl>
      <p className="pt-3 text-meta text-ink-2">
        You are logged out then, everywhere. Log in again to see your new prices.
      </p>
    </Sheet>
  );
}

/** Upgraded, logged out, and sent to the landing page (S4.16). */
function useUpgrade({ user }: SignedInUser) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => sendKeyed('upgradeToReseller', { id: user._id, userType: 'reseller' }),
    onSuccess: ({ msg }) => {
      toast.success(msg);
      void navigate(to.landing);
      endSession();
    },
    onError: (error) => {
      const isSaid = error instanceof Unreachable || (error instanceof Refusal && error.isDefinite);
      toast.error(isSaid ? error.message : messages.changeFailed);
      // After a lost answer the profile says which of the two it is.
      void queryClient.invalidateQueries({ queryKey: keys.profile });
    },
  });
}
