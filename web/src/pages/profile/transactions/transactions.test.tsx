import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { json } from '../../../../test/answers.ts';
import { receipt, user } from '../../../../test/people.ts';
import { isAsWideAs, openShop, type Answers } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import Transactions from './transactions.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;

const loss = receipt({ _id: 't1', profit: 10 });
const gain = receipt({
  _id: 't2',
  trans_Type: 'wallet',
  trans_Network: null,
  recipient: null,
  description: 'Card funding',
  balance_Before: 5_000,
  balance_After: 5_990,
  profit: 0,
});
const list = (transactions: Receipt[], { totalPages = 1, page = 1 } = {}) =>
  json(200, {
    transactions,
    page,
    totalPages,
    noOfTransaction: transactions.length,
    totalSales: 0,
    totalDebit: 495,
    totalCredit: 990,
  });

async function open(answers: Answers, flags: object = {}, address = '/profile/transactions') {
  shop = await openShop(answers, flags);
  shop.show(
    <>
      <Routes>
        <Route path="/profile/transactions/:id?" element={<Transactions />} />
      </Routes>
      <Toasts />
    </>,
    address,
  );
}
beforeEach(() => {
  // Wide enough for the tables of staff.
  isAsWideAs(1_440);
});
afterEach(() => shop.close());

const address = () => screen.getByLabelText('Address').textContent;
const pages = async () =>
  within(await screen.findByRole('navigation', { name: 'Pages' }))
    .getAllByRole('button', { name: /^Page / })
    .map(({ textContent }) => textContent);
const headings = async () =>
  (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);

