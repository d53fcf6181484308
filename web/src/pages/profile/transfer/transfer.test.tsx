import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json } from '../../../../test/answers.ts';
import { receipt, security } from '../../../../test/people.ts';
import { isAsWideAs, openShop } from '../../../../test/shop.tsx';
import { getSession } from '../../../platform/session.ts';
import { Toasts } from '../../../ui/toast.tsx';
import Transfer from './transfer.tsx';
import { recentReceivers } from './recent-receivers.tsx';

const sent = receipt({
  trans_Type: 'transfer',
  trans_Network: null,
  recipient: null,
  description: 'To Chidi E. (chidi): rent',
  createdAt: '2020-01-01T00:00:00.000Z',
});
const answers = {
  validateUser: json(200, { name: 'Chidi E.', userName: 'chidi', isVerified: true }),
  transferFund: json(200, { msg: 'done', receipt: sent }),
};

let shop: Awaited<ReturnType<typeof openShop>>;

beforeEach(async () => {
  shop = await openShop(answers);
});
// Without the receipt that a desktop shows beside the form, and that says everything twice.
beforeEach(() => isAsWideAs(360));
afterEach(() => shop.close());

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const says = (words: string) => screen.findByText(words, { selector: '[role=status] p' });
const show = () =>
  shop.show(
    <>
      <Transfer />
      <Toasts />
    </>,
    '/profile/transfer',
  );

async function knows(userName = 'chidi') {
  show();
  await userEvent.type(screen.getByLabelText('Username'), userName);
  await press('Check username');
  await screen.findByText('Chidi E.');
}

describe('the receiver', () => {
  it.each([
    ['nobody', '', 'Enter a username'],
    ['no user name', 'a b', 'A username has 3 to 20 letters, digits or underscores'],
    ['oneself', 'adaeze', 'You cannot send money to yourself'],
  ])('%s is refused before anybody is asked', async (_what, text, words) => {
    show();
    if (text !== '') await userEvent.type(screen.getByLabelText('Username'), text);
    await press('Check username');
    expect(await says(words)).toBeDefined();
    expect(shop.asked('validateUser')).toEqual([]);
  });

  it('is asked about two seconds after the last letter; the username locks, the amount and the name appear', async () => {
    show();
    await userEvent.type(screen.getByLabelText('Username'), '@Chidi');
    expect(screen.queryByLabelText('Amount')).toBeNull();
    await screen.findByText('Chidi E.', undefined, { timeout: 5_000 });
    expect(shop.asked('validateUser').map(({ url }) => url)).toEqual(['/api/v1/auth/validateUser/chidi']);
    expect(screen.queryByLabelText('Username')).toBeNull();
    expect(screen.getByLabelText('Amount')).toBeDefined();
  });

  it.each([
    [true, 0],
    [false, 1],
  ])('is said not to be verified before an amount is typed: %s', async (isVerified, count) => {
    shop.answer({ validateUser: json(200, { name: 'Chidi', userName: 'chidi', isVerified }) });
    show();
    await userEvent.type(screen.getByLabelText('Username'), 'chidi');
    await screen.findByLabelText('Amount', undefined, { timeout: 5_000 });
    expect(screen.queryAllByText('Not verified')).toHaveLength(count);
  });

  it('that nobody has is said at the field and as a toast', async () => {
    const msg = 'Nobody here has this username';
    shop.answer({ validateUser: json(404, { msg, code: 'not_found', requestId: 'r' }) });
    show();
    await userEvent.type(screen.getByLabelText('Username'), 'nobody');
    await press('Check username');
    await waitFor(() => expect(screen.getAllByText(msg)).toHaveLength(2));
  });
});

