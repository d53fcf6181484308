/** The plans of one network: a grid of prices on a desktop, rows that open on a phone. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataNetworkCodes, type Network } from '@jara/contract/constants.ts';
import { costPricesQuery } from '../../../shared/catalogue-queries.ts';
import { useIsDesktop } from '../../../shared/use-is-desktop.ts';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { keys } from '../../../platform/queries.ts';
import { send } from '../../../platform/send.ts';
import { Chips } from '../../../ui/choice.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { CsvSheet } from './csv-sheet.tsx';
import { FormulaSheet } from './formula-sheet.tsx';
import { countsOf, rowChangesOf, fillFromCost, type CellRange } from './grid-edits.ts';
import { GridTools } from './grid-tools.tsx';
import { gridPlan, priceFields, type GridPlan } from './grid-plan.ts';
import { PlanRows } from './plan-rows.tsx';
import { PriceGrid } from './price-grid.tsx';
import { ReviewSheet } from './review-sheet.tsx';
import { SaveBar } from './save-bar.tsx';
import { useGrid } from './use-grid.ts';

const allTypes = 'all';

export function NetworkPlans({
  network,
  isReadOnly,
  onOpen,
}: {
  network: Network;
  isReadOnly: boolean;
  onOpen: (plan: GridPlan) => void;
}) {
  const { plans, failure, retry } = useManagedPlans(network, isReadOnly);
  const [type, setType] = useState(allTypes);
  const [sheet, setSheet] = useState<'review' | 'formula' | 'file'>();
  const [range, setRange] = useState<CellRange>();
  const isDesktop = useIsDesktop();
  const grid = useGrid(network);
  if (failure !== null && plans === undefined) {
    return (
      <div className="pt-6">
        <LoadFailure title="The plans could not be loaded" error={failure} onRetry={retry} />
      </div>
    );
  }
  if (plans === undefined) return <SkeletonRows rows={12} label="Loading the plans" />;
  const types = [...new Set(plans.map((plan) => plan.type))];
  const shown = plans.filter((plan) => type === allTypes || plan.type === type);
  const changes = rowChangesOf(grid.edits, plans);
  const canReview = changes.length > 0 && countsOf(changes).wrong === 0;
  const fields = isReadOnly ? priceFields.slice(1) : priceFields;
  return (
    <div className="grid grid-cols-1 gap-4 pt-4">
      {plans.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Chips
            label="Type of data"
            hideLabel
            options={[
              { value: allTypes, label: 'All types' },
              ...types.map((name) => ({ value: name, label: name })),
            ]}
            value={type}
            onChange={(next) => {
              setType(next);
              setRange(undefined);
            }}
          />
          {isDesktop && !isReadOnly && (
            <GridTools
              plans={shown}
              grid={grid}
              range={range}
              onFormula={() => setSheet('formula')}
              onFile={() => setSheet('file')}
            />
          )}
        </div>
      )}
      {plans.length === 0 ? (
        <Empty title="No plans at the moment" />
      ) : isDesktop ? (
        <PriceGrid
          plans={shown}
          fields={fields}
          grid={grid}
          range={range}
          onRange={setRange}
          isReadOnly={isReadOnly}
          onOpen={onOpen}
          onReview={() => {
            if (canReview) setSheet('review');
          }}
        />
      ) : (
        <PlanRows plans={shown} isReadOnly={isReadOnly} onOpen={onOpen} />
      )}
      <SaveBar changes={changes} grid={grid} onReview={() => setSheet('review')} />
      <ReviewSheet
        changes={changes}
        grid={grid}
        open={sheet === 'review'}
        onClose={() => setSheet(undefined)}
      />
      <FormulaSheet
        planCount={shown.length}
        open={sheet === 'formula'}
        onClose={() => setSheet(undefined)}
        onFill={(markup) => grid.change(null, (edits) => fillFromCost(edits, shown, markup))}
      />
      <CsvSheet
        plans={plans}
        edits={grid.edits}
        open={sheet === 'file'}
        onClose={() => setSheet(undefined)}
        onTake={(edits) => grid.change(null, () => edits)}
      />
    </div>
  );
}

/** The network's plans by type and volume. Agents do not see costs, so they do not wait for them. */
function useManagedPlans(network: Network, isReadOnly: boolean) {
  const list = useQuery({
    queryKey: keys.plans(network),
    queryFn: ({ signal }) => send('listPlans', { network: dataNetworkCodes[network] }, { signal }),
  });
  const costs = useQuery(isReadOnly ? { queryKey: keys.costPrices, queryFn: skipToken } : costPricesQuery);
  const costPrices = isReadOnly ? [] : costs.data?.costPrices;
  const plans =
    costPrices === undefined
      ? undefined
      : list.data?.plans
          .map((plan) => gridPlan(plan, costPrices))
          .sort((a, b) => a.type.localeCompare(b.type) || a.volumeGb - b.volumeGb || a.id - b.id);
  const retry = () => {
    void list.refetch();
    if (!isReadOnly) void costs.refetch();
  };
  return { plans, failure: list.error ?? costs.error, retry };
}
