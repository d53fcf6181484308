/** The prices of all plans of a network, each cell to be typed into. Arrows and Enter move, a block from a sheet can be pasted, Ctrl+Z undoes, Ctrl+Enter reviews. */
import { useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import { volumeWords } from '../../../shared/plan-row.tsx';
import { classNames } from '../../../ui/class-names.ts';
import {
  cellPrice,
  cellsOf,
  cellText,
  fillDown,
  isBelowCost,
  isFixed,
  pasteCells,
  plainNumber,
  setCell,
  type CellRange,
} from './grid-edits.ts';
import { costOf, fieldLabels, marginPercent, planName, type GridPlan, type PriceField } from './grid-plan.ts';
import { RowActions } from './row-actions.tsx';
import type { Grid } from './use-grid.ts';

export function PriceGrid({
  plans,
  fields,
  grid,
  range,
  onRange,
  isReadOnly,
  onOpen,
  onReview,
}: {
  plans: readonly GridPlan[];
  fields: readonly PriceField[];
  grid: Grid;
  /** The cells that are chosen. */
  range: CellRange | undefined;
  onRange: (range: CellRange) => void;
  isReadOnly: boolean;
  onOpen: (plan: GridPlan) => void;
  onReview: () => void;
}) {
  const table = useRef<HTMLTableElement>(null);
  const focusCell = (row: number, column: number): void => {
    const cell = table.current?.querySelector<HTMLInputElement>(`[data-cell="${row}:${column}"]`);
    cell?.focus();
    cell?.select();
  };
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const cells = cellsOf(event.clipboardData.getData('text/plain'));
    if (cells.length === 1 && cells[0]?.length === 1) return;
    event.preventDefault();
    grid.change(null, (edits) => pasteCells(edits, plans, fields, { row, column }, cells));
  };
  const extend = (column: number, row: number, down: number) => {
    const { to } = range?.column === column && range.from === row ? range : { to: row };
    onRange({ column, from: row, to: Math.min(Math.max(to + down, 0), plans.length - 1) });
  };
  /** Gives whether there is a chosen cell of this column to extend from. */
  const extendTo = (column: number, row: number): boolean => {
    if (range?.column !== column) return false;
    onRange({ ...range, to: row });
    return true;
  };
  const fill = (field: PriceField) => {
    if (range !== undefined) grid.change(null, (edits) => fillDown(edits, plans, field, range));
  };
  return (
    <table ref={table} className="w-full border-collapse text-left text-meta">
      <caption className="sr-only">
        Prices by plan and tier. Arrows up and down and Enter move between rows, Shift with them chooses
        cells, Ctrl and D fills them, Ctrl and Z undoes, Ctrl and Enter reviews.
      </caption>
      <thead className="sticky top-[calc(var(--top-bar,0px)+3.5rem)] z-[5] bg-paper">
        <tr className="border-b border-ink text-label text-ink-2">
          <th scope="col" className="py-2 pr-3 font-semibold">
            Plan
          </th>
          {fields.map((field) => (
            <th
              key={field}
              scope="col"
              className="px-1.5 py-2 pr-4 text-right font-semibold min-[100rem]:pr-[5.5rem]"
            >
              {fieldLabels[field]}
            </th>
          ))}
          <th scope="col" className="py-2 pl-3 text-right font-semibold">
            <span className="sr-only">Available, and change</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {plans.map((plan, row) => (
          <tr key={plan.id} className={classNames('align-top', !plan.isAvailable && 'text-ink-2')}>
            <th scope="row" className="py-2 pr-3 font-normal">
              <PlanCell plan={plan} problem={grid.problems.get(plan.id)} />
            </th>
            {fields.map((field, column) => (
              <td key={field} className="px-1.5 py-1.5">
                <PriceCell
                  plan={plan}
                  field={field}
                  grid={grid}
                  isReadOnly={isReadOnly}
                  place={`${row}:${column}`}
                  isChosen={isIn(range, row, column)}
                  onChoose={() => onRange({ column, from: row, to: row })}
                  onExtend={(down) => extend(column, row, down)}
                  onExtendTo={() => extendTo(column, row)}
                  onFill={() => fill(field)}
                  onReview={onReview}
                  onMove={(down, right) => focusCell(row + down, column + right)}
                  onPaste={(event) => paste(event, row, column)}
                />
              </td>
            ))}
            <td className="py-1.5 pl-3">
              <RowActions plan={plan} isReadOnly={isReadOnly} onOpen={onOpen} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PlanCell({ plan, problem }: { plan: GridPlan; problem: string | undefined }) {
  return (
    <span className="grid">
      <span className="text-body font-semibold whitespace-nowrap">{volumeWords(plan.name)}</span>
      <span className="text-label whitespace-nowrap text-ink-2">
        {plan.type} · {plan.validity} · id {plan.id}
      </span>
      {problem !== undefined && (
        <span className="max-w-[12rem] text-label font-medium text-danger" role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}

interface PriceCellProps {
  plan: GridPlan;
  field: PriceField;
  grid: Grid;
  isReadOnly: boolean;
  /** Row and column, for the focus to find. */
  place: string;
  isChosen: boolean;
  onChoose: () => void;
  onExtend: (down: number) => void;
  onExtendTo: () => boolean;
  onFill: () => void;
  onReview: () => void;
  onMove: (down: number, right: number) => void;
  onPaste: (event: ClipboardEvent) => void;
}

function PriceCell({
  plan,
  field,
  grid,
  isReadOnly,
  place,
  isChosen,
  onMove,
  onPaste,
  ...on
}: PriceCellProps) {
  const { edits } = grid;
  const isEdited = edits.get(plan.id)?.[field] !== undefined;
  const isWrong = isEdited && cellPrice(edits, plan, field) === undefined;
  const fixed = isFixed(plan, field);
  const text = fixed ? plainNumber(costOf(plan, null)) : cellText(edits, plan, field);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'z' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return grid.undo();
    }
    if (event.key === 'd' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return isReadOnly ? undefined : on.onFill();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return on.onReview();
    }
    if (event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      return on.onExtend(event.key === 'ArrowDown' ? 1 : -1);
    }
    if (event.key === 'Escape') {
      return grid.change(null, (all) => setCell(all, plan, field, plainNumber(plan.prices[field])));
    }
    const step = stepOf(event);
    if (step === undefined) return undefined;
    event.preventDefault();
    return onMove(...step);
  };
  return (
    <span className="grid items-center justify-items-end gap-0.5 min-[100rem]:grid-cols-[minmax(0,1fr)_4rem] min-[100rem]:justify-items-start min-[100rem]:gap-2">
      <input
        data-cell={place}
        aria-label={`${fieldLabels[field]} of ${planName(plan)}`}
        aria-invalid={isWrong || undefined}
        title={fixed ? 'The cost price of the product counts. Change it in Admin settings' : undefined}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        readOnly={isReadOnly || fixed}
        value={text}
        onChange={(event) => {
          const typed = event.target.value;
          grid.change(place, (all) => setCell(all, plan, field, typed));
        }}
        onFocus={(event) => {
          event.target.select();
          on.onChoose();
        }}
        onMouseDown={(event) => {
          if (event.shiftKey && on.onExtendTo()) event.preventDefault();
        }}
        onKeyDown={onKeyDown}
        onPaste={isReadOnly ? undefined : onPaste}
        className={classNames(
          'figures h-10 w-full min-w-[4.5rem] rounded-[6px] border px-2 text-right',
          isReadOnly || fixed
            ? 'border-transparent bg-transparent text-ink-2'
            : isWrong
              ? 'border-danger bg-danger-wash'
              : isEdited
                ? 'border-amber bg-amber-wash font-semibold'
                : 'border-line bg-surface hover:border-edge',
          isChosen && 'ring-2 ring-info',
        )}
      />
      <Margin plan={plan} field={field} grid={grid} />
    </span>
  );
}

const isIn = (range: CellRange | undefined, row: number, column: number): boolean =>
  range !== undefined &&
  range.from !== range.to &&
  range.column === column &&
  row >= Math.min(range.from, range.to) &&
  row <= Math.max(range.from, range.to);

/** Up, down and Enter always move; left and right at the ends of what stands in the cell. */
function stepOf(event: KeyboardEvent<HTMLInputElement>): [down: number, right: number] | undefined {
  const { selectionStart, selectionEnd, value } = event.currentTarget;
  const isAll = selectionStart === 0 && selectionEnd === value.length;
  if (event.key === 'ArrowDown' || (event.key === 'Enter' && !event.shiftKey)) return [1, 0];
  if (event.key === 'ArrowUp' || event.key === 'Enter') return [-1, 0];
  if (event.key === 'ArrowLeft' && (isAll || selectionEnd === 0)) return [0, -1];
  if (event.key === 'ArrowRight' && (isAll || selectionStart === value.length)) return [0, 1];
  return undefined;
}

/** Under each price what is left of it after the cost; under the cost the old one while it is changed. */
function Margin({ plan, field, grid: { edits } }: { plan: GridPlan; field: PriceField; grid: Grid }) {
  const price = cellPrice(edits, plan, field);
  if (field === 'planCostPrice') {
    return <span className="text-label text-ink-2">{plan.costPerGb === null ? '\u00a0' : 'per GB'}</span>;
  }
  const cost = costOf(plan, cellPrice(edits, plan, 'planCostPrice') ?? null);
  if (price === undefined || cost === null) return <span className="text-label">&nbsp;</span>;
  const isLoss = isBelowCost(edits, plan, field);
  const percent = marginPercent(price, cost).toLocaleString('en-NG').replace('-', '\u2212');
  return (
    <span className={classNames('figures text-label', isLoss ? 'font-semibold text-danger' : 'text-ink-2')}>
      {isLoss && 'loss '}
      {percent}%
    </span>
  );
}
