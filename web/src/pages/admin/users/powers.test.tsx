import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { StaffUser } from '@jara/contract/calls/staff.ts';
import { json } from '../../../../test/answers.ts';
import { noTransactions, security, staffUser } from '../../../../test/people.ts';
import { openShop, type Answers } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import { UserPanel } from './user-panel.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

const sheet = (name: string) => screen.findByRole('dialog', { name });
const bodyOf = (
  name: 'holdWithdrawals' | 'setStanding' | 'setRoles' | 'endAccess' | 'correctContactDetails',
) => shop.asked(name).map(({ body }) => JSON.parse(body) as unknown);

const pageOf = (user: StaffUser) => ({
  users: [user],
  page: 1,
  totalUsers: 1,
  totalPages: 1,
  totalBalance: 0,
});

async function open(answers: Answers = {}, changes: Parameters<typeof staffUser>[0] = {}, isAdmin = true) {
  const user = staffUser(changes);
  const page = pageOf(user);
  shop = await openShop(
    { listUsers: json(200, page), listTransactions: json(200, noTransactions), ...answers },
    { isAdmin, isAgent: !isAdmin },
  );
  shop.show(
    <>
      <UserPanel userName="bola" known={[user]} onOpen={() => undefined} onClose={() => undefined} />
      <Toasts />
    </>,
    '/admin/users?user=bola',
  );
  return sheet('bola');
}

async function press(name: string) {
  await userEvent.click(await screen.findByRole('button', { name }));
}

