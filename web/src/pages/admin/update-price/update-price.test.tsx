import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { json } from '../../../../test/answers.ts';
import {
  cell,
  closes,
  opens,
  plan,
  plans,
  press,
  sent,
  toastSays,
  types,
} from '../../../../test/price-grid.tsx';

afterEach(closes);

describe('the networks', () => {
  it('to choose from are MTN, GLO, AIRTEL and 9MOBILE, each with its logo', async () => {
    const shop = await opens('/profile/updatePrice');
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['MTN', 'Glo', 'Airtel', 'T2 (9mobile)']);
    expect(tabs.every((tab) => tab.querySelector('svg path') !== null)).toBe(true);
    await userEvent.click(screen.getByRole('tab', { name: 'T2 (9mobile)' }));
    await waitFor(() =>
      expect(shop.asked('listPlans').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
        { network: 6 },
      ]),
    );
  });
});

describe('the plans', () => {
  it("are not shown before a network is chosen: 'Select a network'", async () => {
    await opens('/profile/updatePrice');
    expect(await screen.findByText('Select a network')).toBeDefined();
    await press('Add plan');
    expect(await toastSays('Please select a network')).toBeDefined();
  });

  it('stand with their cost, the price of each tier and the margin that is left', async () => {
    await opens('/profile/updatePrice?network=MTN');
    expect((await cell('Smart earner of MTN SME 1GB')).value).toBe('450');
    const row = within(screen.getByRole('row', { name: /^1\sGB/ }));
    expect(row.getByText('11.1%')).toBeDefined();
    // The product's cost price counts: 3 GB at 320.
    const cost = await cell('Cost of MTN CG 3GB');
    expect([cost.value, cost.readOnly]).toEqual(['960', true]);
  });

  it('are there to read for an agent, without the costs', async () => {
    await opens('/profile/updatePrice?network=MTN', { isAgent: true });
    expect((await cell('Smart earner of MTN SME 1GB')).readOnly).toBe(true);
    expect(screen.queryByLabelText(/^Cost of/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add plan' })).toBeNull();
    expect(screen.queryByRole('switch')).toBeNull();
  });
});

describe('the grid', () => {
  it('saves what was typed after a review, one call for each plan, with the version that was seen', async () => {
    await opens('/profile/updatePrice?network=MTN');
    await types('Smart earner of MTN SME 1GB', '455');
    await types('API of MTN SME 2GB', '885.50');
    expect(await screen.findByText('2 cells')).toBeDefined();
    await press('Review and save');
    await press('Save 2 plans');
    expect(await toastSays('2 plans have their new prices')).toBeDefined();
    expect(sent()).toEqual([
      { _id: 1, version: 4, smartEarnerPrice: 455 },
      { _id: 2, version: 4, apiPrice: 885.5 },
    ]);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Changes' })).toBeNull());
  });

  it('says what waits for another admin, and does not call it saved', async () => {
    const answers = {
      updatePlan: ({ body }: { body: string }) =>
        (JSON.parse(body) as { _id: number })._id === 1
          ? json(202, { msg: 'Nothing was done yet', staffRequest: {} })
          : json(200, { msg: 'Changed', plan: {} }),
    };
    await opens('/profile/updatePrice?network=MTN', { isAdmin: true }, answers);
    await types('Smart earner of MTN SME 1GB', '455');
    await types('API of MTN SME 2GB', '885.50');
    await press('Review and save');
    await press('Save 2 plans');
    expect(await toastSays('1 plan has its new prices')).toBeDefined();
    expect(await toastSays('1 below cost: another admin has to confirm that first')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Changes' })).toBeNull());
  });

  it('saves what the server finds unusual only once it was said to be meant', async () => {
    const shop = await opens(
      '/profile/updatePrice?network=MTN',
      { isAdmin: true },
      {
        updatePlan: ({ body }) => {
          const { _id, confirm } = JSON.parse(body) as { _id: number; confirm?: boolean };
          return _id !== 1 || confirm === true
            ? json(200, { msg: 'Changed', plan: { _id } })
            : json(409, {
                msg: 'Confirm',
                code: 'price_needs_confirmation',
                requestId: 'r',
                prices: [{ field: 'apiPrice', from: 430, to: 600, cost: 400, why: 'big_change' }],
              });
        },
      },
    );
    await types('Reseller of MTN SME 1GB', '390');
    await types('API of MTN SME 1GB', '600');
    await types('API of MTN SME 2GB', '885');
    expect(await screen.findByText(', 1 below cost')).toBeDefined();
    await press('Review and save');
    expect(screen.queryByRole('switch', { name: /^These prices are meant/, hidden: true })).toBeNull();
    await press('Save 2 plans');
    const meant = await screen.findByRole('switch', { name: /^These prices are meant/, hidden: true });
    expect(screen.getByText('big change')).toBeDefined();
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save 1 plan', hidden: true });
    expect(save.disabled).toBe(true);
    expect(sent()).toEqual([
      { _id: 1, version: 4, resellerPrice: 390, apiPrice: 600 },
      { _id: 2, version: 4, apiPrice: 885 },
    ]);
    await userEvent.click(meant);
    await userEvent.click(save);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Changes' })).toBeNull());
    expect(sent().slice(2)).toEqual([
      { _id: 1, version: 4, confirm: true, resellerPrice: 390, apiPrice: 600 },
    ]);
    expect(shop.asked('updatePlan')).toHaveLength(3);
  });

  it('asks again about prices that were changed after the question', async () => {
    await opens(
      '/profile/updatePrice?network=MTN',
      { isAdmin: true },
      {
        updatePlan: json(409, {
          msg: 'Confirm',
          code: 'price_needs_confirmation',
          requestId: 'r',
          prices: [{ field: 'apiPrice', from: 430, to: 600, cost: 400, why: 'big_change' }],
        }),
      },
    );
    await types('API of MTN SME 1GB', '600');
    await press('Review and save');
    await press('Save 1 plan');
    await screen.findByRole('switch', { name: /^These prices are meant/, hidden: true });
    await press('Close');
    await types('API of MTN SME 1GB', '700');
    await press('Review and save');
    await press('Save 1 plan');
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toEqual({ _id: 1, version: 4, apiPrice: 700 });
  });

  it('takes a block from a sheet, and gives it back with undo', async () => {
    await opens('/profile/updatePrice?network=MTN');
    const first = await cell('Smart earner of MTN SME 1GB');
    fireEvent.paste(first, { clipboardData: { getData: () => '460\t450\n₦1,000\t950' } });
    expect((await cell('Reseller of MTN SME 2GB')).value).toBe('950');
    expect(await screen.findByText('4 cells')).toBeDefined();
    await userEvent.click(first);
    await userEvent.keyboard('{Control>}z{/Control}');
    expect((await cell('Smart earner of MTN SME 2GB')).value).toBe('900');
  });

  it('is walked through with arrows and Enter', async () => {
    await opens('/profile/updatePrice?network=MTN');
    await userEvent.click(await cell('Smart earner of MTN SME 1GB'));
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(await cell('Smart earner of MTN SME 2GB'));
    await userEvent.keyboard('{ArrowRight}{ArrowUp}');
    expect(document.activeElement).toBe(await cell('Reseller of MTN SME 1GB'));
    await userEvent.keyboard('{Enter}{ArrowLeft}');
    expect(document.activeElement).toBe(await cell('Smart earner of MTN SME 2GB'));
  });

  it('keeps what could not be saved, with the reason', async () => {
    const shop = await opens('/profile/updatePrice?network=MTN');
    shop.answer({
      updatePlan: json(409, { msg: 'Changed', code: 'changed_meanwhile', requestId: 'r', version: 5 }),
    });
    await types('Smart earner of MTN SME 1GB', '455');
    await press('Review and save');
    await press('Save 1 plan');
    expect(await screen.findByText(/^Somebody else changed this plan/)).toBeDefined();
    expect((await cell('Smart earner of MTN SME 1GB')).value).toBe('455');
  });

  it.each([
    [true, 'switched off'],
    [false, 'available'],
  ])('toggles the availability of a plan that is available (%s): %s, at once', async (isAvailable, word) => {
    await opens(
      '/profile/updatePrice?network=MTN',
      { isAdmin: true },
      {
        listPlans: json(200, {
          plans: [
            { ...plan(1, 'SME', 400, 450), isAvailable, planAvailability: isAvailable, isOnSale: false },
          ],
        }),
      },
    );
    await userEvent.click(await screen.findByRole('switch', { name: 'MTN SME 1GB available' }));
    expect(await toastSays(`MTN SME 1GB is ${word}`)).toBeDefined();
    expect(sent()).toEqual([{ _id: 1, planAvailability: !isAvailable }]);
  });
});

describe('a plan that is available and not on sale', () => {
  it('keeps its switch on, says why, and can be switched off by it', async () => {
    const unsold = {
      ...plan(1, 'SME', 400, 450),
      isOnSale: false,
      notOnSaleBecause: 'no supplier id',
    };
    await opens(
      '/profile/updatePrice?network=MTN',
      { isAdmin: true },
      {
        listPlans: json(200, { plans: [unsold] }),
      },
    );
    const toggle = await screen.findByRole('switch', { name: 'MTN SME 1GB available' });
    expect([toggle.getAttribute('aria-checked'), toggle.title]).toEqual(['true', 'No supplier id']);
    await userEvent.click(toggle);
    expect(await toastSays('MTN SME 1GB is switched off')).toBeDefined();
    expect(sent()).toEqual([{ _id: 1, planAvailability: false }]);
  });
});

describe('one plan', () => {
  it("is added with all of its fields, and says 'All fields are required' without", async () => {
    const shop = await opens('/profile/updatePrice?network=MTN');
    await press('Add plan');
    const sheet = within(await screen.findByRole('dialog', { name: 'Add a plan of MTN', hidden: true }));
    const add = sheet.getByRole('button', { name: 'Add plan', hidden: true });
    await userEvent.click(add);
    expect(await toastSays('All fields are required')).toBeDefined();
    const values = { Name: '4GB', Type: 'SME', 'Volume in GB': '4', 'Cost price (₦)': '1,600' };
    const prices = {
      'Smart earner price (₦)': '1800',
      'Reseller price (₦)': '1750',
      'API price (₦)': '1700',
    };
    for (const [label, text] of Object.entries({ ...values, ...prices, 'Id at GLAD': 'g4' })) {
      await userEvent.type(sheet.getByLabelText(label), text);
    }
    const refusal = {
      msg: 'Confirm that it is meant',
      code: 'price_needs_confirmation',
      requestId: 'r',
      prices: [{ field: 'apiPrice', from: null, to: 1_700, cost: 1_750, why: 'below_cost' }],
    };
    shop.answer({ addPlan: json(409, refusal) });
    await userEvent.click(add);
    expect(await sheet.findByText('Are these prices meant?')).toBeDefined();
    shop.answer({ addPlan: json(201, { msg: 'MTN 4GB is added', plan: plans[0] }) });
    await press('Yes, save these prices');
    expect(await toastSays('MTN 4GB is added')).toBeDefined();
    const bodies = shop.asked('addPlan').map(({ body }) => JSON.parse(body) as object);
    expect(bodies).toMatchObject([{ confirm: false }, { confirm: true }]);
    expect(bodies[1]).toEqual({
      planNetwork: 'MTN',
      planName: '4GB',
      planType: 'SME',
      planVolumeRatio: '4',
      planValidity: '30 days',
      planAvailability: true,
      planCostPrice: 1_600,
      smartEarnerPrice: 1_800,
      resellerPrice: 1_750,
      apiPrice: 1_700,
      supplierPlanIds: { GLAD: 'g4' },
      confirm: true,
    });
  });

  it('is deleted after one was asked', async () => {
    const shop = await opens('/profile/updatePrice?network=MTN');
    shop.answer({ deletePlan: json(200, { msg: 'MTN 2GB is off the list', plan: plans[1] }) });
    await press('Change MTN SME 2GB');
    await press('Delete plan');
    const sheet = within(await screen.findByRole('dialog', { name: 'Delete this plan', hidden: true }));
    expect(shop.asked('deletePlan')).toEqual([]);
    await userEvent.click(sheet.getByRole('button', { name: 'Delete plan', hidden: true }));
    expect(await toastSays('MTN 2GB is off the list')).toBeDefined();
    expect(JSON.parse(shop.asked('deletePlan')[0]?.body ?? '')).toEqual({ planId: 2, _id: 2 });
  });
});
