/** What the filters found, summed up; for staff with the profit and the sales by network and company. */
import { useState, type ReactNode } from 'react';
import { FoldedTotals } from '../../../shared/lists/folded-totals.tsx';
import { Naira } from '../../../shared/naira.tsx';
import { asNetwork, networkLabel, NetworkMark } from '../../../shared/network-mark.tsx';
import type { CallReply } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { volumeOf } from './filters.ts';

type Page = CallReply<'listTransactions'>;
type Sales = NonNullable<Page['stat']>;

/** The profit and the sales by network are the admin's to see (S2.60). */
export function Totals({ page, isAdmin, isStaff }: { page: Page; isAdmin: boolean; isStaff: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const count = page.noOfTransaction;
  return (
    <section aria-label="Totals" className="grid gap-2 lg:flex lg:items-start lg:gap-4">
      <FoldedTotals of={`${count.toLocaleString('en-NG')} ${count === 1 ? 'transaction' : 'transactions'}`}>
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] border-y border-ink">
          <Total label={isStaff ? 'Total sales' : 'Data bought'}>{volumeOf(page.totalSales)}</Total>
          <Total label="Total debit">
            <Naira amount={page.totalDebit} />
          </Total>
          <Total label="Total credit">
            <Naira amount={page.totalCredit} />
          </Total>
          {isAdmin && page.totalProfit !== undefined && (
            <Total label="Total profit">
              <Naira amount={page.totalProfit} />
            </Total>
          )}
          <Total label="Transactions">{count.toLocaleString('en-NG')}</Total>
        </dl>
      </FoldedTotals>
      {isAdmin && page.stat !== undefined && page.stat.length > 0 && (
        <>
          <Button
            kind="quiet"
            compact
            className="max-lg:-ml-3 max-lg:min-h-12 max-lg:justify-self-start"
            onClick={() => setOpen(true)}
          >
            Sales statistics
          </Button>
          <Sheet title="Sales statistics" open={isOpen} onClose={() => setOpen(false)}>
            <Statistics sales={page.stat} />
          </Sheet>
        </>
      )}
    </section>
  );
}

function Total({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 py-2.5 pr-3">
      <dt className="text-label text-ink-2">{label}</dt>
      <dd className="figures font-semibold">{children}</dd>
    </div>
  );
}

/** Companies of electricity sell no data: they are compared by what they brought. */
function Statistics({ sales }: { sales: Sales }) {
  const networks = sales.filter(({ network }) => asNetwork(network) !== undefined);
  const companies = sales.filter(({ network }) => asNetwork(network) === undefined);
  companies.sort((one, other) => other.profit - one.profit);
  return (
    <div className="grid gap-6">
      {networks.length > 0 && (
        <SalesBars sales={networks} valueOf={({ total_volume_sold: volume }) => volume} withVolume />
      )}
      {companies.length > 0 && (
        <section aria-label="Electricity" className="grid gap-3 border-t border-ink pt-3 first:border-0">
          <h3 className="display text-lead">Electricity</h3>
          <SalesBars sales={companies} valueOf={({ profit }) => profit} />
        </section>
      )}
    </div>
  );
}

function SalesBars({
  sales,
  valueOf,
  withVolume = false,
}: {
  sales: Sales;
  /** What the bars compare. */
  valueOf: (seller: Sales[number]) => number;
  withVolume?: boolean;
}) {
  const most = Math.max(...sales.map(valueOf));
  return (
    <ul className="grid gap-4">
      {sales.map((seller) => (
        <li key={seller.network} className="grid gap-1.5">
          <div className="flex items-center justify-between gap-3">
            <span className="flex items-center gap-2 font-semibold">
              {withVolume && <NetworkMark network={seller.network} size={22} />}
              {networkLabel(seller.network)}
            </span>
            <span className="text-meta">
              {withVolume && `${volumeOf(seller.total_volume_sold)} · `}profit{' '}
              <Naira amount={seller.profit} className="font-semibold" />
            </span>
          </div>
          <span className="block h-2 bg-sunk" aria-hidden="true">
            <span
              className="block h-full bg-brand"
              style={{ width: `${most <= 0 ? 0 : Math.max((valueOf(seller) / most) * 100, 0)}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
