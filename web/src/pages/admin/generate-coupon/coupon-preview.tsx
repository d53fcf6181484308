/** The coupon as it will be, and where its money comes from, before it is made. */
import { minusNaira } from '../../../shared/naira-sum.ts';
import { Naira } from '../../../shared/naira.tsx';
import { ReceiptPaper, ReceiptRow } from '../../../shared/receipt-card.tsx';
import { dateWords } from '../../../shared/when.tsx';
import { useSession } from '../../../platform/session.ts';

export function CouponPreview({
  owner,
  amount,
  lastDay,
  isIssued,
}: {
  owner: string | null;
  /** Naira. */
  amount: number | null;
  /** As the date input has it. */
  lastDay: string | null;
  /** An admin's coupon is issued money; a vendor's is paid from the vendor's wallet. */
  isIssued: boolean;
}) {
  const { signedIn } = useSession();
  const wallet = signedIn === null || signedIn.balanceAt === null ? null : signedIn.user.balance;
  return (
    <section aria-label="The coupon">
      <ReceiptPaper>
        <p className="border-b border-ink pb-3 font-mono text-title tracking-[0.06em] text-ink-3">
          <span aria-hidden="true">•••• •••• •••• ••••</span>
          <span className="sr-only">The code is made with the coupon</span>
        </p>
        <dl className="py-3">
          <ReceiptRow label="For">{owner ?? '—'}</ReceiptRow>
          <ReceiptRow label="Worth" strong>
            <Naira amount={amount} />
          </ReceiptRow>
          {lastDay !== null && <ReceiptRow label="Last day">{dateWords(lastDay)}</ReceiptRow>}
          {isIssued ? (
            <ReceiptRow label="Paid from">Issued by the shop</ReceiptRow>
          ) : (
            <>
              <ReceiptRow label="Paid from">Your wallet</ReceiptRow>
              <ReceiptRow label="Balance after">
                <Naira amount={wallet === null || amount === null ? wallet : minusNaira(wallet, amount)} />
              </ReceiptRow>
            </>
          )}
        </dl>
        <p className="border-t border-dashed border-edge pt-3 text-meta text-ink-2">
          {isIssued
            ? 'The shop owes this money from now on. The coupon is recorded with your name.'
            : 'The money leaves your wallet as the coupon is made.'}
        </p>
      </ReceiptPaper>
    </section>
  );
}
