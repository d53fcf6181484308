import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { json } from '../../../../test/answers.ts';
import { noTransactions, receipt, staffUser } from '../../../../test/people.ts';
import { openShop, type Answers } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import { UserPanel } from './user-panel.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

const credit = (changes: Partial<Receipt> = {}) =>
  receipt({
    trans_Type: 'wallet',
    trans_UserName: 'bola',
    description: 'Test top-up',
    balance_Before: 0,
    balance_After: 500,
    ...changes,
  });
const purchase = receipt({ _id: 't9', trans_UserName: 'bola' });
const held = json(202, {
  msg: 'Nothing was done yet: another admin has to confirm ₦120.50 first',
  staffRequest: {},
});

async function opens(transactions: Receipt[], answers: Answers = {}) {
  const user = staffUser({ balance: 302 });
  const page = { users: [user], page: 1, totalUsers: 1, totalPages: 1, totalBalance: 0 };
  shop = await openShop(
    {
      listUsers: json(200, page),
      listTransactions: json(200, { ...noTransactions, transactions }),
      debit: held,
      ...answers,
    },
    { isAdmin: true, isAgent: false },
  );
  shop.show(
    <>
      <UserPanel userName="bola" known={[user]} onOpen={() => undefined} onClose={() => undefined} />
      <Toasts />
    </>,
    '/admin/users?user=bola',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Debit the wallet' }));
  return within(await screen.findByRole('dialog', { name: 'Debit the wallet' }));
}
const sent = () => shop.asked('debit').map(({ url, body }) => [url, JSON.parse(body) as unknown]);

describe('a debit of a wallet', () => {
  it('is asked for with the sum, which is at most what came in, and the reason', async () => {
    const form = await opens([purchase, credit()]);
    const sum = await form.findByLabelText('How much');
    // The sum stands above the reason.
    expect(document.activeElement).not.toBe(form.getByLabelText('Reason'));
    expect(form.getByText('₦500.00 came in; the wallet holds ₦302.00.')).toBeDefined();
    expect(form.getByRole('button', { name: 'Debit ₦302.00' })).toBeDefined();
    await userEvent.clear(sum);
    await userEvent.type(sum, '500.01');
    await userEvent.type(form.getByLabelText('Reason'), 'Credited twice');
    await userEvent.click(form.getByRole('button', { name: 'Debit ₦500.01' }));
    expect(form.getByText('At most the ₦500.00 that came in.')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(sum));
    await userEvent.clear(sum);
    await userEvent.type(sum, '0');
    await userEvent.click(form.getByRole('button', { name: 'Debit ₦0.00' }));
    expect(form.getByText('Enter a sum: at most the ₦500.00 that came in.')).toBeDefined();
    expect(sent()).toEqual([]);
    await userEvent.clear(sum);
    await userEvent.type(sum, '120.50');
    await userEvent.click(form.getByRole('button', { name: 'Debit ₦120.50' }));
    expect(
      await screen.findByText(/another admin has to confirm/, { selector: '[role=status] p' }),
    ).toBeDefined();
    expect(sent()).toEqual([
      ['/api/v1/admin/debit/t1', { kind: 'clawback', amount: 120.5, reason: 'Credited twice' }],
    ]);
  });

  it('is a chargeback of all of a card payment, of which one chooses which', async () => {
    const card = credit({ _id: 't2', description: 'Card funding', balance_Before: 500, balance_After: 995 });
    const form = await opens([credit(), card]);
    await userEvent.selectOptions(await form.findByLabelText('What came in'), 't2');
    await userEvent.click(form.getByText('Card chargeback'));
    expect(form.queryByLabelText('How much')).toBeNull();
    expect(form.getByText(/What it does not hold is our loss/)).toBeDefined();
    await userEvent.type(form.getByLabelText('Reason'), 'The gateway wrote');
    await userEvent.click(form.getByRole('button', { name: 'Book the chargeback' }));
    expect(
      await screen.findByText(/another admin has to confirm/, { selector: '[role=status] p' }),
    ).toBeDefined();
    expect(sent()).toEqual([['/api/v1/admin/debit/t2', { kind: 'chargeback', reason: 'The gateway wrote' }]]);
  });

  it('keeps what was typed when it is refused, and says why', async () => {
    const msg = 'The wallet holds ₦10.00: at most that can be debited';
    const refused = json(409, { msg, code: 'insufficient_balance', requestId: 'r' });
    const form = await opens([credit()], { debit: refused });
    await userEvent.type(await form.findByLabelText('Reason'), 'Credited twice');
    await userEvent.click(form.getByRole('button', { name: 'Debit ₦302.00' }));
    expect(await form.findByText(msg)).toBeDefined();
    expect(form.getByLabelText<HTMLInputElement>('Reason').value).toBe('Credited twice');
  });

  it('has the reason in the focus when it is missing', async () => {
    const form = await opens([credit()]);
    await userEvent.click(await form.findByRole('button', { name: 'Debit ₦302.00' }));
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Reason')));
  });

  it('can be tried again when the transactions could not be loaded', async () => {
    const form = await opens([], { listTransactions: json(404, { msg: 'Not now', code: 'not_found' }) });
    expect(await form.findByText('What came in could not be loaded')).toBeDefined();
    shop.answer({ listTransactions: json(200, { ...noTransactions, transactions: [credit()] }) });
    await userEvent.click(form.getByRole('button', { name: 'Try again' }));
    expect(await form.findByLabelText('How much')).toBeDefined();
  });

  it('says where to look when nothing came in lately', async () => {
    const form = await opens([purchase]);
    expect(await form.findByText(/open the receipt and debit it there/)).toBeDefined();
  });
});
