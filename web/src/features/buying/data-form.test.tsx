import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CustomerPlan } from '@jara/contract/calls/catalogue.ts';
import { networkLabels, networks } from '@jara/contract/constants.ts';
import { json } from '../../../test/answers.ts';
import { comeAndGo, Leavable } from '../../../test/leavable.tsx';
import { openShop } from '../../../test/shop.tsx';
import { Toasts } from '../../ui/toast.tsx';
import type { Purchase } from '../money/movement.ts';
import { DataForm } from './data-form.tsx';

const plan = (planId: number, planType: string, planName: string, planAmount: number): CustomerPlan => ({
  planId,
  planNetwork: 'MTN',
  planType,
  planName,
  planAmount,
  planValidity: planId === 3 ? '7 days' : '30 days',
  volumeRatio: Number.parseInt(planName, 10),
  isAvailable: planId !== 4,
});
const plans = [
  plan(1, 'SME', '2GB', 1_240),
  plan(2, 'CG', '1GB', 470),
  plan(3, 'SME', '1GB', 485),
  plan(4, 'SME', '5GB', 2_550),
];

let shop: Awaited<ReturnType<typeof openShop>>;
let bought: Purchase[] = [];

beforeEach(async () => {
  bought = [];
  shop = await openShop({ listPlans: json(200, { plans }) });
});
afterEach(() => shop.close());

const showForm = (address = '/profile/buydata') =>
  shop.show(
    <>
      <DataForm onBuy={(purchase) => bought.push(purchase)} />
      <Toasts />
    </>,
    address,
  );
const phone = () => screen.getByLabelText<HTMLInputElement>('Phone number');
const toastSays = (words: string) => screen.getByText(words, { selector: '[role=status] p' });
const rows = () => within(screen.getByRole('region', { name: 'Plans' })).getAllByRole('listitem');
const buyButton = (summary: string) => screen.findByRole('button', { name: `Buy ${summary}` });

