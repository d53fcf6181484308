import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json } from '../../../../test/answers.ts';
import { openShop } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import GenerateCoupon from './generate-coupon.tsx';

const made = { msg: 'Ready', couponCode: 'ABCD2345EFGH6789', owner: 'obi', amount: 2_500 };
let shop: Awaited<ReturnType<typeof openShop>>;

async function openAs(rights: { isCouponVendor?: true; isAdmin?: true }) {
  shop = await openShop(
    {
      validateUser: json(200, { name: 'Obinna E.', userName: 'obi', isVerified: true }),
      generateCoupon: json(200, made),
      listCoupons: json(200, { coupons: [], next: null }),
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
beforeEach(() => openAs({ isCouponVendor: true }));
afterEach(() => shop.close());

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const toastSays = (words: string) =>
  screen.findByText((_, element) => element?.textContent === words, { selector: '[role=status] p' });

async function isValidated() {
  await userEvent.type(screen.getByLabelText('Username'), ' obi ');
  await press('Validate');
  await screen.findByText('Obinna E.');
}

describe('generating a coupon', () => {
  it('validates the user at the first press, generates at the second, and shows code, owner and amount', async () => {
    await isValidated();
    expect(shop.asked('generateCoupon')).toEqual([]);
    await userEvent.type(screen.getByLabelText('Amount'), '2,500');
    await press('Generate');
    const slip = await screen.findByRole('article', { name: 'Coupon slip', hidden: true });
    expect(slip.textContent).toContain('ABCD 2345 EFGH 6789');
    expect(slip.textContent).toContain('obi');
    expect(slip.textContent).toContain('₦2,500.00');
    const [asked] = shop.asked('generateCoupon');
    expect(JSON.parse(asked?.body ?? '')).toEqual({ userAccount: 'obi', amount: 2_500 });
    expect(asked?.headers['idempotency-key']).toBeDefined();
  });

  it('takes a last day, and says on the slip until when the code works', async () => {
    shop.answer({ generateCoupon: json(200, { ...made, expiresAt: '2027-01-31T23:00:00.000Z' }) });
    await isValidated();
    await userEvent.type(screen.getByLabelText('Amount'), '2,500');
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2027-01-31' } });
    expect(screen.getByRole('region', { name: 'The coupon' }).textContent).toContain('31 Jan 2027');
    await press('Generate');
    const slip = await screen.findByRole('article', { name: 'Coupon slip', hidden: true });
    expect(slip.textContent).toContain('Last day31 Jan 2027');
    expect(JSON.parse(shop.asked('generateCoupon')[0]?.body ?? '')).toMatchObject({ lastDay: '2027-01-31' });
  });

  it('keeps what was typed when the last day is refused, and says why beside it', async () => {
    const msg = 'Choose a day within a year';
    shop.answer({
      generateCoupon: json(400, {
        msg,
        code: 'invalid_input',
        requestId: 'r',
        errors: [{ field: 'lastDay', msg }],
      }),
    });
    await isValidated();
    await userEvent.type(screen.getByLabelText('Amount'), '2,500');
    const day = screen.getByLabelText<HTMLInputElement>('Last day');
    fireEvent.change(day, { target: { value: '2030-01-31' } });
    await press('Generate');
    await waitFor(() => expect(day.getAttribute('aria-invalid')).toBe('true'));
    expect(day.value).toBe('2030-01-31');
  });

  it("without a username says 'All fields are required '", async () => {
    await press('Validate');
    expect(await toastSays('All fields are required ')).toBeDefined();
    expect(shop.asked('validateUser')).toEqual([]);
  });

  it('says from what to what sum there are coupons, with two decimals', () => {
    expect(
      screen.getByText('\u20a61.00 to \u20a61,000,000.00; up to \u20a65,000,000.00 a day'),
    ).toBeDefined();
  });

  it.each(['', '0', '-5', '1000001', '1.005'])('of "%s" says what is wrong and asks nobody', async (text) => {
    await isValidated();
    if (text !== '') await userEvent.type(screen.getByLabelText('Amount'), text);
    await press('Generate');
    expect(await toastSays('enter a valid amount')).toBeDefined();
    expect(shop.asked('generateCoupon')).toEqual([]);
  });

  it('for a name that nobody has keeps what was typed', async () => {
    shop.answer({
      validateUser: json(404, { msg: 'Nobody here has this username', code: 'not_found', requestId: 'r' }),
    });
    await userEvent.type(screen.getByLabelText('Username'), 'nobody');
    await press('Validate');
    expect(await toastSays('Nobody here has this username')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('nobody');
  });

  it('sends the same key again until it was done', async () => {
    shop.answer({ generateCoupon: 'hang up' });
    await isValidated();
    await userEvent.type(screen.getByLabelText('Amount'), '500');
    const presses = async (count: number) => {
      await press('Generate');
      await waitFor(() => expect(shop.asked('generateCoupon')).toHaveLength(count));
      await screen.findByRole('button', { name: 'Generate' });
    };
    await presses(1);
    shop.answer({
      generateCoupon: json(409, {
        msg: 'Insufficient balance',
        code: 'insufficient_balance',
        requestId: 'r',
      }),
    });
    await presses(2);
    const keys = shop.asked('generateCoupon').map(({ headers }) => headers['idempotency-key']);
    expect(keys[1]).toBe(keys[0]);
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('500');
  });

  it('by an admin, who issues money, needs a reason', async () => {
    await shop.close();
    await openAs({ isAdmin: true });
    await isValidated();
    await userEvent.type(screen.getByLabelText('Amount'), '500');
    await press('Generate');
    expect(screen.getByText('Say why: it goes into the staff record.')).toBeDefined();
    expect(shop.asked('generateCoupon')).toEqual([]);
    await userEvent.type(screen.getByLabelText('Reason'), ' won the draw ');
    await press('Generate');
    await waitFor(() => expect(shop.asked('generateCoupon')).toHaveLength(1));
    expect(JSON.parse(shop.asked('generateCoupon')[0]?.body ?? '')).toEqual({
      userAccount: 'obi',
      amount: 500,
      reason: 'won the draw',
    });
  });

  it('that a second admin has to confirm is no coupon yet: it says so, and leads to what waits', async () => {
    await shop.close();
    await openAs({ isAdmin: true });
    const msg = 'Nothing was done yet: another admin has to confirm ₦600,000.00 first';
    shop.answer({ generateCoupon: json(202, { msg, staffRequest: '7' }) });
    await isValidated();
    await userEvent.type(screen.getByLabelText('Amount'), '600000');
    await userEvent.type(screen.getByLabelText('Reason'), 'won the draw');
    await press('Generate');
    expect(await toastSays(msg)).toBeDefined();
    await waitFor(() =>
      expect(screen.getByLabelText('Address').textContent).toContain('/admin/waiting?queue=second'),
    );
    expect(screen.queryByRole('article', { name: 'Coupon slip', hidden: true })).toBeNull();
  });
});
