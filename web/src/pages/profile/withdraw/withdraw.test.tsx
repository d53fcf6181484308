import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json } from '../../../../test/answers.ts';
import { receipt, security } from '../../../../test/people.ts';
import { isAsWideAs, openShop } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import Withdraw from './withdraw.tsx';

const saved = {
  _id: 'b1',
  accountName: 'ADA OBI',
  accountNumber: '0123456789',
  bankName: 'GTBank',
  bankCode: '000013',
};
const banks = [
  { bankName: 'GTBank', bankCode: '000013' },
  { bankName: 'First Bank', bankCode: '000016' },
  { bankName: 'Access Bank', bankCode: '000014' },
];
const withdrawal = receipt({
  trans_Type: 'withdraw',
  trans_Network: null,
  recipient: '0123456789',
  trans_amount: 1_000,
  charge: 50,
  faceValue: 950,
  createdAt: '2020-01-01T00:00:00.000Z',
});

let shop: Awaited<ReturnType<typeof openShop>>;

async function opens(
  beneficiaryList: object[] = [],
  profile: NonNullable<Parameters<typeof openShop>[1]> = {},
  answers: NonNullable<Parameters<typeof openShop>[0]> = {},
) {
  shop = await openShop(
    {
      listBankCodes: json(200, { bankCodes: banks, fee: 50, minimumAmount: 100, maximumAmount: 1_000_000 }),
      listBeneficiaries: json(200, { beneficiaryList }),
      validateBankAccount: json(200, { name: 'ADA OBI', code: '000013', msg: 'ADA OBI holds this account' }),
      addBeneficiary: json(200, { msg: 'The account is among your beneficiaries', beneficiaryList: [saved] }),
      removeBeneficiary: json(200, {
        msg: 'The account is not among your beneficiaries any more',
        beneficiaryList: [],
      }),
      withdraw: json(200, { msg: 'done', receipt: withdrawal }),
      ...answers,
    },
    profile,
  );
  shop.show(
    <>
      <Withdraw />
      <Toasts />
    </>,
    '/profile/withdraw',
  );
  await screen.findByLabelText('Account number');
}
// Without the receipt that a desktop shows beside the form, and that says everything twice.
beforeEach(() => isAsWideAs(360));
afterEach(() => shop.close());

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const says = (words: string) => screen.findByText(words, { selector: '[role=status] p' });

async function choosesBank(text: string) {
  await userEvent.click(screen.getByLabelText('Bank'));
  await userEvent.type(screen.getByLabelText('Name of the bank'), `${text}{Enter}`);
}

async function validates() {
  await choosesBank('gt');
  await userEvent.type(screen.getByLabelText('Account number'), '0123456789');
  await press('Validate');
  await screen.findByText('ADA OBI');
}

