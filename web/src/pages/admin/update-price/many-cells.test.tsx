import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { json } from '../../../../test/answers.ts';
import { cell, closes, opens, press, sent, toastSays, types } from '../../../../test/price-grid.tsx';

afterEach(closes);

describe('many cells at once', () => {
  it('are chosen with Shift and arrows, and filled down from the first', async () => {
    await opens('/profile/updatePrice?network=MTN');
    await types('Reseller of MTN SME 1GB', '441');
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}{Control>}d{/Control}');
    expect((await cell('Reseller of MTN SME 2GB')).value).toBe('441');
    expect((await cell('Reseller of MTN CG 3GB')).value).toBe('980');
    expect(await screen.findByText('2 cells')).toBeDefined();
  });

  it('are filled down to the end of the column by the button, from a single cell', async () => {
    await opens('/profile/updatePrice?network=MTN');
    // Types come in their order: CG before SME.
    await types('Reseller of MTN CG 3GB', '985');
    await press('Fill 2 down');
    expect((await cell('Reseller of MTN SME 1GB')).value).toBe('985');
    expect((await cell('Reseller of MTN SME 2GB')).value).toBe('985');
  });

  it('come from a file, after it was said what it would change', async () => {
    await opens('/profile/updatePrice?network=MTN');
    await press('From a file');
    const sheet = within(await screen.findByRole('dialog', { name: 'Prices from a file', hidden: true }));
    const text = 'Plan id,Reseller,API\n1,442,abc\n2,885,\n99,1,1\n';
    await userEvent.upload(
      sheet.getByLabelText('File'),
      new File([text], 'prices.csv', { type: 'text/csv' }),
    );
    expect(await sheet.findByText('2 cells would change')).toBeDefined();
    expect(sheet.getByText('1 cell left out: not a price')).toBeDefined();
    expect(sheet.getByText('Plan id 99')).toBeDefined();
    expect((await cell('Reseller of MTN SME 1GB')).value).toBe('440');
    await press('Put 2 cells into the grid');
    expect((await cell('Reseller of MTN SME 1GB')).value).toBe('442');
    expect(await screen.findByText('2 cells')).toBeDefined();
    expect(sent()).toEqual([]);
  });

  it('of a file of something else change nothing', async () => {
    await opens('/profile/updatePrice?network=MTN');
    await press('From a file');
    const sheet = within(await screen.findByRole('dialog', { name: 'Prices from a file', hidden: true }));
    await userEvent.upload(
      sheet.getByLabelText('File'),
      new File(['a,b\n1,2'], 'x.csv', { type: 'text/csv' }),
    );
    expect(await sheet.findByText(/^This file has no columns/)).toBeDefined();
    expect(
      sheet.getByRole<HTMLButtonElement>('button', { name: 'Put into the grid', hidden: true }).disabled,
    ).toBe(true);
  });
});

