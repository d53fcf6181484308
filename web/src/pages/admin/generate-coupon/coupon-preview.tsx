/** The coupon as it will be, and where its money comes from, before it is made. */
import { minusNaira, timesNaira } from '../../../shared/naira-sum.ts';
import { Naira } from '../../../shared/naira.tsx';
import { ReceiptPaper, ReceiptRow } from '../../../shared/receipt-card.tsx';
import { dateWords } from '../../../shared/when.tsx';
import { useSession } from '../../../platform/session.ts';

export function CouponPreview({
  owners,
  amount,
  lastDay,
  isIssued,
}: {
  owners: readonly string[];
  /** Naira. */
  amount: number | null;
  /** As the date input has it. */
  lastDay: string | null;
  /** An admin's coupon is issued money; a vendor's is paid from the vendor's wallet. */
  isIssued: boolean;
}) {
  const { signedIn } = useSession();
  const together = amount === null ? null : timesNaira(amount, Math.max(1, owners.length));
  const wallet = signedIn === null || signedIn.balanceAt === null ? null : signedIn.user.balance;
  return (
    <section aria-label="The coupon">
      <ReceiptPaper>
        <p className="border-b border-ink pb-3 font-mono text-title tracking-[0.06em] text-ink-3">
          <span aria-hidden="true">•••• •••• •••• ••••</span>
          <span className="sr-only">The code is made with the coupon</span>
        </p>
        <dl className="py-3">
          <ReceiptRow label="For">
            {owners.length > 1 ? `${owners.length} people` : (owners[0] ?? '—')}
          </ReceiptRow>
          <ReceiptRow label="Worth" strong>
            <Naira amount={amount} />
          </ReceiptRow>
          {owners.length > 1 && (
            <ReceiptRow label="Together">
              <Naira amount={together} />
            </ReceiptRow>
          )}
          {lastDay !== null && <ReceiptRow label="Last day">{dateWords(lastDay)}</ReceiptRow>}
          {isIssued ? (
            <ReceiptRow label="Paid from">Issued by the shop</ReceiptRow>
          ) : (
            <>
              <ReceiptRow label="Paid from">Your wallet</ReceiptRow>
              <ReceiptRow label="Balance after">
                <Naira
                  amount={wallet === null || together === null ? wallet : minusNaira(wallet, together)}
                />
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
