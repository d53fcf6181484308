/** The plans of one network as rows: filters by type and validity, the cheapest first. */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { CustomerPlan } from '@jara/contract/calls/catalogue.ts';
import type { Network } from '@jara/contract/constants.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Empty } from '../../ui/empty.tsx';
import { inputClass } from '../../ui/field.tsx';
import { Pill } from '../../ui/pill.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { LoadFailure } from '../../shared/load-failure.tsx';
import { useRemembered } from '../../shared/remembered.ts';
import { planSummary, PlanRow } from '../../shared/plan-row.tsx';
import { bestPerGb, factsOf, isOnSale, plansQuery, typesOf, validitiesOf } from '../../shared/plans.ts';

const all = 'all';

export function DataPlans({
  network,
  wanted,
  onBuy,
}: {
  network: Network;
  /** The plan that the buyer came for: it heads the list. */
  wanted: number | null;
  onBuy: (plan: CustomerPlan) => void;
}) {
  const plans = useQuery(plansQuery(network));
  if (plans.data === undefined) {
    return plans.isError || plans.fetchStatus === 'paused' ? (
      <LoadFailure
        title="The plans could not be loaded"
        error={plans.error}
        onRetry={() => void plans.refetch()}
      />
    ) : (
      <SkeletonRows rows={6} label="Loading the plans" />
    );
  }
  if (plans.data.length === 0) return <Empty title="No plans at the moment" />;
  return <PlanList key={network} plans={plans.data} wanted={wanted} onBuy={onBuy} />;
}

interface Offer {
  plans: readonly CustomerPlan[];
  wanted: number | null;
  onBuy: (plan: CustomerPlan) => void;
}

/** Type and validity in one line above the plans; types begin with 'select type', which shows all of them. */
function PlanList({ plans, wanted, onBuy }: Offer) {
  const [remembered, setType] = useRemembered('dataType', all);
  const [validity, setValidity] = useState(all);
  const types = typesOf(plans);
  const type = types.includes(remembered) ? remembered : all;
  const ofType = plans.filter((plan) => type === all || plan.planType === type || plan.planId === wanted);
  const validities = validitiesOf(ofType);
  const ofBoth = ofType.filter((plan) => validity === all || plan.planValidity === validity);
  const shown = [...ofBoth].sort((a, b) => Number(b.planId === wanted) - Number(a.planId === wanted));
  const best = bestPerGb(shown);
  return (
    <>
      <div className="flex flex-wrap gap-2 border-b border-line pb-3 empty:hidden">
        {types.length > 1 && (
          <Filter
            label="Type of data"
            options={[[all, 'select type'], ...types.map((name) => [name, name] as const)]}
            value={type}
            onChange={(chosen) => {
              setType(chosen);
              setValidity(all);
            }}
          />
        )}
        {validities.length > 1 && (
          <Filter
            label="Validity"
            options={[[all, 'Any validity'], ...validities.map((name) => [name, name] as const)]}
            value={validity}
            onChange={setValidity}
          />
        )}
      </div>
      <ul>
        {shown.map((plan) => (
          <li key={plan.planId}>
            <PlanRow
              plan={factsOf(plan)}
              mark={markOf(plan, wanted, best)}
              action={isOnSale(plan) && <BuyPlan plan={plan} onBuy={onBuy} />}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function Filter({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly (readonly [value: string, label: string])[];
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={classNames(inputClass, 'select-arrow min-w-[8rem] flex-1 appearance-none pr-10 sm:max-w-52')}
    >
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  );
}

function markOf({ planId }: CustomerPlan, wanted: number | null, best: number | undefined): ReactNode {
  if (planId === wanted) return <Pill tone="amber">Your choice</Pill>;
  return planId === best && <Pill tone="success">Best per GB</Pill>;
}

function BuyPlan({ plan, onBuy }: { plan: CustomerPlan; onBuy: (plan: CustomerPlan) => void }) {
  return (
    <Button
      kind="quiet"
      compact
      className="-mr-3 max-lg:min-h-12"
      aria-label={`Buy ${planSummary(factsOf(plan))}`}
      onClick={() => onBuy(plan)}
    >
      Buy
    </Button>
  );
}
