/** On a desktop the dashboard sells by itself: airtime, data and electricity beside the balance. */
import { lazy, Suspense } from 'react';
import { AirtimeForm } from '../../../features/buying/airtime-form.tsx';
import { DataForm } from '../../../features/buying/data-form.tsx';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { useRemembered } from '../../../shared/remembered.ts';
import type { Movement } from '../../../features/money/movement.ts';
import { AirtimeGlyph, DataGlyph, LightGlyph, pen } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';

const tabs = [
  { value: 'airtime', label: 'Airtime', icon: <AirtimeGlyph size={20} {...pen} /> },
  { value: 'data', label: 'Data', icon: <DataGlyph size={20} {...pen} /> },
  { value: 'electricity', label: 'Electricity', icon: <LightGlyph size={20} {...pen} /> },
];

/** Fewer buy it than the other two: it comes when it is asked for. */
const ElectricityForm = lazy(() =>
  import('../../../features/buying/electricity-form.tsx').then(
    (module) => ({ default: module.ElectricityForm }),
    (error: unknown) => ({
      default: () => (
        <LoadFailure
          title="Electricity could not be loaded"
          error={error}
          onRetry={() => window.location.reload()}
        />
      ),
    }),
  ),
);

export default function BuyBox({ onBuy }: { onBuy: (purchase: Movement) => void }) {
  const [tab, setTab] = useRemembered('buyTab', 'airtime');
  return (
    <section aria-label="Buy">
      <Tabs label="What to buy" tabs={tabs} value={tab} onChange={setTab}>
        <div className="pt-4">
          {tab === 'airtime' && <AirtimeForm onBuy={onBuy} />}
          {tab === 'data' && <DataForm onBuy={onBuy} />}
          {tab === 'electricity' && (
            <Suspense fallback={<Skeleton className="h-96 w-full" />}>
              <ElectricityForm onBuy={onBuy} />
            </Suspense>
          )}
        </div>
      </Tabs>
    </section>
  );
}
