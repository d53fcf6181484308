/** The confirm step as a receipt that is about to be printed: who, what, price, fee, balance after; then what became of it. */
import { Suspense, type ReactNode } from 'react';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { messages } from '@jara/contract/messages.ts';
import { to, toTransaction } from '../../platform/paths.ts';
import { useSession } from '../../platform/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { AddMoneyLink, shortfall } from '../money/add-money.tsx';
import { lazyAfterLoad } from '../../shared/lazy.ts';
import { SupportNumber } from '../../shared/load-failure.tsx';
import type { CheckoutIntent } from './checkout-intent.ts';
import { useContactSwitch } from './contact-switch.tsx';
import { MovementReceipt } from './movement-receipt.tsx';
import { movementWords, recipientWords, type Movement, type MovementKind } from '../money/movement.ts';
import { noNetworkWords, useOnline } from '../../shared/online.ts';
import { LazyReceiptDetails } from '../receipt/receipt-sheet.tsx';

const ServiceAlertFor = lazyAfterLoad(async () => (await import('./service-alert.tsx')).ServiceAlertFor);

/** Where the confirm step is. */
export type Step =
  | { name: 'confirm'; intent: CheckoutIntent; oldPrice?: number; problem?: Problem }
  | { name: 'sending'; intent: CheckoutIntent }
  | { name: 'unsure'; intent: CheckoutIntent }
  | { name: 'duplicate'; intent: CheckoutIntent; earlier: Receipt }
  | { name: 'returned'; intent: CheckoutIntent; receipt: Receipt };

/** Why nothing was done, whether pressing again makes no sense, and whether that is because the service is locked. */
export interface Problem {
  words: string;
  /** Where the fault is ours: by which support finds the request. */
  requestId: string | undefined;
  isFinal: boolean;
  isLocked: boolean;
}

interface Actions {
  onPay: (intent: CheckoutIntent) => void;
  onAgain: (intent: CheckoutIntent) => void;
  onClose: () => void;
}

export function CheckoutSheet({ step, onPay, ...actions }: { step: Step | null } & Actions) {
  const contact = useContactSwitch(step?.name === 'confirm' ? step.intent : undefined);
  const pay = (intent: CheckoutIntent) => {
    const order = contact.withNickname(intent);
    if (order !== undefined) onPay(order);
  };
  return (
    <Sheet
      title={step === null ? '' : titleOf(step)}
      open={step !== null}
      locked={step?.name === 'sending'}
      onClose={actions.onClose}
      footer={step !== null && <Footer step={step} onPay={pay} {...actions} />}
    >
      {step !== null && <Content step={step} />}
      {contact.field}
    </Sheet>
  );
}

interface Words {
  /** While it is on its way: the title, and the button. */
  working: string;
  /** Of what was done a moment ago. */
  duplicate: string;
  duplicateTransaction: string;
  again: string;
  /** The money is back. */
  returned: string;
}

const purchase: Words = {
  working: 'Paying',
  duplicate: 'Bought a moment ago',
  duplicateTransaction: 'You bought this for the same number a moment ago. Here is its slip.',
  again: 'Buy again',
  returned: 'Not delivered',
};
const payment: Words = {
  working: 'Sending',
  duplicate: 'Sent a moment ago',
  duplicateTransaction: 'You sent the same amount to the same account a moment ago. Here is its slip.',
  again: 'Send again',
  returned: 'Not paid out',
};
const words: Record<MovementKind, Words> = {
  airtime: purchase,
  data: purchase,
  electricity: purchase,
  transfer: payment,
  withdraw: payment,
  coupon: { ...payment, working: 'Redeeming' },
};

function titleOf({ name, intent }: Step): string {
  const { working, duplicate, returned } = words[intent.movement.kind];
  return { confirm: 'Confirm', sending: working, unsure: 'No answer yet', duplicate, returned }[name];
}

function payWords(movement: Movement): string {
  switch (movement.kind) {
    case 'transfer':
      return `Send ${formatNaira(movement.amount)}`;
    case 'withdraw':
      return `Withdraw ${formatNaira(movement.leaves)}`;
    case 'coupon':
      return 'Redeem';
    case 'airtime':
    case 'data':
    case 'electricity':
      return `Pay ${formatNaira(movement.leaves)}`;
  }
}

