/** What is not saved yet, and the ways out of it. It stays in sight at the bottom. */
import { Button } from '../../../ui/button.tsx';
import { countsOf, type RowChange } from './grid-edits.ts';
import type { Grid } from './use-grid.ts';

export function SaveBar({
  changes,
  grid,
  onReview,
}: {
  changes: readonly RowChange[];
  grid: Grid;
  onReview: () => void;
}) {
  if (changes.length === 0) return null;
  const { cells, belowCost, wrong } = countsOf(changes);
  return (
    <div
      role="region"
      aria-label="Changes"
      className="rises sticky bottom-[calc(var(--bottom-bar,0px)+0.75rem)] z-10 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-edge bg-paper py-3 pr-3 pl-5 shadow-sheet"
    >
      <p className="min-w-0 flex-1 text-meta" role="status">
        <b>{cells === 1 ? '1 cell' : `${cells} cells`}</b>{' '}
        {changes.length === 1 ? 'of 1 plan' : `of ${changes.length} plans`} changed
        {belowCost > 0 && <b className="text-danger">, {belowCost} below cost</b>}
        {wrong > 0 && <b className="text-danger">, {wrong} not a price</b>}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button kind="quiet" compact disabled={!grid.canUndo} onClick={grid.undo}>
          Undo
        </Button>
        <Button kind="secondary" compact onClick={grid.discard}>
          Discard
        </Button>
        <Button compact title="Ctrl and Enter" disabled={wrong > 0} onClick={onReview}>
          Review and save
        </Button>
      </div>
    </div>
  );
}
