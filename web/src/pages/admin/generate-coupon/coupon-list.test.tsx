import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Coupon } from '@jara/contract/calls/coupons.ts';
import { json } from '../../../../test/answers.ts';
import { openShop } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import GenerateCoupon from './generate-coupon.tsx';

const open: Coupon = {
  _id: '41',
  ending: 'GH67',
  owner: 'obi',
  maker: 'vendor',
  isOwn: true,
  isIssued: false,
  amount: 2_500,
  state: 'open',
  hasCode: true,
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: null,
  endedAt: null,
  voidedBy: null,
  voidReason: null,
};
const expired: Coupon = {
  ...open,
  _id: '39',
  owner: 'efe',
  state: 'expired',
  hasCode: false,
  expiresAt: '2026-11-21T23:00:00.000Z',
  endedAt: '2026-11-21T23:00:30.000Z',
};
const voided: Coupon = {
  ...open,
  _id: '40',
  owner: 'ada',
  state: 'voided',
  hasCode: false,
  endedAt: '2026-11-21T10:00:00.000Z',
  voidedBy: 'boss',
};
let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

async function openAs(rights: { isCouponVendor?: true; isAdmin?: true }, coupons: readonly Coupon[]) {
  shop = await openShop(
    {
      listCoupons: json(200, { coupons, next: null }),
      revealCoupon: json(200, {
        msg: 'Only obi',
        couponCode: 'ABCD2345EFGH6789',
        owner: 'obi',
        amount: 2_500,
        expiresAt: null,
      }),
      voidCoupon: json(200, { msg: 'The coupon of obi is void', coupon: { ...open, state: 'voided' } }),
    },
    rights,
  );
  shop.show(
    <>
      <GenerateCoupon />
      <Toasts />
    </>,
    '/admin/generateCoupon',
  );
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const sent = (name: 'revealCoupon' | 'voidCoupon') =>
  shop.asked(name).map(({ url, body }) => [url, JSON.parse(body) as unknown]);

describe('my coupons', () => {
  it('says of each what became of it, and acts on those that are open only', async () => {
    await openAs({ isCouponVendor: true }, [open, voided]);
    const list = within(await screen.findByRole('region', { name: 'My coupons' }));
    const rows = await list.findAllByRole('listitem');
    expect(rows[0]?.textContent).toContain('₦2,500.00for obi···· GH67Open');
    expect(rows[1]?.textContent).toContain('by boss');
    expect(screen.getAllByRole('button', { name: /^Void/ })).toHaveLength(1);
  });

  it('says that staff voided it, and leaves alone what its maker may not touch any more', async () => {
    await openAs({ isCouponVendor: true }, [
      { ...voided, voidedBy: null },
      { ...open, isOwn: false, isIssued: true },
    ]);
    const [row] = await screen.findAllByText(/by staff/);
    expect(row?.textContent).toContain('voided');
    expect(screen.queryByRole('button', { name: /^(Void|Show the code of)/ })).toBeNull();
  });

  it('says until when an open one works, and that one has expired', async () => {
    await openAs({ isCouponVendor: true }, [{ ...open, expiresAt: '2026-11-30T23:00:00.000Z' }, expired]);
    expect((await screen.findByText(/until 30 Nov 2026/)).textContent).not.toContain('expired');
    const [row] = await screen.findAllByText(/expired/);
    expect(row?.textContent).not.toContain('until');
    expect(screen.getAllByRole('button', { name: /^Void/ })).toHaveLength(1);
  });

  it('shows the code again after the password', async () => {
    await openAs({ isCouponVendor: true }, [open]);
    await press(/^Show the code of/);
    await userEvent.type(await screen.findByLabelText('Your password'), 'JaraSandbox1');
    await press('Show the code');
    const slip = await screen.findByRole('article', { name: 'Coupon slip', hidden: true });
    expect(slip.textContent).toContain('ABCD 2345 EFGH 6789');
    expect(sent('revealCoupon')).toEqual([['/api/v1/admin/coupons/41/reveal', { password: 'JaraSandbox1' }]]);
  });

  it('says of a code that was not kept that it was not', async () => {
    await openAs({ isCouponVendor: true }, [{ ...open, hasCode: false }]);
    expect(await screen.findByText(/its code was not kept/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Show the code of/ })).toBeNull();
  });

  it('voids an open one without a reason, and asks an admin for one', async () => {
    await openAs({ isCouponVendor: true }, [open]);
    await press(/^Void the coupon of obi/);
    await press('Void the coupon');
    await waitFor(() => expect(sent('voidCoupon')).toEqual([['/api/v1/admin/coupons/41/void', {}]]));
    await shop.close();
    await openAs({ isAdmin: true }, [{ ...open, isOwn: false }]);
    await press(/^Void the coupon of obi/);
    await press('Void the coupon');
    expect(await screen.findByText('Say why: it goes into the staff record.')).toBeDefined();
    expect(sent('voidCoupon')).toEqual([]);
    await userEvent.type(screen.getAllByLabelText('Reason').at(-1) ?? document.body, ' lost ');
    await press('Void the coupon');
    await waitFor(() =>
      expect(sent('voidCoupon')).toEqual([['/api/v1/admin/coupons/41/void', { reason: 'lost' }]]),
    );
  });
});