describe('the table of transactions', () => {
  it('shows a balance increase green with +, a decrease red with \u2212', async () => {
    await open({ listTransactions: list([loss, gain]) });
    const colour = async (words: string) => (await screen.findByText(words)).className.split(' ');
    expect(await colour('+\u20a6990.00')).toContain('text-success');
    expect(await colour('\u2212\u20a6495.00')).toContain('text-danger');
  });

  it('says that most are done without a pill, which what is not done has', async () => {
    const failed = receipt({ _id: 't3', trans_Status: 'failed' });
    await open({ listTransactions: list([loss, gain, failed]) });
    const rows = (await screen.findAllByRole('row')).slice(1);
    const states = rows.map((row) => within(row).getByText(/^(Done|Failed)$/));
    expect(states.map(({ textContent }) => textContent)).toEqual(['Done', 'Done', 'Failed']);
    const look = states.map((state) => state.closest('.rounded-full') !== null);
    expect(look).toEqual([false, false, true]);
  });

  it('on a phone says nothing of what is done', async () => {
    isAsWideAs(360);
    const failed = receipt({ _id: 't3', trans_Status: 'failed' });
    await open({ listTransactions: list([loss, failed]) });
    const [done, other] = await screen.findAllByRole('link', { name: /^MTN airtime/ });
    expect(done?.textContent).not.toMatch(/done|success/i);
    expect(done?.querySelector('.rounded-full')).toBeNull();
    expect(other?.textContent).toContain('Failed');
  });

  it.each([
    ['buyers', {}, 'Data bought'],
    ['staff', { isAgent: true }, 'Total sales'],
  ])('calls the volume for %s what it is to them', async (_who, flags, words) => {
    await open({ listTransactions: list([loss, gain]) }, flags);
    const totals = await screen.findByRole('region', { name: 'Totals' });
    expect(within(totals).getAllByRole('term')[0]?.textContent).toBe(words);
  });

  it('has the columns of everybody, and for admin and agent profit and user columns', async () => {
    await open({ listTransactions: list([loss, gain]) });
    const everybodys = ['Date', 'What', 'For', 'Status', 'Amount', 'Balance after'];
    expect(await headings()).toEqual(everybodys);
    for (const flags of [{ isAdmin: true }, { isAgent: true }]) {
      cleanup();
      await shop.stop();
      await open({ listTransactions: list([loss, gain]) }, flags);
      expect(await headings()).toEqual([
        'Date',
        'What',
        'For',
        'User',
        'Status',
        'Amount',
        'Profit',
        'Balance after',
        // Drawn where the window is wide, and the last where it is very wide.
        'Supplier',
        'Reference',
        'Supplier’s id',
      ]);
    }
  });

  it.each([
    ['everybody', {}, 'Statement'],
    ['an agent', { isAgent: true }, 'Your statement'],
    ['an admin', { isAdmin: true }, 'Your statement'],
  ])('gives %s the statement of their own wallet', async (_, flags, name) => {
    await open({ listTransactions: list([loss, gain]), getStatement: json(503, {}) }, flags);
    await userEvent.click(await screen.findByRole('button', { name }));
    await screen.findByRole('dialog', { name });
    await waitFor(() => expect(shop.asked('getStatement')).toHaveLength(1));
  });

  it("has type filters all, airtime, data, refund, transfer, referrer, wallet, electricity, earning, and the specification's statuses", async () => {
    await open({ listTransactions: list([loss, gain]) });
    const options = (label: string) =>
      within(screen.getByRole('combobox', { name: label }))
        .getAllByRole('option')
        .map(({ textContent }) => textContent?.toLowerCase());
    expect(options('Type')).toEqual([
      'all',
      'airtime',
      'data',
      'refund',
      'transfer',
      'referrer',
      'wallet',
      'electricity',
      'earning',
    ]);
    expect(options('Status')).toEqual(['all', 'success', 'failed', 'processing', 'pending', 'refunded']);
  });

  it('has the usual states before all filters, at a desk too', async () => {
    await open({ listTransactions: list([loss, gain]) });
    const states = screen.getByRole('group', { name: 'State' });
    await userEvent.click(within(states).getByRole('radio', { name: 'Failed' }));
    await waitFor(() => expect(address()).toContain('?status=failed'));
    expect(screen.getByLabelText<HTMLSelectElement>('Status').value).toBe('failed');
    const following = states.compareDocumentPosition(screen.getByLabelText('Type'));
    expect(following & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('has date filters that are capped at today; the from date alone makes the to date today', async () => {
    await open({ listTransactions: list([loss, gain]) });
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(Date.now());
    const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
    expect([field('From').max, field('To').max]).toEqual([today, today]);
    fireEvent.change(field('From'), { target: { value: '2026-01-01' } });
    await waitFor(() => expect(address()).toContain(`?from=2026-01-01&to=${today}`));
    fireEvent.change(field('To'), { target: { value: '2999-01-01' } });
    expect(field('To').value).toBe(today);
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/profile/transactions null'));
  });

  it.each([
    ['is your own', {}, 0],
    ['is shown to an agent', { isAgent: true }, 1],
    ['is shown to an admin', { isAdmin: true }, 1],
  ])('that %s has a user filter: %j, %d', async (_what, flags, count) => {
    await open({ listTransactions: list([loss, gain]) }, flags);
    await screen.findByRole('table');
    expect(screen.queryAllByRole('searchbox', { name: 'Username' })).toHaveLength(count);
  });

  it.each([
    ['that is your own, from four digits on', {}, '', '080', 4],
    ['of everybody, from seven', { isAgent: true }, '', '080312', 7],
    ['of one user, as that of the user', { isAdmin: true }, '?userName=ada', '080', 4],
  ])('%s, is narrowed by how a number begins', async (_whose, flags, query, short, fewest) => {
    await open({ listTransactions: list([loss, gain]) }, flags, `/profile/transactions${query}`);
    await screen.findByRole('table');
    const field = screen.getByRole('searchbox', { name: 'Phone number or reference' });
    const words = `Type at least ${fewest} digits, or a whole reference.`;
    await userEvent.type(field, `${short}{Enter}`);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(address()).not.toContain('phoneNumber');
    await userEvent.type(field, '3{Enter}');
    await waitFor(() => expect(address()).toContain(`phoneNumber=${short}3`));
    expect(screen.queryByText(words)).toBeNull();
  });

  it.each([
    ['opens the slip', json(200, { receipt: gain, timeline: [] }), 'Card funding'],
    [
      'says that there is none',
      json(404, { msg: 'Not found', code: 'not_found', requestId: 'r' }),
      undefined,
    ],
  ])('%s for a reference that is typed where a number may be', async (_what, getTransaction, words) => {
    await open({ listTransactions: list([loss]), getTransaction });
    await screen.findByRole('table');
    const field = screen.getByRole('searchbox', { name: 'Phone number or reference' });
    await userEvent.type(field, ' jr261121abcd1234ef{Enter}');
    await waitFor(() => expect(address()).toContain('/profile/transactions/JR261121ABCD1234EF null'));
    const sheet = within(screen.getByRole('dialog', { name: 'Slip' }));
    expect(await sheet.findAllByText(words ?? 'There is no such slip')).not.toEqual([]);
    expect(shop.asked('getTransaction').map(({ url }) => url)).toContain(
      '/api/v1/transaction/JR261121ABCD1234EF',
    );
    expect(shop.asked('listTransactions')).toHaveLength(1);
  });

  it.each([
    ['of a reseller not', {}, 'Your reference', 0],
    ['of an API user', { user: user({ userType: 'api user' }) }, 'Your reference', 1],
    ['of staff', { isAgent: true }, "Client's reference", 1],
  ])('%s can be narrowed to a reference of the client', async (_whose, changes, label, count) => {
    await open({ listTransactions: list([loss, gain]) }, changes);
    await screen.findByRole('table');
    const fields = screen.queryAllByRole('searchbox', { name: label });
    expect(fields).toHaveLength(count);
    for (const field of fields) {
      await userEvent.type(field, 'order-7');
      await waitFor(() => expect(address()).toContain('clientReference=order-7'));
    }
  });

  it("says 'No transactions found' when it is empty", async () => {
    await open({ listTransactions: list([]) });
    expect(await screen.findByText('No transactions found')).toBeDefined();
  });

  it.each([
    ['', 'This is the only transaction so far.'],
    ['?type=airtime', 'One transaction matches these filters.'],
  ])('shows a message when there is 1 row: %j', async (query, words) => {
    await open({ listTransactions: list([loss]) }, {}, `/profile/transactions${query}`);
    expect(await screen.findByText(words)).toBeDefined();
  });

  it('shows no such message when there are 2 rows', async () => {
    await open({ listTransactions: list([loss, gain]) });
    await screen.findByRole('table');
    expect(screen.queryByText(/only transaction|One transaction|No transactions/)).toBeNull();
  });

  it.each([
    ['finish', list([loss, gain])],
    ['error', json(503, { msg: 'The service is busy', code: 'unavailable', requestId: 'r' })],
  ])('is loading when the request starts, with a text, and no more on %s', async (_what, answer) => {
    await open({ listTransactions: answer });
    expect(screen.getByText('Loading the transactions')).toBeDefined();
    await waitFor(() => expect(screen.queryByText('Loading the transactions')).toBeNull());
    expect(document.querySelector('[aria-busy="true"]')).toBeNull();
  });

  it('is silent about a failure, but for the place of the list', async () => {
    await open({
      listTransactions: json(503, { msg: 'The service is busy', code: 'unavailable', requestId: 'r' }),
    });
    expect(await screen.findByText('The transactions could not be loaded')).toBeDefined();
    expect(screen.queryByText('The service is busy', { selector: '[role=status] p' })).toBeNull();
  });
});

describe('the pager', () => {
  const many = { listTransactions: list([loss, gain], { totalPages: 40 }) };

  it.each([
    ['15 page buttons when there are more than 15 pages and the user is not admin', {}, 15],
    ['15 page buttons for an agent', { isAgent: true }, 15],
    ['20 page buttons for an admin', { isAdmin: true }, 20],
  ])('has %s', async (_what, flags, count) => {
    await open(many, flags);
    expect(await pages()).toEqual(Array.from({ length: count }, (_, index) => String(index + 1)));
  });

  it('has a button for each page when there are no more than 15', async () => {
    await open({ listTransactions: list([loss, gain], { totalPages: 15 }) });
    expect(await pages()).toHaveLength(15);
  });

  it('changes the page, prev wraps around to the last, and the default page is 1', async () => {
    await open(many);
    await userEvent.click(await screen.findByRole('button', { name: 'Page 3' }));
    await waitFor(() => expect(address()).toBe('/profile/transactions?page=3 null'));
    await waitFor(() =>
      expect(shop.asked('listTransactions').map(({ url }) => url)).toEqual([
        '/api/v1/transaction',
        '/api/v1/transaction?page=3',
      ]),
    );
    // The answer of the test says page 1 still.
    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
    await waitFor(() => expect(address()).toBe('/profile/transactions?page=40 null'));
  });
});
