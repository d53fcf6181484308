import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { json } from '../../../test/answers.ts';
import { receipt } from '../../../test/people.ts';
import { openShop } from '../../../test/shop.tsx';
import { endSession } from '../../platform/session.ts';
import { markSeen } from '../money/news.ts';
import { TopBarTools } from './top-bar-tools.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;

afterEach(async () => {
  cleanup();
  await shop.stop();
  endSession();
  localStorage.clear();
});

const pending = receipt({ _id: 't1', trans_Status: 'pending' });
const ended = receipt({ _id: 't1', trans_Status: 'failed' });

async function opens(transactions: readonly ReturnType<typeof receipt>[], msg: string | null = null) {
  shop = await openShop({ getNotification: json(200, { msg }) }, { transactions: [...transactions] });
  shop.show(<TopBarTools />);
}
const address = () => screen.getByLabelText('Address').textContent;

describe('the bell', () => {
  it('counts what ended since it was seen waiting, lists it, and then knows it as seen', async () => {
    markSeen('u1', [pending]);
    await opens([ended]);
    await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
    const list = within(screen.getByRole('dialog', { name: 'What is new' }));
    const row = list.getByRole('link', { name: /MTN airtime/ });
    expect(screen.getByRole('button', { name: 'Notifications', hidden: true })).toBeDefined();
    await userEvent.click(row);
    await waitFor(() => expect(address()).toContain('/profile {"slip":"t1"}'));
    expect(screen.queryByRole('dialog', { name: 'What is new' })).toBeNull();
  });

  it('has nothing new on a device that remembers nothing yet, and shows the notice of the shop', async () => {
    await opens([ended], 'Glo is slow today');
    await userEvent.click(await screen.findByRole('button', { name: 'Notifications' }));
    const list = within(screen.getByRole('dialog', { name: 'What is new' }));
    expect(list.getByText('Nothing new')).toBeDefined();
    expect(await list.findByText('Glo is slow today')).toBeDefined();
  });
});

describe('Ctrl K', () => {
  const presses = () => fireEvent.keyDown(document, { key: 'k', ctrlKey: true });

  it('opens the list of places; arrows choose, Enter goes there', async () => {
    await opens([]);
    presses();
    const input = await screen.findByRole('combobox', { name: 'Screen, name, number or reference' });
    await userEvent.type(input, 'buy');
    const chosen = () => screen.getByRole('option', { selected: true }).textContent;
    expect(chosen()).toContain('Buy data');
    await userEvent.type(input, '{ArrowDown}');
    expect(chosen()).toContain('Buy airtime');
    expect(input.getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { selected: true }).id,
    );
    await userEvent.type(input, '{ArrowDown}{Enter}');
    await waitFor(() => expect(address()).toContain('/profile/buydata'));
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('says so when nothing has that name', async () => {
    await opens([]);
    presses();
    await userEvent.type(await screen.findByRole('combobox'), 'zzz');
    expect(screen.getByText('Nothing by that name.')).toBeDefined();
    expect(screen.queryAllByRole('option')).toEqual([]);
  });

  it('never opens over another sheet', async () => {
    await opens([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Notifications' }));
    presses();
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});
