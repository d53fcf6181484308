import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { json } from '../../../../test/answers.ts';
import { openShop } from '../../../../test/shop.tsx';
import { endSession } from '../../../platform/session.ts';
import { TopBarTools } from '../top-bar-tools.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;

afterEach(async () => {
  cleanup();
  await shop.stop();
  endSession();
});

const found = (id: string, changes: object = {}) => ({
  userName: 'chidi',
  user: null,
  transaction: {
    _id: id,
    reference: `JR2611250ABCDEFGH${id}`,
    description: 'MTN airtime ₦500',
    trans_Status: 'success',
    trans_amount: 495,
    recipient: '08031234567',
    createdAt: '2026-11-25T09:00:00.000Z',
  },
  ...changes,
});
const chidi = {
  userName: 'chidi',
  fullName: 'Chidi Obi',
  email: 'chidi@example.com',
  phoneNumber: '08035550001',
  standing: 'active',
  balance: 1_200,
};
const groups = [
  { by: 'number', found: [found('7'), found('6')], hasMore: true },
  { by: 'user', found: [{ userName: 'chidi', transaction: null, user: chidi }], hasMore: true },
];

async function opens(role: { isAdmin?: boolean; isAgent?: boolean }) {
  shop = await openShop(
    { getNotification: json(200, { msg: null }), findAnything: json(200, { groups }) },
    role,
  );
  shop.show(<TopBarTools />);
  await screen.findByRole('button', { name: 'Notifications' });
}
const presses = (key: string, target: Element | Document = document) => fireEvent.keyDown(target, { key });
const address = () => decodeURIComponent(screen.getByLabelText('Address').textContent ?? '');
const box = () => screen.findByRole('combobox', { name: /^Reference, phone, meter/ });

describe('the search of staff', () => {
  it('opens by a slash and leads from a pasted number to its newest transaction by Enter', async () => {
    await opens({ isAdmin: true });
    presses('/');
    fireEvent.change(await box(), { target: { value: '+234 803 123 4567' } });
    presses('Enter', await box());
    await waitFor(() =>
      expect(address()).toContain('/admin/transactions?phoneNumber=08031234567&transaction=7'),
    );
    expect(shop.asked('findAnything')[0]).toMatchObject({
      url: '/api/v1/admin/search',
      body: JSON.stringify({ text: '+234 803 123 4567' }),
    });
  });

  it('groups what it found, and says that there is more', async () => {
    await opens({ isAdmin: true });
    presses('/');
    await userEvent.type(await box(), '0803 123 4567');
    const numbers = within(await screen.findByRole('group', { name: 'For this number: the newest 2' }));
    expect(numbers.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('MTN airtime ₦500 · chidi₦495.00 · Done'),
      expect.stringContaining('MTN airtime ₦500 · chidi₦495.00 · Done'),
    ]);
    const users = within(screen.getByRole('group', { name: 'Users: the first 1' }));
    await userEvent.click(users.getByRole('option', { name: /chidi · Chidi Obi/ }));
    await waitFor(() => expect(address()).toContain('/admin/users?user=chidi'));
  });

  it('leads agents to the list that they have', async () => {
    await opens({ isAgent: true });
    presses('/');
    await userEvent.type(await box(), '0803 123 4567');
    await screen.findByRole('group', { name: /^For this number/ });
    await userEvent.type(await box(), '{Enter}');
    await waitFor(() => expect(address()).toContain('/profile/transactions/7?phoneNumber=08031234567'));
  });

  it('is not there for others, for whom a slash is a slash', async () => {
    await opens({});
    presses('/');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
  });

  it('leaves a slash that is typed into a field alone', async () => {
    await opens({ isAdmin: true });
    const field = document.body.appendChild(document.createElement('input'));
    presses('/', field);
    field.remove();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says when the search failed, and searches again when asked to', async () => {
    await opens({ isAdmin: true });
    shop.answer({
      findAnything: json(503, { msg: 'The service is busy', code: 'unavailable', requestId: 'r' }),
    });
    presses('/');
    await userEvent.type(await box(), 'zzzz');
    expect(await screen.findByText('The search failed')).toBeDefined();
    expect(screen.queryByText('Nothing by that name.')).toBeNull();
    shop.answer({ findAnything: json(200, { groups }) });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('group', { name: /^For this number/ })).toBeDefined();
    expect(screen.queryByText('The search failed')).toBeNull();
  });

  it('goes to a place by Enter without an answer of the server', async () => {
    await opens({ isAdmin: true });
    presses('/');
    fireEvent.change(await box(), { target: { value: 'electricity' } });
    presses('Enter', await box());
    expect(address()).toContain('/electricity');
  });

  it('says when nothing was found', async () => {
    await opens({ isAdmin: true });
    shop.answer({ findAnything: json(200, { groups: [] }) });
    presses('/');
    await userEvent.type(await box(), '0803 123 4567');
    expect(await screen.findByText('No transaction and no user was found by this.')).toBeDefined();
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toContainEqual(
      expect.stringContaining('Users with'),
    );
  });
});
