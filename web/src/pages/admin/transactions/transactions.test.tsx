import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { json } from '../../../../test/answers.ts';
import { receipt } from '../../../../test/people.ts';
import { isAsWideAs, openShop, type Answers } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import AllTransactions from './transactions.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;

const sold = (changes: Partial<Receipt> = {}) => receipt({ trans_UserName: 'bola', profit: 10, ...changes });
const list = (transactions: Receipt[]) =>
  json(200, {
    transactions: transactions,
    page: 1,
    totalPages: 1,
    noOfTransaction: transactions.length,
    totalSales: 1_250,
    totalDebit: 495,
    totalCredit: 0,
    totalProfit: 10,
    stat: [
      { network: 'Ikeja', total_volume_sold: 0, profit: 20 },
      { network: 'MTN', total_volume_sold: 1_250, profit: 10 },
      { network: 'Abuja', total_volume_sold: 0, profit: 45 },
    ],
  });

const aReceipt = '/admin/transactions?transaction=t1';
const theList = '/admin/transactions';

async function open(transactions: Receipt[], answers: Answers = {}, isAdmin = true, at = aReceipt) {
  const [first] = transactions;
  shop = await openShop(
    {
      listTransactions: list(transactions),
      getTransaction: json(200, { receipt: first }),
      ...answers,
    },
    { isAdmin, isAgent: !isAdmin },
  );
  shop.show(
    <>
      <AllTransactions />
      <Toasts />
    </>,
    at,
  );
}
afterEach(async () => {
  await shop.close();
  isAsWideAs(1_024);
});

const forStaff = () => screen.findByRole('region', { name: 'For staff' });
const actions = () => screen.findByRole('group', { name: 'Staff actions' });
const toastSays = (words: string) => screen.findByText(words, { selector: '[role=status] p' });

