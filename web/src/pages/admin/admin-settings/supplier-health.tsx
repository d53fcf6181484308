/** How each supplier is doing: our money there, and how it answered lately. */
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Clock3, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNaira } from '@jara/contract/money.ts';
import { healthQuery } from '../../../shared/catalogue-queries.ts';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { Naira } from '../../../shared/naira.tsx';
import { hoursWords, When } from '../../../shared/when.tsx';
import { to } from '../../../platform/paths.ts';
import type { CallReply } from '../../../platform/send.ts';
import { classNames } from '../../../ui/class-names.ts';
import { pen } from '../../../ui/icon.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';

type Supplier = CallReply<'checkServices'>['suppliers'][number];

export function HealthSection() {
  const health = useQuery(healthQuery);
  if (health.data === undefined) {
    // So many rows that the next section is out of sight before the suppliers come, as it is after.
    if (!health.isError) return <SkeletonRows rows={9} label="Loading the suppliers" />;
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
        Success and times of the last 30 minutes, as of <When iso={checkedAt} />. A float under{' '}
        {formatNaira(floatAlarm)} is told to all admins by mail.
      </p>
    </div>
  );
}

function SupplierRow({ supplier }: { supplier: Supplier }) {
  return (
    <li className="grid gap-x-8 gap-y-3 py-4 lg:grid-cols-[min(10rem,42%)_minmax(0,1fr)] lg:items-start">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 lg:grid lg:justify-items-start">
        <p className="display text-lead">{supplier.supplierName}</p>
        <Reach isReachable={supplier.isReachable} />
      </div>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(max(9rem,30%),1fr))] gap-x-6 gap-y-3 min-[100rem]:grid-cols-[repeat(6,minmax(9rem,1fr))]">
        <FloatFigures supplier={supplier} />
        <AnswerFigures supplier={supplier} />
        <OpenFigures supplier={supplier} />
      </dl>
    </li>
  );
}

function FloatFigures({ supplier }: { supplier: Supplier }) {
  const { float, floatReadAt, isFloatLow, floatHoursLeft, floatHoursLeftToday, spentToday } = supplier;
  const lasts = floatHoursLeftToday ?? floatHoursLeft;
  return (
    <>
      <Figure label="Float" isBad={isFloatLow} note={<FloatNote supplier={supplier} />}>
        <Naira amount={float} />
        {isFloatLow && <span className="sr-only"> low</span>}
      </Figure>
      <Figure
        label="Lasts"
        note={
          lasts === null ? (
            floatReadAt === null ? (
              'Not read yet'
            ) : (
              'nothing sold today'
            )
          ) : (
            <>
              at today’s rate
              {floatHoursLeft !== null && `, ${hoursWords(floatHoursLeft)} at the latest one`}
            </>
          )
        }
      >
        {lasts === null ? '—' : hoursWords(lasts)}
      </Figure>
      <Figure
        label="Spent today"
        note={
          floatReadAt !== null && (
            <>
              float read <When iso={floatReadAt} />
            </>
          )
        }
      >
        <Naira amount={spentToday} />
      </Figure>
    </>
  );
}

function AnswerFigures({ supplier }: { supplier: Supplier }) {
  const { successPercent, delivered, refused, medianSeconds, p95Seconds } = supplier;
  const ended = delivered + refused;
  return (
    <>
      <Figure
        label="Success"
        isBad={successPercent !== null && successPercent < 90}
        note={ended === 0 ? 'No sales lately' : `${delivered} of ${ended} delivered`}
      >
        {successPercent === null ? '—' : `${successPercent}%`}
      </Figure>
      <Figure
        label="Usually takes"
        note={
          p95Seconds === null
            ? 'No sales lately'
            : `19 of 20 ${p95Seconds < 0.1 ? 'too' : `within ${p95Seconds} s`}`
        }
      >
        {medianSeconds === null ? '—' : medianSeconds < 0.1 ? 'under 0.1 s' : `${medianSeconds} s`}
      </Figure>
    </>
  );
}

function OpenFigures({ supplier }: { supplier: Supplier }) {
  const { waiting, waitingSince, unknown, forStaff, lateDeliveries, lateDeliveriesCost } = supplier;
  return (
    <>
      <Figure
        label="Waiting"
        isBad={waiting > 0 && supplier.isReachable === false}
        note={
          waitingSince === null ? (
            'none open'
          ) : (
            <>
              {unknown.toLocaleString('en-NG')} unknown, oldest <When iso={waitingSince} />
            </>
          )
        }
      >
        {waiting.toLocaleString('en-NG')}
      </Figure>
      {forStaff > 0 && (
        <Figure
          label="For staff"
          isBad
          note={
            <Link className="text-brand underline underline-offset-4" to={to.reviewQueue}>
              to decide
            </Link>
          }
        >
          {forStaff.toLocaleString('en-NG')}
        </Figure>
      )}
      {lateDeliveries > 0 && (
        <Figure label="Delivered too late" isBad note={`${formatNaira(lateDeliveriesCost)} lost in 30 days`}>
          {lateDeliveries.toLocaleString('en-NG')}
        </Figure>
      )}
    </>
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
        <span
          className={classNames(
            'figures text-[min(1.125rem,10.5vw)] leading-7 font-semibold',
            isBad && 'text-danger',
          )}
        >
          {children}
        </span>
        <span className="text-label text-ink-2">{note}</span>
      </dd>
    </div>
  );
}
