/** The lines of one page: rows under the heading of their day on a phone, a ruled table on a desk. */
import { Link, type To } from 'react-router';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { useIsDesktop, useWideDesk } from '../../../shared/use-is-desktop.ts';
import { LineChange, LineMark, LineRow, lineWords } from '../../../features/money/transaction-row.tsx';
import { Naira } from '../../../shared/naira.tsx';
import { recipientOf } from '../../../features/money/recipient.ts';
import { StatusPill } from '../../../shared/status.tsx';
import { clockTime, dayWords, When } from '../../../shared/when.tsx';
import { Table, type Column } from '../../../ui/table.tsx';

export interface LinesProps {
  lines: readonly Transaction[];
  isStaff: boolean;
  nameOf: (phone: string) => string | undefined;
  /** The address of a line's slip. */
  toSlip: (id: string) => To;
}

export function Lines(props: LinesProps) {
  const [isDesk, isWide] = [useIsDesktop(), useWideDesk()];
  return (props.isStaff ? isWide : isDesk) ? <LineTable {...props} /> : <LinesByDay {...props} />;
}

function LinesByDay({ lines, isStaff, nameOf, toSlip }: LinesProps) {
  return (
    <div className="grid gap-5">
      {daysOf(lines).map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h2 className="sticky top-14 z-[1] border-b border-ink bg-paper py-2 text-meta font-semibold">
            {day}
          </h2>
          {ofDay.map((line) => (
            <LineRow
              key={line._id}
              line={line}
              name={whoOf(line, isStaff, nameOf)}
              time={clockTime(line.createdAt)}
              profit={isStaff ? line.profit : undefined}
              to={toSlip(line._id)}
            />
          ))}
        </section>
      ))}
    </div>
  );
}

/** In the order of the lines, which come newest first. */
function daysOf(lines: readonly Transaction[]): [string, Transaction[]][] {
  const days = new Map<string, Transaction[]>();
  for (const line of lines) {
    const day = dayWords(line.createdAt);
    days.set(day, [...(days.get(day) ?? []), line]);
  }
  return [...days];
}

function whoOf(line: Transaction, isStaff: boolean, nameOf: LinesProps['nameOf']): string | undefined {
  const { recipient, trans_UserName: userName } = line;
  const who = recipient === null ? undefined : (nameOf(recipient) ?? recipientOf(line));
  if (!isStaff) return who;
  return who === undefined ? userName : `${userName} \u00b7 ${who}`;
}

function LineTable(props: LinesProps) {
  return (
    <div className="relative overflow-x-auto">
      <Table caption="Transactions" columns={columnsOf(props)} rows={props.lines} keyOf={({ _id }) => _id} />
    </div>
  );
}

function columnsOf({ isStaff, nameOf, toSlip }: LinesProps): Column<Transaction>[] {
  const user: Column<Transaction> = { name: 'User', cell: (line) => line.trans_UserName };
  const profit: Column<Transaction> = {
    name: 'Profit',
    figures: true,
    cell: (line) => <Naira amount={line.profit ?? null} />,
  };
  return [
    { name: 'Date', cell: ({ createdAt }) => <When iso={createdAt} precise /> },
    { name: 'What', cell: (line) => <SlipLink line={line} toSlip={toSlip} /> },
    {
      name: 'For',
      cell: (line) =>
        line.recipient === null
          ? ''
          : (nameOf(line.recipient) ?? <span className="whitespace-nowrap">{recipientOf(line)}</span>),
    },
    ...(isStaff ? [user] : []),
    { name: 'Status', cell: ({ trans_Status: status }) => <StatusPill status={status} /> },
    { name: 'Amount', figures: true, cell: (line) => <LineChange line={line} /> },
    ...(isStaff ? [profit] : []),
    { name: 'Balance after', figures: true, cell: ({ balance_After: after }) => <Naira amount={after} /> },
  ];
}

function SlipLink({ line, toSlip }: { line: Transaction; toSlip: LinesProps['toSlip'] }) {
  return (
    <Link
      to={toSlip(line._id)}
      className="flex min-h-14 items-center gap-3 underline-offset-4 hover:underline"
    >
      <LineMark line={line} />
      <span className="font-medium">{lineWords(line)}</span>
    </Link>
  );
}
