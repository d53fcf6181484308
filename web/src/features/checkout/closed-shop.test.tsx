import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { json } from '../../../test/answers.ts';
import { openShop } from '../../../test/shop.tsx';
import { checkoutIntents } from './checkout-intent.ts';
import { useCheckout } from './checkout.tsx';

const msg = 'We are checking our records. Nothing was done';
let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

function Counter() {
  const checkout = useCheckout();
  const airtime = {
    kind: 'airtime',
    network: 'MTN',
    phone: '08031234567',
    amount: 500,
    leaves: 495,
  } as const;
  return (
    <>
      <button type="button" onClick={() => checkout.open(airtime)}>
        Buy
      </button>
      {checkout.sheet}
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('a shop that is closed after a fault says so in the words of the server, and nothing is left open', async () => {
  shop = await openShop({ buyAirtime: json(503, { msg, code: 'shop_closed', requestId: 'r' }) });
  shop.show(<Counter />);
  await press('Buy');
  await press('Pay ₦495.00');
  expect((await screen.findByRole('alert')).textContent).toContain(msg);
  expect(screen.queryByRole('link', { name: 'See your transactions' })).toBeNull();
  expect(checkoutIntents()).toMatchObject([{ sentAt: null, isUnsure: false }]);
});
