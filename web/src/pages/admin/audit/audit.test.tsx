import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { StaffAction } from '@jara/contract/calls/staff.ts';
import { json } from '../../../../test/answers.ts';
import { openShop } from '../../../../test/shop.tsx';
import StaffActions from './audit.tsx';

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

async function open(actions: StaffAction[], address = '/admin/audit') {
  shop = await openShop(
    { listStaffActions: json(200, { actions, page: 1, totalActions: actions.length, totalPages: 1 }) },
    { isAdmin: true },
  );
  shop.show(<StaffActions />, address);
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

  it('says so when nothing matches', async () => {
    await open([], '/admin/audit?actor=nobody');
    expect(await screen.findByText('No entry matches these filters.')).toBeDefined();
  });
});
