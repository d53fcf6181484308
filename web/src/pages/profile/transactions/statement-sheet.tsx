/** The wallet over a period, to take away as a file: this month, the last one, or days of one's own. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { FileText, Sheet as Table } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { limits } from '@jara/contract/constants.ts';
import { fetchFile, send, wordsOf } from '../../../platform/send.ts';
import { DayFields } from '../../../shared/forms/day-fields.tsx';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { Naira } from '../../../shared/naira.tsx';
import { saveFile } from '../../../shared/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Chips } from '../../../ui/choice.tsx';
import { pen } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { statementPeriods } from './filters.ts';

interface Days {
  from: string;
  to: string;
}

export default function StatementSheet({
  title,
  open,
  onClose,
}: {
  title: string;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Sheet title={title} open={open} onClose={onClose}>
      <StatementForm />
    </Sheet>
  );
}

const own = 'own';

function StatementForm() {
  const periods = statementPeriods();
  const [chosen, setChosen] = useState('month');
  const [ownDays, setOwnDays] = useState<Days>({ from: '', to: '' });
  const period = periods.find(({ value }) => value === chosen);
  const days: Days = period ?? ownDays;
  const isWhole = days.from !== '' && days.to !== '';
  return (
    <div className="grid gap-5">
      <Chips
        label="Period"
        options={[...periods, { value: own, label: 'Own dates' }]}
        value={chosen}
        onChange={setChosen}
      />
      {period === undefined && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3">
          <DayFields from={ownDays.from} to={ownDays.to} onChange={setOwnDays} />
        </div>
      )}
      {isWhole ? (
        <Found key={`${days.from} ${days.to}`} days={days} />
      ) : (
        <p className="text-meta text-ink-2">Choose the first and the last day.</p>
      )}
    </div>
  );
}

/** What the period comes to, and the files of it. */
function Found({ days }: { days: Days }) {
  const statement = useQuery({
    queryKey: ['statement', days],
    queryFn: ({ signal }) => send('getStatement', days, { signal }),
    staleTime: 0,
  });
  const { data } = statement;
  if (data === undefined) {
    // Without a network the question waits; it is no longer loading.
    if (!statement.isError && statement.fetchStatus !== 'paused') return <Skeleton className="h-40 w-full" />;
    return (
      <LoadFailure
        title="The statement could not be loaded"
        error={statement.error}
        onRetry={() => void statement.refetch()}
      />
    );
  }
  const { movements, openingBalance, closingBalance } = data;
  const isTooLong = movements > limits.statementMovementsInPdf;
  return (
    <>
      <dl className="border-y border-ink py-1">
        <Row label="Opening balance">
          <Naira amount={openingBalance} />
        </Row>
        <Row label="Movements">{movements.toLocaleString('en-NG')}</Row>
        <Row label="Closing balance">
          <Naira amount={closingBalance} />
        </Row>
      </dl>
      {isTooLong && (
        <Notice tone="amber">
          A PDF holds {limits.statementMovementsInPdf.toLocaleString('en-NG')} movements. Take a shorter
          period, or CSV.
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        {!isTooLong && <FileButton days={days} format="pdf" />}
        <FileButton days={days} format="csv" />
      </div>
    </>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 py-1.5 text-meta">
      <dt className="text-ink-2">{label}</dt>
      <dd className="figures font-semibold">{children}</dd>
    </div>
  );
}

const icons = { pdf: FileText, csv: Table };

function FileButton({ days, format }: { days: Days; format: 'pdf' | 'csv' }) {
  const download = useMutation({
    mutationFn: () => fetchFile('getStatement', { ...days, format }),
    onSuccess: (file) => saveFile(file, `statement-${days.from}-${days.to}.${format}`),
    onError: (error) => toast.error(wordsOf(error)),
  });
  const Icon = icons[format];
  return (
    <Button
      kind={format === 'pdf' ? 'primary' : 'secondary'}
      className="flex-1"
      busy={download.isPending}
      busyLabel="Writing the file"
      onClick={() => download.mutate()}
    >
      <Icon size={18} {...pen} />
      Download {format.toUpperCase()}
    </Button>
  );
}