describe('prices from a midnight', () => {
  const schedule = (more: object = {}) => ({
    _id: '3',
    state: 'planned',
    startsAt: '2030-01-01T23:00:00.000Z',
    plannedBy: 'boss',
    createdAt: '2029-12-31T10:00:00.000Z',
    endedAt: null,
    prices: [
      {
        planId: 1,
        planNetwork: 'MTN',
        planType: 'SME',
        planName: '1GB',
        field: 'apiPrice',
        from: 430,
        to: 435,
        result: null,
      },
    ],
    ...more,
  });
  const inputs = (shop: Awaited<ReturnType<typeof opens>>) =>
    shop.asked('schedulePrices').map(({ body }) => JSON.parse(body) as { day: string; changes: unknown });

  it('are planned as a whole after the review, for a day that can be chosen', async () => {
    const shop = await opens('/profile/updatePrice?network=MTN');
    shop.answer({
      schedulePrices: json(201, { msg: '1 price changes as 2030-01-02 begins', schedule: schedule() }),
    });
    await types('API of MTN SME 1GB', '435');
    await press('Review and save');
    await userEvent.click(await screen.findByLabelText('from a midnight'));
    fireEvent.change(await screen.findByLabelText('As this day begins'), { target: { value: '2030-01-02' } });
    await press('Plan 1 price');
    expect(await toastSays('1 price changes as 2030-01-02 begins')).toBeDefined();
    expect(inputs(shop)).toEqual([{ changes: [{ _id: 1, version: 4, apiPrice: 435 }], day: '2030-01-02' }]);
    expect(sent()).toEqual([]);
    expect((await cell('API of MTN SME 1GB')).value).toBe('430');
  });

  it('that the server finds unusual are planned once they were said to be meant', async () => {
    const shop = await opens(
      '/profile/updatePrice?network=MTN',
      { isAdmin: true },
      {
        schedulePrices: ({ body }) =>
          (JSON.parse(body) as { confirm?: boolean }).confirm === true
            ? json(201, { msg: '1 price changes', schedule: schedule() })
            : json(409, {
                msg: 'Confirm',
                code: 'price_needs_confirmation',
                requestId: 'r',
                prices: [{ planId: 1, field: 'apiPrice', from: 430, to: 600, cost: 400, why: 'big_change' }],
              }),
      },
    );
    await types('API of MTN SME 1GB', '600');
    await press('Review and save');
    await userEvent.click(await screen.findByLabelText('from a midnight'));
    await press('Plan 1 price');
    await userEvent.click(
      await screen.findByRole('switch', { name: /^These prices are meant/, hidden: true }),
    );
    await press('Plan 1 price');
    expect(await toastSays('1 price changes')).toBeDefined();
    expect(shop.asked('schedulePrices').map(({ body }) => 'confirm' in (JSON.parse(body) as object))).toEqual(
      [false, true],
    );
  });

  it('that are refused stay in the grid', async () => {
    const shop = await opens('/profile/updatePrice?network=MTN');
    shop.answer({
      schedulePrices: json(409, { msg: 'Cancel those first', code: 'already_scheduled', requestId: 'r' }),
    });
    await types('API of MTN SME 1GB', '435');
    await press('Review and save');
    await userEvent.click(await screen.findByLabelText('from a midnight'));
    await press('Plan 1 price');
    expect(await toastSays('Cancel those first')).toBeDefined();
    expect((await cell('API of MTN SME 1GB')).value).toBe('435');
  });

  it('stand above the grid with what became of them, and are cancelled there', async () => {
    const stayed = schedule({
      _id: '2',
      state: 'done',
      prices: [{ ...schedule().prices[0], result: 'changed_meanwhile' }],
    });
    const shop = await opens(
      '/profile/updatePrice',
      { isAdmin: true },
      {
        listPriceSchedules: json(200, { schedules: [schedule(), stayed] }),
        cancelPriceSchedule: json(200, {
          msg: 'The new prices are cancelled',
          schedules: [schedule({ state: 'cancelled' }), stayed],
        }),
      },
    );
    const planned = within(await screen.findByRole('region', { name: 'Planned prices' }));
    expect(planned.getAllByText('1 price of 1 plan · by boss')).toHaveLength(2);
    expect(planned.getByText('1 stayed')).toBeDefined();
    expect(planned.getByText('stayed: somebody changed it meanwhile')).toBeDefined();
    await press('Cancel these prices');
    expect(await toastSays('The new prices are cancelled')).toBeDefined();
    await waitFor(() => expect(planned.queryByText('planned')).toBeNull());
    expect(planned.getByText('1 stayed')).toBeDefined();
    expect(shop.asked('cancelPriceSchedule').map(({ url }) => url)).toEqual([
      '/api/v1/admin/priceSchedule/3',
    ]);
  });

  it('are no matter of agents', async () => {
    const shop = await opens('/profile/updatePrice?network=MTN', { isAgent: true });
    await cell('Smart earner of MTN SME 1GB');
    expect(shop.asked('listPriceSchedules')).toEqual([]);
  });
});
