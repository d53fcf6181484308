import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, type Asked } from '../../../../test/answers.ts';
import { openShop } from '../../../../test/shop.tsx';
import { PinSheet } from '../../../features/shell/pin-sheet.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import GenerateCoupon from './generate-coupon.tsx';

const people = new Map([
  ['obi', 'Obinna E.'],
  ['ada', 'Adaeze O.'],
  ['efe', 'Efe A.'],
]);
const codes = new Map([
  ['obi', 'ABCD2345EFGH6789'],
  ['ada', 'BCDE2345EFGH6789'],
  ['efe', 'CDEF2345EFGH6789'],
]);
const nobody = json(404, { msg: 'Nobody here has this username', code: 'not_found', requestId: 'r' });
const validate = ({ url }: Asked) => {
  const userName = url.split('/').at(-1)?.toLowerCase() ?? '';
  const name = people.get(userName);
  return name === undefined ? nobody : json(200, { name, userName, newReceiver: null, isVerified: true });
};
const bodyOf = ({ body }: Asked) => JSON.parse(body) as { userAccount: string; amount: number; pin?: string };
const make = (asked: Asked) => {
  const { userAccount: owner, amount } = bodyOf(asked);
  return json(200, { msg: 'Ready', couponCode: codes.get(owner), owner, amount });
};
const low = json(409, { msg: 'Insufficient balance', code: 'insufficient_balance', requestId: 'r' });

let shop: Awaited<ReturnType<typeof openShop>>;
async function openAs(rights: { isCouponVendor?: true; isAdmin?: true }) {
  shop = await openShop(
    { validateUser: validate, generateCoupon: make, listCoupons: json(200, { coupons: [], next: null }) },
    rights,
  );
  shop.show(
    <>
      <GenerateCoupon />
      <PinSheet />
      <Toasts />
    </>,
    '/admin/generateCoupon',
  );
}
beforeEach(() => openAs({ isCouponVendor: true }));
afterEach(() => shop.close());

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const names = () => screen.getByLabelText<HTMLTextAreaElement>('Usernames');
const asked = () => shop.asked('generateCoupon').map(bodyOf);
const printed = () => screen.findAllByRole('article', { name: 'Coupon slip', hidden: true });

async function areValidated(text: string) {
  await userEvent.click(screen.getByRole('radio', { name: 'Several people' }));
  fireEvent.change(names(), { target: { value: text } });
  await press('Validate');
}
async function generate(count: number) {
  await userEvent.type(screen.getByLabelText('Amount'), '500');
  await press(`Generate ${count} coupons`);
}

describe('coupons for several people', () => {
  it('are made one by one, each with a key of its own, and printed together', async () => {
    await areValidated('obi, ada\nOBI efe');
    const found = await screen.findByRole('status', { name: 'Who was found' });
    expect(within(found).getAllByRole('listitem')).toHaveLength(3);
    await userEvent.type(screen.getByLabelText('Amount'), '500');
    const preview = screen.getByRole('region', { name: 'The coupon' });
    expect(preview.textContent).toContain('For3 people');
    expect(preview.textContent).toContain('Together₦1,500.00');
    await press('Generate 3 coupons');
    expect(
      (await printed()).map(({ textContent }) => /\w{4} \w{4} \w{4} \w{4}/.exec(textContent ?? '')?.[0]),
    ).toEqual(['ABCD 2345 EFGH 6789', 'BCDE 2345 EFGH 6789', 'CDEF 2345 EFGH 6789']);
    expect(asked()).toEqual(['obi', 'ada', 'efe'].map((userAccount) => ({ userAccount, amount: 500 })));
    expect(new Set(shop.asked('generateCoupon').map(({ headers }) => headers['idempotency-key'])).size).toBe(
      3,
    );
    expect(names().value).toBe('');
  });

  it('are not made while one of the names is nobody’s: which, and what was typed stays', async () => {
    await areValidated('obi\nnobody_one\nnobody_two');
    expect(
      (await screen.findAllByText('Nobody here is called nobody_one, nobody_two.')).length,
    ).toBeGreaterThan(0);
    expect(names().value).toBe('obi\nnobody_one\nnobody_two');
    expect(asked()).toEqual([]);
  });

  it('are at most 20 at once', async () => {
    await areValidated(Array.from({ length: 21 }, (_, place) => `user_${place}`).join(' '));
    expect(await screen.findByText('At most 20 at once: these are 21.')).toBeDefined();
    expect(shop.asked('validateUser')).toEqual([]);
  });

  it('that cannot all be made: says how many are, keeps the names of the others, and makes only those then', async () => {
    shop.answer({ generateCoupon: (one) => (bodyOf(one).userAccount === 'ada' ? low : make(one)) });
    await areValidated('obi ada efe');
    await screen.findByRole('status', { name: 'Who was found' });
    await generate(3);
    expect(
      await screen.findByText(
        'Insufficient balance. 1 of 3 are done; the names of the others are still here.',
      ),
    ).toBeDefined();
    expect(names().value).toBe('ada\nefe');
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('500');
    expect(await printed()).toHaveLength(1);
    shop.answer({ generateCoupon: make });
    await press('Validate');
    await screen.findByRole('status', { name: 'Who was found' });
    await press('Generate 2 coupons');
    await waitFor(() =>
      expect(asked().map(({ userAccount }) => userAccount)).toEqual(['obi', 'ada', 'ada', 'efe']),
    );
    const ofAda = shop.asked('generateCoupon').filter((one) => bodyOf(one).userAccount === 'ada');
    expect(ofAda[0]?.headers['idempotency-key']).toBe(ofAda[1]?.headers['idempotency-key']);
  });

  it('take one PIN for all of them', async () => {
    const wanted = json(403, { msg: 'Enter your PIN', code: 'pin_required', requestId: 'r' });
    shop.answer({ generateCoupon: (one) => (bodyOf(one).pin === '2468' ? make(one) : wanted) });
    await areValidated('obi ada efe');
    await screen.findByRole('status', { name: 'Who was found' });
    await generate(3);
    await userEvent.type(await screen.findByLabelText('PIN'), '2468');
    await press('Continue');
    expect(await printed()).toHaveLength(3);
    expect(asked().map(({ pin }) => pin)).toEqual([undefined, '2468', '2468', '2468']);
  });

  it('of which some wait for a second admin: says so, and shows those that are made', async () => {
    await shop.close();
    await openAs({ isAdmin: true });
    const held = json(202, { msg: 'Nothing was done yet', staffRequest: '7' });
    shop.answer({ generateCoupon: (one) => (bodyOf(one).userAccount === 'obi' ? make(one) : held) });
    await areValidated('obi ada efe');
    await screen.findByRole('status', { name: 'Who was found' });
    await userEvent.type(screen.getByLabelText('Reason'), 'won the draw');
    await generate(3);
    expect(await screen.findByText('2 coupons wait for a second admin')).toBeDefined();
    expect(await printed()).toHaveLength(1);
    expect(names().value).toBe('');
  });
});
