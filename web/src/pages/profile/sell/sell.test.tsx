import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json } from '../../../../test/answers.ts';
import { receipt } from '../../../../test/people.ts';
import { isAsWideAs, openShop, shopProfile } from '../../../../test/shop.tsx';
import { PinSheet } from '../../../features/shell/pin-sheet.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import Sell from './sell.tsx';

const item = (id: number, type: string, plan: string, amount: number) => ({
  _id: String(id),
  id,
  plan,
  plan_network: 'MTN',
  plan_type: type,
  plan_amount: amount,
  month_validate: '30 days',
  volumeRatio: 1,
  my_price: amount,
  resellerPrice: amount,
  apiPrice: amount,
  isAvailable: id !== 4,
});
const subscriptionPlans = {
  ...shopProfile().subscriptionPlans,
  MTN: [item(1, 'SME', '2GB', 1_240), item(2, 'CG', '1GB', 470), item(4, 'SME', '500MB', 100)],
  MTN_CG_PRICE: [item(3, 'SME', '1GB', 485)],
};
const phone = '08031234567';
const sold = receipt({
  trans_Type: 'data',
  product: 'MTN-CG',
  description: 'MTN 1GB CG, 30 days',
  recipient: phone,
  createdAt: '2020-01-01T00:00:00.000Z',
});
const bought = json(200, { msg: 'done', receipt: sold });
const today = (sales: number) =>
  json(200, {
    sales,
    cost: 470 * sales,
    takings: 520 * sales,
    profit: 50 * sales,
    withoutPrice: 0,
    isPartial: false,
  });
const refusal = (code: string) => json(403, { msg: `because ${code}`, code, requestId: 'r' });

let shop: Awaited<ReturnType<typeof openShop>>;

beforeEach(async () => {
  isAsWideAs(1_280);
  shop = await openShop(
    {
      getSalesToday: today(0),
      buyData: bought,
      buyAirtime: bought,
      getTransaction: json(200, { receipt: sold }),
    },
    { subscriptionPlans },
  );
  show();
});
afterEach(() => shop.close());

function show(): void {
  shop.show(
    <>
      <Sell />
      <PinSheet />
      <Toasts />
    </>,
    '/profile/sell',
  );
}

const number = () => screen.getByLabelText<HTMLInputElement>('Phone number');
const bodies = () => shop.asked('buyData').map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const isSold = async (count: number) => {
  await waitFor(() => expect(shop.asked('buyData')).toHaveLength(count));
  await waitFor(() => expect(number().value).toBe(''));
};
const offers = () =>
  screen.getAllByRole<HTMLInputElement>('radio').filter(({ name }) => name === lastGroup());
const lastGroup = () => screen.getAllByRole<HTMLInputElement>('radio').pop()?.name;
const chosen = () =>
  offers()
    .find(({ checked }) => checked)
    ?.closest('label')?.textContent;

