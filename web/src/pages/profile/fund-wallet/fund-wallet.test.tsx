import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json } from '../../../../test/answers.ts';
import { openShop } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import FundWallet from './fund-wallet.tsx';

const link = 'https://pay.example/checkout/JR1';
let shop: Awaited<ReturnType<typeof openShop>>;

beforeEach(async () => {
  shop = await openShop({
    initiateSquadFunding: json(200, { msg: 'Go on to the payment page', link, reference: 'JR1' }),
  });
  shows();
});
afterEach(() => shop.close());

const shows = (asks = '') =>
  shop.show(
    <>
      <FundWallet />
      <Toasts />
    </>,
    `/profile/fundWallet${asks}`,
  );

const amount = () => screen.getByLabelText<HTMLInputElement>('Amount');
const pay = () => userEvent.click(screen.getByRole('button', { name: 'Pay by card' }));
const toastSays = (words: string) => screen.findByText(words, { selector: '[role=status] p' });

describe('funding the wallet', () => {
  it("initiates a payment of the amount; the button then becomes 'proceed to pay' and leads to the paymentLink", async () => {
    await userEvent.type(amount(), '1,000');
    await pay();
    const proceed = await screen.findByRole('link', { name: 'proceed to pay' });
    expect(proceed.getAttribute('href')).toBe(link);
    expect(screen.queryByRole('button', { name: 'Pay by card' })).toBeNull();
    expect(shop.asked('initiateSquadFunding').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { amount: 1_000 },
    ]);
  });

  it('of another amount is another payment', async () => {
    await userEvent.type(amount(), '1000');
    await pay();
    await screen.findByRole('link', { name: 'proceed to pay' });
    await userEvent.type(amount(), '0');
    expect(screen.queryByRole('link', { name: 'proceed to pay' })).toBeNull();
    await pay();
    await waitFor(() => expect(shop.asked('initiateSquadFunding')).toHaveLength(2));
    const keys = shop.asked('initiateSquadFunding').map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('has the amount as it was typed when the screen is drawn again, until a payment is opened or another amount is asked for', async () => {
    await userEvent.type(amount(), '1500');
    cleanup();
    shows();
    expect(amount().value).toBe('1500');
    cleanup();
    shows('?amount=300');
    expect(amount().value).toBe('300');
    cleanup();
    shows();
    await pay();
    await screen.findByRole('link', { name: 'proceed to pay' });
    expect(amount().value).toBe('1500');
    cleanup();
    shows();
    expect(amount().value).toBe('');
  });

  it('says the 1% charge on each funding before it is paid', async () => {
    await userEvent.type(amount(), '1000');
    expect(screen.getByText(/1% fee/).textContent).toBe('1% fee \u20a610.00 \u2014 you get \u20a6990.00');
  });

  it.each([
    ['', 'enter a valid amount'],
    ['abc', 'enter a valid amount'],
    ['99', 'minimum payment is 100'],
  ])('with "%s" says: %s', async (text, words) => {
    if (text !== '') await userEvent.type(amount(), text);
    await pay();
    expect(await toastSays(words)).toBeDefined();
    expect(shop.asked('initiateSquadFunding')).toEqual([]);
  });

  it('takes the minimum of 100', async () => {
    await userEvent.type(amount(), '100');
    await pay();
    expect(await screen.findByRole('link', { name: 'proceed to pay' })).toBeDefined();
  });

  it("shows the server's message when it fails, and tries the same payment again", async () => {
    shop.answer({
      initiateSquadFunding: json(503, { msg: 'The card gateway does not answer', code: 'unavailable' }),
    });
    await userEvent.type(amount(), '500');
    await pay();
    expect(await toastSays('The card gateway does not answer')).toBeDefined();
    expect(amount().value).toBe('500');
  });
});
