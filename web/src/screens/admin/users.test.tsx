import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { json, type Asked } from '../../../test/answers.ts';
import { staffUser } from '../../../test/people.ts';
import { openShop, type Answers } from '../../../test/shop.tsx';
import { endSession } from '../../session.ts';
import { Toasts } from '../../ui/toast.tsx';
import Users from './users.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;

const users = [
  staffUser(),
  staffUser({ _id: '13', userName: 'poor_chidi', balance: 99.99, userType: 'api user' }),
];
const page = { users, page: 1, totalUsers: 2, totalPages: 1, totalBalance: 1_599.99 };
const noLines = {
  transactions: [],
  page: 1,
  totalPages: 1,
  noOfTransaction: 0,
  totalSales: 0,
  totalDebit: 0,
  totalCredit: 0,
};

async function open(answers: Answers = {}, address = '/admin/users', isAdmin = true) {
  shop = await openShop(
    { listUsers: json(200, page), listTransactions: json(200, noLines), ...answers },
    { isAdmin, isAgent: !isAdmin },
  );
  shop.show(
    <>
      <Users />
      <Toasts />
    </>,
    address,
  );
}
afterEach(async () => {
  cleanup();
  await shop.stop();
  endSession();
  localStorage.clear();
});

const sheet = (name: string) => screen.findByRole('dialog', { name });
const bodies = (asked: readonly Asked[]) => asked.map(({ body }) => JSON.parse(body) as unknown);
const toastSays = (words: string) => screen.findByText(words, { selector: '[role=status] p' });
async function act(button: string) {
  const panel = await sheet('bola');
  await userEvent.click(await within(panel).findByRole('button', { name: button }));
}

describe('the list of users', () => {
  it('shows the total balance without the own one of the admin, and how many there are', async () => {
    await open();
    const totals = await screen.findByRole('region', { name: 'Totals' });
    expect(totals.textContent).toBe('Total users2Total balance, without yours₦1,599.99');
  });

  it('shows a balance red and marked under 100, else green', async () => {
    await open();
    expect((await screen.findByText('₦1,500.00')).parentElement?.className).toContain('text-success');
    const low = screen.getByText('₦99.99').parentElement;
    expect(low?.className).toContain('text-danger');
    expect(low?.textContent).toContain('low');
  });

  it('applies a typed filter by Enter, and clears the filters', async () => {
    await open();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Username' }), 'bo{Enter}');
    await waitFor(() => expect(shop.asked('listUsers').at(-1)?.url).toContain('userName=bo'));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'User type' }), 'reseller');
    await waitFor(() => expect(shop.asked('listUsers').at(-1)?.url).toContain('type=reseller&userName=bo'));
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/admin/users null'));
  });

  it('is silent about a failure, but for the place of the list', async () => {
    await open({ listUsers: json(503, { msg: 'The service is busy', code: 'unavailable', requestId: 'r' }) });
    expect(await screen.findByText('The users could not be loaded')).toBeDefined();
    expect(screen.queryByText('The service is busy', { selector: '[role=status] p' })).toBeNull();
  });

  it('says so when nobody is found', async () => {
    await open({ listUsers: json(200, { ...page, users: [], totalUsers: 0 }) }, '/admin/users?userName=x');
    expect(await screen.findByText('No users found')).toBeDefined();
  });
});

describe('the details of a user', () => {
  it('open with a press on the row, with every fact of the specification', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: /^bola/ }));
    const panel = await sheet('bola');
    for (const fact of [
      'Usernamebola',
      'Full nameBola Ade',
      'Id numberNIN *******6789',
      'Balance₦1,500.00',
      'Phone0803 987 6543',
      'Account typesmart earner',
      'Emailbola@example.com',
      'Last loginnever',
      'Joined1 Nov 2026, 11:00',
      'Referred byadaeze',
      '6012345678palmpay',
      'MTN-SME₦600.00 per GB',
    ]) {
      expect(panel.textContent).toContain(fact);
    }
    expect(within(panel).getByRole('link', { name: 'Send Email' }).getAttribute('href')).toBe(
      '/admin/sendMail?userAccount=bola',
    );
    expect(within(panel).getByRole('link', { name: 'Transactions' }).getAttribute('href')).toBe(
      '/admin/transactions?userName=bola',
    );
  });

  it('offer an agent nothing that an agent may not do', async () => {
    await open({}, '/admin/users?user=bola', false);
    const panel = await sheet('bola');
    await within(panel).findByText('Bola Ade', { selector: 'p' });
    const buttons = within(panel)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent);
    expect(buttons).toEqual(['Close', 'Copy 6012345678', 'Close']);
    expect(within(panel).queryByRole('link', { name: 'Send Email' })).toBeNull();
    expect(within(panel).getByRole('link', { name: 'Transactions' }).getAttribute('href')).toBe(
      '/profile/transactions?userName=bola',
    );
  });

  it('say that there is nobody of a name', async () => {
    await open({}, '/admin/users?user=nobody');
    expect(await screen.findByText('There is no such user')).toBeDefined();
  });
});