describe('the powers over a user', () => {
  it('stop the account with a reason, and with what the user is told', async () => {
    await open({ setStanding: json(200, { msg: 'bola is suspended', user: staffUser() }) });
    await press('Stop the account');
    const form = within(await sheet('Stop or open the account'));
    await userEvent.click(form.getByText('suspended'));
    await userEvent.click(form.getByRole('button', { name: 'Set to suspended' }));
    expect(form.getByText('Say why: it goes into the staff record.')).toBeDefined();
    await userEvent.type(form.getByLabelText(/What the user is told/), 'Call us.');
    await userEvent.type(form.getByLabelText('Reason'), 'stolen phone');
    await userEvent.click(form.getByRole('button', { name: 'Set to suspended' }));
    expect(await screen.findByText('bola is suspended', { selector: '[role=status] p' })).toBeDefined();
    expect(bodyOf('setStanding')).toEqual([
      { standing: 'suspended', reason: 'stolen phone', words: 'Call us.' },
    ]);
  });

  it('hold withdrawals with a reason, and offer to hold them no more', async () => {
    const msg = 'From now on withdrawals of bola are held. 1 withdrawal was sent before';
    const answer = { msg, user: staffUser(), held: 0, sentBefore: 1 };
    await open({ holdWithdrawals: json(200, answer) });
    await press('Hold withdrawals');
    const form = within(await sheet('Withdrawals'));
    await userEvent.type(form.getByLabelText('Reason'), 'a police letter');
    await userEvent.click(form.getByRole('button', { name: 'Hold withdrawals' }));
    expect(await screen.findByText(msg, { selector: '[role=status] p' })).toBeDefined();
    expect(bodyOf('holdWithdrawals')).toEqual([{ isHeld: true, reason: 'a police letter' }]);
  });

  it('correct an e-mail address with a reason, and say that it waits for another admin', async () => {
    const msg = 'Nothing was done yet: another admin has to confirm this first';
    await open({ correctContactDetails: json(202, { msg, staffRequest: {} }) });
    await press('Correct e-mail or phone');
    const form = within(await sheet('Correct e-mail or phone'));
    expect(form.getByText(/another admin confirms another e-mail address first/)).toBeDefined();
    const email = form.getByLabelText('E-mail address');
    await userEvent.clear(email);
    await userEvent.type(email, 'bola@new.example');
    await userEvent.type(form.getByLabelText('Reason'), 'the mailbox is gone');
    await userEvent.click(form.getByRole('button', { name: 'Correct' }));
    expect(await screen.findByText(msg, { selector: '[role=status] p' })).toBeDefined();
    expect(bodyOf('correctContactDetails')).toEqual([
      { email: 'bola@new.example', reason: 'the mailbox is gone' },
    ]);
  });

  it('say that withdrawals are held', async () => {
    const panel = await open({}, { withdrawalsHeldSince: '2026-11-20T10:00:00.000Z' });
    expect(within(panel).getByText('withdrawals held')).toBeDefined();
    await press('Hold no more');
    expect(within(await sheet('Withdrawals')).getByText(/go to the bank at once again/)).toBeDefined();
  });

  it('show why an account is stopped, and offer to open it', async () => {
    const panel = await open(
      {},
      {
        standing: 'restricted',
        standingReason: 'stolen phone',
        standingSince: '2026-11-20T10:00:00.000Z',
      },
    );
    expect(within(panel).getByText('restricted')).toBeDefined();
    expect(panel.textContent).toContain('“stolen phone”');
    await press('Open the account');
    expect(
      within(await sheet('Stop or open the account')).getByRole('button', { name: 'Set to active' }),
    ).toBeDefined();
  });

  it('change roles with the own password, the code of two-step login and a reason', async () => {
    await open({
      getSecurity: json(200, security({ hasTotp: true })),
      setRoles: json(200, { msg: 'bola is agent', user: staffUser({ isAgent: true }) }),
    });
    await press('Roles');
    const form = within(await sheet('Roles'));
    await userEvent.click(form.getByRole('switch', { name: /^Agent/ }));
    await userEvent.type(await form.findByLabelText('Code'), '123456');
    await userEvent.type(form.getByLabelText('Your password'), 'my own one');
    await userEvent.click(form.getByRole('button', { name: 'Save roles' }));
    expect(shop.asked('setRoles')).toEqual([]);
    await userEvent.type(form.getByLabelText('Reason'), 'begins today');
    await userEvent.click(form.getByRole('button', { name: 'Save roles' }));
    expect(await screen.findByText('bola is agent', { selector: '[role=status] p' })).toBeDefined();
    expect(bodyOf('setRoles')).toEqual([
      {
        isAdmin: false,
        isAgent: true,
        isCouponVendor: false,
        from: { isAdmin: false, isAgent: false, isCouponVendor: false },
        reason: 'begins today',
        password: 'my own one',
        code: '123456',
      },
    ]);
  });

  it('limit what one of the staff may do in a day, by what the role does', async () => {
    const wrong = 'Refund: at most ₦500,000.00, which everybody may in a day';
    const msg = 'bola is agent; daily limits: Refund ₦20,000.00';
    const panel = await open(
      {
        setRoles: ({ body }) =>
          body.includes('20000000')
            ? json(400, {
                msg: wrong,
                code: 'invalid_input',
                errors: [{ field: 'staffLimits.refund', msg: wrong }],
                requestId: 'r',
              })
            : json(200, { msg, user: staffUser() }),
      },
      { isAgent: true, staffLimits: { refund: 5_000 }, staffUsedToday: { refund: 1_200.5 } },
    );
    const used = '₦1,200.50 of ₦5,000.00 used today';
    expect(within(panel).getByText('Refund, daily limit').closest('div')?.textContent).toContain(used);
    await press('Roles');
    const form = within(await sheet('Roles'));
    expect(form.queryByLabelText('Issue')).toBeNull();
    expect(form.getByText(used)).toBeDefined();
    await userEvent.click(form.getByRole('switch', { name: /^Coupon vendor/ }));
    expect(form.getByLabelText<HTMLInputElement>('Coupons').value).toBe('');
    const refund = form.getByLabelText<HTMLInputElement>('Refund');
    expect(refund.value).toBe('5000');
    await userEvent.clear(refund);
    await userEvent.type(refund, '20,000,000');
    await userEvent.type(form.getByLabelText('Reason'), 'knows the work');
    await userEvent.type(form.getByLabelText('Your password'), 'my own one');
    await userEvent.click(form.getByRole('button', { name: 'Save roles' }));
    await waitFor(() => expect(document.activeElement).toBe(refund));
    expect(refund.getAttribute('aria-invalid')).toBe('true');
    await userEvent.clear(refund);
    await userEvent.type(refund, '20,000');
    expect(refund.getAttribute('aria-invalid')).toBeNull();
    await userEvent.click(form.getByRole('button', { name: 'Save roles' }));
    expect(await screen.findByText(msg, { selector: '[role=status] p' })).toBeDefined();
    expect(bodyOf('setRoles')).toMatchObject([
      { isCouponVendor: true, staffLimits: { refund: 20_000_000 } },
      { isCouponVendor: true, staffLimits: { refund: 20_000 } },
    ]);
  });

  it('change the limits that were changed in the sheet alone, and end one that was emptied', async () => {
    await open(
      { setRoles: json(200, { msg: 'bola is admin', user: staffUser() }) },
      { isAdmin: true, staffLimits: { issue: 700, coupons: 300, refund: 5_000 } },
    );
    await press('Roles');
    const form = within(await sheet('Roles'));
    const fills = async (label: string, sum: string) => {
      await userEvent.clear(form.getByLabelText(label));
      if (sum !== '') await userEvent.type(form.getByLabelText(label), sum);
    };
    await fills('Issue', '700.00');
    await fills('Coupons', '');
    await fills('Decide', '50');
    await fills('Reason', 'knows the work');
    await fills('Your password', 'my own one');
    await userEvent.click(form.getByRole('button', { name: 'Save roles' }));
    expect(await screen.findByText('bola is admin', { selector: '[role=status] p' })).toBeDefined();
    expect(bodyOf('setRoles')).toMatchObject([{ staffLimits: { coupons: null, decide: 50 } }]);
    expect(Object.keys((bodyOf('setRoles')[0] as { staffLimits: object }).staffLimits)).toHaveLength(2);
  });

  it('change no roles that a colleague changed since the sheet was opened, and go on from those of now', async () => {
    const msg = 'Somebody changed the roles of this user since you opened this';
    let isVendor = false;
    await open({
      listUsers: () => json(200, pageOf(staffUser({ isCouponVendor: isVendor }))),
      setRoles: () => {
        if (isVendor) return json(200, { msg: 'bola is agent and coupon vendor', user: staffUser() });
        isVendor = true;
        return json(409, { msg, code: 'changed_meanwhile', requestId: 'r' });
      },
    });
    await press('Roles');
    const form = within(await sheet('Roles'));
    await userEvent.click(form.getByRole('switch', { name: /^Agent/ }));
    await userEvent.type(form.getByLabelText('Reason'), 'begins today');
    await userEvent.type(form.getByLabelText('Your password'), 'my own one');
    await userEvent.click(form.getByRole('button', { name: 'Save roles' }));
    expect(await form.findByText(msg)).toBeDefined();
    await waitFor(() =>
      expect(form.getByRole('switch', { name: /^Coupon vendor/ }).getAttribute('aria-checked')).toBe('true'),
    );
    await userEvent.click(form.getByRole('button', { name: 'Save roles' }));
    await waitFor(() => expect(bodyOf('setRoles')).toHaveLength(2));
    expect(bodyOf('setRoles')).toMatchObject([
      { isAgent: true, isCouponVendor: false, from: { isAgent: false, isCouponVendor: false } },
      {
        isAgent: true,
        isCouponVendor: true,
        from: { isAgent: false, isCouponVendor: true },
        reason: 'begins today',
      },
    ]);
  });

  it('end all access, and say in the sheet why they could not', async () => {
    const refused = json(404, { msg: 'Not found', code: 'not_found', requestId: 'r' });
    await open({ endAccess: refused });
    await press('End all access');
    const form = within(await sheet('End all access'));
    await userEvent.type(form.getByLabelText('Reason'), 'lost laptop');
    await userEvent.click(form.getByRole('button', { name: 'End sessions and API tokens' }));
    expect(await form.findByText('Not found')).toBeDefined();
    expect(bodyOf('endAccess')).toEqual([{ reason: 'lost laptop' }]);
  });

  it('are not for agents, nor over oneself', async () => {
    await open({}, {}, false);
    expect(screen.queryByRole('region', { name: 'Powers' })).toBeNull();
    await shop.close();
    await open({}, { _id: 'u1' });
    expect(screen.queryByRole('region', { name: 'Powers' })).toBeNull();
  });
});

