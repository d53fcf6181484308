import type { Purchase } from '../../money/movement.ts';
import { useCheckout } from '../checkout.tsx';

/** A screen that sells one thing. */
export function Counter({ purchase }: { purchase: Purchase }) {
  const checkout = useCheckout();
  return (
    <>
      <button type="button" onClick={() => checkout.open(purchase)}>
        Buy
      </button>
      {checkout.notice}
      {checkout.sheet}
    </>
  );
}