describe('selling at a desk', () => {
  it('takes a number, a digit and Enter, and stays with the next number in focus', async () => {
    expect(document.activeElement).toBe(number());
    await userEvent.paste(phone);
    await userEvent.keyboard('2{Enter}');
    await isSold(1);
    expect(bodies()).toEqual([
      expect.objectContaining({ network: 1, mobile_number: phone, plan: 3, expectedAmount: 485 }),
    ]);
    expect(document.activeElement).toBe(number());
    expect(screen.getByLabelText('Address').textContent).toContain('/profile/sell');
    expect(await within(screen.getByLabelText('Last sale')).findByRole('article')).toBeDefined();
    // What was sold last is not sold to the next customer by Enter alone.
    await userEvent.keyboard('08031234568{Enter}');
    expect(screen.getByText('Choose what to sell', { selector: '[role=status] p' })).toBeDefined();
    expect(shop.asked('buyData')).toHaveLength(1);
  });

  it('takes digits for the number until it is complete', async () => {
    await userEvent.keyboard('0803123456');
    expect([number().value, chosen()]).toEqual(['0803123456', undefined]);
    await userEvent.keyboard('73');
    expect([number().value, chosen()]).toEqual([phone, expect.stringContaining('2\u00a0GB')]);
  });

  it('refuses a number that is none, and keeps it', async () => {
    await userEvent.keyboard('0803{Enter}');
    expect(screen.getByText('Phone number must have 11 digits \u2014 you typed 4.')).toBeDefined();
    expect(number().value).toBe('0803');
    expect(shop.asked('buyData')).toEqual([]);
  });

  it('sells once, however often Enter is pressed', async () => {
    await userEvent.keyboard(`${phone}1{Enter}{Enter}{Enter}`);
    await isSold(1);
    expect(shop.asked('buyData')).toHaveLength(1);
  });

  it('asks for the PIN of each sale: none is kept', async () => {
    const pins: unknown[] = [];
    shop.answer({
      buyData: ({ body }) => {
        const { pin } = JSON.parse(body) as { pin?: string };
        pins.push(pin);
        return pin === undefined ? refusal('pin_required') : bought;
      },
    });
    for (const sale of [1, 2]) {
      await userEvent.keyboard(`${phone}${sale}{Enter}`);
      await userEvent.type(await screen.findByLabelText('PIN'), '4321{Enter}');
      await isSold(2 * sale);
    }
    expect(pins).toEqual([undefined, '4321', undefined, '4321']);
  });

  it('keeps the number when nothing was sold, and says why', async () => {
    shop.answer({ buyData: refusal('service_locked') });
    await userEvent.keyboard(`${phone}1{Enter}`);
    const sheet = await screen.findByRole('dialog', { name: 'Confirm' });
    expect(sheet.textContent).toContain('because service_locked');
    expect(number().value.replace(/ /g, '')).toBe(phone);
  });

  it('asks first whether the same of a moment ago is meant', async () => {
    const now = { trans_Status: 'success', createdAt: new Date().toISOString() };
    const twin = { ...sold, ...now, charge: 470 };
    shop.answer({ buyData: json(200, { msg: 'done', receipt: twin }) });
    await userEvent.keyboard(`${phone}1{Enter}`);
    await isSold(1);
    await userEvent.keyboard(`${phone}1{Enter}`);
    expect(await screen.findByRole('dialog', { name: 'Bought a moment ago' })).toBeDefined();
    expect(shop.asked('buyData')).toHaveLength(1);
  });

  it('confirms first on a phone, where the price may stand below the window', async () => {
    cleanup();
    isAsWideAs(360);
    show();
    await userEvent.type(number(), phone);
    await userEvent.click(screen.getByRole('radio', { name: /1\u00a0GB.*CG/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Sell' }));
    expect(shop.asked('buyData')).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Pay \u20a6470.00' }));
    await isSold(1);
    expect(await within(screen.getByLabelText('Last sale')).findByText('MTN 1GB CG, 30 days')).toBeDefined();
  });

  it('has the sales of today in sight, with their cost and profit', async () => {
    const totals = within(screen.getByRole('region', { name: 'Today' }));
    expect(await totals.findByText('0')).toBeDefined();
    shop.answer({ getSalesToday: today(1) });
    await userEvent.keyboard(`${phone}1{Enter}`);
    await isSold(1);
    expect(await totals.findByText('1')).toBeDefined();
    for (const words of [/470/, /520/, /50\.00/])
      expect(totals.getAllByText(words).length).toBeGreaterThan(0);
    shop.answer({
      getSalesToday: json(200, {
        sales: 2,
        cost: 940,
        takings: 520,
        profit: 50,
        withoutPrice: 1,
        isPartial: false,
      }),
    });
    await shop.queryClient.invalidateQueries({ queryKey: ['transactions'] });
    expect(await screen.findByText(/^1 of today’s sales not in takings and profit/)).toBeDefined();
  });

  it('remembers what was sold last: data or airtime, the network and the type', async () => {
    await userEvent.click(screen.getByRole('radio', { name: 'SME' }));
    await userEvent.selectOptions(screen.getByLabelText('Network'), 'GLO');
    await userEvent.click(screen.getByRole('radio', { name: 'Airtime' }));
    cleanup();
    show();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Airtime' }).checked).toBe(true);
    expect(screen.getByLabelText<HTMLSelectElement>('Network').value).toBe('GLO');
    await userEvent.click(screen.getByRole('radio', { name: 'Data' }));
    await userEvent.selectOptions(screen.getByLabelText('Network'), 'MTN');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'SME' }).checked).toBe(true);
    expect(offers()).toHaveLength(2);
  });

  it('keeps what is pinned first, under the same digits, on this device', async () => {
    const titles = () => offers().map((offer) => offer.closest('label')?.textContent);
    const pin = (name: RegExp) => screen.getByRole('button', { name });
    expect(titles()[0]).toContain('CG');
    await userEvent.click(pin(/^Keep first: 2.GB/));
    expect(pin(/^Keep first: 2.GB/).getAttribute('aria-pressed')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(pin(/^Keep first: 2.GB/)));
    expect(titles()[0]).toMatch(/^12.GB/);
    await userEvent.click(pin(/^Keep first: 2.GB/));
    expect(titles()[0]).toContain('CG');
    await userEvent.click(pin(/^Keep first: 2.GB/));
    cleanup();
    show();
    await userEvent.keyboard(`${phone}1{Enter}`);
    await isSold(1);
    expect(bodies()).toEqual([expect.objectContaining({ plan: 1 })]);
  });

  it('confirms what is bought again from the slip beside the form', async () => {
    await userEvent.keyboard(`${phone}1{Enter}`);
    await isSold(1);
    const lastSale = within(screen.getByLabelText('Last sale'));
    const again = await lastSale.findByRole('button', { name: 'Buy again' });
    await userEvent.click(again);
    expect(await screen.findByRole('dialog', { name: 'Confirm' })).toBeDefined();
    expect(shop.asked('buyData')).toHaveLength(1);
  });
});
