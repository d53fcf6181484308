/** Old against new, before anything is sold at it. What the server finds unusual must be said to be meant. */
import { useState } from 'react';
import { Naira } from '../../../shared/naira.tsx';
import { lagosDay } from '@jara/contract/lagos-time.ts';
import { DAY_MS } from '@jara/contract/time-units.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Segmented } from '../../../ui/choice.tsx';
import { SwitchField, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { takesFocus } from '../../../ui/takes-focus.ts';
import type { UnusualPrice } from '@jara/contract/calls/unusual-prices.ts';
import type { CellChange, RowChange } from './grid-edits.ts';
import { fieldLabels, planName } from './grid-plan.ts';
import type { Grid } from './use-grid.ts';

export function ReviewSheet({
  changes,
  grid,
  open,
  onClose,
}: {
  changes: readonly RowChange[];
  grid: Grid;
  open: boolean;
  onClose: () => void;
}) {
  const [isMeant, setMeant] = useState(false);
  const [day, setDay] = useState<string>();
  const prices = changes.reduce((sum, { cells }) => sum + cells.length, 0);
  const unusual = grid.unusualOf(day === undefined ? 'save' : 'plan');
  const isUnusual = unusual.size > 0;
  const close = () => {
    setMeant(false);
    setDay(undefined);
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
              hint="Some are below cost or far from the old ones"
              checked={isMeant}
              onChange={setMeant}
            />
          )}
          <Button
            wide
            busy={grid.isSaving}
            busyLabel="Saving"
            disabled={(isUnusual && !isMeant) || day === ''}
            ref={takesFocus}
            // The key that opened this sheet, held a little too long, does not save.
            onKeyDown={(event) => {
              if (event.repeat) event.preventDefault();
            }}
            onClick={() => (day === undefined ? grid.save(changes, close) : grid.plan(changes, day, close))}
          >
            {day === undefined
              ? changes.length === 1
                ? 'Save 1 plan'
                : `Save ${changes.length} plans`
              : prices === 1
                ? 'Plan 1 price'
                : `Plan ${prices} prices`}
          </Button>
        </>
      }
    >
      <FromWhen
        day={day}
        onChange={(next) => {
          setMeant(false);
          setDay(next);
        }}
      />
      {isUnusual && (
        <div className="mt-5">
          <Notice tone="amber" title="Are these prices meant?">
            {unusual.size === 1 ? '1 plan has' : `${unusual.size} plans have`} prices that are below cost or
            far from the old ones.
          </Notice>
        </div>
      )}
      <ul className="mt-5 divide-y divide-line border-t border-line">
        {changes.map(({ plan, cells, overtaken }) => (
          <li key={plan.id} className="grid gap-1.5 py-3">
            <p className="font-semibold">{planName(plan)}</p>
            {cells.map((cell) => (
              <ChangeRow
                key={cell.field}
                cell={cell}
                isBigChange={isFarOff(unusual.get(plan.id), cell.field)}
              />
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

const daysAhead = () => ({
  tomorrow: lagosDay(Date.now() + DAY_MS),
  last: lagosDay(Date.now() + 92 * DAY_MS),
});

/** At once, or as a day begins in Lagos. */
function FromWhen({
  day,
  onChange,
}: {
  day: string | undefined;
  onChange: (day: string | undefined) => void;
}) {
  const [{ tomorrow, last }] = useState(daysAhead);
  return (
    <div className="grid gap-3">
      <Segmented
        label="They hold"
        options={[
          { value: 'now', label: 'at once' },
          { value: 'day', label: 'from a midnight' },
        ]}
        value={day === undefined ? 'now' : 'day'}
        onChange={(when) => onChange(when === 'day' ? tomorrow : undefined)}
      />
      {day !== undefined && (
        <TextField
          label="As this day begins"
          hint="00:00 in Lagos. Until then they can be cancelled"
          type="date"
          min={tomorrow}
          max={last}
          value={day}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}

const isFarOff = (prices: readonly UnusualPrice[] = [], field: string): boolean =>
  prices.some((price) => price.field === field && price.why === 'big_change');

function ChangeRow({
  cell: { field, from, to, isBelowCost },
  isBigChange,
}: {
  cell: CellChange;
  isBigChange: boolean;
}) {
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
