/** The plans on a phone: what each tier pays under the plan; a tap opens the whole plan. */
import { Naira } from '../../../shared/naira.tsx';
import { volumeWords } from '../../../shared/plan-row.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Pill } from '../../../ui/pill.tsx';
import { costOf, fieldLabels, planName, priceFields, whyNotOnSale, type GridPlan } from './grid-plan.ts';

export function PlanRows({
  plans,
  isReadOnly,
  onOpen,
}: {
  plans: readonly GridPlan[];
  isReadOnly: boolean;
  onOpen: (plan: GridPlan) => void;
}) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {plans.map((plan) => (
        <li key={plan.id} className="grid gap-2 py-3">
          <div className="flex items-center justify-between gap-3">
            <p className="grid min-w-0">
              <span className="display text-title">{volumeWords(plan.name)}</span>
              <span className="text-meta text-ink-2">
                {plan.type} · {plan.validity} · id {plan.id}
              </span>
            </p>
            {!plan.isOnSale && <Pill tone="plain">{whyNotOnSale(plan)}</Pill>}
            {!isReadOnly && (
              <Button
                kind="secondary"
                compact
                className="min-h-12"
                aria-label={`Change ${planName(plan)}`}
                onClick={() => onOpen(plan)}
              >
                Change
              </Button>
            )}
          </div>
          <TierPrices plan={plan} isReadOnly={isReadOnly} />
        </li>
      ))}
    </ul>
  );
}

function TierPrices({ plan, isReadOnly }: { plan: GridPlan; isReadOnly: boolean }) {
  const cost = costOf(plan, plan.prices.planCostPrice);
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-x-3 gap-y-1.5">
      {priceFields
        .filter((field) => !isReadOnly || field !== 'planCostPrice')
        .map((field) => {
          const amount = field === 'planCostPrice' ? cost : plan.prices[field];
          const isLoss = cost !== null && amount !== null && amount < cost;
          return (
            <div key={field} className="grid">
              <dt className="text-label text-ink-2">{fieldLabels[field]}</dt>
              <dd className={classNames('text-meta', isLoss && 'font-semibold text-danger')}>
                <Naira amount={amount} />
                {isLoss && <span className="sr-only"> below cost</span>}
              </dd>
            </div>
          );
        })}
    </dl>
  );
}
