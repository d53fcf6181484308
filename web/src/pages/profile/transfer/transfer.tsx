import { useRef, useState, type SyntheticEvent } from 'react';
import { CheckButton } from '../../../shared/forms/check-button.tsx';
import { CheckedCard } from '../../../shared/forms/checked-card.tsx';
import { useCheckAhead } from '../../../shared/forms/check-ahead.ts';
import { useCheckout } from '../../../features/checkout/checkout.tsx';
import { useDraft } from '../../../shared/forms/draft.ts';
import { useFilledIn } from '../../../shared/forms/filled-in.ts';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { Naira } from '../../../shared/naira.tsx';
import { BesideReceipt, type CheckoutSummaryProps } from '../../../features/checkout/checkout-summary.tsx';
import { ScreenHead } from '../../../shared/screen.tsx';
import { NewReceiverNotice } from '../../../features/money/new-receiver.tsx';
import { VelocityLimitNotice, useVelocityLimits } from '../../../features/money/velocity-limit.tsx';
import { send, wordsOf } from '../../../platform/send.ts';
import { useSession } from '../../../platform/session.ts';
import { parseAmount } from '../../../ui/amount-field.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { RecentReceivers } from './recent-receivers.tsx';
import { SendForm, type SendDraft } from './send-form.tsx';
import { checkReceiver, readReceiver } from './transfer-check.ts';

interface Draft extends SendDraft {
  userName: string;
}

const blank: Draft = { userName: '', amount: '', note: '', reason: '' };

/** Two steps: who it is, then how much (S2.38). */
export default function Transfer() {
  const checkout = useCheckout();
  const { signedIn } = useSession();
  const isIssued = signedIn?.isAdmin === true;
  const limits = useVelocityLimits();
  // What an admin issues leaves no wallet.
  const limit = isIssued ? undefined : limits.limit;
  const [draft, change] = useDraft('transfer', blank);
  const [fix, setFix] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const wanted = readReceiver(draft.userName);
  const isOneself = wanted !== undefined && wanted === signedIn?.user.userName;
  const check = useCheckAhead({
    name: 'receiver',
    wanted: isOneself ? undefined : wanted,
    ask: (signal) => send('validateUser', { userName: wanted ?? '' }, { signal }),
    onRefused: (error) => toast.error(wordsOf(error)),
  });

  const type = (userName: string) => {
    change({ userName });
    setFix(undefined);
  };
  useFilledIn('userName', type);
  const askNow = (event: SyntheticEvent) => {
    event.preventDefault();
    const wrong = isOneself ? ownAccount : checkReceiver(draft.userName);
    setFix(wrong?.fix);
    if (wrong === undefined) return check.askNow();
    toast.error(wrong.words);
    return focusFirstError(form.current);
  };

  return (
    <div className="grid grid-cols-1 gap-6">
      <ScreenHead title="Transfer">To another wallet here, at once and without a fee.</ScreenHead>
      {checkout.notice}
      {isIssued && (
        <Notice tone="amber" title="This issues money">
          A transfer by an admin does not leave your wallet. It is recorded with your name and the reason.
        </Notice>
      )}
      {!isIssued && <VelocityLimitNotice {...limits} />}
      <BesideReceipt slip={receiptOf(draft, check.found, isIssued)}>
        <div className="grid grid-cols-1 content-start gap-5">
          {check.found === undefined ? (
            <form ref={form} onSubmit={askNow} noValidate className="grid grid-cols-1 gap-5">
              <div className="grid min-w-0 gap-3">
                <RecentReceivers onChoose={type} />
                <TextField
                  label="Username"
                  hint="It is checked by itself when you pause."
                  autoComplete="off"
                  autoCapitalize="none"
                  autoCorrect="off"
                  spellCheck={false}
                  enterKeyHint="next"
                  maxLength={60}
                  value={draft.userName}
                  error={fix ?? (check.error === null ? undefined : wordsOf(check.error))}
                  readOnly={check.isAsking}
                  aria-busy={check.isAsking || undefined}
                  onChange={(event) => type(event.target.value)}
                />
              </div>
              <CheckButton isAsking={check.isAsking}>Check username</CheckButton>
            </form>
          ) : (
            <>
              <CheckedCard label="The receiver" name={check.found.name} onChange={check.release}>
                {check.found.userName}
              </CheckedCard>
              {!isIssued && <NewReceiverNotice limit={check.found.newReceiver} />}
              {!check.found.isVerified && <NotVerified userName={check.found.userName} />}
              <SendForm
                receiver={check.found}
                draft={draft}
                onDraft={change}
                isIssued={isIssued}
                limit={limit}
                onSend={checkout.open}
              />
            </>
          )}
        </div>
      </BesideReceipt>
      {checkout.sheet}
    </div>
  );
}

/** Nobody has checked the name: whoever pays by it should know the person. */
function NotVerified({ userName }: { userName: string }) {
  return (
    <Notice tone="amber" title="Not verified">
      We do not know who {userName} is: no identity register has confirmed the name. Send only to somebody you
      know; a transfer cannot be taken back.
    </Notice>
  );
}

function receiptOf(
  { amount: text, note }: Draft,
  receiver: { name: string; userName: string } | undefined,
  isIssued: boolean,
): CheckoutSummaryProps {
  const amount = receiver && parseAmount(text, { kobo: true });
  return {
    sum: amount ?? null,
    isIssued,
    rows: [
      ['To', receiver?.name],
      ['Username', receiver?.userName],
      ['Fee', <Naira key="fee" amount={0} />],
      ...(note.trim() === '' ? [] : [['Note', note.trim()] as const]),
    ],
  };
}

const ownAccount = {
  fix: 'This is your own username.',
  words: 'You cannot send money to yourself',
};