describe('the account', () => {
  it('needs a number: Enter account number', async () => {
    await opens();
    await choosesBank('gt');
    await press('Validate');
    expect(await says('Enter account number')).toBeDefined();
  });

  it.each([
    ['nine digits', '012345678', 'gt', 'An account number has 10 digits'],
    ['no bank', '0123456789', '', 'Choose a bank'],
  ])('with %s is not asked about', async (_what, digits, bank, words) => {
    await opens();
    if (bank !== '') await choosesBank(bank);
    await userEvent.type(screen.getByLabelText('Account number'), digits);
    await press('Validate');
    expect(await says(words)).toBeDefined();
    expect(shop.asked('validateBankAccount')).toEqual([]);
  });

  it('is asked about by itself once bank and ten digits are there, and shows whose it is', async () => {
    await opens();
    await choosesBank('gt');
    await userEvent.type(screen.getByLabelText('Account number'), '0123 456 789');
    await screen.findByText('ADA OBI', undefined, { timeout: 5_000 });
    expect(shop.asked('validateBankAccount').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { bankName: '000013', accountNumber: '0123456789' },
    ]);
  });

  it('that the bank does not know is said at the field, and stays typed', async () => {
    await opens();
    const msg = 'GTBank has no account with this number';
    shop.answer({
      validateBankAccount: json(400, {
        msg,
        code: 'invalid_input',
        requestId: 'r',
        errors: [{ field: 'accountNumber', msg }],
      }),
    });
    await choosesBank('gt');
    await userEvent.type(screen.getByLabelText('Account number'), '0123459999');
    await press('Validate');
    await waitFor(() => expect(screen.getAllByText(msg)).toHaveLength(2));
    expect(screen.getByLabelText<HTMLInputElement>('Account number').value).toBe('0123459999');
  });

  it('is validated before it can be added as a beneficiary or withdrawn to', async () => {
    await opens();
    await choosesBank('gt');
    await userEvent.type(screen.getByLabelText('Account number'), '0123456789');
    expect(screen.queryByRole('button', { name: 'Add as beneficiary' })).toBeNull();
    expect(screen.queryByLabelText('Amount')).toBeNull();
    await press('Validate');
    expect(await screen.findByRole('button', { name: 'Add as beneficiary' })).toBeDefined();
    expect(screen.getByLabelText('Amount')).toBeDefined();
  });

  it('can be added as a beneficiary, and removed again', async () => {
    await opens();
    await validates();
    await press('Add as beneficiary');
    expect(await says('The account is among your beneficiaries')).toBeDefined();
    await press('Change');
    await press('Remove ADA OBI, GTBank');
    await press('Remove');
    await waitFor(() => expect(screen.queryByText('Beneficiaries')).toBeNull());
    expect(shop.asked('removeBeneficiary').map(({ url }) => url)).toEqual([
      '/api/v1/withdraw/beneficiary/b1',
    ]);
  });

  it('is added with a code, where one is needed', async () => {
    await opens();
    await validates();
    const msg = 'Enter the code from your authenticator app';
    shop.answer({ addBeneficiary: json(403, { msg, code: 'totp_required', requestId: 'r' }) });
    await press('Add as beneficiary');
    await userEvent.type(await screen.findByLabelText('Code'), '123456');
    await press('Add as beneficiary');
    await waitFor(() => expect(shop.asked('addBeneficiary')).toHaveLength(2));
    expect(JSON.parse(shop.asked('addBeneficiary')[1]?.body ?? '')).toMatchObject({ code: '123456' });
  });

  it('is added with the password, where it is needed', async () => {
    await opens();
    await validates();
    const msg = 'Enter your password';
    const errors = [{ field: 'password', msg }];
    shop.answer({ addBeneficiary: json(400, { msg, code: 'invalid_input', requestId: 'r', errors }) });
    await press('Add as beneficiary');
    const field = await screen.findByLabelText('Your password');
    const wrong = 'Your password is not correct';
    shop.answer({ addBeneficiary: json(403, { msg: wrong, code: 'wrong_password', requestId: 'r' }) });
    await userEvent.type(field, 'Not it');
    await press('Add as beneficiary');
    expect(await says(wrong)).toBeDefined();
    await userEvent.type(field, 'Harmattan 7 dust');
    await press('Add as beneficiary');
    await waitFor(() => expect(shop.asked('addBeneficiary')).toHaveLength(3));
    expect(JSON.parse(shop.asked('addBeneficiary')[2]?.body ?? '')).toMatchObject({
      password: 'Harmattan 7 dust',
    });
  });

  it('of a beneficiary needs no second check', async () => {
    await opens([saved]);
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw to ADA OBI, GTBank' }));
    expect(screen.getByText('ADA OBI')).toBeDefined();
    expect(screen.getByLabelText('Amount')).toBeDefined();
    expect(shop.asked('validateBankAccount')).toEqual([]);
  });
});

describe('beneficiary cards', () => {
  const other = { ...saved, _id: 'b2', accountName: 'OBI EZE', accountNumber: '0987654321' };
  const card = async (name: string) => (await screen.findByText(name)).closest('li');

  it('show the amount of the last withdrawal and a withdraw action, which takes both over', async () => {
    const refused = { ...withdrawal, _id: 't9', trans_Status: 'failed', trans_amount: 4_000 };
    await opens([saved, other], { transactions: [refused, withdrawal] });
    expect((await card('ADA OBI'))?.textContent).toContain('Last time \u20a61,000.00');
    expect((await card('OBI EZE'))?.textContent).not.toContain('Last time');
    await press('Withdraw to ADA OBI, GTBank');
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('1000');
    await press('Withdraw');
    await press('Withdraw \u20a61,000.00');
    await waitFor(() => expect(shop.asked('withdraw')).toHaveLength(1));
    expect(JSON.parse(shop.asked('withdraw')[0]?.body ?? '')).toMatchObject({
      bankCode: '000013',
      accountNumber: '0123456789',
      accountName: 'ADA OBI',
      amount: 1_000,
    });
    expect(shop.asked('validateBankAccount')).toEqual([]);
  });
});

describe('the focus after a refusal', () => {
  it('is on the bank when that is what is missing', async () => {
    await opens();
    await userEvent.type(screen.getByLabelText('Account number'), '0123456789');
    await press('Validate');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Bank')));
  });
});

