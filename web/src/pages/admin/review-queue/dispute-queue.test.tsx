import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { DisputeEntry } from '@jara/contract/calls/receipts/disputes.ts';
import { json } from '../../../../test/answers.ts';
import { openShop, type Answers } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import DisputeQueue from './dispute-queue.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(async () => {
  cleanup();
  await shop.stop();
});

const entry: DisputeEntry = {
  _id: 'd1',
  kind: 'not_delivered',
  state: 'open',
  openedAt: '2026-11-21T13:02:04.000Z',
  messages: [{ from: 'user', text: 'Nothing came.', at: '2026-11-21T13:02:04.000Z' }],
  transactionId: '7',
  reference: 'JR1',
  trans_Type: 'airtime',
  trans_Status: 'success',
  trans_UserName: 'ada',
  description: 'MTN airtime ₦500.00',
  recipient: '08031234567',
  amount: 490,
};
const list = (disputes: DisputeEntry[], next: string | null = null) =>
  json(200, { disputes, next, counts: { open: disputes.length, answered: 0 } });

async function opens(answers: Answers) {
  shop = await openShop(answers, { isAgent: true });
  shop.show(
    <>
      <DisputeQueue />
      <Toasts />
    </>,
  );
}

describe('the problems that users reported', () => {
  it('are answered, and closed if they are settled', async () => {
    await opens({
      listDisputes: list([entry]),
      answerDispute: json(200, { msg: 'Answered and closed', dispute: { ...entry, state: 'closed' } }),
    });
    expect(await screen.findByText('It did not arrive')).toBeDefined();
    expect(screen.getByText('Nothing came.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Answer' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Answer' }));
    await userEvent.click(sheet.getByRole('button', { name: 'Answer and close' }));
    expect(sheet.getByText('Write an answer.')).toBeDefined();
    await userEvent.type(sheet.getByLabelText('Your answer'), 'Your money is back.');
    await userEvent.click(sheet.getByRole('button', { name: 'Answer and close' }));
    expect(await screen.findByText('Answered and closed')).toBeDefined();
    const [sent] = shop.asked('answerDispute');
    expect([sent?.url, JSON.parse(sent?.body ?? '')]).toEqual([
      '/api/v1/admin/disputes/d1/answer',
      { text: 'Your money is back.', close: true },
    ]);
    await waitFor(() => expect(shop.asked('listDisputes').length).toBeGreaterThan(1));
  });

  it('keep an answer that was refused', async () => {
    await opens({
      listDisputes: list([entry]),
      answerDispute: json(403, { msg: 'Ask a colleague', code: 'forbidden', requestId: 'r' }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Answer' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Answer' }));
    await userEvent.type(sheet.getByLabelText('Your answer'), 'Done');
    await userEvent.click(sheet.getByRole('button', { name: 'Answer' }));
    expect(await sheet.findByText('Ask a colleague')).toBeDefined();
    expect(sheet.getByLabelText<HTMLTextAreaElement>('Your answer').value).toBe('Done');
  });

  it('that are closed are looked at page by page, and answered no more', async () => {
    await opens({ listDisputes: list([]) });
    expect(await screen.findByText('No problem waits for an answer')).toBeDefined();
    shop.answer({ listDisputes: list([{ ...entry, state: 'closed' }], '9') });
    await userEvent.click(screen.getByText('Closed'));
    await userEvent.click(await screen.findByRole('button', { name: 'Earlier' }));
    await waitFor(() => expect(shop.asked('listDisputes').at(-1)?.url).toContain('before=9'));
    expect(screen.queryByRole('button', { name: 'Answer' })).toBeNull();
  });
});
