import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { formatPhone } from '@jara/contract/phone.ts';
import type { StaffRequest } from '@jara/contract/calls/review-queue.ts';
import { json } from '../../../../test/answers.ts';
import { openShop } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import ReviewQueue from './review-queue.tsx';

const issue: StaffRequest = {
  _id: '7',
  call: 'transferFund',
  input: { userName: 'ada', amount: 450_000 },
  subject: 'user 12',
  users: ['ada'],
  amount: 450_000,
  prices: null,
  contact: null,
  rights: null,
  reason: 'Their bank wrote',
  maker: 'ngozi',
  isOwn: false,
  state: 'waiting',
  createdAt: new Date(Date.now() - 2.5 * 3_600_000).toISOString(),
  expiresAt: new Date(Date.now() + 20 * 3_600_000).toISOString(),
  endedBy: null,
  endedReason: null,
  endedAt: null,
  couponCode: null,
};
const own: StaffRequest = {
  ...issue,
  _id: '8',
  call: 'decideWaiting',
  input: { id: '91', outcome: 'returned' },
  subject: 'transaction 91',
  users: ['bola'],
  amount: 300_000,
  maker: 'boss',
  isOwn: true,
};
const ended: StaffRequest = {
  ...own,
  _id: '5',
  call: 'generateCoupon',
  state: 'confirmed',
  endedBy: 'ngozi',
  endedReason: 'I saw the list of winners',
  endedAt: new Date().toISOString(),
  couponCode: 'ABCD1234EFGH5678',
};
const counts = {
  staff: 0,
  asked: 0,
  suspense: 0,
  disputes: 0,
  recovery: 0,
  staffRequests: 2,
  webhooksGivenUp: 0,
};
const done = (msg: string) => json(200, { msg, staffRequest: issue });

let shop: Awaited<ReturnType<typeof openShop>>;
async function opens(rights: object, answers: Parameters<typeof openShop>[0] = {}) {
  shop = await openShop(
    {
      listWaiting: json(200, { waiting: [], page: 1, totalPages: 1, heldBack: 0, counts }),
      listStaffRequests: ({ url }: { url: string }) =>
        json(200, {
          staffRequests: url.includes('ended') ? [ended] : [issue, own],
          page: 1,
          totalPages: 1,
          counts: { waiting: 2, ended: 1 },
        }),
      ...answers,
    },
    rights,
  );
  shop.show(
    <>
      <ReviewQueue />
      <Toasts />
    </>,
    '/admin/waiting?queue=second',
  );
}
afterEach(() => shop.close());

const entry = async (words: string) => {
  const found = (await screen.findByText(words)).closest('li');
  return within(found ?? document.body);
};
const toastSays = (words: string) => screen.findByText(words, { selector: '[role=status] p' });
const sheet = async () => within(await screen.findByRole('dialog', { hidden: true }));
const sent = (name: 'confirmStaffRequest' | 'rejectStaffRequest' | 'withdrawStaffRequest') =>
  shop.asked(name).map(({ url, body }) => [url, JSON.parse(body) as unknown]);

