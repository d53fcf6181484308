import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, type Answer, type Asked } from '../../../test/answers.ts';
import { receipt, user } from '../../../test/people.ts';
import { isAsWideAs, openShop } from '../../../test/shop.tsx';
import { recentMeters } from '../../features/buying/recent-meters.tsx';
import { clearDraft } from '../../shared/forms/draft.ts';
import { Toasts } from '../../ui/toast.tsx';
import Electricity from './electricity.tsx';

const known = json(200, { name: 'ADA OKAFOR', address: '1 Market Road', minimumAmount: 500 });
const bought = receipt({
  trans_Type: 'electricity',
  trans_Network: 'Ikeja',
  product: 'IKEJA-PREPAID',
  recipient: '45012345678',
  createdAt: '2020-01-01T00:00:00.000Z',
});

let shop: Awaited<ReturnType<typeof openShop>>;

beforeEach(async () => {
  shop = await openShop({
    validateMeter: known,
    buyElectricity: json(200, { msg: 'done', receipt: bought }),
  });
});
// Without the receipt that a desktop shows beside the form, and that says everything twice.
beforeEach(() => isAsWideAs(360));
afterEach(() => shop.close());

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const says = (words: string) => screen.findByText(words, { selector: '[role=status] p' });
const number = () => screen.getByLabelText<HTMLInputElement>('Meter number');

async function fills(digits = '45012345678') {
  shop.show(
    <>
      <Electricity />
      <Toasts />
    </>,
    '/profile/electricity',
  );
  await userEvent.selectOptions(screen.getByLabelText('Company'), 'Ikeja electricity');
  if (digits !== '') await userEvent.type(number(), digits);
}

async function checks() {
  await fills();
  await press('Check meter');
  await screen.findByText('ADA OKAFOR');
}

describe('the meter', () => {
  it('is of one of eleven companies, each with its meter id, and prepaid or postpaid', async () => {
    await fills('');
    const companies = within(screen.getByLabelText('Company')).getAllByRole<HTMLOptionElement>('option');
    expect(companies.slice(1).map(({ value, textContent }) => `${textContent} ${value}`)).toEqual([
      'Ikeja electricity 18',
      'Ibadan electricity 19',
      'Eko electricity 20',
      'Port Harcourt electricity 21',
      'Kaduna electricity 22',
      'Kano electricity 23',
      'Jos electricity 24',
      'Abuja electricity 25',
      'Enugu electricity 26',
      'Yola electricity 28',
      'Benin electricity 29',
    ]);
    const types = within(screen.getByRole('group', { name: 'Meter type' })).getAllByRole('radio');
    expect(types.map((type) => type.getAttribute('value'))).toEqual(['prepaid', 'postpaid']);
  });

  it('is validated first: before that there is no amount and nothing to buy', async () => {
    await fills();
    expect(screen.queryByLabelText('Amount')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Buy' })).toBeNull();
  });
});

describe('the check of the meter', () => {
  it.each([
    ['nothing', 'All fields are required', ''],
    ['five digits', 'Please check the meter number entered', '12345'],
  ])('with %s says: %s', async (_what, words, digits) => {
    await fills(digits);
    await press('Check meter');
    expect(await says(words)).toBeDefined();
    expect(shop.asked('validateMeter')).toEqual([]);
    expect(number().value).toBe(digits);
  });

  it('comes by itself two seconds after the last digit, once, and locks the fields behind the name', async () => {
    await fills();
    expect(shop.asked('validateMeter')).toEqual([]);
    await screen.findByText('ADA OKAFOR', undefined, { timeout: 5_000 });
    expect(shop.asked('validateMeter').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { meterId: 18, meterType: 'prepaid', meterNumber: '45012345678' },
    ]);
    expect(screen.queryByLabelText('Meter number')).toBeNull();
    expect(screen.getByLabelText('Amount')).toBeDefined();
  });

  it('is taken back by Change, with everything that was typed, and not asked again by itself', async () => {
    await checks();
    await press('Change');
    expect(number().value).toBe('45012345678');
    await new Promise((resolve) => setTimeout(resolve, 2_300));
    expect(shop.asked('validateMeter')).toHaveLength(1);
    expect(number()).toBeDefined();
  });

  it('that fails shows the name field of the answer', async () => {
    const name = 'No meter 45012345678 at Ikeja';
    const body = { msg: 'This meter number is not right', code: 'meter_invalid', requestId: 'r', name };
    shop.answer({ validateMeter: json(400, body) });
    await fills();
    await press('Check meter');
    expect((await screen.findAllByText(name)).length).toBeGreaterThan(0);
    await waitFor(() => expect(number().getAttribute('aria-invalid')).toBe('true'));
  });

  it('counts only for the meter that stands there now', async () => {
    const ownerOf = ({ body }: Asked): Answer => {
      const { meterType } = JSON.parse(body) as { meterType: string };
      return json(200, { name: `OWNER, ${meterType}`, address: null, minimumAmount: 500 });
    };
    shop.answer({ validateMeter: ownerOf });
    await fills();
    const asks = screen.getByRole('button', { name: 'Check meter' });
    const postpaid = screen.getByLabelText('Postpaid');
    // Both presses before the first answer is there.
    asks.click();
    postpaid.click();
    await screen.findByText('OWNER, postpaid', undefined, { timeout: 5_000 });
    expect(screen.queryByText('OWNER, prepaid')).toBeNull();
  });
});

