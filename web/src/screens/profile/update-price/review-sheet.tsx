/** Old against new, before anything is sold at it. What is unusual must be said to be meant. */
import { useState } from 'react';
import { Naira } from '../../../parts/naira.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SwitchField } from '../../../ui/field.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import type { CellChange, PlanChange } from './grid-edits.ts';
import { fieldLabels, planName } from './grid-plan.ts';
import type { Grid } from './use-grid.ts';

export function ReviewSheet({
  changes,
  grid,
  open,
  onClose,
}: {
  changes: readonly PlanChange[];
  grid: Grid;
  open: boolean;
  onClose: () => void;
}) {
  const [isMeant, setMeant] = useState(false);
  const isUnusual = changes.some(
    ({ cells, overtaken }) =>
      overtaken.length > 0 || cells.some((cell) => cell.isBelowCost || cell.isBigChange),
  );
  const close = () => {
    setMeant(false);
    onClose();
  };
  return (
    <Sheet
      title="New prices"
      open={open}
      locked={grid.isSaving}
      onClose={close}
      footer={
        <>
          {isUnusual && (
            <SwitchField
              label="These prices are meant"
              hint="Some are below cost or more than 30 % away from the old ones"
              checked={isMeant}
              onChange={setMeant}
            />
          )}
          <Button
            wide
            busy={grid.isSaving}
            busyLabel="Saving"
            disabled={isUnusual && !isMeant}
            onClick={() => grid.save(changes, close)}
          >
            {changes.length === 1 ? 'Save 1 plan' : `Save ${changes.length} plans`}
          </Button>
        </>
      }
    >
      <ul className="divide-y divide-line">
        {changes.map(({ plan, cells, overtaken }) => (
          <li key={plan.id} className="grid gap-1.5 py-3 first:pt-0">
            <p className="font-semibold">{planName(plan)}</p>
            {cells.map((cell) => (
              <ChangeLine key={cell.field} cell={cell} />
            ))}
            {overtaken.map((field) => (
              <p key={field} className="flex items-baseline justify-between gap-3 text-meta">
                {fieldLabels[field]} stays <Pill tone="danger">below the new cost</Pill>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function ChangeLine({ cell: { field, from, to, isBelowCost, isBigChange } }: { cell: CellChange }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-meta">
      <span className="text-ink-2">{fieldLabels[field]}</span>
      <span className="leader" aria-hidden="true" />
      <span>
        <Naira amount={from} className="text-ink-2" />
        <span aria-hidden="true"> → </span>
        <span className="sr-only"> becomes </span>
        <Naira amount={to} className={classNames('font-semibold', isBelowCost && 'text-danger')} />
      </span>
      {isBelowCost ? (
        <Pill tone="danger">below cost</Pill>
      ) : (
        isBigChange && <Pill tone="amber">big change</Pill>
      )}
    </p>
  );
}
