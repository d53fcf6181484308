// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { openShop } from '../../../test/shop.tsx';
import { ClosedNotice } from './closed-notice.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

async function opens(address: string, flags: object): Promise<void> {
  shop = await openShop({}, { isShopClosed: true, ...flags });
  shop.show(<ClosedNotice />, address);
  await waitFor(() => expect(screen.getByLabelText('Address').textContent).toContain(address));
}

describe('that the shop is closed', () => {
  it.each(['/profile', '/profile/buydata', '/profile/transfer', '/profile/withdraw'])(
    'is said to users at %s, where money would leave',
    async (address) => {
      await opens(address, {});
      expect(screen.getByText('We are checking our records')).toBeTruthy();
      expect(screen.queryByRole('link')).toBeNull();
    },
  );

  it('is in nobody’s way elsewhere', async () => {
    await opens('/profile/contacts', {});
    expect(screen.queryByText('We are checking our records')).toBeNull();
  });

  it.each([{ isAdmin: true }, { isAgent: true }])(
    'is said to %j on every screen, with the way',
    async (flags) => {
      await opens('/profile/contacts', flags);
      expect(screen.getByRole('link', { name: 'See what is missing' }).getAttribute('href')).toBe(
        '/admin/recovery',
      );
    },
  );

  it('is not said twice where all of it stands', async () => {
    await opens('/admin/recovery', { isAdmin: true });
    expect(screen.queryByRole('link')).toBeNull();
  });
});
