import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { receipt, user } from '../../../test/people.ts';
import { comeAndGo, Leavable } from '../../../test/leavable.tsx';
import { openShop, shopProfile } from '../../../test/shop.tsx';
import { Toasts } from '../../ui/toast.tsx';
import { AirtimeForm } from './airtime-form.tsx';
import type { Purchase } from '../money/movement.ts';
import { unfinishedDraft } from '../../shared/forms/draft.ts';

let shop: Awaited<ReturnType<typeof openShop>>;
let bought: Purchase[] = [];

beforeEach(async () => {
  bought = [];
  shop = await openShop();
});
afterEach(() => shop.close());

const showForm = (address?: string) =>
  shop.show(
    <>
      <AirtimeForm onBuy={(purchase) => bought.push(purchase)} />
      <Toasts />
    </>,
    address,
  );
const phone = () => screen.getByLabelText<HTMLInputElement>('Phone number');
const amount = () => screen.getByLabelText<HTMLInputElement>('Amount');
const buy = () => userEvent.click(screen.getByRole('button', { name: 'Buy' }));
const toastSays = (words: string) => screen.getByText(words, { selector: '[role=status] p' });

describe('the airtime form', () => {
  it('has the number and the network of a contact that was chosen', async () => {
    showForm('/profile/buyairtime?phone=08031234567&network=GLO');
    await waitFor(() => expect(phone().value).toBe('0803 123 4567'));
    expect(screen.getByLabelText<HTMLSelectElement>('Network').value).toBe('GLO');
  });

  it('takes the address once: what is typed after it stays', async () => {
    shop.show(
      <Leavable>
        <AirtimeForm onBuy={(purchase) => bought.push(purchase)} />
      </Leavable>,
      '/profile/buyairtime?phone=08031234567&network=GLO',
    );
    await waitFor(() => expect(phone().value).toBe('0803 123 4567'));
    expect(screen.getByLabelText('Address').textContent).toBe('/profile/buyairtime null');
    await userEvent.clear(phone());
    await userEvent.type(phone(), '08051234567');
    await comeAndGo();
    await comeAndGo();
    expect(phone().value.replace(/ /g, '')).toBe('08051234567');
  });

  it("offers one's own number first", async () => {
    showForm();
    const chips = await screen.findByRole('group', { name: 'Recent numbers' });
    const [first] = within(chips).getAllByRole('button');
    expect(first?.textContent).toContain('Me \u00b7 0803 123 4567');
    await userEvent.click(within(chips).getByRole('button', { name: /^Me/ }));
    expect(phone().value).toBe('0803 123 4567');
    expect(screen.getByLabelText<HTMLSelectElement>('Network').value).toBe('MTN');
  });

  it('opens after another screen has asked whether it was left half filled', () => {
    expect(unfinishedDraft()).toBeUndefined();
    showForm();
    expect([phone().value, amount().value]).toEqual(['', '']);
  });

  it.each([
    ['', '', 'All fields are required'],
    ['08031234567', '', 'All fields are required'],
    ['', '500', 'All fields are required'],
    ['0803123456', '500', 'Please check the phone number entered'],
    ['08031234567', '99', 'Minimum purchase is \u20a6100'],
    ['08031234567', '50001', 'Maximum purchase is \u20a650,000.00'],
    ['08031234567', '100.50', 'enter a valid amount'],
  ])('with number "%s" and amount "%s" says: %s', async (number, sum, words) => {
    showForm();
    if (number !== '') await userEvent.type(phone(), number);
    if (sum !== '') await userEvent.type(amount(), sum);
    await buy();
    expect(toastSays(words)).toBeDefined();
    expect(bought).toEqual([]);
    expect(amount().value).toBe(sum);
  });

  it('moves the focus to the first field that is wrong and says how to put it right', async () => {
    showForm();
    await userEvent.type(phone(), '0803');
    await userEvent.type(amount(), '500');
    await buy();
    expect(screen.getByText('Phone number must have 11 digits \u2014 you typed 4.')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(phone()));
  });

  it('takes a usual sum for a number that is there to the confirm step at once', async () => {
    showForm();
    const sum = (naira: string) => screen.findByRole('button', { name: new RegExp(`^\u20a6${naira}\\b`) });
    await userEvent.click(await sum('200'));
    expect([amount().value, bought]).toEqual(['200', []]);
    await userEvent.type(phone(), '08051234567');
    await userEvent.click(await sum('500'));
    expect(amount().value).toBe('500');
    expect(bought).toEqual([
      { kind: 'airtime', network: 'GLO', phone: '08051234567', amount: 500, leaves: 495 },
    ]);
  });

  it('only fills in a usual sum that the wallet does not hold', async () => {
    await shop.stop();
    shop = await openShop({}, { user: user({ balance: 300 }) });
    showForm();
    await userEvent.type(phone(), '08051234567');
    await userEvent.click(await screen.findByRole('button', { name: /^\u20a6500/ }));
    expect([amount().value, bought]).toEqual(['500', []]);
  });

  it('takes the network from the number, the price from the profile, and both to the confirm step', async () => {
    showForm();
    await userEvent.type(phone(), '+234 805 123 4567');
    await userEvent.type(amount(), '1,000');
    expect(screen.getByLabelText<HTMLSelectElement>('Network').value).toBe('GLO');
    expect(screen.getByText('You pay').closest('div')?.textContent).toContain('\u20a6990.00');
    await buy();
    expect(bought).toEqual([
      { kind: 'airtime', network: 'GLO', phone: '08051234567', amount: 1_000, leaves: 990 },
    ]);
  });

  it('has MTN as the default selected network', () => {
    showForm();
    expect(screen.getByLabelText<HTMLSelectElement>('Network').value).toBe('MTN');
  });

  it.each([
    ['resellers', 98, '\u20a6980.00'],
    ['others', 99, '\u20a6990.00'],
  ])('charges %s 0.%d of the amount', async (_who, airtimeChargePercent, price) => {
    await shop.stop();
    const { subscriptionPlans } = shopProfile();
    const NETWORK = subscriptionPlans.NETWORK.map((network) => ({ ...network, airtimeChargePercent }));
    shop = await openShop({}, { subscriptionPlans: { ...subscriptionPlans, NETWORK } });
    showForm();
    await userEvent.type(phone(), '08031234567');
    await userEvent.type(amount(), '1000');
    expect(screen.getByText('You pay').closest('div')?.textContent).toContain(price);
  });

  it('asks for the network of a number whose prefix says nothing', async () => {
    showForm();
    await userEvent.type(phone(), '08001234567');
    await userEvent.type(amount(), '500');
    await buy();
    expect(toastSays('Please select a network')).toBeDefined();
    await userEvent.selectOptions(screen.getByLabelText('Network'), 'AIRTEL');
    await buy();
    expect(bought).toMatchObject([{ network: 'AIRTEL' }]);
  });

  it('offers the missing money instead of buying when the wallet holds too little', async () => {
    showForm();
    await userEvent.type(phone(), '08031234567');
    await userEvent.type(amount(), '6000');
    expect(screen.getByRole('link', { name: 'Add \u20a6940.00 to pay' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Buy' })).toBeNull();
  });

  it('fills in a recent number with its network and its last amount', async () => {
    await shop.stop();
    const purchase = receipt({ recipient: '09021234567', trans_Network: 'GLO', faceValue: 200 });
    shop = await openShop({}, { transactions: [purchase] });
    showForm();
    await userEvent.click(await screen.findByRole('button', { name: '0902 123 4567' }));
    expect(phone().value).toBe('0902 123 4567');
    expect(amount().value).toBe('200');
    expect(screen.getByLabelText<HTMLSelectElement>('Network').value).toBe('GLO');
  });

  it('keeps what was typed while one is on another screen', async () => {
    const { unmount } = showForm();
    await userEvent.type(phone(), '08031234567');
    unmount();
    showForm();
    expect(phone().value).toBe('08031234567');
  });
});
