import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StaffAction } from '@jara/contract/calls/staff.ts';
import { limits } from '@jara/contract/constants.ts';
import { json } from '../../../../test/answers.ts';
import { openShop } from '../../../../test/shop.tsx';
import StaffRecord from './audit.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;

const entry = (changes: Partial<StaffAction>): StaffAction => ({
  _id: '1',
  actor: 'musa',
  action: 'refund',
  subject: 'transaction 9',
  before: { status: 'success' },
  after: { status: 'refunded', amountKobo: '49500' },
  reason: 'Wrong number',
  ip: '127.0.0.1',
  requestId: 'req-1',
  createdAt: '2026-01-02T13:02:00.000Z',
  ...changes,
});

async function open(actions: StaffAction[], address = '/admin/audit', totalActions = actions.length) {
  shop = await openShop(
    { listStaffActions: json(200, { actions, page: 1, totalActions, totalPages: 1 }) },
    { isAdmin: true },
  );
  shop.show(<StaffRecord />, address);
}
afterEach(() => shop.close());

describe('the staff record', () => {
  it('says who did what to what, when, why, what was before and after, and where from', async () => {
    await open([entry({})]);
    const [row] = await screen.findAllByRole('listitem');
    for (const fact of [
      'Refunded',
      'transaction 9',
      'musa · 2 Jan 2026, 14:02',
      'Wrong number',
      'statusbefore successafter refunded',
      'amount₦495.00',
      'Address 127.0.0.1, request req-1',
    ]) {
      expect(row?.textContent).toContain(fact);
    }
    expect(screen.getByRole('link', { name: 'transaction 9' }).getAttribute('href')).toBe(
      '/admin/transactions?transaction=9',
    );
  });

  it('shows an action that has no words of its own by the name of its call', async () => {
    await open([entry({ action: 'somethingNew', subject: 'plan 3' })]);
    expect((await screen.findByRole('listitem')).textContent).toContain('somethingNewplan 3');
  });

  it('is narrowed by who, what, to what and days, and cleared', async () => {
    await open([entry({})], '/admin/audit?subject=user+12&page=2');
    const filters = screen.getByRole('search');
    await userEvent.type(within(filters).getByRole('searchbox', { name: 'Who' }), 'musa{Enter}');
    await userEvent.selectOptions(within(filters).getByRole('combobox', { name: 'What' }), 'refund');
    await waitFor(() =>
      expect(shop.asked('listStaffActions').at(-1)?.url).toBe(
        '/api/v1/admin/audit?actor=musa&action=refund&subject=user+12',
      ),
    );
    await userEvent.click(within(filters).getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/admin/audit null'));
  });

  it('says that there may be more than are counted', async () => {
    await open([entry({})], '/admin/audit', limits.staffActionsCounted);
    expect(await screen.findByText('10,000 entries or more')).toBeDefined();
  });

  it('says so when nothing matches', async () => {
    await open([], '/admin/audit?actor=nobody');
    expect(await screen.findByText('No entry matches these filters.')).toBeDefined();
  });
});

describe('who looked', () => {
  const read = { _id: '7', reader: 'musa', requestId: 'req-1', createdAt: '2026-01-02T13:02:00.000Z' };
  const reads = [
    { ...read, userName: 'bola', call: 'listTransactions', filter: null },
    { ...read, _id: '6', userName: null, call: 'listUsers', filter: { type: 'reseller', phoneNumber: true } },
  ];

  it('says who of the staff read whose data, by what and when, and of a list what was looked for', async () => {
    shop = await openShop({ listStaffReads: json(200, { reads, next: '6' }) }, { isAdmin: true });
    shop.show(<StaffRecord />, '/admin/audit?view=reads&userName=bola');
    const [ofOne, ofMany] = await screen.findAllByRole('listitem');
    expect(ofOne?.textContent).toBe('Transactions2 Jan 2026, 14:02by musa \u00b7 of bola');
    expect(ofMany?.textContent).toContain('of several people, asked for by type reseller, phoneNumber');
    const scrolls = vi.spyOn(window, 'scrollTo').mockReturnValue();
    await userEvent.click(screen.getByRole('button', { name: 'Earlier' }));
    await waitFor(() =>
      expect(shop.asked('listStaffReads').map(({ url }) => url)).toEqual([
        '/api/v1/admin/staffReads?userName=bola',
        '/api/v1/admin/staffReads?userName=bola&before=6',
      ]),
    );
    expect(scrolls).toHaveBeenCalledWith(0, 0);
    scrolls.mockRestore();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(shop.asked('listStaffReads').at(-1)?.url).toBe('/api/v1/admin/staffReads'));
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('What they looked at');
  });

  it('is a step from what staff did', async () => {
    shop = await openShop(
      {
        listStaffActions: json(200, { actions: [], page: 1, totalActions: 0, totalPages: 1 }),
        listStaffReads: json(200, { reads: [], next: null }),
      },
      { isAdmin: true },
    );
    shop.show(<StaffRecord />, '/admin/audit');
    await userEvent.click(await screen.findByRole('tab', { name: 'What they looked at' }));
    expect(await screen.findByText('Each look of staff at somebody’s data stands here.')).toBeDefined();
  });
});