describe('what waits for a second admin', () => {
  it('says what it is, how much, of whom, by whom, why, and what became of others', async () => {
    await opens({ isAdmin: true });
    const first = await entry('Issue money');
    for (const words of ['₦450,000.00', 'ada', '“Their bank wrote”', 'ngozi'])
      expect(first.getByText(words)).toBeTruthy();
    const second = await entry('Return the money');
    expect(second.getByRole('link', { name: 'Receipt' })).toBeTruthy();
    const last = await entry('Make a coupon');
    for (const words of ['Confirmed', '“I saw the list of winners”', 'ABCD1234EFGH5678'])
      expect(last.getByText(words)).toBeTruthy();
    expect(await screen.findByRole('radio', { name: 'Second admin · 2' })).toBeTruthy();
  });

  it('says of prices what they are, what they would be, and what they cost us', async () => {
    const price: StaffRequest = {
      ...issue,
      call: 'setSpecialPrice',
      input: { productName: 'MTN-SME', price: 0.1 },
      amount: null,
      prices: [
        { field: 'price', from: null, to: 0.1, cost: null },
        { planId: 3, field: 'SME 1GB', from: 450, to: 0.12, cost: 430 },
      ],
    };
    const list = { staffRequests: [price], page: 1, totalPages: 1, counts: { waiting: 1, ended: 0 } };
    await opens({ isAdmin: true }, { listStaffRequests: json(200, list) });
    const [first] = await screen.findAllByText('Special price of MTN-SME');
    const items = within(first?.closest('li') ?? document.body).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Price per GB: new → ₦0.10',
      'SME 1GB (plan 3): ₦450.00 → ₦0.12, costs us ₦430.00',
    ]);
  });

  it('says of a difference at a supplier which way it is, and of whom', async () => {
    const accepted = (amount: number): StaffRequest => ({
      ...issue,
      _id: String(amount),
      call: 'acceptFloat',
      input: { supplierName: 'glad', amount },
      subject: 'supplier GLAD',
      users: [],
      amount: 250_000,
    });
    const list = {
      staffRequests: [accepted(250_000), accepted(-250_000)],
      page: 1,
      totalPages: 1,
      counts: { waiting: 2, ended: 0 },
    };
    await opens({ isAdmin: true }, { listStaffRequests: json(200, list) });
    for (const how of ['more', 'less']) {
      const [first] = await screen.findAllByText(`Accept that GLAD states ${how} than the books`);
      expect(first?.closest('li')?.textContent).toContain('₦250,000.00');
    }
  });

  it('says of an address what it is, what it would be, and what the account holds', async () => {
    const correction: StaffRequest = {
      ...issue,
      call: 'correctContactDetails',
      input: { id: '12', email: 'ada@new.example', phoneNumber: '08091115555' },
      amount: null,
      contact: {
        email: { from: 'ada@old.example', to: 'ada@new.example' },
        phoneNumber: { from: '08031234567', to: '08091115555' },
        holds: 500_000,
      },
    };
    const list = { staffRequests: [correction], page: 1, totalPages: 1, counts: { waiting: 1, ended: 0 } };
    await opens({ isAdmin: true }, { listStaffRequests: json(200, list) });
    const [first] = await screen.findAllByText('Correct an e-mail address');
    const asked = within(first?.closest('li') ?? document.body);
    expect(asked.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'E-mail address: ada@old.example → ada@new.example',
      `Phone number: ${formatPhone('08031234567')} → ${formatPhone('08091115555')}`,
    ]);
    expect(asked.getByText('₦500,000.00')).toBeTruthy();
    expect(asked.queryByText('another currency')).toBeNull();
  });

  const asAdmin = { isAdmin: true, isAgent: false, isCouponVendor: false };
  const asNobody = { ...asAdmin, isAdmin: false };

  it('says of who would become an admin what they are, and what else they would be', async () => {
    const appointment: StaffRequest = {
      ...issue,
      call: 'setRoles',
      input: { id: '12' },
      amount: null,
      rights: { from: asNobody, to: { ...asAdmin, isCouponVendor: true, staffLimits: { issue: 500 } } },
    };
    const list = { staffRequests: [appointment], page: 1, totalPages: 1, counts: { waiting: 1, ended: 0 } };
    await opens({ isAdmin: true }, { listStaffRequests: json(200, list) });
    const [first] = await screen.findAllByText('Make an admin');
    const asked = within(first?.closest('li') ?? document.body);
    expect(asked.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Roles: none → admin and coupon vendor',
      'Issue, daily limit: new → ₦500.00',
    ]);
    expect(asked.getByRole('link', { name: 'ada' })).toBeTruthy();
    expect(asked.queryByText('another currency')).toBeNull();
  });

  it('says of an admin what they may do in a day, and might', async () => {
    const raise: StaffRequest = {
      ...issue,
      call: 'setRoles',
      input: { id: '12' },
      amount: null,
      rights: {
        from: { ...asAdmin, staffLimits: { issue: 5_000, refund: 300, decide: 70 } },
        to: { ...asAdmin, staffLimits: { issue: 5_000, refund: 20_000 } },
      },
    };
    const more = { ...asAdmin, isAgent: true, staffLimits: {} };
    const both = { ...raise, _id: '9', rights: { from: raise.rights?.from ?? asAdmin, to: more } };
    const gone = { ...raise, _id: '10', rights: { from: both.rights.from, to: asNobody } };
    const list = {
      staffRequests: [raise, both, gone],
      page: 1,
      totalPages: 1,
      counts: { waiting: 3, ended: 0 },
    };
    await opens({ isAdmin: true }, { listStaffRequests: json(200, list) });
    for (const [title, changes] of [
      [
        'Change the limits of ada',
        ['Refund, daily limit: ₦300.00 → ₦20,000.00', 'Decide, daily limit: ₦70.00 → as everybody'],
      ],
      [
        'Change the roles and limits of ada',
        [
          'Roles: admin → admin and agent',
          'Issue, daily limit: ₦5,000.00 → as everybody',
          'Refund, daily limit: ₦300.00 → as everybody',
          'Decide, daily limit: ₦70.00 → as everybody',
        ],
      ],
      ['Dismiss an admin', ['Roles: admin → none']],
    ] as const) {
      const [found] = await screen.findAllByText(title);
      const items = within(found?.closest('li') ?? document.body).getAllByRole('listitem');
      expect(items.map(({ textContent }) => textContent)).toEqual(changes);
    }
  });

  it('of an earlier version says of roles what was asked', async () => {
    const old = { ...issue, call: 'setRoles', input: { isAdmin: true }, amount: null };
    const list = {
      staffRequests: [old, { ...old, _id: '9', input: {} }],
      page: 1,
      totalPages: 1,
      counts: { waiting: 2, ended: 0 },
    };
    await opens({ isAdmin: true }, { listStaffRequests: json(200, list) });
    for (const title of ['Make an admin', 'Dismiss an admin'])
      expect(await screen.findAllByText(title)).not.toEqual([]);
  });

  it('is confirmed by another admin, with what was looked at', async () => {
    await opens({ isAdmin: true }, { confirmStaffRequest: done('₦450,000.00 is in the wallet of ada') });
    await userEvent.click((await entry('Issue money')).getByRole('button', { name: 'Decide' }));
    const press = async () =>
      userEvent.click(await (await sheet()).findByRole('button', { name: 'Confirm it', hidden: true }));
    await press();
    expect(sent('confirmStaffRequest')).toEqual([]);
    const asked = (await sheet()).getByRole('radio', { name: 'confirm it', hidden: true });
    await waitFor(() => expect(document.activeElement).toBe(asked));
    expect((await sheet()).getByText('Choose one of the two.').id).toBe(
      asked.closest('fieldset')?.getAttribute('aria-describedby'),
    );
    await userEvent.click((await sheet()).getByRole('radio', { name: 'confirm it', hidden: true }));
    await userEvent.type((await sheet()).getByLabelText('How do you know?'), 'The letter');
    await press();
    await toastSays('₦450,000.00 is in the wallet of ada');
    expect(sent('confirmStaffRequest')).toEqual([
      ['/api/v1/admin/staffRequests/7/confirm', { reason: 'The letter' }],
    ]);
  });

  it('is rejected, and stays on the sheet with why when it cannot be', async () => {
    const gone = json(409, { code: 'not_waiting', msg: 'This does not wait any more', requestId: 'r' });
    await opens({ isAdmin: true }, { rejectStaffRequest: gone });
    await userEvent.click((await entry('Issue money')).getByRole('button', { name: 'Decide' }));
    await userEvent.click((await sheet()).getByRole('radio', { name: 'reject it', hidden: true }));
    await userEvent.type((await sheet()).getByLabelText('How do you know?'), 'No such letter');
    await userEvent.click((await sheet()).getByRole('button', { name: 'Reject it', hidden: true }));
    expect(await (await sheet()).findByText('This does not wait any more')).toBeTruthy();
  });

  it('is taken back by who asked, who cannot confirm it; agents confirm nothing', async () => {
    await opens({ isAdmin: true }, { withdrawStaffRequest: done('It is taken back. Nothing was done') });
    const mine = await entry('Return the money');
    expect(mine.queryByRole('button', { name: 'Decide' })).toBeNull();
    await userEvent.click(mine.getByRole('button', { name: 'Take back' }));
    await toastSays('It is taken back. Nothing was done');
    expect(sent('withdrawStaffRequest')).toEqual([['/api/v1/admin/staffRequests/8/withdraw', {}]]);
    await shop.close();
    await opens({ isAgent: true });
    expect((await entry('Issue money')).queryByRole('button', { name: 'Decide' })).toBeNull();
  });
});
