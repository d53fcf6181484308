/** Prices from a file: what it would change is said first, then its cells land in the grid. Nothing is saved here. */
import { useState, type ChangeEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import type { DryRun, dryRun } from './grid-csv.ts';
import type { Edits } from './grid-edits.ts';
import type { GridPlan } from './grid-plan.ts';

const mostBytes = 1_000_000;

export function CsvSheet({
  plans,
  edits,
  open,
  onClose,
  onTake,
}: {
  plans: readonly GridPlan[];
  edits: Edits;
  open: boolean;
  onClose: () => void;
  onTake: (edits: Edits) => void;
}) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  // Comes with the library that reads it, when the first file does.
  const [reader, setReader] = useState<{ dryRun: typeof dryRun }>();
  const run = text === '' ? undefined : reader?.dryRun(text, plans, edits);
  const close = () => {
    setText('');
    setProblem(undefined);
    onClose();
  };
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file === undefined) return;
    const isSmall = file.size <= mostBytes;
    try {
      setReader(await import('./grid-csv.ts'));
      setText(isSmall ? await file.text() : '');
      setProblem(isSmall ? undefined : 'This file is larger than 1 MB. Choose the file of prices.');
    } catch {
      setProblem('The file could not be read. Check your connection and choose it again.');
    }
  };
  return (
    <Sheet
      title="Prices from a file"
      open={open}
      onClose={close}
      footer={
        <Button
          wide
          disabled={run === undefined || run.cells === 0}
          onClick={() => {
            if (run !== undefined) onTake(run.edits);
            close();
          }}
        >
          {run === undefined || run.cells === 0
            ? 'Put into the grid'
            : `Put ${cellWords(run.cells)} into the grid`}
        </Button>
      }
    >
      <div className="grid gap-5">
        <p className="text-meta text-ink-2">
          Download the prices, change them in a spreadsheet and bring the file back. It is read here only:
          nothing is saved before you review it.
        </p>
        <Field
          label="File"
          hint="CSV with a column Plan id"
          error={problem ?? (text !== '' && run === undefined ? noColumns : undefined)}
        >
          {(aids) => (
            <input
              {...aids}
              type="file"
              accept=".csv,.tsv,.txt,text/csv"
              onChange={(event) => void choose(event)}
              className="min-h-12 w-full rounded-control border border-dashed border-edge bg-surface p-1.5 text-meta file:mr-3 file:min-h-9 file:rounded-[6px] file:border-0 file:bg-sunk file:px-3 file:font-semibold file:text-ink"
            />
          )}
        </Field>
        {run !== undefined && <Found run={run} />}
      </div>
    </Sheet>
  );
}

const noColumns = 'This file has no columns Plan id and prices. Download the prices first to see them.';
const cellWords = (count: number): string =>
  count === 1 ? '1 cell' : `${count.toLocaleString('en-NG')} cells`;
const mostShown = 5;

function Found({ run: { plans, cells, unknownIds, wrong } }: { run: DryRun }) {
  return (
    <div className="grid gap-3" role="status">
      <Notice tone={cells === 0 ? 'info' : 'success'} title={`${cellWords(cells)} would change`}>
        {plans === 1 ? '1 plan' : `${plans.toLocaleString('en-NG')} plans`} of this network found
      </Notice>
      {wrong.length > 0 && (
        <Notice tone="amber" title={`${cellWords(wrong.length)} left out: not a price`}>
          {some(wrong)}
        </Notice>
      )}
      {unknownIds.length > 0 && (
        <Notice
          tone="amber"
          title={`${unknownIds.length === 1 ? '1 line' : `${unknownIds.length} lines`} left out: no such plan here`}
        >
          Plan id {some(unknownIds)}
        </Notice>
      )}
    </div>
  );
}

const some = (words: readonly string[]): string =>
  words.slice(0, mostShown).join(' · ') +
  (words.length > mostShown ? ` and ${words.length - mostShown} more` : '');
