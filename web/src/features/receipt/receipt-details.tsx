/** A receipt of the server, set like a printed one. */
import { ChevronDown, Copy } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import type { CallReply } from '../../platform/send.ts';
import { classNames } from '../../ui/class-names.ts';
import { pen } from '../../ui/icon.tsx';
import { useSession } from '../../platform/session.ts';
import { minusNaira } from '../../shared/naira-sum.ts';
import { copyText } from '../../shared/copy.ts';
import { Naira, NairaChange } from '../../shared/naira.tsx';
import { networkLabel } from '../../shared/network-mark.tsx';
import { recipientOf } from '../money/recipient.ts';
import { ReceiptCheck } from './receipt-check.tsx';
import { isPurchase, receiptWords } from './receipt-words.ts';
import { statusLook } from '../../shared/status.tsx';
import { TokenBlock } from './token-block.tsx';
import { fullTime } from '../../shared/when.tsx';
import { ReceiptPaper, ReceiptRow, Timeline } from '../../shared/receipt-card.tsx';

type Receipt = CallReply<'getTransaction'>['receipt'];

export function ReceiptDetails({
  receipt,
  code,
  meterOwner,
  prints = false,
}: {
  receipt: Receipt;
  /** Of the public check. */
  code?: string | undefined;
  /** Whose meter it is, while that is remembered. */
  meterOwner?: string | undefined;
  prints?: boolean;
}) {
  const { ink, Icon } = statusLook(receipt.trans_Status);
  const { signedIn } = useSession();
  const isOthers = signedIn !== null && signedIn.user.userName !== receipt.trans_UserName;
  const words = receiptWords(receipt, isOthers ? `the wallet of ${receipt.trans_UserName}` : undefined);
  const isOpen = receipt.trans_Status === 'pending';
  // Everybody's checkout sends a random key: only who buys by a program knows it again.
  const given = signedIn?.user.userType === 'api user' && !isOthers ? receipt.clientReference : null;
  const timeline = receipt.timeline.length > 0 && (
    <section aria-label="What happened" className="pt-3">
      <Timeline entries={receipt.timeline} isOpen={isOpen} openText={words.next} />
    </section>
  );
  return (
    <ReceiptPaper prints={prints}>
      <article aria-label={`Slip ${receipt.reference}`}>
        <header className="grid gap-1 border-b border-ink pb-3">
          <p className={classNames('flex items-center gap-2 font-semibold', ink)} role="status">
            <Icon size={20} {...pen} strokeWidth={2.25} />
            {words.title}
          </p>
          <p className="text-sum">
            <Naira
              amount={isPurchase(receipt) ? (receipt.charge ?? receipt.trans_amount) : receipt.trans_amount}
              big
            />
          </p>
          <p className="text-meta text-ink-2">{words.text}</p>
        </header>
        <TokenBlock tokens={receipt.tokens} units={receipt.units} />
        <dl className="border-b border-dashed border-edge py-3">
          <ReceiptRows receipt={receipt} meterOwner={meterOwner} />
          {typeof given === 'string' && <ReceiptRow label="Your reference">{given}</ReceiptRow>}
        </dl>
        {/* While the outcome is open, how it goes stands in sight; the sum stands above, once. */}
        {isOpen && <div className="border-b border-dashed border-edge pb-2">{timeline}</div>}
        {(!isOpen || isPurchase(receipt) || receipt.balance_After !== null) && (
          <More>
            <dl className="empty:hidden">
              {isPurchase(receipt) && <PriceRows receipt={receipt} />}
              <WalletRows receipt={receipt} />
            </dl>
            {!isOpen && timeline}
          </More>
        )}
        <Reference reference={receipt.reference} />
        {code !== undefined && <ReceiptCheck code={code} />}
      </article>
    </ReceiptPaper>
  );
}

