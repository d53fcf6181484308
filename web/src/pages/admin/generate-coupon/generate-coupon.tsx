import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SyntheticEvent } from 'react';
import { useNavigate } from 'react-router';
import { lagosDay } from '@jara/contract/lagos-time.ts';
import { messages } from '@jara/contract/messages.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { NamedUserField, useNamedUser } from '../../../shared/forms/named-user.tsx';
import { NumberOfOurFault } from '../../../shared/load-failure.tsx';
import { noNetworkWords, useOnline } from '../../../shared/online.ts';
import { ScreenHead } from '../../../shared/screen.tsx';
import { keys, refreshMoney } from '../../../platform/queries.ts';
import { to } from '../../../platform/paths.ts';
import { Refusal, wordsOf, type CallReply } from '../../../platform/send.ts';
import { useSession } from '../../../platform/session.ts';
import { AmountField, parseAmount } from '../../../ui/amount-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/choice.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { CouponList } from './coupon-list.tsx';
import { makeCoupons, type CouponRun } from './coupon-run.ts';
import { CouponSheet, CouponsSheet, MadeCoupons, type ShownCoupon } from './coupon-sheet.tsx';
import { NamedUsersField, namesIn, useNamedUsers } from './named-users.tsx';
import { CouponPreview } from './coupon-preview.tsx';
import { terms } from '../../../platform/terms.ts';

type Coupon = CallReply<'generateCoupon'>;

export default function GenerateCoupon() {
  const isAdmin = useSession().signedIn?.isAdmin === true;
  const [isSeveral, setSeveral] = useState(false);
  const [userName, setUserName] = useState('');
  const [namesText, setNamesText] = useState('');
  const [amountText, setAmountText] = useState('');
  const [today] = useState(() => lagosDay(Date.now()));
  const [lastDay, setLastDay] = useState('');
  const [reason, setReason] = useState('');
  const [fix, setFix] = useState<string>();
  const [isReasonMissing, setReasonMissing] = useState(false);
  const [made, setMade] = useState<readonly Coupon[]>([]);
  const [shown, setShown] = useState<ShownCoupon>();
  const [printed, setPrinted] = useState<readonly Coupon[]>();
  const form = useRef<HTMLFormElement>(null);
  const isOnline = useOnline();
  const one = useNamedUser(userName, setUserName);
  const several = useNamedUsers(namesText, setNamesText);
  const field = isSeveral ? several : one;
  const owners = isSeveral ? several.found : one.found && [one.found];
  const generation = useGeneration((run) => {
    setMade([...run.made].reverse().concat(made));
    if (run.made.length > 1) setPrinted(run.made);
    else setShown(run.made[0]);
    if (run.left.length > 0) {
      if (isSeveral) several.type(run.left.join('\n'));
      return;
    }
    one.type('');
    several.type('');
    setAmountText('');
    setLastDay('');
    setReason('');
  });
  const amount = parseAmount(amountText, { kobo: true });
  const stopped = generation.data?.error === undefined ? undefined : generation.data;
  const dayRefused = stopped?.error instanceof Refusal ? stopped.error.errorOf('lastDay') : undefined;

  const refuse = (words: string) => {
    toast.error(words);
    focusFirstError(form.current);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (field.isChecking || generation.isPending) return;
    if (namesIn(field.text).length === 0) {
      field.refuse('Enter the username of whoever gets the coupon.');
      return refuse(messages.couponFieldsRequired);
    }
    if (owners === undefined) return field.check();
    const wrong = fixOf(amount);
    setFix(wrong);
    if (wrong !== undefined || amount === undefined) return refuse(messages.enterValidAmount);
    const why = reason.trim();
    if (isAdmin && why === '') {
      setReasonMissing(true);
      return focusFirstError(form.current);
    }
    generation.mutate({
      owners: owners.map(({ userName: name }) => name),
      amount,
      ...(lastDay !== '' && { lastDay }),
      ...(isAdmin && { reason: why }),
    });
  };

  return (
    <div data-list="" className="grid grid-cols-1 gap-8">
      <ScreenHead title="Generate coupon">
        A code that puts money into one person&apos;s wallet, once. Only they can use it. Until then it can be
        voided.
      </ScreenHead>
      <div className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_min(22rem,48%)] lg:items-start">
        <form ref={form} onSubmit={submit} noValidate className="grid max-w-form grid-cols-1 gap-5">
          <Segmented
            label="For"
            options={[
              { value: 'one', label: 'One person' },
              { value: 'several', label: 'Several people' },
            ]}
            value={isSeveral ? 'several' : 'one'}
            onChange={(value) => {
              setSeveral(value === 'several');
              generation.reset();
            }}
          />
          {isSeveral ? (
            <NamedUsersField users={several} />
          ) : (
            <NamedUserField label="Username" hint="Who gets the coupon" user={one} />
          )}
          <AmountField
            kobo
            label="Amount"
            hint={`${formatNaira(1)} to ${formatNaira(terms.coupon.maximum)}; up to ${formatNaira(terms.coupon.dailyMaximum)} a day`}
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
          {stopped !== undefined && (
            <Notice tone="danger">
              {stoppedWords(stopped)}
              <NumberOfOurFault error={stopped.error} />
            </Notice>
          )}
          <Button
            type="submit"
            wide
            busy={field.isChecking || generation.isPending}
            busyLabel={busyWords(field.isChecking, isSeveral)}
            disabled={!isOnline}
          >
            {isOnline ? (owners === undefined ? 'Validate' : actionWords(owners.length)) : noNetworkWords}
          </Button>
        </form>
        <CouponPreview
          owners={(owners ?? []).map(({ userName: name }) => name)}
          amount={amount ?? null}
          lastDay={lastDay === '' ? null : lastDay}
          isIssued={isAdmin}
        />
      </div>
      <MadeCoupons coupons={made} onShow={setShown} onShowAll={() => setPrinted(made)} />
      <CouponList isAdmin={isAdmin} onShow={setShown} />
      <CouponSheet coupon={shown} onClose={() => setShown(undefined)} />
      <CouponsSheet
        coupons={printed ?? []}
        open={printed !== undefined}
        onClose={() => setPrinted(undefined)}
      />
    </div>
  );
}