describe('the amount', () => {
  it.each([
    ['nothing', '', 'enter a valid amount'],
    ['less than a naira', '0.5', 'minimum transfer is \u20a61.00'],
    ['more than the wallet holds', '5000.01', 'Insufficient balance'],
  ])('of %s is refused', async (_what, text, words) => {
    await knows();
    if (text !== '') await userEvent.type(screen.getByLabelText('Amount'), text);
    await press('Transfer');
    expect(await says(words)).toBeDefined();
    expect(screen.queryByRole('dialog', { name: 'Confirm' })).toBeNull();
  });

  it('above the balance is offered what is missing at once; the press says why it is not sent', async () => {
    await knows();
    await userEvent.type(screen.getByLabelText('Amount'), '5210');
    const link = screen.getByRole('link', { name: 'Add \u20a6210.00 to send this' });
    expect(link.getAttribute('href')).toBe('/profile/fundWallet?amount=213');
    await press('Transfer');
    expect(await says('Insufficient balance')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Add \u20a6210.00 to pay' })).toBeDefined();
    expect(screen.queryByRole('link', { name: /to send this/ })).toBeNull();
    await userEvent.clear(screen.getByLabelText('Amount'));
    await userEvent.type(screen.getByLabelText('Amount'), '5000');
    expect(screen.queryByRole('link', { name: /^Add/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Transfer' })).toBeDefined();
  });

  it('is sent once, with the note, after who gets it was confirmed', async () => {
    await knows();
    await userEvent.type(screen.getByLabelText('Amount'), '5000');
    await userEvent.type(screen.getByLabelText('Note'), ' rent ');
    await press('Transfer');
    const sheet = within(screen.getByRole('dialog', { name: 'Confirm' }));
    expect(sheet.getByText('Chidi E.')).toBeDefined();
    await userEvent.dblClick(sheet.getByRole('button', { name: 'Send \u20a65,000.00' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Address').textContent).toContain('/profile {"slip":"t1"'),
    );
    expect(shop.asked('transferFund').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { userName: 'chidi', amount: 5_000, note: 'rent' },
    ]);
  });
});

describe('a transfer by an admin', () => {
  it('is not held against the wallet, asks for a reason and leaves the balance alone', async () => {
    await shop.stop();
    shop = await openShop(
      { ...answers, transferFund: json(200, { msg: 'done', receipt: { ...sent, trans_UserName: 'chidi' } }) },
      { isAdmin: true },
    );
    await knows();
    await userEvent.type(screen.getByLabelText('Amount'), '900000');
    expect(screen.queryByRole('link', { name: /^Add/ })).toBeNull();
    await press('Transfer');
    expect(screen.getByText('Say why: it goes into the staff record.')).toBeDefined();
    expect(screen.queryByRole('dialog', { name: 'Confirm' })).toBeNull();
    await userEvent.type(screen.getByLabelText('Reason'), 'paid at the counter');
    await press('Transfer');
    await press('Send \u20a6900,000.00');
    await waitFor(() =>
      expect(screen.getByLabelText('Address').textContent).toContain('/profile {"slip":"t1"'),
    );
    expect(JSON.parse(shop.asked('transferFund')[0]?.body ?? '')).toMatchObject({
      reason: 'paid at the counter',
    });
    expect(getSession().signedIn?.user.balance).toBe(5_000);
  });
});

describe('recent people', () => {
  it('are those to whom money was sent, newest first and each once', () => {
    const received = { ...sent, description: 'From Bola A. (bola)' };
    const other = { ...sent, description: 'To Efe O. (efe_1)' };
    expect(recentReceivers([received, sent, other, sent, receipt()])).toEqual([
      { name: 'Chidi E.', userName: 'chidi' },
      { name: 'Efe O.', userName: 'efe_1' },
    ]);
  });
});

it('a receiver that is new says its limit before an amount is typed', async () => {
  const newReceiver = { amount: 10_000, left: 4_000, hours: 24, until: null };
  shop.answer({ validateUser: json(200, { name: 'Chidi E.', userName: 'chidi', newReceiver }) });
  await knows();
  expect(
    screen.getByText('New receivers: \u20a610,000.00 at most to all together within 24 hours'),
  ).toBeDefined();
  expect(screen.getByText(/^\u20a64,000.00 of it is left. With a PIN/)).toBeDefined();
});

describe('on a new device', () => {
  const until = new Date(Date.now() + 23 * 3_600_000).toISOString();
  const limitedTo = (left: number) =>
    json(200, security({ sendingLimit: { reason: 'new_device', amount: 20_000, left, until } }));

  it('the limit and its end stand there before anything is typed, and an amount beyond it is said at the field', async () => {
    shop.answer({ getSecurity: limitedTo(3_000) });
    show();
    expect(
      await screen.findByText(/^New device: \u20a620,000 limit until (today|tomorrow) \d\d:\d\d$/),
    ).toBeDefined();
    expect(
      screen.getByText(/^\u20a63,000.00 of it is left for purchases, transfers and withdrawals/),
    ).toBeDefined();
    await userEvent.type(screen.getByLabelText('Username'), 'chidi');
    await press('Check username');
    await userEvent.type(await screen.findByLabelText('Amount'), '3001');
    expect(screen.getByText(/^At most \u20a63,000.00 more can be sent from here until/)).toBeDefined();
    await press('Transfer');
    await screen.findByText(/^New device: .*\u20a63,000.00 is left$/, { selector: '[role=status] p' });
    expect(screen.queryByRole('dialog', { name: 'Confirm' })).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('3001');
    expect(shop.asked('transferFund')).toEqual([]);
  });

  it('an amount beyond the limit of an account that nobody proved is said at the field', async () => {
    const sendingLimit = { reason: 'unproved', amount: 10_000, left: 0, until: null } as const;
    shop.answer({ getSecurity: json(200, security({ sendingLimit })) });
    await knows();
    await userEvent.type(screen.getByLabelText('Amount'), '1');
    expect(
      screen.getByText('Nothing more can be sent now. Confirm your e-mail address to send more.'),
    ).toBeDefined();
  });

  it('what left from another one meanwhile is learned from the refusal, and nothing typed is lost', async () => {
    const msg = 'New device: \u20a620,000.00 limit until tomorrow 09:12. \u20a6500.00 is left';
    shop.answer({ getSecurity: limitedTo(20_000) });
    await knows();
    await userEvent.type(screen.getByLabelText('Amount'), '600');
    await press('Transfer');
    shop.answer({
      getSecurity: limitedTo(500),
      transferFund: json(409, { msg, code: 'new_device_cap', requestId: 'r' }),
    });
    await press('Send \u20a6600.00');
    // While it is on its way the sheet is named otherwise.
    const sheet = within(await screen.findByRole('dialog', { name: 'Confirm' }));
    expect((await sheet.findByRole('alert')).textContent).toBe(msg);
    // Pressing again would give the same answer.
    expect(sheet.queryByRole('button', { name: /^Send/ })).toBeNull();
    await userEvent.click(sheet.getByText('Close', { selector: 'button, button *' }));
    expect(await screen.findByText(/^At most \u20a6500.00 more can be sent from here until/)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('600');
  });
});
