/**
 * Moving money, the same on every screen: `open` starts the confirm step, `sheet` draws it, `notice` speaks of an intent whose answer
 * never came. The key is made when the step opens. After a reload an intent that was on its way is asked about again by itself.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { Profile } from '@jara/contract/calls/accounts.ts';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { SECOND_MS } from '@jara/contract/time-units.ts';
import { to } from '../../platform/paths.ts';
import { keys } from '../../platform/queries.ts';
import { terms } from '../../platform/terms.ts';
import { toast } from '../../ui/toast.tsx';
import {
  forgetIntent,
  keepIntent,
  checkoutIntents,
  makeIntent,
  useUnsureIntents,
  type CheckoutIntent,
} from './checkout-intent.ts';
import { CheckoutSheet, UnsureNotice, type Step } from './checkout-sheet.tsx';
import { fetchReceiptView, useReceiptViewAhead } from '../receipt/receipt-sheet.tsx';
import { submitIntent, type Outcome } from './checkout-submit.ts';
import { isTransactionOf, isSameMovement, type Movement } from '../money/movement.ts';

export interface Checkout {
  /** `isAgreed`: what it is and what it costs stands on the screen already, and the person has said yes to it. */
  open: (movement: Movement, isAgreed?: boolean) => void;
  isSending: boolean;
  sheet: ReactNode;
  notice: ReactNode;
}

/** `onDone` takes the receipt on the same screen; without it the receipt opens over the dashboard. */
export function useCheckout(onDone?: (receipt: Receipt) => void): Checkout {
  const [step, setStep] = useState<Step | null>(interruptedStep);
  const unsure = useUnsureIntents();
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  const land = (intent: CheckoutIntent, outcome: Outcome) => {
    if (outcome.state === 'held') {
      setStep(null);
      toast.success(outcome.words);
      return void navigate(`${to.reviewQueue}?queue=second`);
    }
    if (outcome.state !== 'done') return setStep(stepAfter(asSaved(intent), outcome));
    setStep(null);
    if (onDone !== undefined) return onDone(outcome.receipt);
    void navigate(to.dashboard, { state: { slip: outcome.receipt._id, isNew: true } });
  };
  const follow = (intent: CheckoutIntent) => {
    void submitIntent(queryClient, intent).then((outcome) => land(intent, outcome));
  };
  const pay = (intent: CheckoutIntent) => {
    setStep({ name: 'sending', intent });
    follow(intent);
  };

  // An intent that a reload interrupted is sent again with its key, once, when the screen opens.
  const takeUp = useEffectEvent(() => {
    tidyIntents();
    if (step?.name === 'sending') follow(step.intent);
  });
  useEffect(() => takeUp(), []);
  useReceiptViewAhead();

  const open = (movement: Movement, isAgreed = false) => {
    fetchReceiptView();
    const known = checkoutIntents().find(
      (intent) => intent.isUnsure && isSameMovement(intent.movement, movement),
    );
    if (known !== undefined) return setStep({ name: 'unsure', intent: known });
    const running = checkoutIntents().find(
      (intent) => isInterrupted(intent) && isSameMovement(intent.movement, movement),
    );
    if (running !== undefined) return pay(running);
    const intent = makeIntent(movement);
    // There is nothing to agree to: it costs nothing, and what it brings is known afterwards.
    if (movement.kind === 'coupon') return pay(intent);
    const earlier = doneAMomentAgo(queryClient.getQueryData<Profile>(keys.profile), movement);
    if (earlier !== undefined) return setStep({ name: 'duplicate', intent, earlier });
    if (isAgreed) return pay(intent);
    keepIntent(intent);
    setStep({ name: 'confirm', intent });
  };
  const close = () => {
    const saved = checkoutIntents().find(({ key }) => key === step?.intent.key);
    if (saved?.sentAt === null) forgetIntent(saved.key);
    setStep(null);
  };
  const startAgain = (intent: CheckoutIntent) => {
    const again = makeIntent(intent.movement, { force: true });
    forgetIntent(intent.key);
    keepIntent(again);
    setStep({ name: 'confirm', intent: again });
  };

  const isSending = step?.name === 'sending';
  return {
    open,
    isSending,
    // The screen that keeps the receipt says by itself that it is on its way.
    sheet: (
      <CheckoutSheet
        step={isSending && onDone !== undefined ? null : step}
        onPay={pay}
        onAgain={startAgain}
        onClose={close}
      />
    ),
    notice: unsure.map((intent) => (
      <UnsureNotice key={intent.key} intent={intent} onOpen={() => setStep({ name: 'unsure', intent })} />
    )),
  };
}

/** What its answer has made of it. */
const asSaved = (intent: CheckoutIntent): CheckoutIntent =>
  checkoutIntents(intent.userId).find(({ key }) => key === intent.key) ?? intent;

function stepAfter(intent: CheckoutIntent, outcome: Exclude<Outcome, { state: 'done' | 'held' }>): Step {
  switch (outcome.state) {
    case 'returned':
      return { name: 'returned', intent, receipt: outcome.receipt };
    case 'duplicate':
      return { name: 'duplicate', intent, earlier: outcome.receipt };
    case 'unsure':
      return { name: 'unsure', intent };
    case 'price_changed': {
      const movement = { ...intent.movement, leaves: outcome.price };
      const repriced = { ...intent, movement };
      keepIntent(repriced);
      return { name: 'confirm', intent: repriced, oldPrice: intent.movement.leaves };
    }
    case 'refused':
      return {
        name: 'confirm',
        intent,
        problem: {
          words: outcome.words,
          requestId: outcome.requestId,
          isFinal: notNow.has(outcome.code),
          isLocked: outcome.code === 'service_locked',
        },
      };
  }
}

/** Pressing again gives the same answer. */
const notNow = new Set([
  'account_restricted',
  'receiver_stopped',
  'wallet_frozen',
  'over_spending_limit',
  'money_held',
  'new_device_cap',
  'unproved_cap',
  'new_receiver_cap',
  'service_locked',
  'plan_unavailable',
  'coupon_used',
  'coupon_invalid',
  'meter_invalid',
]);

/** An intent that was interrupted longer ago than this is not sent again without being asked. */
const takeUpWithinMs = 120_000;

const isInterrupted = ({ sentAt, isUnsure }: CheckoutIntent): boolean =>
  !isUnsure && sentAt !== null && Date.now() - sentAt < takeUpWithinMs;

/** What was on its way when the last page ended. */
function interruptedStep(): Step | null {
  const intent = checkoutIntents().find(isInterrupted);
  return intent === undefined ? null : { name: 'sending', intent };
}

/** Of what the last page left behind: an intent that was never sent is dropped, one that was sent long ago waits to be asked about. */
function tidyIntents(): void {
  for (const intent of checkoutIntents()) {
    if (intent.sentAt === null) forgetIntent(intent.key);
    else if (!isInterrupted(intent)) keepIntent({ ...intent, isUnsure: true });
  }
}

/** The same for the same recipient within the time that the shop sets: the person is asked whether that is meant. */
export function doneAMomentAgo(
  profile: Profile | undefined,
  movement: Movement,
  now: number = Date.now(),
): Receipt | undefined {
  const momentMs = terms.purchase.duplicateWindowSeconds * SECOND_MS;
  const earlier = profile?.transactions.find(
    (transaction) =>
      Math.abs(now - Date.parse(transaction.createdAt)) < momentMs &&
      (transaction.trans_Status === 'success' || transaction.trans_Status === 'pending') &&
      isTransactionOf(transaction, movement),
  );
  return earlier === undefined ? undefined : { ...earlier, timeline: [] };
}
