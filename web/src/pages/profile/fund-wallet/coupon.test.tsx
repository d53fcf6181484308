import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json } from '../../../../test/answers.ts';
import { receipt } from '../../../../test/people.ts';
import { openShop } from '../../../../test/shop.tsx';
import { checkoutIntents } from '../../../features/checkout/checkout-intent.ts';
import { getSession } from '../../../platform/session.ts';
import { Toasts } from '../../../ui/toast.tsx';
import Coupon, { formatCode } from './coupon.tsx';

const credited = receipt({
  trans_Type: 'wallet',
  trans_amount: 700,
  balance_Before: 5_000,
  balance_After: 5_700,
});
let shop: Awaited<ReturnType<typeof openShop>>;

beforeEach(async () => {
  shop = await openShop({ redeemCoupon: json(200, { msg: 'done', amount: 700, receipt: credited }) });
  shop.show(
    <>
      <Coupon />
      <Toasts />
    </>,
    '/profile/fundWallet/coupon',
  );
});
afterEach(() => shop.close());

const field = () => screen.getByLabelText<HTMLInputElement>('Coupon code');
const redeem = () => userEvent.click(screen.getByRole('button', { name: 'Redeem' }));

describe('a coupon', () => {
  it.each([
    ['', 'Enter a coupon code'],
    ['abcd', 'This coupon code is not right'],
  ])('with the code %j says: %s', async (code, words) => {
    if (code !== '') await userEvent.type(field(), code);
    await redeem();
    expect(await screen.findByText(words, { selector: '[role=status] p' })).toBeDefined();
    expect(shop.asked('redeemCoupon')).toEqual([]);
  });

  it('is written in groups, redeemed once, and its amount is added to the balance', async () => {
    await userEvent.type(field(), 'abcd1234efgh5678');
    expect(field().value).toBe('ABCD-1234-EFGH-5678');
    await userEvent.dblClick(screen.getByRole('button', { name: 'Redeem' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Address').textContent).toContain('/profile {"slip":"t1"'),
    );
    expect(shop.asked('redeemCoupon').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { coupon: 'ABCD-1234-EFGH-5678' },
    ]);
    expect(getSession().signedIn?.user.balance).toBe(5_700);
  });

  it.each([
    [404, 'coupon_invalid', 'This coupon code is not right'],
    [409, 'coupon_used', 'This coupon was used already'],
  ])('that is refused with %i says why, and the code stays', async (status, code, msg) => {
    shop.answer({ redeemCoupon: json(status, { msg, code, requestId: 'r' }) });
    await userEvent.type(field(), 'abcd1234efgh5678');
    await redeem();
    expect((await screen.findByRole('alert')).textContent).toBe(msg);
    expect(field().value).toBe('ABCD-1234-EFGH-5678');
  });

  it('without an answer keeps its key: it may have been redeemed', async () => {
    shop.answer({ redeemCoupon: 'hang up' });
    await userEvent.type(field(), 'abcd1234efgh5678');
    await redeem();
    await screen.findByRole('dialog', { name: 'No answer yet' });
    expect(checkoutIntents().map(({ isUnsure }) => isUnsure)).toEqual([true]);
  });
});

describe('the groups of a code', () => {
  it.each([
    ['abcd', 'ABCD'],
    ['abcd1', 'ABCD-1'],
    [' ab cd-12 34 ', 'ABCD-1234'],
    ['abcd1234efgh5678xyz', 'ABCD-1234-EFGH-5678'],
  ])('of %j are %j', (typed, shown) => {
    expect(formatCode(typed)).toBe(shown);
  });
});
