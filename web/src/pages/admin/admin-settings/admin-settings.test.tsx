import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { CallName } from '@jara/contract/paths.ts';
import { json } from '../../../../test/answers.ts';
import { openShop, type Answers } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import AdminSettings from './admin-settings.tsx';

const supplier = {
  supplierName: 'GLAD',
  isReachable: true,
  lastAnswerAt: null,
  delivered: 18,
  refused: 2,
  successPercent: 90,
  medianSeconds: 2.4,
  p95Seconds: 9.5,
  unknown: 1,
  forStaff: 2,
  lateDeliveries: 1,
  lateDeliveriesCost: 485,
  spentToday: 7_000,
  floatHoursLeftToday: 8.4,
  waiting: 3,
  waitingSince: '2026-11-21T08:00:00Z',
  float: 12_500.5,
  floatReadAt: '2026-11-21T08:00:00Z',
  floatProblem: null,
  isFloatLow: true,
  floatHoursLeft: 5,
  spent: 900,
};
const routes = [
  { network: 'MTN', serviceType: 'airtime', supplierName: 'GLAD', fallbacks: [] },
  { network: 'MTN', serviceType: 'data', supplierName: 'GLAD', fallbacks: ['ALARO', 'VTPASS'] },
];
const plan = (planId: number, planType: string) => ({
  planId,
  planNetwork: 'MTN',
  planType,
  planName: '1GB',
  planAmount: 450,
  planValidity: '30 days',
  volumeRatio: 1,
  isAvailable: true,
  smartEarnerPrice: 450,
  resellerPrice: 440,
  apiPrice: 430,
  version: 4,
});

let shop: Awaited<ReturnType<typeof openShop>>;
async function opens(answers: Answers = {}, rights: object = { isAdmin: true }) {
  shop = await openShop(
    {
      checkServices: json(200, {
        services: [],
        suppliers: [supplier],
        floatAlarm: 100_000,
        checkedAt: '2026-11-21T08:05:00Z',
      }),
      listSuppliers: json(200, { suppliers: routes, supplierNames: ['GLAD', 'ALARO', 'VTPASS'] }),
      listPlans: json(200, { plans: [plan(1, 'SME'), plan(2, 'CG')] }),
      listCostPrices: json(200, {
        costPrices: [{ network: 'MTN-CG', costPrice: 320 }],
        products: ['MTN', 'MTN-CG'],
      }),
      getNotification: json(200, { msg: 'Closed on Sunday' }),
      ...answers,
    },
    rights,
  );
  shop.show(
    <>
      <AdminSettings />
      <Toasts />
    </>,
    '/profile/adminSettings',
  );
}
afterEach(() => shop.close());

const section = async (name: string) => within(await screen.findByRole('region', { name }));
const toastSays = (words: string) => screen.findByText(words, { selector: '[role=status] p' });
const bodyOf = (name: CallName): unknown => JSON.parse(shop.asked(name).at(-1)?.body ?? 'null');

describe('suppliers', () => {
  it('show float, how long it lasts, success, speed, what waits and what was lost, and mark a low float', async () => {
    await opens();
    const health = await section('Suppliers');
    for (const words of [
      '₦12,500.50',
      'Low: fill it up',
      '8 h',
      'at today’s rate, 5 h at the latest one',
      '₦7,000.00',
      '90%',
      '18 of 20 delivered',
      '2.4 s',
      '19 of 20 within 9.5 s',
      '3',
      /^1 unknown, oldest/,
      '2',
      '₦485.00 lost in 30 days',
    ]) {
      expect(await health.findByText(words)).toBeDefined();
    }
  });

  it('are put into another order for one network and product', async () => {
    const next = [{ ...routes[1], fallbacks: ['VTPASS', 'ALARO'] }];
    await opens({ setSupplier: json(200, { msg: 'ok', suppliers: next }) });
    const order = await section('Who is asked first');
    await userEvent.click(await order.findByRole('button', { name: 'Ask VTPASS earlier for MTN data' }));
    expect(await toastSays('MTN data goes to GLAD first')).toBeDefined();
    expect(bodyOf('setSupplier')).toEqual({
      network: 'MTN',
      serviceType: 'data',
      supplierName: 'GLAD',
      fallbacks: ['VTPASS', 'ALARO'],
    });
    const names = order.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(names.slice(1)).toEqual(['1GLAD', '2VTPASS', '3ALARO']);
  });
});

