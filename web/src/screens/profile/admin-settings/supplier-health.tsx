/** How each supplier is doing: our money there, and how it answered lately. */
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Clock3, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNaira } from '@jara/contract/money.ts';
import { healthQuery } from '../../../parts/catalogue-queries.ts';
import { LoadFailure } from '../../../parts/load-failure.tsx';
import { Naira } from '../../../parts/naira.tsx';
import { When } from '../../../parts/when.tsx';
import type { CallReply } from '../../../send.ts';
import { classNames } from '../../../ui/class-names.ts';
import { pen } from '../../../ui/icon.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';

type Supplier = CallReply<'checkServices'>['suppliers'][number];

export function HealthSection() {
  const health = useQuery(healthQuery);
  if (health.data === undefined) {
    if (!health.isError) return <SkeletonRows rows={3} label="Loading the suppliers" />;
    return (
      <LoadFailure
        title="The suppliers could not be loaded"
        error={health.error}
        onRetry={() => void health.refetch()}
      />
    );
  }
  const { suppliers, floatAlarm, checkedAt } = health.data;
  return (
    <div className="grid grid-cols-1 gap-3">
      <ul className="divide-y divide-line border-y border-line">
        {suppliers.map((supplier) => (
          <SupplierRow key={supplier.supplierName} supplier={supplier} />
        ))}
      </ul>
      <p className="text-meta text-ink-2">
        Of the last 30 minutes, as of <When iso={checkedAt} />. A float under {formatNaira(floatAlarm)} is
        told to all admins by mail.
      </p>
    </div>
  );
}

function SupplierRow({ supplier }: { supplier: Supplier }) {
  const { supplierName, float, floatReadAt, isFloatLow, floatHoursLeft, spent } = supplier;
  const ended = supplier.delivered + supplier.refused;
  return (
    <li className="grid gap-x-8 gap-y-3 py-4 lg:grid-cols-[10rem_minmax(0,1fr)] lg:items-start">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 lg:grid lg:justify-items-start">
        <p className="display text-lead">{supplierName}</p>
        <Reach isReachable={supplier.isReachable} />
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        <Figure label="Float" isBad={isFloatLow} note={<FloatNote supplier={supplier} />}>
          <Naira amount={float} />
          {isFloatLow && <span className="sr-only"> low</span>}
        </Figure>
        <Figure
          label="Lasts"
          note={
            floatReadAt === null ? (
              'Not read yet'
            ) : (
              <>
                read <When iso={floatReadAt} />
              </>
            )
          }
        >
          {floatHoursLeft === null ? '—' : hoursWords(floatHoursLeft)}
        </Figure>
        <Figure
          label="Success"
          isBad={supplier.successPercent !== null && supplier.successPercent < 90}
          note={ended === 0 ? 'No sales lately' : `${supplier.delivered} of ${ended} delivered`}
        >
          {supplier.successPercent === null ? '—' : `${supplier.successPercent} %`}
        </Figure>
        <Figure
          label="Waiting"
          isBad={supplier.waiting > 0 && supplier.isReachable === false}
          note={
            supplier.waitingSince !== null ? (
              <>
                oldest <When iso={supplier.waitingSince} />
              </>
            ) : supplier.medianSeconds === null ? (
              `${formatNaira(spent)} spent`
            ) : (
              `usually ${supplier.medianSeconds} s`
            )
          }
        >
          {supplier.waiting.toLocaleString('en-NG')}
        </Figure>
      </dl>
    </li>
  );
}

function Reach({ isReachable }: { isReachable: boolean | null }) {
  if (isReachable === null) {
    return (
      <Pill tone="plain" icon={<Clock3 size={13} {...pen} />}>
        Not asked lately
      </Pill>
    );
  }
  return isReachable ? (
    <Pill tone="success" icon={<CircleCheck size={13} {...pen} />}>
      Answers
    </Pill>
  ) : (
    <Pill tone="danger" icon={<TriangleAlert size={13} {...pen} />}>
      Does not answer
    </Pill>
  );
}

function FloatNote({ supplier: { isFloatLow, floatProblem } }: { supplier: Supplier }) {
  if (floatProblem !== null) return <span className="text-danger">Not told: {floatProblem}</span>;
  return isFloatLow ? <span className="font-semibold text-danger">Low: fill it up</span> : 'Enough';
}

function Figure({
  label,
  isBad = false,
  note,
  children,
}: {
  label: string;
  isBad?: boolean;
  note: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="grid min-w-0 content-start">
      <dt className="text-label text-ink-2">{label}</dt>
      <dd className="grid">
        <span className={classNames('figures text-lead font-semibold', isBad && 'text-danger')}>
          {children}
        </span>
        <span className="text-label text-ink-2">{note}</span>
      </dd>
    </div>
  );
}

/** `5 h`, `3 days`, `45 min`. */
function hoursWords(hours: number): string {
  if (hours < 1) return `${Math.max(1, Math.round(hours * 60))} min`;
  if (hours < 48) return `${Math.round(hours)} h`;
  return hours < 24 * 100 ? `${Math.round(hours / 24)} days` : 'over 100 days';
}
