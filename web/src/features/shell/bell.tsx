/** The bell of the top bar: the notice of the shop, and what ended or came in while one looked elsewhere. */
import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { brand } from '../../platform/brand.ts';
import { to } from '../../platform/paths.ts';
import { IconButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { pen } from '../../ui/icon.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TransactionRow } from '../money/transaction-row.tsx';
import { useNews } from '../money/news.ts';
import { useNotification } from './notification.ts';
import { nameOfNumber, usePeople } from '../../shared/people.ts';

const mostCounted = 9;
/** A purchase that ends at once has its receipt before one's eyes a moment later: that is no news. */
const settleMs = 1_500;

export function Bell() {
  const { news, markAllSeen } = useNews();
  const { notice } = useNotification();
  const count = useSettled(news.length);
  const location = useLocation();
  /** What was new when the list was opened, and where: a row leads away, to its receipt. */
  const [shown, setShown] = useState<{ transactions: readonly Transaction[]; at: typeof location } | null>(
    null,
  );
  const isOpen = shown !== null && shown.at === location;
  const words = count === 0 ? 'Notifications' : `Notifications, ${count} new`;
  return (
    <>
      <IconButton
        label={words}
        title="Notifications"
        className="relative max-sm:w-10"
        onClick={() => {
          setShown({ transactions: news, at: location });
          markAllSeen();
        }}
      >
        <BellIcon size={20} {...pen} />
        {count > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-1 right-0 grid h-5 min-w-5 place-content-center rounded-full bg-brand px-1 text-label font-semibold text-on-brand"
          >
            {count > mostCounted ? `${mostCounted}+` : count}
          </span>
        )}
      </IconButton>
      <Sheet title="What is new" open={isOpen} onClose={() => setShown(null)}>
        {isOpen && <News transactions={shown.transactions} notice={notice} />}
      </Sheet>
    </>
  );
}

function News({ transactions, notice }: { transactions: readonly Transaction[]; notice: string | null }) {
  const { all } = usePeople();
  return (
    <div className="grid gap-4">
      {notice !== null && (
        <section aria-label={`Notice of ${brand.name}`} className="border-l-[3px] border-brand pl-3">
          <p className="text-meta font-semibold">{brand.name}</p>
          <p className="text-meta [overflow-wrap:anywhere] whitespace-pre-line">{notice}</p>
        </section>
      )}
      {transactions.length > 0 ? (
        <div>
          {transactions.map((transaction) => (
            <TransactionRow
              key={transaction._id}
              transaction={transaction}
              name={nameOfNumber(all, transaction.recipient ?? '')}
              to={to.dashboard}
              state={{ slip: transaction._id }}
            />
          ))}
        </div>
      ) : (
        <Empty title="Nothing new">What ends or comes in while you look elsewhere is told here.</Empty>
      )}
      <Link
        to={to.transactions}
        className="inline-flex min-h-12 items-center justify-self-start text-meta font-semibold text-brand underline-offset-4 hover:underline"
      >
        All transactions
      </Link>
    </div>
  );
}

/** Follows a number down at once, and up when it has stayed. */
function useSettled(count: number): number {
  const [settled, setSettled] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(count), settleMs);
    return () => clearTimeout(timer);
  }, [count]);
  return Math.min(count, settled);
}
