import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { SuspenseEntry } from '@jara/contract/calls/suspense.ts';
import { json } from '../../../../test/answers.ts';
import { openShop } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import ReviewQueue from './review-queue.tsx';

const transfer: SuspenseEntry = {
  _id: '41',
  source: 'bank_transfer',
  amount: 5_000,
  currency: 'NGN',
  why: 'the account is not known',
  sender: 'TUNDE BALOGUN',
  provider: 'paymentpoint',
  providerReference: 'PP-42',
  bank: 'palmpay',
  accountNumber: '6612345678',
  trans_UserName: null,
  transactionId: null,
  createdAt: new Date(Date.now() - 26.5 * 3_600_000).toISOString(),
  decision: null,
};
const card: SuspenseEntry = {
  ...transfer,
  _id: '42',
  source: 'card_payment',
  amount: 50,
  currency: 'USD',
  why: 'paid in USD',
  sender: null,
  provider: 'squad',
  providerReference: 'GW-1',
  bank: null,
  accountNumber: null,
  trans_UserName: 'ada',
  transactionId: '7',
};
const page = (suspense: SuspenseEntry[]) =>
  json(200, {
    suspense,
    page: 1,
    totalPages: 1,
    total: 5_000,
    counts: { open: suspense.length, decided: 0 },
  });
const counts = {
  staff: 0,
  asked: 0,
  suspense: 2,
  disputes: 0,
  recovery: 0,
  staffRequests: 0,
  webhooksGivenUp: 0,
};
const done = (msg: string) => json(200, { msg, entry: transfer });

let shop: Awaited<ReturnType<typeof openShop>>;
async function opens(rights: object, answers: Parameters<typeof openShop>[0] = {}) {
  shop = await openShop(
    {
      listWaiting: json(200, { waiting: [], page: 1, totalPages: 1, heldBack: 0, counts }),
      listSuspense: page([transfer, card]),
      validateUser: json(200, { name: 'Adaeze O.', userName: 'ada', isVerified: true }),
      ...answers,
    },
    rights,
  );
  shop.show(
    <>
      <ReviewQueue />
      <Toasts />
    </>,
    '/admin/waiting?queue=suspense',
  );
}
afterEach(() => shop.close());

const entries = async () => (await screen.findByRole('list')).querySelectorAll<HTMLElement>(':scope > li');
const toastSays = (words: string) => screen.findByText(words, { selector: '[role=status] p' });
const sheet = async () => within(await screen.findByRole('dialog', { hidden: true }));
const press = async (name: string) =>
  userEvent.click(await (await sheet()).findByRole('button', { name, hidden: true }));
const open = async (place: number) => {
  const entry = (await entries())[place];
  await userEvent.click(within(entry ?? document.body).getByRole('button', { name: 'Decide' }));
};
const says = async (label: string, words: string) =>
  userEvent.type((await sheet()).getByLabelText(label), words);
const decisions = () =>
  shop.asked('decideSuspense').map(({ url, body }) => [url, JSON.parse(body) as unknown]);

describe('what stands in suspense', () => {
  it('says what came in, from whom, into which account, why it waits and since when', async () => {
    await opens({ isAdmin: true });
    const [first, second] = await entries();
    for (const words of ['26 hours', 'TUNDE BALOGUN', '₦5,000.00', '6612345678', 'not known', 'PP-42'])
      expect(first?.textContent).toContain(words);
    expect(second?.textContent).toContain('USD 50.00');
    expect(within(second ?? document.body).getByRole('link', { name: 'ada' })).toBeTruthy();
    expect(screen.getByText(/^2 payments,/).textContent).toContain('₦5,000.00 in naira');
    expect(await screen.findByRole('radio', { name: 'Suspense · 2' })).toBeTruthy();
  });

  it('is seen by agents, who decide nothing', async () => {
    await opens({ isAgent: true });
    await entries();
    expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull();
  });

  it('says so when there is nothing', async () => {
    await opens({ isAdmin: true }, { listSuspense: page([]) });
    expect(await screen.findByText('Nothing stands in suspense')).toBeTruthy();
  });

  it('can be loaded again when the server cannot be reached', async () => {
    await opens({ isAdmin: true }, { listSuspense: 'hang up' });
    expect(await screen.findByText('The queue could not be loaded')).toBeTruthy();
  });
});