describe('what an admin does to a user', () => {
  it('upgrades along the cycle: a smart earner becomes a reseller', async () => {
    await open(
      { upgradeUser: json(200, { msg: 'bola is reseller', user: staffUser({ userType: 'reseller' }) }) },
      '/admin/users?user=bola',
    );
    await act('Upgrade user');
    await userEvent.click(await screen.findByRole('button', { name: 'Make bola reseller' }));
    expect(await toastSays('bola is reseller')).toBeDefined();
    expect(shop.asked('upgradeUser')[0]?.url).toBe('/api/v1/admin/upgradeUser/12/reseller');
  });

  it("says 'something went wrong' when an upgrade breaks", async () => {
    await open({ upgradeUser: json(500, {}) }, '/admin/users?user=bola');
    await act('Upgrade user');
    await userEvent.click(await screen.findByRole('button', { name: 'Make bola reseller' }));
    expect(await toastSays('something went wrong')).toBeDefined();
  });

  it('has a link mailed instead of seeing a password', async () => {
    await open({ resetUserPassword: json(200, { msg: 'A link is on its way' }) }, '/admin/users?user=bola');
    await act('Reset password');
    await userEvent.click(await screen.findByRole('button', { name: 'Log out and mail the link' }));
    expect(await toastSays('A link is on its way')).toBeDefined();
    expect(bodies(shop.asked('resetUserPassword'))).toEqual([{ userId: '12' }]);
  });

  it('closes a reserved account only with a reason', async () => {
    await open(
      { closeReservedAccount: json(200, { msg: 'The account is closed', closed: 1 }) },
      '/admin/users?user=bola',
    );
    await act('Close account');
    const step = await sheet('Close reserved account');
    const close = within(step).getByRole('button', { name: 'Close the account' });
    await userEvent.click(close);
    expect(within(step).getByText('Say why: it goes into the staff record.')).toBeDefined();
    expect(shop.asked('closeReservedAccount')).toEqual([]);
    await userEvent.type(within(step).getByLabelText('Reason'), 'The bank closed it');
    await userEvent.click(close);
    expect(await toastSays('The account is closed')).toBeDefined();
    expect(bodies(shop.asked('closeReservedAccount'))).toEqual([
      { accountNumber: '6012345678', reason: 'The bank closed it' },
    ]);
  });
});

describe('special pricing', () => {
  const openForm = async (answers: Answers = {}) => {
    await open(answers, '/admin/users?user=bola');
    await act('Add special pricing');
    return sheet('Special pricing');
  };
  const done = json(200, { msg: 'The price is set', specialPrices: [] });

  it.each([
    ['', '', 'All fields are required'],
    ['GLO', '', 'enter a valid price'],
    ['GLO', '0', 'enter a valid price'],
    ['GLO', '2.505', 'enter a valid price'],
  ])('with "%s" and "%s" says: %s', async (product, price, words) => {
    const form = await openForm({ setSpecialPrice: done });
    if (product !== '') await userEvent.selectOptions(within(form).getByLabelText('Product'), product);
    if (price !== '') await userEvent.type(within(form).getByLabelText('Price per GB'), price);
    await userEvent.click(within(form).getByRole('button', { name: 'Set price' }));
    expect(await toastSays(words)).toBeDefined();
    expect(shop.asked('setSpecialPrice')).toEqual([]);
  });

  it('asks once more before a price that is below cost, and keeps what was typed', async () => {
    const doubt = json(409, { msg: 'Below cost', code: 'price_needs_confirmation', requestId: 'r' });
    const form = await openForm({
      setSpecialPrice: ({ body }) => (body.includes('"confirm":true') ? done : doubt),
    });
    await userEvent.selectOptions(within(form).getByLabelText('Product'), 'GLO');
    await userEvent.type(within(form).getByLabelText('Price per GB'), '1,050.50');
    await userEvent.click(within(form).getByRole('button', { name: 'Set price' }));
    await userEvent.click(await within(form).findByRole('button', { name: 'Set this price all the same' }));
    expect(await toastSays('The price is set')).toBeDefined();
    expect(bodies(shop.asked('setSpecialPrice'))).toEqual([
      { userId: '12', productName: 'GLO', price: 1050.5 },
      { userId: '12', productName: 'GLO', price: 1050.5, confirm: true },
    ]);
  });

  it('of a product can be taken away', async () => {
    const form = await openForm({ setSpecialPrice: done });
    await userEvent.selectOptions(within(form).getByLabelText('Product'), 'MTN-SME');
    expect(within(form).getByText('₦600.00 now')).toBeDefined();
    await userEvent.click(within(form).getByRole('button', { name: 'Take the special price away' }));
    expect(await toastSays('The price is set')).toBeDefined();
    expect(bodies(shop.asked('setSpecialPrice'))).toEqual([
      { userId: '12', productName: 'MTN-SME', price: null },
    ]);
  });
});
