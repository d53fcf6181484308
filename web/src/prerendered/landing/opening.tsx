/** The first view of the landing page: one sentence, two doors, and a slip that comes out of its slot. */
import { Check } from 'lucide-react';
import { formatNaira } from '@jara/contract/money.ts';
import { brand } from '../../platform/brand.ts';
import { Naira } from '../../shared/naira.tsx';
import { ReceiptPaper, ReceiptRow, Timeline } from '../../shared/receipt-card.tsx';
import { to } from '../../platform/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { pen } from '../../ui/icon.tsx';
import { pageWidth } from './width.ts';

export function Opening() {
  return (
    <div
      className={classNames(
        pageWidth,
        'grid items-center gap-12 pt-10 pb-12 lg:grid-cols-[1fr_min(24rem,48%)] lg:gap-20 lg:pt-14 lg:pb-8',
      )}
    >
      <div className="grid gap-6">
        <p className="flex items-baseline gap-3 text-meta font-semibold text-brand">
          Welcome to {brand.name} <span className="leader" aria-hidden="true" />
        </p>
        <h1 className="display text-hero">
          Airtime, data and light at a trader’s price, with a slip for every naira.
        </h1>
        <div className="flex flex-wrap gap-3 pt-2">
          {/* The page's script leads who is signed in to the dashboard. */}
          <ButtonLink to={to.login} data-start="">
            Start buying
          </ButtonLink>
          <ButtonLink to={to.priceList} kind="secondary">
            See prices
          </ButtonLink>
        </div>
      </div>
      <ExampleReceipt />
    </div>
  );
}

/** What a delivered purchase looks like: the same pieces as a real slip, with sample figures. */
function ExampleReceipt() {
  return (
    <figure className="grid gap-3 lg:-mt-14 lg:self-start">
      <div className="slot">
        <ReceiptPaper>
          <div className="grid gap-1 border-b border-ink pb-3">
            <p className="flex items-center gap-2 font-semibold text-success">
              <Check size={20} {...pen} strokeWidth={2.25} />
              Delivered
            </p>
            <p className="text-sum">
              <Naira amount={495} big />
            </p>
            <p className="text-meta text-ink-2">{formatNaira(500)} airtime reached 0803 123 4567.</p>
          </div>
          <dl className="border-b border-dashed border-edge py-3">
            <ReceiptRow label="Network">MTN</ReceiptRow>
            <ReceiptRow label="Value">{formatNaira(500)}</ReceiptRow>
            <ReceiptRow label="You paid">{formatNaira(495)}</ReceiptRow>
            <ReceiptRow label="Balance after">{formatNaira(4_505)}</ReceiptRow>
          </dl>
          <div className="pt-4">
            <Timeline entries={exampleSteps} isOpen={false} />
          </div>
        </ReceiptPaper>
      </div>
      <figcaption className="text-center text-label text-ink-2">
        An example of the slip that every purchase gets
      </figcaption>
    </figure>
  );
}

const exampleSteps = [
  { at: '2026-11-20T13:02:04Z', text: 'Made and paid' },
  { at: '2026-11-20T13:02:04Z', text: 'Sent to MTN' },
  { at: '2026-11-20T13:02:09Z', text: 'Delivered' },
];