describe('a decision about suspense', () => {
  it('needs an outcome and a reason before anything is sent', async () => {
    await opens({ isAdmin: true });
    await open(0);
    await press('Credit the wallet');
    expect((await sheet()).getByText('Choose what becomes of it.')).toBeTruthy();
    expect((await sheet()).getByText(/^Say how you know/)).toBeTruthy();
    expect(decisions()).toEqual([]);
  });

  it('credits whom the name belongs to, once it was shown', async () => {
    await opens({ isAdmin: true }, { decideSuspense: done('₦4,950.00 is in the wallet of ada') });
    await open(0);
    await userEvent.click((await sheet()).getByLabelText('goes to a wallet'));
    await says('How do you know?', 'Their bank wrote');
    await press('Validate');
    expect((await sheet()).getByText('Enter the username of whoever gets it.')).toBeTruthy();
    await says('Username', 'ada');
    await press('Validate');
    expect(await (await sheet()).findByText('Adaeze O.')).toBeTruthy();
    expect(decisions()).toEqual([]);
    await press('Credit the wallet');
    expect(await toastSays('₦4,950.00 is in the wallet of ada')).toBeTruthy();
    expect(decisions()).toEqual([
      [
        '/api/v1/admin/suspense/41/decide',
        { outcome: 'credit', userName: 'ada', reason: 'Their bank wrote' },
      ],
    ]);
    await waitFor(() => expect(shop.asked('listSuspense').length).toBeGreaterThan(1));
  });

  it('of another currency asks for the naira that were settled, and offers whoever paid', async () => {
    await opens({ isAdmin: true }, { decideSuspense: done('₦79,200.00 is in the wallet of ada') });
    await open(1);
    await userEvent.click((await sheet()).getByLabelText('goes to a wallet'));
    expect((await sheet()).getByLabelText<HTMLInputElement>('Username').value).toBe('ada');
    await says('How do you know?', 'The statement of today');
    await press('Validate');
    expect((await sheet()).getByText('Enter the naira that the gateway settled.')).toBeTruthy();
    await says('Settled in naira', '80,000');
    await press('Validate');
    await press('Credit the wallet');
    expect(await toastSays('₦79,200.00 is in the wallet of ada')).toBeTruthy();
    expect(decisions()[0]?.[1]).toEqual({
      outcome: 'credit',
      userName: 'ada',
      amount: 80_000,
      reason: 'The statement of today',
    });
  });

  it('books what was sent back', async () => {
    await opens({ isAdmin: true }, { decideSuspense: done('It is booked as sent back') });
    await open(0);
    await userEvent.click((await sheet()).getByLabelText('was sent back'));
    await says('How do you know?', 'Sent by the bank');
    await press('Book as sent back');
    expect(await toastSays('It is booked as sent back')).toBeTruthy();
    expect(decisions()[0]?.[1]).toEqual({ outcome: 'return', reason: 'Sent by the bank' });
  });

  it('for oneself is refused beside the name', async () => {
    const msg = 'Nobody credits a wallet of their own. Ask another admin to decide this';
    await opens(
      { isAdmin: true },
      {
        decideSuspense: json(403, {
          msg,
          code: 'forbidden',
          requestId: 'r',
          errors: [{ field: 'userName', msg }],
        }),
      },
    );
    await open(0);
    await userEvent.click((await sheet()).getByLabelText('goes to a wallet'));
    await says('Username', 'ada');
    await says('How do you know?', 'It is mine');
    await press('Validate');
    await press('Credit the wallet');
    expect(await (await sheet()).findByText(msg)).toBeTruthy();
    expect((await sheet()).getByLabelText<HTMLInputElement>('Username').value).toBe('ada');
  });
});