describe('the amount', () => {
  it.each([
    ['nothing', 'All fields are required', ''],
    ['less than the meter takes', 'Minimum purchase is \u20a6500.00', '499'],
    ['words', 'enter a valid amount', 'two'],
    ['kobo', 'enter a valid amount', '1000.50'],
  ])('of %s says: %s', async (_what, words, text) => {
    await checks();
    if (text !== '') await userEvent.type(screen.getByLabelText('Amount'), text);
    await press('Buy');
    expect(await says(words)).toBeDefined();
    expect(screen.queryByRole('dialog', { name: 'Confirm' })).toBeNull();
  });

  it('costs 50 naira more, and is confirmed with the charge on a line of its own', async () => {
    await checks();
    await userEvent.type(screen.getByLabelText('Amount'), '2000');
    await press('Buy');
    const sheet = within(screen.getByRole('dialog', { name: 'Confirm' }));
    const rowOf = (label: string) => sheet.getByText(label).closest('div')?.querySelector('dd')?.textContent;
    expect([rowOf('Electricity'), rowOf('Charge'), rowOf('You pay')]).toEqual([
      '\u20a62,000.00',
      '\u20a650.00',
      '\u20a62,050.00',
    ]);
    await userEvent.dblClick(sheet.getByRole('button', { name: 'Pay \u20a62,050.00' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Address').textContent).toContain('/profile {"slip":"t1"'),
    );
    const [order, ...more] = shop.asked('buyElectricity');
    expect(more).toEqual([]);
    expect(JSON.parse(order?.body ?? '')).toEqual({
      meterId: 18,
      meterType: 'prepaid',
      meterNumber: '45012345678',
      amount: 2_000,
      expectedAmount: 2_050,
    });
  });

  it('that the wallet does not hold leads to the missing money', async () => {
    await checks();
    await userEvent.type(screen.getByLabelText('Amount'), '5000');
    expect(screen.getByRole('link', { name: 'Add \u20a650.00 to pay' })).toBeDefined();
  });
});

describe('the company and the type of the meter', () => {
  const company = () => screen.getByLabelText<HTMLSelectElement>('Company').value;
  const isPostpaid = () => screen.getByLabelText<HTMLInputElement>('Postpaid').checked;

  it('are those that were bought for last, and not what was only looked at', async () => {
    await fills('');
    await userEvent.click(screen.getByLabelText('Postpaid'));
    await userEvent.type(number(), '45012345678');
    await press('Check meter');
    await userEvent.type(await screen.findByLabelText('Amount'), '2000');
    await press('Buy');
    await press('Pay \u20a62,050.00');
    await waitFor(() => expect(shop.asked('buyElectricity')).toHaveLength(1));
    cleanup();
    shop.show(<Electricity />, '/profile/electricity');
    expect([company(), isPostpaid(), number().value]).toEqual(['18', true, '']);
    await userEvent.selectOptions(screen.getByLabelText('Company'), 'Eko electricity');
    await userEvent.click(screen.getByLabelText('Prepaid'));
    expect([company(), isPostpaid()]).toEqual(['20', false]);
    clearDraft('electricity');
    cleanup();
    shop.show(<Electricity />, '/profile/electricity');
    expect([company(), isPostpaid()]).toEqual(['18', true]);
  });

  it('are not those of a company that is no more', async () => {
    localStorage.setItem('choices', JSON.stringify([[user()._id, { meter: '27 postpaid' }]]));
    shop.show(<Electricity />, '/profile/electricity');
    expect(company()).toBe('');
    await userEvent.type(number(), '45012345678');
    await press('Check meter');
    expect(screen.getByText('Choose the company that sends the bill.')).toBeDefined();
  });
});

describe('recent meters', () => {
  it('are the newest first, each once, without those that were refused', () => {
    const transactions = [
      bought,
      { ...bought, product: 'IKEJA-POSTPAID', faceValue: 3_000 },
      { ...bought, recipient: '99999999999', trans_Status: 'failed' },
      bought,
      receipt(),
    ];
    expect(recentMeters(transactions)).toEqual([
      { meterId: '18', disco: 'Ikeja', meterType: 'prepaid', meterNumber: '45012345678', amount: '500' },
      { meterId: '18', disco: 'Ikeja', meterType: 'postpaid', meterNumber: '45012345678', amount: '3000' },
    ]);
  });
});
