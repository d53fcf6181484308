/** The plans of one network as rows: type tabs, a filter by validity, the cheapest first. */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { CustomerPlan } from '@jara/contract/calls/catalogue.ts';
import type { Network } from '@jara/contract/constants.ts';
import { Button } from '../../ui/button.tsx';
import { Chips } from '../../ui/choice.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Pill } from '../../ui/pill.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { LoadFailure } from '../../shared/load-failure.tsx';
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
  return <PlansByType key={network} plans={plans.data} wanted={wanted} onBuy={onBuy} />;
}

interface Offer {
  plans: readonly CustomerPlan[];
  wanted: number | null;
  onBuy: (plan: CustomerPlan) => void;
}

/** A network with several types starts on 'select type', which shows all of them. */
function PlansByType({ plans, wanted, onBuy }: Offer) {
  const [type, setType] = useState(all);
  const types = typesOf(plans);
  if (types.length < 2) return <PlanList plans={plans} wanted={wanted} onBuy={onBuy} />;
  const ofType = type === all ? plans : plans.filter(({ planType }) => planType === type);
  return (
    <div className="[--top-bar:3.5rem] [&>[role=tablist]]:overflow-x-auto">
      <Tabs
        label="Type of data"
        tabs={[{ value: all, label: 'select type' }, ...types.map((name) => ({ value: name, label: name }))]}
        value={type}
        onChange={setType}
      >
        <PlanList key={type} plans={ofType} wanted={wanted} onBuy={onBuy} />
      </Tabs>
    </div>
  );
}

function PlanList({ plans, wanted, onBuy }: Offer) {
  const [validity, setValidity] = useState(all);
  const validities = validitiesOf(plans);
  const shown = plans
    .filter((plan) => validity === all || plan.planValidity === validity)
    .toSorted((a, b) => Number(b.planId === wanted) - Number(a.planId === wanted));
  const best = bestPerGb(shown);
  return (
    <>
      {validities.length > 1 && (
        <div className="pt-3">
          <Chips
            label="Validity"
            hideLabel
            options={[
              { value: all, label: 'Any validity' },
              ...validities.map((name) => ({ value: name, label: name })),
            ]}
            value={validity}
            onChange={setValidity}
          />
        </div>
      )}
      <ul className={validities.length > 1 ? 'mt-3 border-t border-line' : undefined}>
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
