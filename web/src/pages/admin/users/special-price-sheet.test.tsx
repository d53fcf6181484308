import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { json, type Asked } from '../../../../test/answers.ts';
import { staffUser } from '../../../../test/people.ts';
import { openShop, type Answers } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import { SpecialPriceSheet } from './special-price-sheet.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

const sheet = (name: string) => screen.findByRole('dialog', { name });
const bodies = (asked: readonly Asked[]) => asked.map(({ body }) => JSON.parse(body) as unknown);
const toastSays = (words: string) => screen.findByText(words, { selector: '[role=status] p' });

describe('special pricing', () => {
  const openForm = async (answers: Answers = {}) => {
    shop = await openShop(answers, { isAdmin: true });
    shop.show(
      <>
        <SpecialPriceSheet user={staffUser()} product={undefined} open onClose={() => undefined} />
        <Toasts />
      </>,
      '/admin/users',
    );
    return sheet('Special pricing');
  };
  const done = json(200, { msg: 'The price is set', specialPrices: [] });

  it.each([
    ['', '', 'All fields are required'],
    ['GLO', '', 'enter a valid price'],
    ['GLO', '0', 'enter a valid price'],
    ['GLO', '2.505', 'enter a valid price'],
  ])('with "%s" and "%s" says: %s', async (product, price, words) => {
    const form = await openForm({ setSpecialPrice: done });
    if (product !== '') await userEvent.selectOptions(within(form).getByLabelText('Product'), product);
    if (price !== '') await userEvent.type(within(form).getByLabelText('Price per GB'), price);
    await userEvent.click(within(form).getByRole('button', { name: 'Set price' }));
    expect(await toastSays(words)).toBeDefined();
    expect(shop.asked('setSpecialPrice')).toEqual([]);
  });

  it('picks one of the products for prices and those that the special-price list adds', async () => {
    const form = await openForm();
    const options = within(within(form).getByLabelText('Product')).getAllByRole('option');
    expect(options.slice(1).map(({ textContent }) => textContent)).toEqual([
      'MTN',
      'MTN-CG',
      'MTN-SME2',
      'MTN-COUPON',
      'GLO',
      'AIRTEL',
      '9MOBILE',
      'MTN-SME',
      'MTN-DIRECT',
      'GLO-CG',
      'AIRTEL-CG',
      '9MOBILE-SME',
    ]);
  });

  it('asks once more before a price that is below cost, and keeps what was typed', async () => {
    const doubt = json(409, { msg: 'Below cost', code: 'price_needs_confirmation', requestId: 'r' });
    const form = await openForm({
      setSpecialPrice: ({ body }) => (body.includes('"confirm":true') ? done : doubt),
    });
    await userEvent.selectOptions(within(form).getByLabelText('Product'), 'GLO');
    await userEvent.type(within(form).getByLabelText('Price per GB'), '1,050.50');
    await userEvent.click(within(form).getByRole('button', { name: 'Set price' }));
    expect(within(form).getByText('Say why: it goes into the staff record.')).toBeDefined();
    expect(shop.asked('setSpecialPrice')).toEqual([]);
    await userEvent.type(within(form).getByLabelText('Reason'), ' buys much ');
    await userEvent.click(within(form).getByRole('button', { name: 'Set price' }));
    await userEvent.click(await within(form).findByRole('button', { name: 'Set this price all the same' }));
    expect(await toastSays('The price is set')).toBeDefined();
    expect(bodies(shop.asked('setSpecialPrice'))).toEqual([
      { userId: '12', productName: 'GLO', price: 1050.5, reason: 'buys much' },
      { userId: '12', productName: 'GLO', price: 1050.5, reason: 'buys much', confirm: true },
    ]);
  });

  it('of a product can be taken away', async () => {
    const form = await openForm({ setSpecialPrice: done });
    await userEvent.selectOptions(within(form).getByLabelText('Product'), 'MTN-SME');
    expect(within(form).getByText('₦600.00 now')).toBeDefined();
    await userEvent.click(within(form).getByRole('button', { name: 'Take the special price away' }));
    expect(within(form).getByText('Say why: it goes into the staff record.')).toBeDefined();
    await userEvent.type(within(form).getByLabelText('Reason'), 'as agreed');
    await userEvent.click(within(form).getByRole('button', { name: 'Take the special price away' }));
    expect(await toastSays('The price is set')).toBeDefined();
    expect(bodies(shop.asked('setSpecialPrice'))).toEqual([
      { userId: '12', productName: 'MTN-SME', price: null, reason: 'as agreed' },
    ]);
  });
});