function Content({ step }: { step: Step }) {
  const isOnline = useOnline();
  switch (step.name) {
    case 'confirm':
      return (
        <div className="grid gap-3">
          {step.oldPrice !== undefined && (
            <Notice tone="amber" title="The price has changed">
              It was {formatNaira(step.oldPrice)} and is now {formatNaira(step.intent.movement.leaves)}.
              Nothing was bought.
            </Notice>
          )}
          {step.problem && (
            <Notice tone="danger">
              {step.problem.words}
              <SupportNumber requestId={step.problem.requestId} />
            </Notice>
          )}
          {step.problem?.isLocked === true && (
            <Suspense>
              <ServiceAlertFor movement={step.intent.movement} />
            </Suspense>
          )}
          <MovementReceipt movement={step.intent.movement} withBalance />
        </div>
      );
    case 'sending':
      return (
        <>
          <div role="status">
            {!isOnline && (
              <div className="mb-3">
                <Notice tone="amber" title="No answer yet">
                  The network is down, and nobody knows whether the order has arrived. It is kept, and is
                  carried out once at most.
                </Notice>
              </div>
            )}
          </div>
          <MovementReceipt movement={step.intent.movement} />
        </>
      );
    case 'unsure':
      return (
        <div className="grid gap-3">
          <Notice tone="danger">
            {messages.purchaseFailed}
            <SupportNumber requestId={step.intent.requestId} />
          </Notice>
          <p className="text-meta text-ink-2">
            If the order arrived, its slip is in your transactions. Trying again is safe: it is the same
            order, and it is carried out once.
          </p>
          <MovementReceipt movement={step.intent.movement} />
        </div>
      );
    case 'duplicate':
      return (
        <div className="grid gap-3">
          <p>{words[step.intent.movement.kind].duplicateTransaction}</p>
          <LazyReceiptDetails receipt={step.earlier} otherwise="It is in your transactions." />
        </div>
      );
    case 'returned':
      return <LazyReceiptDetails receipt={step.receipt} otherwise="The money is back in your wallet." />;
  }
}

function Footer({ step, onPay, onAgain, onClose }: { step: Step } & Actions): ReactNode {
  const isOnline = useOnline();
  const { signedIn } = useSession();
  const { intent } = step;
  switch (step.name) {
    case 'confirm':
    case 'sending': {
      if (step.name === 'confirm' && step.problem?.isFinal === true) {
        return (
          <Button wide kind="secondary" onClick={onClose}>
            Close
          </Button>
        );
      }
      const missing = step.name === 'confirm' ? shortfall(signedIn, intent.movement.leaves) : 0;
      if (missing > 0) return <AddMoneyLink missing={missing} />;
      return (
        <Button
          wide
          busy={step.name === 'sending'}
          busyLabel={words[intent.movement.kind].working}
          disabled={step.name === 'confirm' && !isOnline}
          onClick={() => onPay(intent)}
        >
          {step.name === 'confirm' && !isOnline ? noNetworkWords : payWords(intent.movement)}
        </Button>
      );
    }
    case 'unsure':
      return (
        <>
          <Button wide disabled={!isOnline} onClick={() => onPay(intent)}>
            {isOnline ? 'Try again' : noNetworkWords}
          </Button>
          <ButtonLink wide kind="secondary" to={to.transactions}>
            See your transactions
          </ButtonLink>
        </>
      );
    case 'duplicate':
      return (
        <>
          <ButtonLink wide to={toTransaction(step.earlier._id)}>
            See the slip
          </ButtonLink>
          <Button wide kind="secondary" onClick={() => onAgain(intent)}>
            {words[intent.movement.kind].again}
          </Button>
        </>
      );
    case 'returned':
      return (
        <>
          <Button wide onClick={() => onAgain(intent)}>
            Try again
          </Button>
          <Button wide kind="secondary" onClick={onClose}>
            Close
          </Button>
        </>
      );
  }
}

/** Stands on the screen for as long as nobody knows what became of an intent. */
export function UnsureNotice({ intent, onOpen }: { intent: CheckoutIntent; onOpen: () => void }) {
  return (
    <Notice
      tone="amber"
      title="An order without an answer"
      action={
        <span className="flex flex-wrap gap-2 pt-1">
          <Button compact kind="secondary" onClick={onOpen}>
            Look at it
          </Button>
          <ButtonLink compact kind="quiet" to={to.transactions}>
            See your transactions
          </ButtonLink>
        </span>
      }
    >
      {movementWords(intent.movement)} for {recipientWords(intent.movement)}. {messages.purchaseFailed}.
    </Notice>
  );
}
