/** On the receipt of a purchase that was accepted: an offer of notices about how the next ones end. Once it was answered it does not come again. */
import { useMutation } from '@tanstack/react-query';
import { BellRing, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { to } from '../../platform/paths.ts';
import { pushStateHere, pushWordsOf, switchPushOn, wasPushOn, type PushState } from '../../platform/push.ts';
import { readLocal, writeLocal } from '../../platform/local-storage.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { pen } from '../../ui/icon.tsx';
import { useOnline } from '../../shared/online.ts';
import { isPurchase } from './receipt-words.ts';

const answeredKey = 'noticesOffered';

/** Only where one press leads to notices: whoever has blocked them, or must install first, finds that on the security screen. */
function isWorthAsking(receipt: Receipt): boolean {
  const { trans_Status: status } = receipt;
  if (!isPurchase(receipt) || (status !== 'success' && status !== 'pending')) return false;
  const here = pushStateHere();
  return (here === undefined || here === 'off') && !wasPushOn() && readLocal(answeredKey) === null;
}

export function NoticeOffer({ receipt }: { receipt: Receipt }) {
  // The receipt is drawn anew when its purchase ends; what stands on it must not come and go with that.
  const [isAsking] = useState(() => isWorthAsking(receipt));
  const [answer, setAnswer] = useState<PushState | 'no'>();
  const isOnline = useOnline();
  const turnOn = useMutation({
    mutationFn: switchPushOn,
    onSuccess: (state) => {
      // A question that was put aside may be asked again.
      if (state !== 'off') settle(state);
    },
  });
  const settle = (state: PushState | 'no') => {
    writeLocal(answeredKey, 'yes');
    setAnswer(state);
  };
  if (!isAsking || answer === 'no') return null;
  if (answer !== undefined) return <Answered state={answer} />;
  if (!isOnline) return null;
  return (
    <section
      aria-label="Notices"
      className="no-print mt-4 grid grid-cols-[1fr_auto] items-start gap-x-2 border-t border-line px-5 pt-3 sm:px-6"
    >
      <p className="flex min-h-12 items-center gap-2.5 text-meta text-ink-2">
        <BellRing size={18} className="shrink-0" {...pen} />
        Tell me on this {isPhone() ? 'phone' : 'computer'} when a purchase ends
      </p>
      <IconButton label="Do not ask again" className="-mr-3" onClick={() => settle('no')}>
        <X size={20} {...pen} />
      </IconButton>
      <div className="col-span-2 grid justify-items-start gap-2 pt-1">
        <Button
          kind="secondary"
          compact
          busy={turnOn.isPending}
          busyLabel="Turning on"
          onClick={() => turnOn.mutate()}
        >
          Turn on notices
        </Button>
        {turnOn.isError && (
          <p role="status" className="text-meta text-danger">
            {pushWordsOf(turnOn.error)}.
          </p>
        )}
      </div>
    </section>
  );
}

const isPhone = (): boolean => window.matchMedia('(pointer: coarse)').matches;

/** What was pressed is gone; the focus stays where it was. */
function Answered({ state }: { state: PushState }) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <p
      ref={words}
      tabIndex={-1}
      className="no-print mt-4 border-t border-line px-5 py-3 text-meta text-ink-2 sm:px-6"
    >
      {state === 'on'
        ? 'This device tells you from now on. '
        : state === 'unavailable'
          ? 'Notices are not available at the moment. '
          : 'Your browser does not allow notices from this site. '}
      <Link to={to.security} className="font-semibold text-brand underline-offset-4 hover:underline">
        {state === 'denied' ? 'See how to change that' : 'Change it in Security'}
      </Link>
    </p>
  );
}
