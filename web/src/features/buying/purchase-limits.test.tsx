import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json } from '../../../test/answers.ts';
import { security } from '../../../test/people.ts';
import { isAsWideAs, openShop } from '../../../test/shop.tsx';
import BuyAirtime from '../../pages/profile/buy-airtime.tsx';
import BuyData from '../../pages/profile/buy-data.tsx';
import Electricity from '../../pages/profile/electricity.tsx';

const until = new Date(Date.now() + 23 * 3_600_000).toISOString();
let shop: Awaited<ReturnType<typeof openShop>>;
beforeEach(async () => {
  shop = await openShop();
});
beforeEach(() => isAsWideAs(360));
afterEach(() => shop.close());

describe('where people buy', () => {
  const sendingLimit = { reason: 'new_device', amount: 20_000, left: 3_000, until } as const;

  it.each([
    ['airtime', <BuyAirtime key="a" />],
    ['data', <BuyData key="d" />],
    ['electricity', <Electricity key="e" />],
  ])('the limit of a new device stands over the form: %s', async (_what, page) => {
    shop.answer({ getSecurity: json(200, security({ sendingLimit })) });
    shop.show(page, '/profile');
    await screen.findByText(/^New device: \u20a620,000 limit until (today|tomorrow) \d\d:\d\d$/);
    expect(
      screen.getByText('\u20a63,000.00 of it is left for purchases, transfers and withdrawals.'),
    ).toBeDefined();
  });

  it('the limit of an account that nobody proved stands there, with the way to the proof', async () => {
    const unproved = { reason: 'unproved', amount: 10_000, left: 10_000, until: null } as const;
    shop.answer({ getSecurity: json(200, security({ sendingLimit: unproved })) });
    shop.show(<BuyAirtime />, '/profile');
    await screen.findByText('E-mail address not confirmed: \u20a610,000 limit within 24 hours');
    const link = screen.getByRole('link', { name: 'Confirm your e-mail address' });
    expect(link.getAttribute('href')).toBe('/profile/user');
  });

  it.each([
    [2_000, /^Purchases up to \u20a62,000.00 until (today|tomorrow)/],
    [0, /^Nothing can be bought until (today|tomorrow)/],
  ])('after a reset of the password stands what may be bought: %d', async (purchasesMost, title) => {
    const moneyHeld = { because: 'reset', until, purchasesMost } as const;
    shop.answer({ getSecurity: json(200, security({ moneyHeld, sendingLimit })) });
    shop.show(<BuyAirtime />, '/profile');
    await screen.findByText(title);
    screen.getByText(/^Your password was reset: until/);
    expect(screen.queryByText(/^New device/)).toBeNull();
  });

  it('a limit is asked about again on the next screen', async () => {
    shop.answer({ getSecurity: json(200, security({ sendingLimit })) });
    const { unmount } = shop.show(<BuyAirtime />, '/profile');
    await screen.findByText(/^New device/);
    unmount();
    shop.answer({ getSecurity: json(200, security({ sendingLimit: { ...sendingLimit, left: 0 } })) });
    shop.show(<BuyData />, '/profile');
    expect(await screen.findByText('It is used up for purchases, transfers and withdrawals.')).toBeDefined();
  });
});
