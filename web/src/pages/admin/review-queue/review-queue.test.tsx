import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { ReviewQueueEntry } from '@jara/contract/calls/review-queue.ts';
import { json } from '../../../../test/answers.ts';
import { terms } from '../../../../test/people.ts';
import { openShop } from '../../../../test/shop.tsx';
import { putOnTerms } from '../../../platform/terms.ts';
import { Toasts } from '../../../ui/toast.tsx';
import ReviewQueue from './review-queue.tsx';

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

const airtime: ReviewQueueEntry = {
  _id: '7',
  reference: 'JR1',
  trans_Type: 'airtime',
  trans_UserName: 'ada',
  network: 'MTN',
  description: 'MTN airtime ₦500.00',
  recipient: '08031230009',
  amount: 490,
  why: 'no_outcome',
  supplier: 'GLAD',
  supplierReference: 'JR11',
  supplierId: '4821',
  supplierMessage: 'Your request is being processed',
  isOtherName: false,
  needsToken: false,
  checks: 33,
  createdAt: hoursAgo(26.5),
  answeredAt: hoursAgo(1),
  nextCheckAt: null,
};
const light: ReviewQueueEntry = {
  ...airtime,
  _id: '8',
  trans_Type: 'electricity',
  description: 'Ikeja electricity ₦2,000.00, prepaid',
  recipient: '41000010009',
  amount: 2_050,
  why: 'disputed',
  isOtherName: false,
  needsToken: true,
  createdAt: hoursAgo(5.5),
};
const page = (waiting: ReviewQueueEntry[], more: object = {}) =>
  json(200, {
    waiting,
    floats: [],
    page: 1,
    totalPages: 1,
    heldBack: waiting.reduce((sum, { amount }) => sum + amount, 0),
    counts: {
      staff: waiting.length,
      asked: 4,
      suspense: 0,
      disputes: 0,
      recovery: 0,
      staffRequests: 0,
      webhooksGivenUp: 2,
    },
    ...more,
  });

let shop: Awaited<ReturnType<typeof openShop>>;
async function opens(
  rights: object,
  answers: Parameters<typeof openShop>[0] = {},
  address = '/admin/waiting',
) {
  shop = await openShop({ listWaiting: page([airtime, light]), ...answers }, rights);
  shop.show(
    <>
      <ReviewQueue />
      <Toasts />
    </>,
    address,
  );
}
afterEach(async () => {
  putOnTerms(terms);
  await shop.close();
});

const entries = async () => (await screen.findByRole('list')).querySelectorAll<HTMLElement>(':scope > li');
const toastSays = (words: string) => screen.findByText(words, { selector: '[role=status] p' });
const sheet = async () => within(await screen.findByRole('dialog', { hidden: true }));
const press = async (name: string) =>
  userEvent.click((await sheet()).getByRole('button', { name, hidden: true }));
const decisions = () =>
  shop.asked('decideWaiting').map(({ url, body }) => [url, JSON.parse(body) as unknown]);

