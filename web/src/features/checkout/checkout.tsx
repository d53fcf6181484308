/**
 * Moving money, the same on every screen: `open` starts the confirm step, `sheet` draws it, `notice` speaks of an order whose answer
 * never came. The key is made when the step opens. After a reload an order that was on its way is asked about again by itself.
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
import {
  forgetOrder,
  keepOrder,
  checkoutIntents,
  makeOrder,
  useUnsureOrders,
  type Order,
} from './checkout-intent.ts';
import { CheckoutSheet, UnsureNotice, type Step } from './checkout-sheet.tsx';
import { fetchReceiptView, useReceiptViewAhead } from '../receipt/receipt-sheet.tsx';
import { submitOrder, type Outcome } from './checkout-submit.ts';
import { isTransactionOf, isSameMovement, type Movement } from '../money/movement.ts';

export interface Checkout {
  open: (movement: Movement) => void;
  sheet: ReactNode;
  notice: ReactNode;
}

export function useCheckout(): Checkout {
  const [step, setStep] = useState<Step | null>(interruptedStep);
  const unsure = useUnsureOrders();
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  const land = (order: Order, outcome: Outcome) => {
    if (outcome.state !== 'done') return setStep(stepAfter(order, outcome));
    setStep(null);
    void navigate(to.dashboard, { state: { slip: outcome.receipt._id, isNew: true } });
  };
  const follow = (order: Order) => {
    void submitOrder(queryClient, order).then((outcome) => land(order, outcome));
  };
  const pay = (order: Order) => {
    setStep({ name: 'sending', order });
    follow(order);
  };

  // An order that a reload interrupted is sent again with its key, once, when the screen opens.
  const takeUp = useEffectEvent(() => {
    tidyOrders();
    if (step?.name === 'sending') follow(step.order);
  });
  useEffect(() => takeUp(), []);
  useReceiptViewAhead();

  const open = (movement: Movement) => {
    fetchReceiptView();
    const known = checkoutIntents().find(
      (order) => order.isUnsure && isSameMovement(order.movement, movement),
    );
    if (known !== undefined) return setStep({ name: 'unsure', order: known });
    const running = checkoutIntents().find(
      (order) => isInterrupted(order) && isSameMovement(order.movement, movement),
    );
    if (running !== undefined) return pay(running);
    const order = makeOrder(movement);
    // There is nothing to agree to: it costs nothing, and what it brings is known afterwards.
    if (movement.kind === 'coupon') return pay(order);
    const earlier = doneAMomentAgo(queryClient.getQueryData<Profile>(keys.profile), movement);
    if (earlier === undefined) keepOrder(order);
    setStep(earlier === undefined ? { name: 'confirm', order } : { name: 'duplicate', order, earlier });
  };
  const close = () => {
    const saved = checkoutIntents().find(({ key }) => key === step?.order.key);
    if (saved?.sentAt === null) forgetOrder(saved.key);
    setStep(null);
  };
  const startAgain = (order: Order) => {
    const again = makeOrder(order.movement, { force: true });
    forgetOrder(order.key);
    keepOrder(again);
    setStep({ name: 'confirm', order: again });
  };

  return {
    open,
    sheet: <CheckoutSheet step={step} onPay={pay} onAgain={startAgain} onClose={close} />,
    notice: unsure.map((order) => (
      <UnsureNotice key={order.key} order={order} onOpen={() => setStep({ name: 'unsure', order })} />
    )),
  };
}

function stepAfter(order: Order, outcome: Exclude<Outcome, { state: 'done' }>): Step {
  switch (outcome.state) {
    case 'returned':
      return { name: 'returned', order, receipt: outcome.receipt };
    case 'duplicate':
      return { name: 'duplicate', order, earlier: outcome.receipt };
    case 'unsure':
      return { name: 'unsure', order: { ...order, isUnsure: true } };
    case 'price_changed': {
      const repriced = { ...order, movement: { ...order.movement, price: outcome.price } };
      keepOrder(repriced);
      return { name: 'confirm', order: repriced, oldPrice: order.movement.price };
    }
    case 'refused':
      return {
        name: 'confirm',
        order,
        problem: {
          words: outcome.words,
          isFinal: notNow.has(outcome.code),
          isLocked: outcome.code === 'service_locked',
        },
      };
  }
}

/** Pressing again gives the same answer. */
const notNow = new Set([
  'wallet_frozen',
  'over_spending_limit',
  'new_device_cap',
  'service_locked',
  'plan_unavailable',
  'coupon_used',
  'coupon_invalid',
  'meter_invalid',
]);

/** An order that was interrupted longer ago than this is not sent again without being asked. */
const takeUpWithinMs = 120_000;

const isInterrupted = ({ sentAt, isUnsure }: Order): boolean =>
  !isUnsure && sentAt !== null && Date.now() - sentAt < takeUpWithinMs;

/** What was on its way when the last page ended. */
function interruptedStep(): Step | null {
  const order = checkoutIntents().find(isInterrupted);
  return order === undefined ? null : { name: 'sending', order };
}

/** Of what the last page left behind: an order that was never sent is dropped, one that was sent long ago waits to be asked about. */
function tidyOrders(): void {
  for (const order of checkoutIntents()) {
    if (order.sentAt === null) forgetOrder(order.key);
    else if (!isInterrupted(order)) keepOrder({ ...order, isUnsure: true });
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
