/** What is done to many cells at once. */
import { saveFile } from '../../../shared/save-file.ts';
import { lagosDay } from '@jara/contract/lagos-time.ts';
import { toast } from '../../../ui/toast.tsx';
import { Button } from '../../../ui/button.tsx';
import { fillDown, type CellRange } from './grid-edits.ts';
import { priceFields, type GridPlan } from './grid-plan.ts';
import type { Grid } from './use-grid.ts';

export function GridTools({
  plans,
  grid,
  range,
  onFormula,
  onFile,
}: {
  plans: readonly GridPlan[];
  grid: Grid;
  /** The cells that were chosen last. */
  range: CellRange | undefined;
  onFormula: () => void;
  onFile: () => void;
}) {
  const field = range === undefined ? undefined : priceFields[range.column];
  const wanted = range === undefined ? undefined : fillRange(range, plans.length);
  const count = wanted === undefined ? 0 : Math.abs(wanted.to - wanted.from);
  const download = async () => {
    // With the library that writes it, which few who look at prices need.
    const { csvOf } = await import('./grid-csv.ts');
    const network = plans[0]?.network.toLowerCase() ?? 'plans';
    const file = new Blob(['\uFEFF', csvOf(plans, grid.edits)], { type: 'text/csv' });
    saveFile(file, `prices-${network}-${lagosDay(Date.now())}.csv`);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        kind="secondary"
        compact
        disabled={field === undefined || count === 0}
        title="Shift and arrows choose cells of a column; Ctrl and D fills them"
        onClick={() => {
          if (field !== undefined && wanted !== undefined)
            grid.change(null, (edits) => fillDown(edits, plans, field, wanted));
        }}
      >
        {count === 0 ? 'Fill down' : `Fill ${count} down`}
      </Button>
      <Button kind="secondary" compact onClick={onFormula}>
        Prices from cost
      </Button>
      <Button
        kind="secondary"
        compact
        onClick={() =>
          void download().catch(() => toast.error('The file could not be made. Check your connection.'))
        }
      >
        Download CSV
      </Button>
      <Button kind="secondary" compact onClick={onFile}>
        From a file
      </Button>
    </div>
  );
}

/** A single cell is filled down to the end of its column. */
const fillRange = ({ from, to, ...range }: CellRange, rows: number): CellRange => ({
  ...range,
  from,
  to: from === to ? rows - 1 : to,
});
