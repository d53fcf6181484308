import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Recovery, RecoveryItem } from '@jara/contract/calls/recovery.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { json } from '../../../../test/answers.ts';
import { security } from '../../../../test/people.ts';
import { openShop, type Answers } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import AfterRestore from './recovery.tsx';

const at = '2026-11-22T09:00:00.000Z';
const closed: Recovery = { restoredTo: at, closedAt: at, opening: null };
const statement: RecoveryItem = {
  _id: '1',
  kind: 'statement',
  provider: 'squad',
  reference: 'card payments',
  recipient: null,
  amount: null,
  happenedAt: null,
  words: null,
  decision: null,
};
const question: RecoveryItem = {
  ...statement,
  _id: '2',
  kind: 'question',
  provider: 'GLAD',
  reference: 'deliveries',
  words: 'connection refused',
};
const delivery: RecoveryItem = {
  ...question,
  _id: '3',
  kind: 'delivery',
  reference: 'JR261122ABCDEFGHJK1',
  recipient: '0803***5555',
  amount: 485,
  happenedAt: at,
  words: 'Successful',
};
const decision = { decidedBy: 'boss', reason: 'Compared', decidedAt: at };

const page = (asked: RecoveryItem[], more: object = {}) => {
  const open = asked.filter((item) => item.decision === null).length;
  return json(200, {
    recovery: closed,
    asked,
    deliveries: [delivery],
    page: 1,
    totalPages: 1,
    counts: { asked: open, deliveries: 1 },
    ...more,
  });
};

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

async function opens(answers: Answers, rights: object = { isAdmin: true }) {
  shop = await openShop(answers, { isShopClosed: true, ...rights });
  shop.show(
    <>
      <AfterRestore />
      <Toasts />
    </>,
    '/admin/recovery',
  );
}
const section = async (name: string) => within(await screen.findByRole('region', { name }));
const toastSays = (words: string) => screen.findByText(words, { selector: '[role=status] p' });
const step = async (name: string) => within(await screen.findByRole('dialog', { name, hidden: true }));
const opener = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Open the shop' });

describe('what is known after a restore', () => {
  it('stands with its provider, what it said, and what is missing; the shop is not opened before', async () => {
    await opens({ getRecovery: page([question, statement]) });
    const asked = await section('Asked and compared');
    expect(asked.getByText(/^2 of 2 missing/)).toBeTruthy();
    const [first, second] = asked.getAllByRole('listitem');
    expect(first?.textContent).toContain('GLADdeliveriesasked by the server');
    expect(first?.textContent).toContain('connection refused');
    expect(within(first ?? document.body).queryByRole('button')).toBeNull();
    expect(second?.textContent).toContain('squadcard paymentsto compare');
    const found = await section('Delivered, and not in the books');
    expect(found.getByRole('listitem').textContent).toContain('JR261122ABCDEFGHJK1');
    expect(found.getByRole('listitem').textContent).toContain('₦485.00');
    expect((await opener()).disabled).toBe(true);
  });

  it('is read by an agent, who decides and opens nothing', async () => {
    await opens({ getRecovery: page([{ ...statement, decision }]) }, { isAgent: true });
    expect((await section('Asked and compared')).getByText('Nothing is missing.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says so when there never was a restore, and when the shop is open again', async () => {
    await opens({ getRecovery: page([], { recovery: null }) });
    expect(await screen.findByText('Never restored')).toBeTruthy();
    await shop.close();
    const opening = { openedBy: 'boss', reason: 'All compared', openedAt: at };
    await opens({ getRecovery: page([statement], { recovery: { ...closed, opening } }) });
    expect(await screen.findByText(/by boss: All compared$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Open the shop' })).toBeNull();
  });

  it('can be loaded again when the server cannot be reached', async () => {
    await opens({ getRecovery: 'hang up' });
    expect(await screen.findByText('The queue could not be loaded')).toBeTruthy();
  });
});

describe('an admin', () => {
  it('notes with a reason that a statement was compared', async () => {
    await opens({
      getRecovery: page([statement]),
      decideRecoveryItem: json(200, { msg: 'Noted', item: { ...statement, decision } }),
    });
    await userEvent.click((await section('Asked and compared')).getByRole('button', { name: 'Compared' }));
    const sheet = await step('Compared by hand');
    await userEvent.click(sheet.getByRole('button', { name: 'It is compared' }));
    expect(shop.asked('decideRecoveryItem')).toEqual([]);
    await userEvent.type(sheet.getByLabelText('Reason'), 'Their list has nothing more');
    shop.answer({ getRecovery: page([{ ...statement, decision }]) });
    await userEvent.click(sheet.getByRole('button', { name: 'It is compared' }));
    expect(await toastSays('Noted')).toBeTruthy();
    expect(shop.asked('decideRecoveryItem')[0]).toMatchObject({
      url: '/api/v1/admin/recovery/items/1/decide',
      body: '{"reason":"Their list has nothing more"}',
    });
    await waitFor(async () => expect((await opener()).disabled).toBe(false));
  });

  it('opens the shop with a reason and the password, and keeps what was typed when it is refused', async () => {
    const msg = 'The shop stays closed. Still missing: GLAD: deliveries';
    await opens({
      getRecovery: page([{ ...statement, decision }]),
      openShop: json(409, { msg, code: 'shop_not_ready', requestId: 'r' }),
    });
    await userEvent.click(await opener());
    const sheet = await step('Open the shop');
    const press = () => userEvent.click(sheet.getByRole('button', { name: 'Open the shop', hidden: true }));
    await press();
    expect(sheet.getByText(/^Say what was compared/)).toBeTruthy();
    expect(sheet.getByText('Enter your password.')).toBeTruthy();
    expect(shop.asked('openShop')).toEqual([]);
    await userEvent.type(sheet.getByLabelText('Reason'), 'All compared');
    await userEvent.type(sheet.getByLabelText('Your password'), 'correct horse 9');
    await press();
    expect(await sheet.findByText(msg)).toBeTruthy();
    const opening = { openedBy: 'boss', reason: 'All compared', openedAt: at };
    shop.answer({ openShop: json(200, { msg: 'The shop is open', recovery: { ...closed, opening } }) });
    await press();
    expect(await toastSays('The shop is open')).toBeTruthy();
    expect(JSON.parse(shop.asked('openShop').at(-1)?.body ?? '')).toEqual({
      reason: 'All compared',
      password: 'correct horse 9',
    });
  });

  it('with two-step login gives the code too', async () => {
    await opens({
      getRecovery: page([{ ...statement, decision }]),
      getSecurity: json(200, security({ hasTotp: true })),
    });
    await userEvent.click(await opener());
    expect(await (await step('Open the shop')).findByLabelText('Code')).toBeTruthy();
  });
});
