import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openShop } from '../../../../test/shop.tsx';
import BuyBox from './buy-box.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;

beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

it('begins with airtime, and later with what was bought last', async () => {
  const show = () => shop.show(<BuyBox onBuy={() => undefined} />);
  const selected = () => screen.getByRole('tab', { selected: true }).textContent;
  show();
  expect(selected()).toBe('Airtime');
  await userEvent.click(screen.getByRole('tab', { name: 'Data' }));
  cleanup();
  show();
  expect(selected()).toBe('Data');
});
