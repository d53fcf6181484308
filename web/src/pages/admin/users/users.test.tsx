import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, type Asked } from '../../../../test/answers.ts';
import { noTransactions, staffUser } from '../../../../test/people.ts';
import { openShop, type Answers } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import Users from './users.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;

const users = [
  staffUser(),
  staffUser({ _id: '13', userName: 'poor_chidi', balance: 99.99, userType: 'api user' }),
];
const page = { users, page: 1, totalUsers: 2, totalPages: 1, totalBalance: 1_599.99 };

async function open(answers: Answers = {}, address = '/admin/users', isAdmin = true) {
  shop = await openShop(
    { listUsers: json(200, page), listTransactions: json(200, noTransactions), ...answers },
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
const isWide = (width: number) =>
  (
    window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }
  ).happyDOM.setViewport({ width });
afterEach(async () => {
  await shop.close();
  isWide(1_024);
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

  it('folds the totals away, and keeps them so on this device', async () => {
    await open();
    const totals = await screen.findByText('Totals of 2 users');
    const isOpen = (summary: HTMLElement) => summary.closest('details')?.open;
    expect(isOpen(totals)).toBe(true);
    await userEvent.click(totals);
    expect(isOpen(totals)).toBe(false);
    cleanup();
    shop.show(<Users />, '/admin/users');
    expect(isOpen(await screen.findByText('Totals of 2 users'))).toBe(false);
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

  it('is filtered by user type, username and phone', async () => {
    await open();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Phone number' }), '0803{Enter}');
    await waitFor(() => expect(shop.asked('listUsers').at(-1)?.url).toContain('phoneNumber=0803'));
    const types = within(screen.getByRole('combobox', { name: 'User type' })).getAllByRole('option');
    expect(types.map((type) => type.getAttribute('value'))).toEqual([
      '',
      'smart earner',
      'reseller',
      'api user',
      'partner',
    ]);
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

describe('the table of users', () => {
  beforeEach(() => isWide(1_440));

  it('has the columns S/N, member since, username, type, balance, last seen, phone, email', async () => {
    const seen = staffUser({ lastLogin: new Date().toISOString() });
    await open({ listUsers: json(200, { ...page, users: [seen], page: 2, totalPages: 2 }) });
    const headings = await screen.findAllByRole('columnheader');
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'S/N',
      'Member since',
      'Username',
      'Type',
      'Balance',
      'Last seen',
      'Phone',
      'Email',
    ]);
    expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      '51',
      '1 Nov 2026',
      'bola',
      'smart earner',
      '\u20a61,500.00',
      'just now',
      '0803 987 6543',
      'bola@example.com',
    ]);
  });

  it('opens the detail modal by a click anywhere in the row, and closes it', async () => {
    await open();
    const [email] = await screen.findAllByText('bola@example.com');
    if (email !== undefined) await userEvent.click(email);
    await userEvent.click(within(await sheet('bola')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'bola' })).toBeNull());
    expect(screen.getByLabelText('Address').textContent).toBe('/admin/users null');
  });
});

describe('the pager of the list of users', () => {
  const many = { listUsers: json(200, { ...page, totalPages: 40 }) };
  const pages = async () =>
    within(await screen.findByRole('navigation', { name: 'Pages' })).getAllByRole('button', {
      name: /^Page /,
    });

  it.each([
    ['20 page buttons for an admin', 1_440, true, 20],
    ['15 for an agent', 1_440, false, 15],
    ['as many as fit on a phone', 360, true, 4],
  ])('has %s', async (_what, width, isAdmin, count) => {
    isWide(width);
    await open(many, '/admin/users', isAdmin);
    expect(await pages()).toHaveLength(count);
  });

  it('changes the page, and next wraps around from the last to the first', async () => {
    isWide(1_440);
    await open({ listUsers: json(200, { ...page, page: 40, totalPages: 40 }) }, '/admin/users?page=40');
    await userEvent.click(await screen.findByRole('button', { name: 'Page 39' }));
    await waitFor(() => expect(shop.asked('listUsers').at(-1)?.url).toBe('/api/v1/admin/users?page=39'));
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/admin/users null'));
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

  it('show the bvn as id number when there is no nin, and a balance under 100 red', async () => {
    const poor = staffUser({ nin: null, bvn: '*******1234', balance: 99.99 });
    await open({ listUsers: json(200, { ...page, users: [poor] }) }, '/admin/users?user=bola');
    const panel = await sheet('bola');
    await within(panel).findByText('Id number');
    expect(panel.textContent).toContain('Id numberBVN *******1234');
    expect(within(panel).getByText('\u20a699.99').parentElement?.className).toContain('text-danger');
  });

  it('have the buttons Send Email, Transactions, Upgrade user, Reset password, Add special pricing and close', async () => {
    await open({}, '/admin/users?user=bola');
    const panel = within(await sheet('bola'));
    for (const name of ['Upgrade user', 'Reset password', 'Add special pricing', 'Close']) {
      expect(await panel.findByRole('button', { name })).toBeDefined();
    }
    for (const name of ['Send Email', 'Transactions'])
      expect(panel.getByRole('link', { name })).toBeDefined();
  });

  it('offer an agent nothing that an agent may not do', async () => {
    await open({}, '/admin/users?user=bola', false);
    const panel = await sheet('bola');
    await within(panel).findByText('Bola Ade', { selector: 'p' });
    const buttons = within(panel)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent);
    expect(buttons).toEqual(['Previous', 'Next', 'Close', 'Add note', 'Copy 6012345678', 'Close']);
    expect(within(panel).queryByRole('link', { name: 'Send Email' })).toBeNull();
    expect(within(panel).getByRole('link', { name: 'Transactions' }).getAttribute('href')).toBe(
      '/profile/transactions?userName=bola',
    );
  });

  it('are those of the next user by key, and the list beside them opens another', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: /^bola/ }));
    await sheet('bola');
    await userEvent.keyboard('j');
    await sheet('poor_chidi');
    expect(screen.getByLabelText('Address').textContent).toContain('user=poor_chidi');
    // Nobody comes after the last.
    await userEvent.keyboard('j');
    await userEvent.click(screen.getByRole('button', { name: /^bola/ }));
    await sheet('bola');
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
    await userEvent.type(await screen.findByLabelText('Reason'), 'They called');
    await userEvent.click(screen.getByRole('button', { name: 'Log out and mail the link' }));
    expect(await toastSays('A link is on its way')).toBeDefined();
    expect(bodies(shop.asked('resetUserPassword'))).toEqual([{ userId: '12', reason: 'They called' }]);
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
