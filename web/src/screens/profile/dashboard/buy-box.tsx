/** On a desk the dashboard sells by itself: airtime and data beside the balance. */
import { useState } from 'react';
import { AirtimeForm } from '../../../parts/airtime-form.tsx';
import type { Purchase } from '../../../parts/movement.ts';
import { DataForm } from '../../../parts/data-form.tsx';
import { AirtimeGlyph, DataGlyph, pen } from '../../../ui/icon.tsx';
import { Tabs } from '../../../ui/tabs.tsx';

const tabs = [
  { value: 'airtime', label: 'Airtime', icon: <AirtimeGlyph size={20} {...pen} /> },
  { value: 'data', label: 'Data', icon: <DataGlyph size={20} {...pen} /> },
];

export default function BuyBox({ onBuy }: { onBuy: (purchase: Purchase) => void }) {
  const [tab, setTab] = useState('airtime');
  return (
    <section aria-label="Buy">
      <Tabs label="What to buy" tabs={tabs} value={tab} onChange={setTab}>
        <div className="pt-6">
          {tab === 'airtime' ? <AirtimeForm onBuy={onBuy} /> : <DataForm onBuy={onBuy} />}
        </div>
      </Tabs>
    </section>
  );
}
