import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { StaticRouter } from 'react-router';
import type { PriceItem } from '@jara/contract/calls/catalogue.ts';
import { PriceList } from './price-list.tsx';

afterEach(cleanup);

const item = (changes: Partial<PriceItem>): PriceItem => ({
  _id: '7',
  id: 7,
  plan: '1GB',
  plan_network: 'MTN',
  plan_type: 'SME',
  plan_amount: 485,
  month_validate: '30 days',
  volumeRatio: 1,
  my_price: 485,
  resellerPrice: 475.5,
  apiPrice: 470,
  isAvailable: true,
  ...changes,
});

const show = (prices: PriceItem[], network = 'MTN') =>
  render(
    <StaticRouter location="/priceList">
      <PriceList prices={prices} search={new URLSearchParams({ network })} />
    </StaticRouter>,
  );

describe('the price list', () => {
  it('has plan id, network-type, volume, price, reseller price, API price, validity and Buy', () => {
    show([item({})]);
    const table = within(screen.getByRole('table'));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Plan id',
      'Network-type',
      'Volume',
      'Price',
      'Reseller price',
      'API price',
      'Validity',
      'Buy',
    ]);
    expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      '7',
      'MTN-SME',
      '1\u00a0GB',
      '\u20a6485.00',
      '\u20a6475.50',
      '\u20a6470.00',
      '30 days',
      'Buy',
    ]);
  });

  it('shows the first 7 characters of the validity', () => {
    show([item({ month_validate: '30 days (night only)' })]);
    expect(screen.getByRole('table').textContent).toContain('30 daysBuy');
    expect(screen.queryByText(/night/)).toBeNull();
  });

  it("requires a selected network, else says 'Select a network'", () => {
    show([item({})], '');
    expect(screen.getByText('Select a network')).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('leads HOME, and from Buy to the very plan', () => {
    show([item({})]);
    expect(screen.getByRole('link', { name: 'HOME' }).getAttribute('href')).toBe('/');
    const [buy] = screen.getAllByRole('link', { name: 'Buy MTN 1GB SME' });
    expect(buy?.getAttribute('href')).toBe('/profile/buydata?network=MTN&plan=7');
  });
});
