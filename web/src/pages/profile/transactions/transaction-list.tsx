/** The transactions of one page: rows under the heading of their day on a phone, a ruled table on a desktop. */
import { Link, type To } from 'react-router';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { useIsDesktop, useIsWideDesktop } from '../../../shared/use-is-desktop.ts';
import {
  TransactionChange,
  TransactionMark,
  TransactionRow,
  transactionWords,
} from '../../../features/money/transaction-row.tsx';
import { Naira } from '../../../shared/naira.tsx';
import { recipientOf } from '../../../features/money/recipient.ts';
import { StatusPill } from '../../../shared/status.tsx';
import { clockTime, dayWords, When } from '../../../shared/when.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { CutText, Table, type Column } from '../../../ui/table.tsx';

export interface TransactionsProps {
  transactions: readonly Transaction[];
  isStaff: boolean;
  nameOf: (phone: string) => string | undefined;
  /** The address of a transaction's receipt. */
  toReceipt: (id: string) => To;
  /** The one whose panel stands beside the list. */
  opened: string | null;
}

export function Transactions(props: TransactionsProps) {
  const [isDesktop, isWide] = [useIsDesktop(), useIsWideDesktop()];
  return (props.isStaff ? isWide : isDesktop) ? (
    <TransactionTable {...props} />
  ) : (
    <TransactionsByDay {...props} />
  );
}

function TransactionsByDay({ transactions, isStaff, nameOf, toReceipt, opened }: TransactionsProps) {
  return (
    <div className="grid gap-5">
      {daysOf(transactions).map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h2 className="sticky top-14 z-[1] border-b border-ink bg-paper py-2 text-meta font-semibold">
            {day}
          </h2>
          {ofDay.map((transaction) => (
            <div
              key={transaction._id}
              data-row={transaction._id}
              aria-current={transaction._id === opened || undefined}
            >
              <TransactionRow
                transaction={transaction}
                name={whoOf(transaction, isStaff, nameOf)}
                time={clockTime(transaction.createdAt)}
                profit={isStaff ? transaction.profit : undefined}
                to={toReceipt(transaction._id)}
              />
            </div>
          ))}
        </section>
      ))}
    </div>
  );
}

/** In the order of the transactions, which come newest first. */
function daysOf(transactions: readonly Transaction[]): [string, Transaction[]][] {
  const days = new Map<string, Transaction[]>();
  for (const transaction of transactions) {
    const day = dayWords(transaction.createdAt);
    days.set(day, [...(days.get(day) ?? []), transaction]);
  }
  return [...days];
}

function whoOf(
  transaction: Transaction,
  isStaff: boolean,
  nameOf: TransactionsProps['nameOf'],
): string | undefined {
  const { recipient, trans_UserName: userName } = transaction;
  const who = recipient === null ? undefined : (nameOf(recipient) ?? recipientOf(transaction));
  if (!isStaff) return who;
  return who === undefined ? userName : `${userName} \u00b7 ${who}`;
}

function TransactionTable(props: TransactionsProps) {
  return (
    <div className="relative overflow-x-auto">
      <Table
        caption="Transactions"
        columns={columnsOf(props)}
        rows={props.transactions}
        keyOf={({ _id }) => _id}
        dense={props.isStaff}
        opened={props.opened}
      />
    </div>
  );
}

function columnsOf({ isStaff, nameOf, toReceipt, opened }: TransactionsProps): Column<Transaction>[] {
  const hasPanel = opened !== null;
  const user: Column<Transaction> = {
    name: 'User',
    takesRest: hasPanel,
    cell: ({ trans_UserName: userName }) => <CutText whole={hasPanel}>{userName}</CutText>,
  };
  const profit: Column<Transaction> = {
    name: 'Profit',
    figures: true,
    inPanel: true,
    cell: (transaction) => <Naira amount={transaction.profit ?? null} />,
  };
  return [
    {
      name: 'Date',
      wideOnly: hasPanel && 'max-[100rem]:hidden',
      cell: ({ createdAt }) => <When iso={createdAt} precise />,
    },
    {
      name: 'What',
      takesRest: isStaff,
      cell: (transaction) => (
        <ReceiptLink transaction={transaction} toReceipt={toReceipt} dense={isStaff} narrow={hasPanel} />
      ),
    },
    {
      name: 'For',
      // Beside a panel, which has it, there is room for this or for whole names of users.
      wideOnly: hasPanel && 'max-[90rem]:hidden',
      cell: (transaction) => {
        const { recipient } = transaction;
        if (recipient === null) return '';
        const name = nameOf(recipient);
        const words = name ?? recipientOf(transaction) ?? '';
        if (isStaff) return <CutText>{words}</CutText>;
        return name ?? <span className="whitespace-nowrap">{words}</span>;
      },
    },
    ...(isStaff ? [user] : []),
    { name: 'Status', cell: ({ trans_Status: status }) => <Status status={status} /> },
    { name: 'Amount', figures: true, cell: (transaction) => <TransactionChange transaction={transaction} /> },
    ...(isStaff ? [profit] : []),
    {
      name: 'Balance after',
      figures: true,
      inPanel: true,
      cell: ({ balance_After: after }) => <Naira amount={after} />,
    },
    ...(isStaff ? idColumns : []),
  ];
}

const idColumns: readonly Column<Transaction>[] = [
  {
    name: 'Supplier',
    wideOnly: 'max-[90rem]:hidden',
    inPanel: true,
    cell: ({ supplierName }) => supplierName,
  },
  { name: 'Reference', wideOnly: 'max-[90rem]:hidden', inPanel: true, cell: ({ reference }) => reference },
  {
    name: 'Supplier’s id',
    wideOnly: 'max-[100rem]:hidden',
    inPanel: true,
    cell: ({ apiResponseId }) => apiResponseId,
  },
];

/** Most are simply done: what is not stands out. */
function Status({ status }: { status: string }) {
  return status === 'success' ? <span className="text-ink-2">Done</span> : <StatusPill status={status} />;
}

function ReceiptLink({
  transaction,
  toReceipt,
  dense,
  narrow,
}: {
  transaction: Transaction;
  toReceipt: TransactionsProps['toReceipt'];
  dense: boolean;
  narrow: boolean;
}) {
  const words = transactionWords(transaction);
  return (
    <Link
      to={toReceipt(transaction._id)}
      title={dense ? words : undefined}
      className={classNames(
        'flex items-center gap-3 underline-offset-4 hover:underline',
        dense ? 'min-h-10' : 'min-h-14',
      )}
    >
      <span className={classNames('flex', narrow && 'max-[100rem]:hidden')}>
        <TransactionMark transaction={transaction} />
      </span>
      <span className={classNames('font-medium', dense && 'truncate')}>{words}</span>
    </Link>
  );
}