function fixOf(amount: number | undefined): string | undefined {
  if (amount === undefined || amount < 1) return 'Enter a sum such as 500 or 1,250.50.';
  if (amount > terms.coupon.maximum) return `At most ${formatNaira(terms.coupon.maximum)}.`;
  return undefined;
}

const actionWords = (people: number): string => (people === 1 ? 'Generate' : `Generate ${people} coupons`);

function busyWords(isChecking: boolean, isSeveral: boolean): string {
  if (isChecking) return isSeveral ? 'Checking the usernames' : 'Checking the username';
  return isSeveral ? 'Making the coupons' : 'Making the coupon';
}

/** How far it came, where some were made before it went wrong. */
function stoppedWords({ made, held, left, error }: CouponRun): string {
  const done = made.length + held.length;
  if (done === 0) return wordsOf(error);
  return `${wordsOf(error)}. ${done} of ${done + left.length} are done; the names of the others are still here.`;
}

function useGeneration(onRun: (run: CouponRun) => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: makeCoupons,
    onSuccess: (run) => {
      onRun(run);
      if (run.made.length > 0) {
        void refreshMoney(queryClient);
        void queryClient.invalidateQueries({ queryKey: keys.coupons });
      }
      if (run.error !== undefined) toast.error(wordsOf(run.error));
      const [held] = run.held;
      if (held === undefined) return;
      toast.success(
        run.held.length === 1 ? held.message : `${run.held.length} coupons wait for a second admin`,
      );
      void queryClient.invalidateQueries({ queryKey: keys.reviewQueue });
      if (run.made.length + run.left.length === 0) void navigate(`${to.reviewQueue}?queue=second`);
    },
  });
}