describe('a slip, for staff', () => {
  const credit = () =>
    sold({ trans_Type: 'wallet', description: 'Test top-up', balance_Before: 0, balance_After: 495 });

  it('is debited by an admin where it brought money in', async () => {
    await open([credit()], {
      debit: json(200, { msg: '₦495.00 is out of the wallet of bola', receipt: null }),
    });
    await userEvent.click(within(await actions()).getByRole('button', { name: 'Debit' }));
    const step = within(await screen.findByRole('dialog', { name: 'Debit the wallet' }));
    await userEvent.type(step.getByLabelText('Reason'), 'Credited twice');
    await userEvent.click(step.getByRole('button', { name: 'Debit ₦495.00' }));
    expect(await toastSays('₦495.00 is out of the wallet of bola')).toBeDefined();
    expect(shop.asked('debit')[0]).toMatchObject({
      url: '/api/v1/admin/debit/t1',
      body: '{"kind":"clawback","reason":"Credited twice","amount":495}',
    });
  });

  it.each([
    ['a purchase', sold(), true],
    ['money of the admin', { ...credit(), trans_UserName: 'adaeze' }, true],
    ['money of another, by an agent', credit(), false],
  ])('is not debited: %s', async (_what, transaction, isAdmin) => {
    await open([transaction], {}, isAdmin);
    expect(within(await actions()).queryByRole('button', { name: 'Debit' })).toBeNull();
  });

  it('says whose it is, what was earned and what the supplier said', async () => {
    await open([sold({ supplierName: 'GLAD', apiResponse: 'Successful', apiResponseId: 'GLAD-77' })]);
    const part = await forStaff();
    for (const fact of [
      'Userbola',
      'Profit₦10.00',
      'SupplierGLAD',
      'Supplier saidSuccessful',
      "Supplier's idGLAD-77",
    ]) {
      expect(part.textContent).toContain(fact);
    }
    expect(within(await actions()).queryByRole('button', { name: 'Check status' })).toBeNull();
  });

  it('is refunded with a reason', async () => {
    await open([sold()], {
      refund: json(200, {
        msg: '₦495.00 is back in the wallet of bola',
        receipt: sold({ trans_Status: 'refunded' }),
      }),
    });
    await userEvent.click(within(await actions()).getByRole('button', { name: 'Refund' }));
    const step = await screen.findByRole('dialog', { name: 'Refund' });
    const send = within(step).getByRole('button', { name: 'Refund ₦495.00' });
    await userEvent.click(send);
    expect(within(step).getByText('Say why: it goes into the staff record.')).toBeDefined();
    expect(shop.asked('refund')).toEqual([]);
    await userEvent.type(within(step).getByLabelText('Reason'), 'Wrong number');
    shop.answer({ getTransaction: json(200, { receipt: sold({ trans_Status: 'refunded' }) }) });
    await userEvent.click(send);
    expect(await toastSays('₦495.00 is back in the wallet of bola')).toBeDefined();
    expect(shop.asked('refund')[0]).toMatchObject({
      url: '/api/v1/admin/refund/t1',
      body: '{"reason":"Wrong number"}',
    });
    expect(await screen.findByText('It was refunded already.')).toBeDefined();
  });

  it('that a second admin has to confirm is not refunded yet, and says so', async () => {
    const msg = 'Nothing was done yet: another admin has to confirm ₦495.00 first';
    await open([sold()], { refund: json(202, { msg, staffRequest: '7' }) });
    await userEvent.click(within(await actions()).getByRole('button', { name: 'Refund' }));
    const step = await screen.findByRole('dialog', { name: 'Refund' });
    await userEvent.type(within(step).getByLabelText('Reason'), 'Twice');
    await userEvent.click(within(step).getByRole('button', { name: 'Refund ₦495.00' }));
    expect(await toastSays(msg)).toBeDefined();
    expect(screen.queryByRole('dialog', { name: 'Refund' })).toBeNull();
    expect(within(await actions()).getByRole('button', { name: 'Refund' })).toBeDefined();
  });

  it('shows no toast when a refund fails: the words stand in the step, and the reason stays', async () => {
    await open([sold()], {
      refund: json(409, { msg: 'The money of this purchase went back already', code: 'already_refunded' }),
    });
    await userEvent.click(within(await actions()).getByRole('button', { name: 'Refund' }));
    const step = await screen.findByRole('dialog', { name: 'Refund' });
    await userEvent.type(within(step).getByLabelText('Reason'), 'Twice');
    await userEvent.click(within(step).getByRole('button', { name: 'Refund ₦495.00' }));
    expect(await within(step).findByText('The money of this purchase went back already')).toBeDefined();
    expect(screen.queryByText(/went back already/, { selector: '[role=status] p' })).toBeNull();
    expect(within(step).getByLabelText<HTMLInputElement>('Reason').value).toBe('Twice');
  });

  const refunded = sold({ trans_Status: 'refunded', profit: -485 });

  it('of a refund by staff says what is lost, and an admin books that it came back, with the reason', async () => {
    await open([refunded], {
      recoverRefund: json(200, { msg: '₦485.00 is no loss any more', receipt: { ...refunded, profit: 0 } }),
    });
    const part = await forStaff();
    expect(part.textContent).toContain('Profit−₦485.00');
    expect(part.textContent).toContain('Its cost of ₦485.00 is our loss until the supplier gives it back.');
    expect(within(await actions()).queryByRole('button', { name: 'Refund' })).toBeNull();
    await userEvent.click(within(await actions()).getByRole('button', { name: 'Book the cost as back' }));
    const step = await screen.findByRole('dialog', { name: 'The cost came back' });
    const send = within(step).getByRole('button', { name: 'Book ₦485.00 as back' });
    await userEvent.click(send);
    expect(shop.asked('recoverRefund')).toEqual([]);
    await userEvent.type(within(step).getByLabelText('Reason'), 'Statement of May');
    shop.answer({ getTransaction: json(200, { receipt: { ...refunded, profit: 0 } }) });
    await userEvent.click(send);
    expect(await toastSays('₦485.00 is no loss any more')).toBeDefined();
    expect(shop.asked('recoverRefund')[0]).toMatchObject({
      url: '/api/v1/admin/refund/t1/recovered',
      body: '{"reason":"Statement of May"}',
    });
    expect(await screen.findByText('It was refunded already.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Book the cost as back' })).toBeNull();
  });

  it('of a refund by staff lets an agent ask the supplier, and book nothing', async () => {
    await open([refunded], {}, false);
    expect(within(await actions()).getByRole('button', { name: 'Check status' })).toBeDefined();
    expect(within(await actions()).queryByRole('button', { name: 'Book the cost as back' })).toBeNull();
  });

  it('of a wallet transaction is checked while it waits, by an agent too, and is never refunded', async () => {
    const waits = sold({ trans_Type: 'wallet', trans_Status: 'pending', balance_After: null });
    await open(
      [waits],
      { reQueryWithdrawal: json(200, { msg: 'It went through', receipt: sold({ trans_Type: 'wallet' }) }) },
      false,
    );
    expect(within(await actions()).queryByRole('button', { name: 'Refund' })).toBeNull();
    await userEvent.click(within(await actions()).getByRole('button', { name: 'Check status' }));
    expect(await toastSays('It went through')).toBeDefined();
    expect(JSON.parse(shop.asked('reQueryWithdrawal')[0]?.body ?? '')).toEqual({ transactionId: 't1' });
  });
});

