// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { json } from '../../../test/answers.ts';
import { openShop } from '../../../test/shop.tsx';
import { StaffGate } from './staff-gate.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;

afterEach(() => shop.close());

async function opens(address: string, flags: object, isTotpRequired: boolean): Promise<void> {
  const state = { hasPin: false, hasTotp: false, isTotpRequired, recoveryCodesLeft: 0 };
  shop = await openShop({ getSecurity: json(200, state) }, flags);
  shop.show(
    <StaffGate>
      <p>the screen</p>
    </StaffGate>,
    address,
  );
}
const address = () => screen.getByLabelText('Address').textContent;

describe('two-step login that is asked of staff', () => {
  it.each([{ isAdmin: true }, { isAgent: true }])('leads %j from any screen to Security', async (flags) => {
    await opens('/profile/transactions', flags, true);
    await waitFor(() => expect(address()).toContain('/profile/security'));
  });

  it('leaves the screen where the password is changed open', async () => {
    await opens('/profile/changePassword', { isAdmin: true }, true);
    await waitFor(() => expect(shop.asked('getSecurity')).toHaveLength(1));
    expect(address()).toContain('/profile/changePassword');
    expect(screen.getByText('the screen')).toBeTruthy();
  });

  it('is in nobody else’s way, and asks the server nothing for them', async () => {
    await opens('/profile/transactions', { isCouponVendor: true }, true);
    expect(screen.getByText('the screen')).toBeTruthy();
    expect(shop.asked('getSecurity')).toEqual([]);
  });

  it('lets staff through who have it on', async () => {
    await opens('/profile/transactions', { isAdmin: true }, false);
    await waitFor(() => expect(shop.asked('getSecurity')).toHaveLength(1));
    expect(address()).toContain('/profile/transactions');
  });
});
