import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SyntheticEvent } from 'react';
import { useNavigate } from 'react-router';
import { lagosDay } from '@jara/contract/lagos-time.ts';
import { messages } from '@jara/contract/messages.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { NamedUserField, useNamedUser } from '../../../shared/forms/named-user.tsx';
import { noNetworkWords, useOnline } from '../../../shared/online.ts';
import { ScreenHead } from '../../../shared/screen.tsx';
import { keys, refreshMoney } from '../../../platform/queries.ts';
import { Held, unlessHeld } from '../../../platform/held.ts';
import { to } from '../../../platform/paths.ts';
import { Refusal, wordsOf, type CallReply } from '../../../platform/send.ts';
import { sendKeyed } from '../../../platform/idempotency-key.ts';
import { useSession } from '../../../platform/session.ts';
import { AmountField, parseAmount } from '../../../ui/amount-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { CouponList } from './coupon-list.tsx';
import { CouponSheet, MadeCoupons, type ShownCoupon } from './coupon-sheet.tsx';
import { CouponPreview } from './coupon-preview.tsx';
import { terms } from '../../../platform/terms.ts';

type Coupon = CallReply<'generateCoupon'>;

export default function GenerateCoupon() {
  const isAdmin = useSession().signedIn?.isAdmin === true;
  const [userName, setUserName] = useState('');
  const [amountText, setAmountText] = useState('');
  const [today] = useState(() => lagosDay(Date.now()));
  const [lastDay, setLastDay] = useState('');
  const [reason, setReason] = useState('');
  const [fix, setFix] = useState<string>();
  const [isReasonMissing, setReasonMissing] = useState(false);
  const [made, setMade] = useState<readonly Coupon[]>([]);
  const [shown, setShown] = useState<ShownCoupon>();
  const form = useRef<HTMLFormElement>(null);
  const isOnline = useOnline();
  const owner = useNamedUser(userName, setUserName);
  const generation = useGeneration((coupon) => {
    setMade([coupon, ...made]);
    setShown(coupon);
    owner.type('');
    setAmountText('');
    setLastDay('');
    setReason('');
  });
  const amount = parseAmount(amountText, { kobo: true });
  const dayRefused = generation.error instanceof Refusal ? generation.error.errorOf('lastDay') : undefined;

  const refuse = (words: string) => {
    toast.error(words);
    focusFirstError(form.current);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (owner.isChecking || generation.isPending) return;
    if (userName.trim() === '') {
      owner.refuse('Enter the username of whoever gets the coupon.');
      return refuse(messages.couponFieldsRequired);
    }
    if (owner.found === undefined) return owner.check();
    const wrong = fixOf(amount);
    setFix(wrong);
    if (wrong !== undefined || amount === undefined) return refuse(messages.enterValidAmount);
    const why = reason.trim();
    if (isAdmin && why === '') {
      setReasonMissing(true);
      return focusFirstError(form.current);
    }
    generation.mutate({
      userAccount: owner.found.userName,
      amount,
      ...(lastDay !== '' && { lastDay }),
      ...(isAdmin && { reason: why }),
    });
  };

  return (
    <div className="grid grid-cols-1 gap-8">
      <ScreenHead title="Generate coupon">
        A code that puts money into one person&apos;s wallet, once. Only they can use it. Until then it can be
        voided.
      </ScreenHead>
      <div className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_min(22rem,48%)] lg:items-start">
        <form ref={form} onSubmit={submit} noValidate className="grid max-w-xl grid-cols-1 gap-5">
          <NamedUserField label="Username" hint="Who gets the coupon" user={owner} />
          <AmountField
            kobo
            label="Amount"
            hint={`₦1 to ${formatNaira(terms.coupon.maximum)}; up to ${formatNaira(terms.coupon.dailyMaximum)} a day`}
            enterKeyHint="go"
            value={amountText}
            error={fix}
            onChange={(next) => {
              setAmountText(next);
              setFix(undefined);
              generation.reset();
            }}
          />
          <TextField
            label="Last day"
            hint="Optional. If it is not redeemed by then, the coupon ends and its money goes back."
            type="date"
            min={today}
            value={lastDay}
            error={dayRefused}
            onChange={(event) => {
              setLastDay(event.target.value);
              generation.reset();
            }}
          />
          {isAdmin && (
            <TextField
              label="Reason"
              hint="For the record of staff actions."
              autoComplete="off"
              maxLength={200}
              value={reason}
              error={isReasonMissing ? 'Say why: it goes into the staff record.' : undefined}
              onChange={(event) => {
                setReason(event.target.value);
                setReasonMissing(false);
              }}
            />
          )}
          {generation.isError && !(generation.error instanceof Held) && (
            <Notice tone="danger">{wordsOf(generation.error)}</Notice>
          )}
          <Button
            type="submit"
            wide
            busy={owner.isChecking || generation.isPending}
            busyLabel={owner.isChecking ? 'Checking the username' : 'Making the coupon'}
            disabled={!isOnline}
          >
            {isOnline ? (owner.found === undefined ? 'Validate' : 'Generate') : noNetworkWords}
          </Button>
        </form>
        <CouponPreview
          owner={owner.found?.userName ?? null}
          amount={amount ?? null}
          lastDay={lastDay === '' ? null : lastDay}
          isIssued={isAdmin}
        />
      </div>
      <MadeCoupons coupons={made} onShow={setShown} />
      <CouponList isAdmin={isAdmin} onShow={setShown} />
      <CouponSheet coupon={shown} onClose={() => setShown(undefined)} />
    </div>
  );
}

function fixOf(amount: number | undefined): string | undefined {
  if (amount === undefined || amount < 1) return 'Enter a sum such as 500 or 1,250.50.';
  if (amount > terms.coupon.maximum) return `At most ${formatNaira(terms.coupon.maximum)}.`;
  return undefined;
}

function useGeneration(onMade: (coupon: Coupon) => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (coupon: { userAccount: string; amount: number; lastDay?: string; reason?: string }) =>
      unlessHeld(await sendKeyed('generateCoupon', coupon)),
    onSuccess: (coupon) => {
      onMade(coupon);
      void refreshMoney(queryClient);
      void queryClient.invalidateQueries({ queryKey: keys.coupons });
    },
    onError: (error) => {
      if (error instanceof Held) {
        toast.success(error.message);
        void queryClient.invalidateQueries({ queryKey: keys.reviewQueue });
        return void navigate(`${to.reviewQueue}?queue=second`);
      }
      toast.error(wordsOf(error));
    },
  });
}
