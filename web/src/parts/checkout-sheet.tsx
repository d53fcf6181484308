/** The confirm step as a slip that is about to be printed: who, network, what, price, balance after; then what became of it. */
import type { ReactNode } from 'react';
import type { Receipt } from '@jara/contract/transactions.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { messages } from '@jara/contract/messages.ts';
import { formatPhone } from '@jara/contract/phone.ts';
import { to, toTransaction } from '../paths.ts';
import { useSession } from '../session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { AddMoneyLink, shortfall } from './add-money.tsx';
import { purchaseWords, type Order } from './checkout-order.ts';
import { minusNaira } from './naira-sum.ts';
import { Naira } from './naira.tsx';
import { networkLabel, NetworkMark } from './network-mark.tsx';
import { noNetworkWords, useOnline } from './online.ts';
import { ReceiptSlip, SlipPaper, SlipRow } from './slip.tsx';

/** Where the confirm step is. */
export type Step =
  | { name: 'confirm'; order: Order; oldPrice?: number; problem?: Problem }
  | { name: 'sending'; order: Order }
  | { name: 'unsure'; order: Order }
  | { name: 'duplicate'; order: Order; earlier: Receipt }
  | { name: 'returned'; order: Order; receipt: Receipt };

/** Why nothing was bought, and whether pressing again makes sense. */
export interface Problem {
  words: string;
  isFinal: boolean;
}

interface Actions {
  onPay: (order: Order) => void;
  onBuyAgain: (order: Order) => void;
  onClose: () => void;
}

export function CheckoutSheet({ step, ...actions }: { step: Step | null } & Actions) {
  return (
    <Sheet
      title={step === null ? '' : titles[step.name]}
      open={step !== null}
      locked={step?.name === 'sending'}
      onClose={actions.onClose}
      footer={step !== null && <Footer step={step} {...actions} />}
    >
      {step !== null && <Content step={step} />}
    </Sheet>
  );
}

const titles: Record<Step['name'], string> = {
  confirm: 'Confirm',
  sending: 'Paying',
  unsure: 'No answer yet',
  duplicate: 'Bought a moment ago',
  returned: 'Not delivered',
};

function Content({ step }: { step: Step }) {
  switch (step.name) {
    case 'confirm':
      return (
        <div className="grid gap-3">
          {step.oldPrice !== undefined && (
            <Notice tone="amber" title="The price has changed">
              It was {formatNaira(step.oldPrice)} and is now {formatNaira(step.order.purchase.price)}. Nothing
              was bought.
            </Notice>
          )}
          {step.problem !== undefined && <Notice tone="danger">{step.problem.words}</Notice>}
          <OrderSlip order={step.order} withBalance />
        </div>
      );
    case 'sending':
      return <OrderSlip order={step.order} />;
    case 'unsure':
      return (
        <div className="grid gap-3">
          <Notice tone="danger">{messages.purchaseFailed}</Notice>
          <p className="text-meta text-ink-2">
            If the order arrived, its slip is in your transactions. Trying again is safe: it is the same
            order, and it is bought once.
          </p>
          <OrderSlip order={step.order} />
        </div>
      );
    case 'duplicate':
      return (
        <div className="grid gap-3">
          <p>You bought this for the same number a moment ago. Here is its slip.</p>
          <ReceiptSlip receipt={step.earlier} />
        </div>
      );
    case 'returned':
      return <ReceiptSlip receipt={step.receipt} />;
  }
}

/** Before it is sent the slip shows the balance as it will be; afterwards the balance may have moved already. */
function OrderSlip({ order: { purchase }, withBalance = false }: { order: Order; withBalance?: boolean }) {
  const { signedIn } = useSession();
  const balance = signedIn === null || signedIn.balanceAt === null ? null : signedIn.user.balance;
  const after = balance === null ? null : minusNaira(balance, purchase.price);
  return (
    <SlipPaper>
      <div className="grid gap-0.5 border-b border-ink pb-3">
        <p className="text-meta text-ink-2">For</p>
        {purchase.name !== undefined && <p className="text-lead font-semibold">{purchase.name}</p>}
        <p className={purchase.name === undefined ? 'text-lead font-semibold' : undefined}>
          {formatPhone(purchase.phone)}
        </p>
      </div>
      <dl className="border-b border-dashed border-edge py-3">
        <SlipRow label="Network">
          <span className="inline-flex items-center gap-1.5">
            <NetworkMark network={purchase.network} size={16} />
            {networkLabel(purchase.network)}
          </span>
        </SlipRow>
        <SlipRow label="What">{purchaseWords(purchase)}</SlipRow>
        {purchase.nickname !== undefined && <SlipRow label="Saved as">{purchase.nickname}</SlipRow>}
      </dl>
      <dl className="pt-3">
        <SlipRow label="You pay" strong>
          <Naira amount={purchase.price} />
        </SlipRow>
        {withBalance && (
          <SlipRow label="Balance now">
            <Naira amount={balance} />
          </SlipRow>
        )}
        {withBalance && after !== null && after >= 0 && (
          <SlipRow label="Balance after">
            <Naira amount={after} />
          </SlipRow>
        )}
      </dl>
    </SlipPaper>
  );
}

function Footer({ step, onPay, onBuyAgain, onClose }: { step: Step } & Actions): ReactNode {
  const isOnline = useOnline();
  const { signedIn } = useSession();
  const { order } = step;
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
      const missing = step.name === 'confirm' ? shortfall(signedIn, order.purchase.price) : 0;
      if (missing > 0) return <AddMoneyLink missing={missing} />;
      return (
        <Button
          wide
          busy={step.name === 'sending'}
          busyLabel="Paying"
          disabled={step.name === 'confirm' && !isOnline}
          onClick={() => onPay(order)}
        >
          {step.name === 'confirm' && !isOnline ? noNetworkWords : `Pay ${formatNaira(order.purchase.price)}`}
        </Button>
      );
    }
    case 'unsure':
      return (
        <>
          <Button wide disabled={!isOnline} onClick={() => onPay(order)}>
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
          <Button wide kind="secondary" onClick={() => onBuyAgain(order)}>
            Buy again
          </Button>
        </>
      );
    case 'returned':
      return (
        <>
          <Button wide onClick={() => onBuyAgain(order)}>
            Try again
          </Button>
          <Button wide kind="secondary" onClick={onClose}>
            Close
          </Button>
        </>
      );
  }
}

/** Stands on the screen for as long as nobody knows what became of an order. */
export function UnsureNotice({ order, onOpen }: { order: Order; onOpen: () => void }) {
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
      {purchaseWords(order.purchase)} for {formatPhone(order.purchase.phone)}. {messages.purchaseFailed}.
    </Notice>
  );
}