describe('the amount', () => {
  it.each([
    ['nothing', '', 'enter a valid amount'],
    ['too little', '99', 'minimum withdrawal is \u20a6100.00'],
    ['too much', '1000001', 'maximum withdrawal is \u20a61,000,000.00'],
    ['more than the wallet holds', '5001', 'Insufficient balance'],
  ])('of %s is refused', async (_what, text, words) => {
    await opens([saved]);
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw to ADA OBI, GTBank' }));
    if (text !== '') await userEvent.type(screen.getByLabelText('Amount'), text);
    await press('Withdraw');
    expect(await says(words)).toBeDefined();
    expect(screen.queryByRole('dialog', { name: 'Confirm' })).toBeNull();
  });

  it('above the balance is offered what is missing at once; the press says why it is not paid out', async () => {
    await opens([saved]);
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw to ADA OBI, GTBank' }));
    await userEvent.type(screen.getByLabelText('Amount'), '5210');
    const link = screen.getByRole('link', { name: 'Add \u20a6210.00 to withdraw this' });
    expect(link.getAttribute('href')).toBe('/profile/fundWallet?amount=213');
    await press('Withdraw');
    expect(await says('Insufficient balance')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Add \u20a6210.00 to pay' })).toBeDefined();
  });

  it('pays the fee of 50 naira out of itself, and says so before and in the confirm step', async () => {
    await opens();
    await validates();
    await userEvent.type(screen.getByLabelText('Amount'), '1000');
    expect(screen.getByText(/fee —/).textContent).toBe(
      '\u20a650.00 fee \u2014 the account gets \u20a6950.00',
    );
    await press('Withdraw');
    const sheet = within(screen.getByRole('dialog', { name: 'Confirm' }));
    const rowOf = (label: string) => sheet.getByText(label).closest('div')?.querySelector('dd')?.textContent;
    expect([rowOf('You pay'), rowOf('Fee'), rowOf('The account gets')]).toEqual([
      '\u20a61,000.00',
      '\u20a650.00',
      '\u20a6950.00',
    ]);
    await userEvent.dblClick(sheet.getByRole('button', { name: 'Withdraw \u20a61,000.00' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Address').textContent).toContain('/profile {"slip":"t1"'),
    );
    expect(shop.asked('withdraw')).toHaveLength(1);
  });

  it('that the bank refuses comes back, and the sheet says so', async () => {
    await opens([saved]);
    const failed = { ...withdrawal, trans_Status: 'failed', balance_Before: 5_000, balance_After: 4_000 };
    const body = { msg: 'no', code: 'supplier_refused', requestId: 'r', receipt: failed };
    shop.answer({ withdraw: json(422, body) });
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw to ADA OBI, GTBank' }));
    await userEvent.type(screen.getByLabelText('Amount'), '1000');
    await press('Withdraw');
    await press('Withdraw \u20a61,000.00');
    const sheet = within(await screen.findByRole('dialog', { name: 'Not paid out' }));
    expect((await sheet.findByRole('status')).textContent).toBe('Failed \u2014 money returned');
    expect(sheet.getByText(/\u20a61,000.00 is back in your wallet/)).toBeDefined();
  });
});

describe('what holds a withdrawal back', () => {
  const until = new Date(Date.now() + 23 * 3_600_000).toISOString();
  const sendingLimit = { reason: 'new_device', amount: 20_000, left: 0, until } as const;

  it('on a new device is said with its end, and again at an amount beyond it', async () => {
    await opens([saved], {}, { getSecurity: json(200, security({ sendingLimit })) });
    expect(await screen.findByText(/^New device: \u20a620,000 limit until t\w+ \d\d:\d\d$/)).toBeDefined();
    expect(screen.getByText(/^It is used up for purchases, transfers and withdrawals/)).toBeDefined();
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw to ADA OBI, GTBank' }));
    await userEvent.type(screen.getByLabelText('Amount'), '1000');
    await press('Withdraw');
    expect(screen.getByText(/^Nothing more can be sent from here until t\w+ \d\d:\d\d\.$/)).toBeDefined();
    expect(screen.queryByRole('dialog', { name: 'Confirm' })).toBeNull();
  });

  it('after a reset is said with its end', async () => {
    const held = security({
      sendingLimit,
      moneyHeld: { because: 'reset', until, purchasesMost: 2_000 },
    });
    await opens([saved], {}, { getSecurity: json(200, held) });
    expect(await screen.findByText(/^Nothing can be sent until t\w+ \d\d:\d\d$/)).toBeDefined();
    expect(
      screen.getByText(/^Your password was reset: .* purchases come to \u20a62,000\.00 at most\.$/),
    ).toBeDefined();
    expect(screen.queryByText(/^It is used up/)).toBeNull();
  });
});