/** What one seldom asks for: it opens by a press, and is printed in any case. */
function More({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  const id = useId();
  return (
    <div className="border-b border-dashed border-edge">
      <button
        type="button"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setShown(!isShown)}
        className="no-print flex min-h-12 w-full items-center justify-between text-meta font-semibold"
      >
        {isShown ? 'Less' : 'More'}
        <ChevronDown size={18} {...pen} className={isShown ? 'rotate-180' : undefined} />
      </button>
      <div id={id} className={isShown ? 'pb-2' : 'hidden py-2 print:block'}>
        {children}
      </div>
    </div>
  );
}

const recipientLabels: Readonly<Record<string, string>> = { electricity: 'Meter', withdraw: 'Account' };

function ReceiptRows({ receipt, meterOwner }: { receipt: Receipt; meterOwner: string | undefined }) {
  const who = recipientOf(receipt);
  return (
    <>
      <ReceiptRow label="What">{receipt.description}</ReceiptRow>
      {who !== undefined && (
        <ReceiptRow label={recipientLabels[receipt.trans_Type] ?? 'For'}>{who}</ReceiptRow>
      )}
      {meterOwner !== undefined && <ReceiptRow label="Owner">{meterOwner}</ReceiptRow>}
      {receipt.trans_Network !== null && (
        <ReceiptRow label={receipt.trans_Type === 'electricity' ? 'Company' : 'Network'}>
          {networkLabel(receipt.trans_Network)}
        </ReceiptRow>
      )}
      {!isPurchase(receipt) && <FeeRows receipt={receipt} />}
      <ReceiptRow label="Date">{fullTime(receipt.createdAt)}</ReceiptRow>
    </>
  );
}

function PriceRows({ receipt: { faceValue, charge: price } }: { receipt: Receipt }) {
  return (
    <>
      {faceValue !== null && faceValue !== price && (
        <ReceiptRow label="Value">
          <Naira amount={faceValue} />
        </ReceiptRow>
      )}
      {price !== null && (
        <ReceiptRow label="You paid">
          <Naira amount={price} />
        </ReceiptRow>
      )}
    </>
  );
}

/** `charge` is the fee that the house took; `faceValue` is what was paid in, or what the bank account gets. */
function FeeRows({ receipt: { trans_Type: type, faceValue, charge: fee } }: { receipt: Receipt }) {
  if (faceValue === null || fee === null || fee === 0) return null;
  if (type !== 'wallet' && type !== 'withdraw') return null;
  const feeRow = (
    <ReceiptRow label="Fee">
      <Naira amount={fee} />
    </ReceiptRow>
  );
  return type === 'withdraw' ? (
    <>
      {feeRow}
      <ReceiptRow label="The account gets">
        <Naira amount={faceValue} />
      </ReceiptRow>
    </>
  ) : (
    <>
      <ReceiptRow label="Payment">
        <Naira amount={faceValue} />
      </ReceiptRow>
      {feeRow}
    </>
  );
}

/** A purchase that came to nothing took the money and brought it back: both stand on its receipt. */
function WalletRows({ receipt }: { receipt: Receipt }) {
  const { balance_Before: before, balance_After: after, trans_Status: status } = receipt;
  if (before === null || after === null) return null;
  const change = minusNaira(after, before);
  const takesMoney = isPurchase(receipt) || receipt.trans_Type === 'withdraw';
  const isReturned = takesMoney && (status === 'failed' || status === 'refunded');
  return (
    <>
      <ReceiptRow label="Wallet">
        <NairaChange change={change} />
      </ReceiptRow>
      <ReceiptRow label={isReturned ? 'Returned' : 'Balance after'}>
        {isReturned ? <NairaChange change={-change} /> : <Naira amount={after} />}
      </ReceiptRow>
    </>
  );
}

function Reference({ reference }: { reference: string }) {
  return (
    <div className="flex items-center justify-between gap-3 pt-3">
      <p className="grid min-w-0 text-label text-ink-2">
        Reference
        <span className="font-mono text-meta [overflow-wrap:anywhere] text-ink">{reference}</span>
      </p>
      <button
        type="button"
        onClick={() => copyText(reference)}
        className="no-print inline-flex min-h-12 items-center gap-1.5 rounded-control px-3 text-meta font-semibold text-brand hover:bg-sunk"
      >
        <Copy size={18} {...pen} />
        Copy
      </button>
    </div>
  );
}