describe('update prices', () => {
  it('has network, MTN data type, plan, and price, reseller and api', async () => {
    await opens();
    const form = await section('Update prices');
    const networks = within(form.getByLabelText('Network')).getAllByRole('option');
    expect(networks.map((option) => option.getAttribute('value'))).toEqual([
      'MTN',
      'GLO',
      'AIRTEL',
      '9MOBILE',
    ]);
    for (const label of ['Data type', 'Plan', 'Price', 'Reseller price', 'API price']) {
      expect(form.getByLabelText(label)).toBeDefined();
    }
  });

  const choosesPlan = async () => {
    const form = await section('Update prices');
    await form.findByRole('option', { name: 'CG' });
    await userEvent.selectOptions(form.getByLabelText('Data type'), 'CG');
    await userEvent.selectOptions(form.getByLabelText('Plan'), '2');
    return form;
  };

  it('begins with MTN, whose plans are chosen by type, from a select type entry', async () => {
    await opens();
    const form = await section('Update prices');
    expect(form.getByLabelText<HTMLSelectElement>('Network').value).toBe('MTN');
    expect(form.getByRole<HTMLOptionElement>('option', { name: 'select type' }).selected).toBe(true);
    await userEvent.selectOptions(form.getByLabelText('Network'), 'GLO');
    expect(form.queryByLabelText('Data type')).toBeNull();
  });

  it("without any of the three says 'Please enter a valid value'", async () => {
    await opens();
    const form = await choosesPlan();
    await userEvent.click(form.getByRole('button', { name: 'Update price' }));
    expect(await toastSays('Please enter a valid value')).toBeDefined();
    expect(shop.asked('updatePrice')).toEqual([]);
  });

  it('sends what was typed, and asks again before an unusual price', async () => {
    const prices = [{ field: 'smartEarnerPrice', from: 450, to: 45, cost: 400, why: 'below_cost' }];
    await opens({
      updatePrice: json(409, { msg: 'x', code: 'price_needs_confirmation', requestId: 'r', prices }),
    });
    const form = await choosesPlan();
    await userEvent.type(form.getByLabelText('Price'), '45');
    await userEvent.click(form.getByRole('button', { name: 'Update price' }));
    expect(await form.findByText(/is below the cost of/)).toBeDefined();
    shop.answer({ updatePrice: json(200, { msg: 'MTN 1GB has its new price', plan: {} }) });
    await userEvent.click(form.getByRole('button', { name: 'Yes, sell at this price' }));
    expect(await toastSays('MTN 1GB has its new price')).toBeDefined();
    expect(bodyOf('updatePrice')).toEqual({ dataId: 2, newPrice: { price: 45 }, confirm: true, version: 4 });
  });

  it("falls back to 'something went wrong'", async () => {
    await opens({ updatePrice: json(500, {}) });
    const form = await choosesPlan();
    await userEvent.type(form.getByLabelText('API price'), '431');
    await userEvent.click(form.getByRole('button', { name: 'Update price' }));
    expect(await toastSays('something went wrong')).toBeDefined();
    expect(form.getByLabelText<HTMLInputElement>('API price').value).toBe('431');
  });
});

describe('update cost price', () => {
  it.each(['', '0', 'x'])("of '%s' says 'enter a valid price'", async (text) => {
    await opens();
    const form = await section('Update cost price');
    if (text !== '') await userEvent.type(await form.findByLabelText('Cost'), text);
    await userEvent.click(await form.findByRole('button', { name: 'Update cost price' }));
    expect(await toastSays('enter a valid price')).toBeDefined();
    expect(shop.asked('setCostPrice')).toEqual([]);
  });

  it('lists the costs at Check costs', async () => {
    await opens();
    const form = await section('Update cost price');
    const check = await form.findByRole('button', { name: 'Check costs' });
    expect(form.queryByText('\u20a6320.00', { ignore: '[hidden] *' })).toBeNull();
    await userEvent.click(check);
    expect(form.getByText('\u20a6320.00', { ignore: '[hidden] *' })).toBeDefined();
  });

  it('sends product and cost, and shows the list of costs', async () => {
    const costPrices = [{ network: 'MTN-CG', costPrice: 333.5 }];
    await opens({ setCostPrice: json(200, { msg: 'MTN-CG costs ₦333.50 per GB', costPrices }) });
    const form = await section('Update cost price');
    await userEvent.selectOptions(await form.findByLabelText('Product'), 'MTN-CG');
    await userEvent.type(form.getByLabelText('Cost'), '333.50');
    await userEvent.click(form.getByRole('button', { name: 'Update cost price' }));
    expect(await toastSays('MTN-CG costs ₦333.50 per GB')).toBeDefined();
    expect(bodyOf('setCostPrice')).toEqual({ network: 'MTN-CG', costPrice: 333.5, confirm: false });
    await userEvent.click(form.getByRole('button', { name: 'Check costs' }));
    expect(form.getByText('₦333.50')).toBeDefined();
  });

  it('says that a lower cost waits for another admin, and keeps the list of costs', async () => {
    const msg = 'Nothing was done yet: another admin has to confirm this first';
    await opens({ setCostPrice: json(202, { msg, staffRequest: {} }) });
    const form = await section('Update cost price');
    await userEvent.selectOptions(await form.findByLabelText('Product'), 'MTN-CG');
    await userEvent.type(form.getByLabelText('Cost'), '1');
    await userEvent.click(form.getByRole('button', { name: 'Update cost price' }));
    expect(await toastSays(msg)).toBeDefined();
    await userEvent.click(form.getByRole('button', { name: 'Check costs' }));
    expect(form.getByText('₦320.00')).toBeDefined();
  });
});

describe('update notification', () => {
  it('is all that an agent has, and shows the text as users will see it', async () => {
    await opens({ updateNotification: json(200, { msg: 'Open again' }) }, { isAgent: true });
    const text = await screen.findByLabelText<HTMLTextAreaElement>('Text');
    expect(text.value).toBe('Closed on Sunday');
    expect(screen.queryByRole('region', { name: 'Suppliers' })).toBeNull();
    await userEvent.clear(text);
    await userEvent.type(text, 'Open again');
    const preview = await section('Preview');
    expect(preview.getByText('notifications')).toBeDefined();
    expect(preview.getByText('Open again')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Update notification' }));
    expect(await toastSays('The notification is updated')).toBeDefined();
    expect(bodyOf('updateNotification')).toEqual({ msg: 'Open again' });
  });

  it('is removed by an empty text', async () => {
    await opens({ updateNotification: json(200, { msg: null }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove it' }));
    expect(await toastSays('The notification is removed')).toBeDefined();
    expect(bodyOf('updateNotification')).toEqual({ msg: '' });
  });
});
