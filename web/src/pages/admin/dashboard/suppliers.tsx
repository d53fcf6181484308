/** How the suppliers answered lately, as the books saw it. */
import { useQuery } from '@tanstack/react-query';
import { Check, CircleHelp, X } from 'lucide-react';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { Naira } from '../../../shared/naira.tsx';
import { ReceiptRow } from '../../../shared/receipt-card.tsx';
import { clockTime, hoursWords } from '../../../shared/when.tsx';
import type { CallReply } from '../../../platform/send.ts';
import { pen } from '../../../ui/icon.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { agoWords } from '../ago.ts';
import { checksQuery } from './queries.ts';

type Supplier = CallReply<'checkServices'>['suppliers'][number];

export function Suppliers() {
  const checks = useQuery(checksQuery);
  return (
    <section aria-label="Suppliers" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="display text-title">Suppliers</h2>
        {checks.data !== undefined && (
          <p className="text-meta text-ink-2">last 30 minutes, at {clockTime(checks.data.checkedAt)}</p>
        )}
      </div>
      {checks.data === undefined ? (
        checks.isError ? (
          <LoadFailure
            title="The suppliers could not be checked"
            error={checks.error}
            onRetry={() => void checks.refetch()}
          />
        ) : (
          <SkeletonRows rows={3} label="Checking the suppliers" />
        )
      ) : (
        checks.data.suppliers.map((supplier) => (
          <SupplierFacts key={supplier.supplierName} supplier={supplier} />
        ))
      )}
    </section>
  );
}

function SupplierFacts({ supplier }: { supplier: Supplier }) {
  const { supplierName, delivered, refused, waiting, waitingSince, float, isFloatLow } = supplier;
  const { medianSeconds, p95Seconds, forStaff, floatHoursLeftToday } = supplier;
  return (
    <section aria-label={supplierName} className="border-t border-ink pt-2">
      <div className="flex min-h-10 items-center justify-between gap-3">
        <h3 className="font-semibold">{supplierName}</h3>
        <Reachable supplier={supplier} />
      </div>
      <dl>
        <ReceiptRow label="Delivered">{delivered.toLocaleString('en-NG')}</ReceiptRow>
        <ReceiptRow label="Refused">{refused.toLocaleString('en-NG')}</ReceiptRow>
        {medianSeconds !== null && p95Seconds !== null && (
          <ReceiptRow label="Usually takes">
            {medianSeconds < 0.1 ? 'under 0.1' : medianSeconds} s
            {p95Seconds >= 0.1 && `, 19 of 20 within ${p95Seconds} s`}
          </ReceiptRow>
        )}
        <ReceiptRow label="Waiting">
          {waiting === 0 || waitingSince === null
            ? waiting.toLocaleString('en-NG')
            : `${waiting.toLocaleString('en-NG')}, oldest ${agoWords(waitingSince)}`}
        </ReceiptRow>
        {forStaff > 0 && (
          <ReceiptRow label="For staff">
            <span className="text-danger">{forStaff.toLocaleString('en-NG')}</span>
          </ReceiptRow>
        )}
        <ReceiptRow label="Float">
          <span className={isFloatLow ? 'text-danger' : undefined}>
            {isFloatLow && 'low '}
            <Naira amount={float} />
          </span>
        </ReceiptRow>
        {floatHoursLeftToday !== null && (
          <ReceiptRow label="Lasts at today’s rate">{hoursWords(floatHoursLeftToday)}</ReceiptRow>
        )}
      </dl>
    </section>
  );
}

function Reachable({ supplier: { isReachable } }: { supplier: Supplier }) {
  if (isReachable === null) {
    return (
      <Pill tone="plain" icon={<CircleHelp size={13} {...pen} />}>
        not asked lately
      </Pill>
    );
  }
  return (
    <Pill
      tone={isReachable ? 'success' : 'danger'}
      icon={isReachable ? <Check size={13} {...pen} /> : <X size={13} {...pen} />}
    >
      {isReachable ? 'answers' : 'does not answer'}
    </Pill>
  );
}