describe('what waits for staff', () => {
  it('stands oldest first with its age, sum, supplier and last answer', async () => {
    await opens({ isAdmin: true });
    const [first, second] = await entries();
    expect(first?.textContent).toContain('26 hours');
    expect(first?.textContent).toContain('₦490.00');
    expect(first?.textContent).toContain('GLAD: Your request is being processed');
    expect(first?.textContent).toContain('asked 33 times');
    expect(second?.textContent).toContain('taken back');
    expect(second?.textContent).toContain('no token');
    expect(screen.getByText(/^2 transactions,/).textContent).toContain('₦2,540.00');
    expect(screen.getByText(/were given up after ten tries/).textContent).toContain('2 messages');
    expect(screen.getByRole('radio', { name: 'Still asked about · 4' })).toBeTruthy();
  });

  it('is asked about again by an agent, who decides nothing', async () => {
    await opens(
      { isAgent: true },
      {
        reQueryWithdrawal: json(200, { msg: 'There is no outcome yet. We keep asking', receipt: {} }),
      },
    );
    const [first] = await entries();
    await userEvent.click(within(first ?? document.body).getByRole('button', { name: 'Check status' }));
    expect(await toastSays('There is no outcome yet. We keep asking')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull();
    await waitFor(() => expect(shop.asked('listWaiting').length).toBeGreaterThan(1));
  });

  it('says so when nothing waits, for each queue', async () => {
    putOnTerms({ ...terms, purchase: { ...terms.purchase, giveUpHours: 36 } });
    await opens(
      { isAdmin: true },
      {
        listWaiting: page([], {
          counts: {
            staff: 0,
            asked: 0,
            suspense: 0,
            disputes: 0,
            recovery: 0,
            staffRequests: 0,
            webhooksGivenUp: 0,
          },
        }),
      },
    );
    expect(await screen.findByText('Nothing waits for staff')).toBeTruthy();
    expect(screen.getByText('What has no outcome is still asked about by itself, for 36 h.')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Still asked about · 0' }));
    expect(await screen.findByText('Nothing waits for long')).toBeTruthy();
    expect(shop.asked('listWaiting').at(-1)?.url).toContain('queue=asked');
  });

  it('that is still asked about says when next, and is not decided', async () => {
    const asked = { ...airtime, why: 'asked', nextCheckAt: new Date(Date.now() + 3_600_000).toISOString() };
    await opens({ isAdmin: true }, { listWaiting: page([asked]) }, '/admin/waiting?queue=asked');
    expect((await entries())[0]?.textContent).toContain(', next ');
    expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull();
  });

  it('can be loaded again when the server cannot be reached', async () => {
    await opens({ isAdmin: true }, { listWaiting: 'hang up' });
    expect(await screen.findByText('The queue could not be loaded')).toBeTruthy();
  });
});

describe('a decision', () => {
  const open = async (place: number) => {
    const entry = (await entries())[place];
    await userEvent.click(within(entry ?? document.body).getByRole('button', { name: 'Decide' }));
  };

  it('needs an outcome and a reason before anything is sent', async () => {
    await opens({ isAdmin: true });
    await open(0);
    await press('Book as delivered');
    expect((await sheet()).getByText('Choose what became of it.')).toBeTruthy();
    expect((await sheet()).getByText(/^Say how you know/)).toBeTruthy();
    expect(decisions()).toEqual([]);
  });

  it('returns the sum, with the reason', async () => {
    await opens(
      { isAdmin: true },
      {
        decideWaiting: json(200, { msg: '₦490.00 is back in the wallet of ada', receipt: {} }),
      },
    );
    await open(0);
    await userEvent.click((await sheet()).getByLabelText('did not deliver it'));
    await userEvent.type((await sheet()).getByLabelText('How do you know?'), 'Their support, ticket 12');
    await press('Return ₦490.00');
    expect(await toastSays('₦490.00 is back in the wallet of ada')).toBeTruthy();
    expect(decisions()).toEqual([
      ['/api/v1/admin/waiting/7/decide', { outcome: 'returned', reason: 'Their support, ticket 12' }],
    ]);
  });

  it('of prepaid electricity needs its token, and keeps what was typed when the server refuses it', async () => {
    await opens(
      { isAdmin: true },
      {
        decideWaiting: json(400, {
          msg: 'A token has 20 digits',
          code: 'invalid_input',
          requestId: 'r',
          errors: [{ field: 'token', msg: 'A token has 20 digits' }],
        }),
      },
    );
    await open(1);
    await userEvent.click((await sheet()).getByLabelText('delivered it'));
    await userEvent.type((await sheet()).getByLabelText('How do you know?'), 'By phone');
    await press('Book as delivered');
    expect((await sheet()).getByText('Enter the token that the supplier gave.')).toBeTruthy();
    expect(decisions()).toEqual([]);
    await userEvent.type((await sheet()).getByLabelText('Token'), '1111 2222');
    await press('Book as delivered');
    expect(await (await sheet()).findByText('A token has 20 digits')).toBeTruthy();
    expect((await sheet()).getByLabelText<HTMLInputElement>('Token').value).toBe('1111 2222');
  });
});

it('a withdrawal that staff hold is released or returned, and says that nothing was sent', async () => {
  const payout: ReviewQueueEntry = {
    ...airtime,
    _id: '9',
    trans_Type: 'withdraw',
    network: null,
    description: 'To ADA OBI, GTBank',
    recipient: '0000010009',
    why: 'held',
    isOtherName: true,
    supplier: 'squad',
    supplierId: null,
    supplierMessage: null,
    checks: 0,
    answeredAt: null,
  };
  const msg = 'It is released, and sent to the bank';
  await opens(
    { isAdmin: true },
    { listWaiting: page([payout]), decideWaiting: json(200, { msg, receipt: {} }) },
  );
  expect(await screen.findByText('held, not sent')).toBeDefined();
  expect(screen.getByText('account in another name')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Decide' }));
  const form = within(await screen.findByRole('dialog', { name: 'Release or return it' }));
  expect(form.getByText(/Nothing was sent to the bank/)).toBeDefined();
  await userEvent.click(form.getByText('send it'));
  await userEvent.type(form.getByLabelText('How do you know?'), 'called the owner');
  await userEvent.click(form.getByRole('button', { name: 'Release, and send it' }));
  await waitFor(() =>
    expect(shop.asked('decideWaiting').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { outcome: 'released', reason: 'called the owner' },
    ]),
  );
});
