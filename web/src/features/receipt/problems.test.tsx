import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Dispute } from '@jara/contract/calls/receipts/disputes.ts';
import { json } from '../../../test/answers.ts';
import { receipt } from '../../../test/people.ts';
import { openShop } from '../../../test/shop.tsx';
import { Toasts } from '../../ui/toast.tsx';
import { Problems } from './problems.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

const dispute = (changes: Partial<Dispute> = {}): Dispute => ({
  _id: 'd1',
  kind: 'not_delivered',
  state: 'open',
  openedAt: '2026-11-21T13:02:04.000Z',
  messages: [{ from: 'user', text: 'Nothing came.', at: '2026-11-21T13:02:04.000Z' }],
  ...changes,
});
const said = { from: 'staff', text: 'It arrived at 14:02.', at: '2026-11-21T14:10:00.000Z' };

async function opens(disputes: Dispute[], isOwn = true) {
  shop = await openShop({ openDispute: json(200, { msg: 'We have your report', dispute: dispute() }) });
  shows(disputes, isOwn);
}
const shows = (disputes: Dispute[], isOwn = true, id = 't1') =>
  shop.show(
    <>
      <Problems receipt={receipt({ _id: id })} id={id} disputes={disputes} isOwn={isOwn} />
      <Toasts />
    </>,
  );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('a problem with a transaction', () => {
  it('is reported with its kind and one’s own words', async () => {
    await opens([]);
    await press('Report a problem');
    await press('Send report');
    expect(screen.getByText('Choose what is wrong.')).toBeDefined();
    expect(screen.getByText('Say what happened.')).toBeDefined();
    await userEvent.selectOptions(screen.getByLabelText('What is wrong?'), 'It did not arrive');
    await userEvent.type(screen.getByLabelText('What happened?'), 'Nothing came.');
    await press('Send report');
    expect(await screen.findByText('We have your report')).toBeDefined();
    expect(JSON.parse(shop.asked('openDispute')[0]?.body ?? '')).toEqual({
      kind: 'not_delivered',
      text: 'Nothing came.',
    });
  });

  it('keeps the words when they could not be sent', async () => {
    await opens([]);
    shop.answer({ openDispute: json(429, { msg: 'Too many', code: 'too_many_requests', requestId: 'r' }) });
    await press('Report a problem');
    await userEvent.selectOptions(screen.getByLabelText('What is wrong?'), 'Something else');
    await userEvent.type(screen.getByLabelText('What happened?'), 'Look at it');
    await press('Send report');
    expect(await screen.findByText('Too many')).toBeDefined();
    expect(screen.getByLabelText<HTMLTextAreaElement>('What happened?').value).toBe('Look at it');
  });

  it('goes on where it was when the screen is drawn again, until it is sent or given up', async () => {
    await opens([]);
    await press('Report a problem');
    await userEvent.selectOptions(screen.getByLabelText('What is wrong?'), 'Something else');
    await userEvent.type(screen.getByLabelText('What happened?'), 'Half of i');
    cleanup();
    shows([], true, 't2');
    expect(screen.queryByLabelText('What happened?'), 'of another transaction').toBeNull();
    cleanup();
    shows([]);
    expect(screen.getByLabelText<HTMLSelectElement>('What is wrong?').value).toBe('other');
    await userEvent.type(screen.getByLabelText('What happened?'), 't');
    await press('Send report');
    await screen.findByText('We have your report');
    expect(JSON.parse(shop.asked('openDispute')[0]?.body ?? '')).toEqual({
      kind: 'other',
      text: 'Half of it',
    });
    await waitFor(() => expect(screen.queryByLabelText('What happened?')).toBeNull());
    cleanup();
    shows([]);
    await press('Report a problem');
    expect(screen.getByLabelText<HTMLTextAreaElement>('What happened?').value).toBe('');
    await userEvent.type(screen.getByLabelText('What happened?'), 'No');
    await press('Cancel');
    await press('Report a problem');
    expect(screen.getByLabelText<HTMLTextAreaElement>('What happened?').value).toBe('');
  });

  it('shows its state and what was written, and is not reported twice', async () => {
    await opens([dispute()]);
    const group = within(screen.getByRole('group', { name: 'It did not arrive' }));
    expect(group.getByRole('heading').textContent).toBe('Reported. We look into it · It did not arrive');
    expect(group.getByText('Nothing came.')).toBeDefined();
    expect(screen.queryByRole('button', { name: /report|again/i })).toBeNull();
  });

  it('that is answered may be written about again, of the same kind', async () => {
    await opens([dispute({ state: 'answered', messages: [...dispute().messages, said] })]);
    expect(screen.getByText('It arrived at 14:02.')).toBeDefined();
    await press('Write again');
    expect(screen.queryByLabelText('What is wrong?')).toBeNull();
    await userEvent.type(screen.getByLabelText('What happened?'), 'It did not.');
    await press('Send report');
    await waitFor(() => expect(shop.asked('openDispute')).toHaveLength(1));
    expect(JSON.parse(shop.asked('openDispute')[0]?.body ?? '')).toMatchObject({ kind: 'not_delivered' });
  });

  it('of another is seen by staff, who report nothing for them', async () => {
    await opens([dispute({ state: 'closed', messages: [...dispute().messages, said] })], false);
    expect(screen.getByRole('heading').textContent).toContain('Settled');
    expect(screen.queryByRole('button', { name: 'Report a problem' })).toBeNull();
  });
});
