import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json } from '../../../../test/answers.ts';
import { receipt } from '../../../../test/people.ts';
import { openShop } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import Earnings from './earnings.tsx';

const referral = {
  earningBalance: 1_500,
  totalReferred: 4,
  totalEarned: 2_000,
  withdrawn: 500,
  referralList: [
    { userName: 'ob***', amountEarned: 0 },
    { userName: 'ob***', amountEarned: 500 },
  ],
  totalPages: 1,
};
const moved = {
  msg: '\u20a6250.50 of your earnings is in your wallet',
  amount: 250.5,
  receipt: receipt({ _id: 't9', trans_Type: 'earning', trans_amount: 250.5, balance_After: 5_250.5 }),
};

let shop: Awaited<ReturnType<typeof openShop>>;
beforeEach(async () => {
  shop = await openShop({ getReferral: json(200, referral), withdrawEarning: json(200, moved) });
  shop.show(
    <>
      <Earnings />
      <Toasts />
    </>,
    '/profile/earnings',
  );
});
afterEach(() => shop.close());

const toastSays = (words: string) => screen.findByText(words, { selector: '[role=status] p' });
const sums = async () => {
  const region = screen.getByRole('region', { name: 'Your earnings' });
  await waitFor(() => expect(region.getAttribute('aria-busy')).toBe('false'));
  return region.textContent;
};
async function opensSheet() {
  await sums();
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw to wallet' }));
  return screen.getByLabelText<HTMLInputElement>('Amount');
}
async function moves(amount: string, button: string | RegExp = /^Move/) {
  const field = await opensSheet();
  await userEvent.clear(field);
  if (amount !== '') await userEvent.type(field, amount);
  await userEvent.click(screen.getByRole('button', { name: button }));
}

describe('earnings', () => {
  it('shows the balance, total referred, total earned, withdrawn and the referral list', async () => {
    const shown = await sums();
    for (const fact of [
      'Balance\u20a61,500.00',
      'Total referred4',
      'Total earned\u20a62,000.00',
      'Withdrawn\u20a6500.00',
    ]) {
      expect(shown).toContain(fact);
    }
    const list = within(screen.getByRole('list'))
      .getAllByRole('listitem')
      .map((item) => item.textContent);
    expect(list).toEqual(['ob***Not a reseller yet', 'ob***\u20a6500.00']);
  });

  it('has a page for each 50 whom one referred', async () => {
    shop.answer({
      getReferral: ({ url }) =>
        json(200, {
          ...referral,
          totalPages: 2,
          referralList: url.endsWith('page=2')
            ? [{ userName: 'za***', amountEarned: 0 }]
            : referral.referralList,
        }),
    });
    cleanup();
    shop.show(<Earnings />, '/profile/earnings?page=1');
    await userEvent.click(await screen.findByRole('button', { name: 'Page 2' }));
    expect(await screen.findByText('za***')).toBeDefined();
    expect(screen.getByLabelText('Address').textContent).toContain('/profile/earnings?page=2');
  });

  it('moves the sum to the wallet and goes to the slip on the dashboard', async () => {
    await moves('250.50', 'Move \u20a6250.50');
    await waitFor(() =>
      expect(screen.getByLabelText('Address').textContent).toBe('/profile {"slip":"t9","isNew":true}'),
    );
    expect(await toastSays(moved.msg)).toBeDefined();
    expect(shop.asked('withdrawEarning').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { amount: 250.5 },
    ]);
  });

  it('offers all of it, and says what is left before it is done', async () => {
    const field = await opensSheet();
    expect(field.value).toBe('1500');
    const dialog = screen.getByRole('dialog', { name: 'Withdraw to wallet' });
    expect(dialog.textContent).toContain('Earnings after\u20a60.00');
    expect(dialog.textContent).toContain('Wallet after\u20a66,500.00');
  });

  it.each([
    ['', 'enter a valid amount'],
    ['0', 'enter a valid amount'],
    ['12.345', 'enter a valid amount'],
    ['1500.01', 'Insufficient balance'],
    ['99.99', 'minimum withdrawal is \u20a6100.00'],
  ])('with "%s" says: %s, and keeps what was typed', async (amount, words) => {
    await moves(amount);
    expect(await toastSays(words)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe(amount);
    expect(shop.asked('withdrawEarning')).toEqual([]);
  });

  it('sends the same key again when no answer came', async () => {
    shop.answer({ withdrawEarning: 'hang up' });
    await moves('500');
    expect(await toastSays('No connection. Check your network and try again')).toBeDefined();
    shop.answer({ withdrawEarning: json(200, moved) });
    await userEvent.click(await screen.findByRole('button', { name: 'Move \u20a6500.00' }));
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toContain('/profile {'));
    const keys = new Set(shop.asked('withdrawEarning').map(({ headers }) => headers['idempotency-key']));
    expect(keys.size).toBe(1);
  });
});
