import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { openShop } from '../../../test/shop.tsx';
import { MovementReceipt } from './movement-receipt.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

it('says a plan once: its network and its price stand on lines of their own', async () => {
  const plan = {
    network: 'MTN',
    name: '1GB',
    type: 'CG',
    validity: '30 days',
    amount: 470,
    isAvailable: true,
  };
  shop = await openShop();
  const { container } = shop.show(
    <MovementReceipt
      movement={{ kind: 'data', network: 'MTN', phone: '08051234567', planId: 2, plan, leaves: 470 }}
      withBalance
    />,
  );
  const what = screen.getByText('What').closest('div')?.querySelector('dd');
  expect(what?.textContent).toBe('1\u00a0GB \u00b7 30 days \u00b7 CG');
  expect(container.textContent?.split('\u20a6470.00')).toHaveLength(2);
  expect(container.textContent).not.toContain('Balance now');
});
