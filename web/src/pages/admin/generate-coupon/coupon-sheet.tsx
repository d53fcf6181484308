/** Coupons with their codes, to copy and to print: made on this visit, or one whose code its maker asked for again. */
import { Copy, Printer } from 'lucide-react';
import { brand } from '../../../platform/brand.ts';
import { copyText } from '../../../shared/copy.ts';
import { Naira } from '../../../shared/naira.tsx';
import '../../../features/receipt/receipt-print.css';
import { ReceiptPaper, ReceiptRow } from '../../../shared/receipt-card.tsx';
import type { CallReply } from '../../../platform/send.ts';
import { lastDayWords } from './last-day.ts';
import { Button } from '../../../ui/button.tsx';
import { pen } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';

type Coupon = CallReply<'generateCoupon'>;
export type ShownCoupon = Pick<Coupon, 'couponCode' | 'owner' | 'amount'> & {
  expiresAt?: string | null;
};

const inFours = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ');

export function CouponSheet({ coupon, onClose }: { coupon: ShownCoupon | undefined; onClose: () => void }) {
  return (
    <Sheet
      title="Coupon"
      open={coupon !== undefined}
      onClose={onClose}
      footer={<CopyAndPrint label="Copy code" text={coupon?.couponCode ?? ''} />}
    >
      {coupon !== undefined && (
        <div className="grid gap-4">
          <div className="slip-print">
            <PrintedCoupon coupon={coupon} />
          </div>
          <p className="text-meta text-ink-2">
            While it is open, its code is in the list of coupons after your password.
          </p>
        </div>
      )}
    </Sheet>
  );
}

/** All of them on one sheet of paper, to be cut apart. */
export function CouponsSheet({
  coupons,
  open,
  onClose,
}: {
  coupons: readonly ShownCoupon[];
  open: boolean;
  onClose: () => void;
}) {
  const texts = coupons.map(({ owner, amount, couponCode }) => `${owner}\t${amount}\t${couponCode}`);
  return (
    <Sheet
      title={`${coupons.length} coupons`}
      open={open}
      onClose={onClose}
      footer={<CopyAndPrint label="Copy codes" text={texts.join('\n')} />}
    >
      <div className="slip-print slips-print grid gap-6">
        {coupons.map((coupon) => (
          <div key={coupon.couponCode} className="grid justify-items-start gap-1">
            <div className="w-full">
              <PrintedCoupon coupon={coupon} />
            </div>
            <Button
              kind="quiet"
              compact
              className="min-h-12 print:hidden"
              onClick={() => copyText(coupon.couponCode)}
            >
              <Copy size={18} {...pen} />
              Copy the code of {coupon.owner}
            </Button>
          </div>
        ))}
      </div>
    </Sheet>
  );
}

function CopyAndPrint({ label, text }: { label: string; text: string }) {
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button onClick={() => copyText(text)}>
        <Copy size={18} {...pen} />
        {label}
      </Button>
      <Button kind="secondary" onClick={() => window.print()}>
        <Printer size={18} {...pen} />
        Print
      </Button>
    </div>
  );
}

function PrintedCoupon({ coupon }: { coupon: ShownCoupon }) {
  return (
    <ReceiptPaper prints>
      <article aria-label="Coupon slip">
        <header className="grid gap-2 border-b border-ink pb-4">
          <p className="text-meta font-semibold text-success">{brand.name} coupon</p>
          <p className="text-sum">
            <Naira amount={coupon.amount} big />
          </p>
          <p className="font-mono text-title tracking-[0.06em]">{inFours(coupon.couponCode)}</p>
        </header>
        <dl className="py-3">
          <ReceiptRow label="For">{coupon.owner}</ReceiptRow>
          <ReceiptRow label="Worth">
            <Naira amount={coupon.amount} />
          </ReceiptRow>
          {coupon.expiresAt != null && (
            <ReceiptRow label="Last day">{lastDayWords(coupon.expiresAt)}</ReceiptRow>
          )}
        </dl>
        <p className="border-t border-dashed border-edge pt-3 text-meta text-ink-2">
          Log in as {coupon.owner}, open Fund wallet, choose Coupon and enter the code. It works once.
        </p>
      </article>
    </ReceiptPaper>
  );
}

export function MadeCoupons({
  coupons,
  onShow,
  onShowAll,
}: {
  coupons: readonly Coupon[];
  onShow: (coupon: Coupon) => void;
  onShowAll: () => void;
}) {
  if (coupons.length === 0) return null;
  return (
    <section aria-labelledby="made" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="made" className="display text-lead">
          Made on this visit
        </h2>
        {coupons.length > 1 && (
          <Button kind="secondary" compact className="max-lg:min-h-12" onClick={onShowAll}>
            <Printer size={18} {...pen} />
            Print all {coupons.length}
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {coupons.map((coupon) => (
          <li key={coupon.couponCode} className="flex min-h-16 items-center gap-x-4 py-1.5">
            <p className="grid min-w-0 flex-1 grid-cols-1">
              <span className="font-mono whitespace-nowrap max-sm:text-meta">
                {inFours(coupon.couponCode)}
              </span>
              <span className="text-meta text-ink-2 [overflow-wrap:anywhere]">
                <Naira amount={coupon.amount} className="font-semibold text-ink" /> for {coupon.owner}
              </span>
            </p>
            <Button
              kind="secondary"
              compact
              className="max-lg:min-h-12"
              aria-label={`Show the coupon of ${coupon.owner}`}
              onClick={() => onShow(coupon)}
            >
              Show
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