describe('the list, for staff', () => {
  it('offers no statement, which is one’s own and not of all', async () => {
    await open([sold()], {}, true, theList);
    expect(await screen.findByRole('button', { name: 'Download CSV' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /statement/i })).toBeNull();
  });

  it('shows admins the total profit, sales from 1,000 GB on as TB, and the sales statistics', async () => {
    await open([sold()], {}, true, theList);
    const totals = await screen.findByRole('region', { name: 'Totals' });
    expect(totals.textContent).toContain('Total sales1.25\u00a0TB');
    expect(totals.textContent).toContain('Total profit₦10.00');
    await userEvent.click(within(totals).getByRole('button', { name: 'Sales statistics' }));
    const statistics = await screen.findByRole('dialog', { name: 'Sales statistics' });
    expect(statistics.textContent).toContain('MTN1.25\u00a0TB · profit ₦10.00');
    const electricity = within(statistics).getByRole('region', { name: 'Electricity' });
    expect(electricity.textContent).toBe('ElectricityAbujaprofit ₦45.00Ikejaprofit ₦20.00');
  });

  it('has the totals open at a desk and folded on a phone, until one opens or folds them', async () => {
    await open([sold()], {}, true, theList);
    const isOpen = async () => (await screen.findByText('Totals of 1 transaction')).closest('details')?.open;
    expect(await isOpen()).toBe(true);
    cleanup();
    isAsWideAs(360);
    shop.show(<AllTransactions />, theList);
    expect(await isOpen()).toBe(false);
    await userEvent.click(screen.getByText('Totals of 1 transaction'));
    expect(await isOpen()).toBe(true);
    cleanup();
    shop.show(<AllTransactions />, theList);
    expect(await isOpen()).toBe(true);
  });

  it('gives the room of totals and filters to the slip beside it, and has them back without it', async () => {
    await open([sold()]);
    await actions();
    expect(screen.queryByRole('region', { name: 'Totals' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Type' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(await screen.findByRole('region', { name: 'Totals' })).toBeDefined();
    expect(screen.getByRole('combobox', { name: 'Type' })).toBeDefined();
  });

  it('keeps total profit and statistics from agents', async () => {
    await open([sold()], {}, false, theList);
    const totals = await screen.findByRole('region', { name: 'Totals' });
    expect(totals.textContent).not.toContain('Total profit');
    expect(within(totals).queryByRole('button', { name: 'Sales statistics' })).toBeNull();
  });

  it('asks about all that waits on the page', async () => {
    const transactions = ['t1', 't2', 't3'].map((_id) =>
      sold({ _id, trans_Status: _id === 't3' ? 'success' : 'pending' }),
    );
    await open(transactions, {
      reQueryWithdrawal: ({ body }) =>
        json(200, {
          msg: 'Asked',
          receipt: sold({ trans_Status: body.includes('t1') ? 'success' : 'pending' }),
        }),
    });
    expect(await screen.findByText('2 transactions here wait for an outcome')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Check status of all' }));
    expect(await toastSays('1 of 2 have an outcome now')).toBeDefined();
    await waitFor(() => expect(shop.asked('reQueryWithdrawal')).toHaveLength(2));
  });
});