function PanelOfEither({ users }: { users: ReturnType<typeof staffUser>[] }) {
  const [userName, setUserName] = useState('bola');
  return (
    <>
      <button type="button" onClick={() => setUserName('chidi')}>
        Back in the browser
      </button>
      <UserPanel userName={userName} known={users} onOpen={() => undefined} onClose={() => undefined} />
    </>
  );
}

it('a form that is open for one user is not there for another', async () => {
  const users = [staffUser(), staffUser({ _id: '13', userName: 'chidi', email: 'chidi@example.com' })];
  const page = { users, page: 1, totalUsers: 2, totalPages: 1, totalBalance: 0 };
  shop = await openShop(
    { listUsers: json(200, page), listTransactions: json(200, noTransactions) },
    { isAdmin: true },
  );
  shop.show(<PanelOfEither users={users} />, '/admin/users?user=bola');
  await sheet('bola');
  await press('Correct e-mail or phone');
  await userEvent.type(within(await sheet('Correct e-mail or phone')).getByLabelText('Reason'), 'of bola');
  await userEvent.click(screen.getByText('Back in the browser'));
  await sheet('chidi');
  expect(screen.queryByRole('dialog', { name: 'Correct e-mail or phone' })).toBeNull();
  await press('Correct e-mail or phone');
  const form = within(await sheet('Correct e-mail or phone'));
  expect(form.getByLabelText<HTMLInputElement>('E-mail address').value).toBe('chidi@example.com');
  expect(form.getByLabelText<HTMLInputElement>('Reason').value).toBe('');
});