describe('the data form', () => {
  it('starts without a network, and asks for the plans of the one that the number tells', async () => {
    showForm();
    expect(screen.getByText('Select a network')).toBeDefined();
    await userEvent.type(phone(), '08031234567');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'MTN' }).checked).toBe(true);
    await buyButton('MTN 1GB \u20a6470.00 30 days CG');
    expect(shop.asked('listPlans').map(({ body }) => JSON.parse(body) as object)).toEqual([{ network: 1 }]);
    await userEvent.clear(phone());
    expect(screen.getByText('Select a network')).toBeDefined();
  });

  it('takes number and network of the address once, and leaves the plan there', async () => {
    shop.show(
      <Leavable>
        <DataForm onBuy={(purchase) => bought.push(purchase)} />
      </Leavable>,
      '/profile/buydata?phone=08031234567&network=MTN&plan=1',
    );
    await waitFor(() => expect(phone().value).not.toBe(''));
    expect(screen.getByLabelText('Address').textContent).toBe('/profile/buydata?plan=1 null');
    await buyButton('MTN 1GB \u20a6470.00 30 days CG');
    expect(rows()[0]?.textContent).toContain('2\u00a0GBYour choice');
    await userEvent.clear(phone());
    await userEvent.type(phone(), '08051234567');
    await comeAndGo();
    await comeAndGo();
    expect(phone().value.replace(/ /g, '')).toBe('08051234567');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Glo' }).checked).toBe(true);
  });

  it("offers one's own number first", async () => {
    showForm();
    const chips = await screen.findByRole('group', { name: 'Recent numbers' });
    const [first] = within(chips).getAllByRole('button');
    expect(first?.textContent).toContain('Me \u00b7 0803 123 4567');
    await userEvent.click(within(chips).getByRole('button', { name: /^Me/ }));
    expect(phone().value).toBe('0803 123 4567');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'MTN' }).checked).toBe(true);
  });

  it('has the networks MTN, GLO, AIRTEL and 9MOBILE, each with its logo', () => {
    showForm();
    const tiles = within(screen.getByRole('group', { name: 'Network' })).getAllByRole('radio');
    expect(tiles.map((tile) => tile.getAttribute('value'))).toEqual(['MTN', 'GLO', 'AIRTEL', '9MOBILE']);
    const marks = networks.map((network) => {
      const tile = screen.getByRole('radio', { name: networkLabels[network] }).closest('label');
      return tile?.querySelector('svg path')?.getAttribute('d');
    });
    expect(new Set(marks).size).toBe(4);
    expect(marks).not.toContain(undefined);
  });

  it('fetches the available plans on each network change', async () => {
    showForm();
    const asked = () => shop.asked('listPlans').map(({ body }) => JSON.parse(body) as unknown);
    for (const [count, name] of ['MTN', 'Glo', 'Airtel', 'T2 (9mobile)'].entries()) {
      await userEvent.click(screen.getByRole('radio', { name }));
      await waitFor(() => expect(asked()).toHaveLength(count + 1));
    }
    expect(asked()).toEqual([{ network: 1 }, { network: 2 }, { network: 3 }, { network: 6 }]);
  });

  it("resets the network to 'select' on entry", async () => {
    const { unmount } = showForm();
    await userEvent.click(screen.getByRole('radio', { name: 'Glo' }));
    expect(screen.queryByText('Select a network')).toBeNull();
    unmount();
    showForm();
    expect(screen.getByText('Select a network')).toBeDefined();
    expect(screen.queryByRole('radio', { name: 'Glo', checked: true })).toBeNull();
  });

  it('lists the balance-checking USSD codes of the network', async () => {
    showForm();
    expect(await screen.findByText('Check a balance by code')).toBeDefined();
    expect(screen.getByRole('region', { name: 'MTN', hidden: true }).textContent).toContain('*310#');
    await userEvent.click(screen.getByRole('radio', { name: 'Glo' }));
    expect(screen.queryByRole('region', { name: 'MTN', hidden: true })).toBeNull();
    expect(screen.getByRole('region', { name: 'Glo', hidden: true }).textContent).toContain('*310#');
  });

  it('lists the cheapest first, marks the best per GB, and says why a plan cannot be bought', async () => {
    showForm('/profile/buydata?network=MTN');
    await buyButton('MTN 1GB \u20a6470.00 30 days CG');
    expect(rows().map((row) => row.textContent)).toEqual([
      '1\u00a0GBBest per GB30 days \u00b7 CG\u20a6470.00Buy',
      '1\u00a0GB7 days \u00b7 SME\u20a6485.00Buy',
      '2\u00a0GB30 days \u00b7 SME\u20a61,240.00Buy',
      '5\u00a0GB30 days \u00b7 SME \u00b7 not available now\u20a62,550.00',
    ]);
  });

  it('lets staff buy what is on sale, whatever its switch says', async () => {
    const asStaffSee = { ...plan(2, 'CG', '1GB', 470), isAvailable: true, isOnSale: false };
    shop.answer({
      listPlans: json(200, { plans: [asStaffSee, { ...plan(1, 'SME', '2GB', 1_240), isOnSale: true }] }),
    });
    showForm('/profile/buydata?network=MTN');
    await buyButton('MTN 2GB \u20a61,240.00 30 days SME');
    expect(rows()[0]?.textContent).toContain('not available now');
  });

  it('filters by type and by validity', async () => {
    showForm('/profile/buydata?network=MTN');
    await buyButton('MTN 1GB \u20a6470.00 30 days CG');
    const types = screen.getByLabelText<HTMLSelectElement>('Type of data');
    expect([...types.options].map(({ text }) => text)).toEqual(['select type', 'CG', 'SME']);
    expect(types.selectedOptions[0]?.text).toBe('select type');
    await userEvent.selectOptions(types, 'SME');
    expect(rows()).toHaveLength(3);
    await userEvent.selectOptions(screen.getByLabelText('Validity'), '7 days');
    expect(rows().map((row) => row.textContent)).toEqual(['1\u00a0GB7 days \u00b7 SME\u20a6485.00Buy']);
  });

  it('begins with the type that was chosen last, and shows the plan that one came for in any case', async () => {
    showForm('/profile/buydata?network=MTN');
    await buyButton('MTN 1GB \u20a6470.00 30 days CG');
    await userEvent.selectOptions(screen.getByLabelText('Type of data'), 'SME');
    cleanup();
    showForm('/profile/buydata?network=MTN&plan=2');
    await buyButton('MTN 2GB \u20a61,240.00 30 days SME');
    expect(screen.getByLabelText<HTMLSelectElement>('Type of data').value).toBe('SME');
    expect(rows().map((row) => row.textContent?.includes('SME'))).toEqual([false, true, true, true]);
  });

  it('heads the list with the plan that the price list sent one for', async () => {
    showForm('/profile/buydata?network=MTN&plan=1');
    await buyButton('MTN 1GB \u20a6470.00 30 days CG');
    expect(rows()[0]?.textContent).toContain('2\u00a0GBYour choice');
  });

  it('takes number, network and plan to the confirm step', async () => {
    showForm();
    await userEvent.type(phone(), '08031234567');
    await userEvent.click(await buyButton('MTN 1GB \u20a6485.00 7 days SME'));
    expect(bought).toMatchObject([
      { kind: 'data', network: 'MTN', phone: '08031234567', planId: 3, leaves: 485 },
    ]);
  });

  it('says what is missing', async () => {
    showForm('/profile/buydata?network=MTN');
    await userEvent.click(await buyButton('MTN 1GB \u20a6485.00 7 days SME'));
    expect(toastSays('Please provide all values')).toBeDefined();
    await userEvent.type(phone(), '0803123');
    await userEvent.click(await buyButton('MTN 1GB \u20a6485.00 7 days SME'));
    expect(toastSays('Please check the phone number entered')).toBeDefined();
    expect(bought).toEqual([]);
  });

  it('asks for a network when the number does not tell it', async () => {
    showForm();
    await userEvent.type(phone(), '08001234567{Enter}');
    expect(toastSays('Please select a network')).toBeDefined();
    expect(screen.getAllByText('Please select a network').length).toBeGreaterThan(1);
  });

  it('forgets the network of the number before, when the new one does not tell its own', async () => {
    showForm();
    await userEvent.type(phone(), '08031234567');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'MTN' }).checked).toBe(true);
    await userEvent.type(phone(), '08001234567', { initialSelectionStart: 0, initialSelectionEnd: 11 });
    expect(screen.getByText('Select a network')).toBeDefined();
    await userEvent.click(screen.getByRole('radio', { name: 'Glo' }));
    expect(phone().value).toBe('0800 123 4567');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Glo' }).checked).toBe(true);
  });

  it('says so when the plans cannot be loaded, and loads them when asked again', async () => {
    shop.answer({
      listPlans: json(503, { msg: 'The service is busy', code: 'unavailable', requestId: 'r' }),
    });
    showForm('/profile/buydata?network=MTN');
    await screen.findByText('The plans could not be loaded');
    shop.answer({ listPlans: json(200, { plans }) });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await buyButton('MTN 1GB \u20a6470.00 30 days CG')).toBeDefined();
  });
});
