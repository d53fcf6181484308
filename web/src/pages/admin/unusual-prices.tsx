/** A price that was probably not meant: what the server says of it, before it is asked once more. */
import type { UnusualPrice } from '@jara/contract/calls/unusual-prices.ts';
import { Refusal } from '../../platform/send.ts';
import { Notice } from '../../ui/notice.tsx';
import { Naira } from '../../shared/naira.tsx';

/** Undefined when the failure is another one. */
export function unusualPricesOf(error: unknown): readonly UnusualPrice[] | undefined {
  if (!(error instanceof Refusal) || error.code !== 'price_needs_confirmation') return undefined;
  return error.body['prices'] as readonly UnusualPrice[]; // our own server, as docs/api.md says
}

/** `labels`: what the fields of the call are called on the screen. */
export function UnusualPrices({
  prices,
  labels,
}: {
  prices: readonly UnusualPrice[];
  labels: Readonly<Record<string, string>>;
}) {
  return (
    <Notice tone="amber" title="Are these prices meant?">
      <ul className="grid gap-0.5">
        {prices.map(({ field, from, to, cost, why }) => (
          <li key={field}>
            {labels[field] ?? field}: <Naira amount={to} className="font-semibold" />{' '}
            {why === 'below_cost' ? (
              <>
                is below the cost of <Naira amount={cost} />
              </>
            ) : (
              <>
                is far from <Naira amount={from} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
