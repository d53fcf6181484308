import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { json } from '../../../../test/answers.ts';
import { openShop, type Answers } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import { UserNotes } from './user-notes.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

const noteOf = (_id: string, note: string) => ({
  _id,
  userName: 'bola',
  author: 'chidi',
  note,
  createdAt: '2026-03-02T08:00:00.000Z',
});

async function open(answers: Answers): Promise<ReturnType<typeof within>> {
  shop = await openShop(answers, { isAgent: true });
  shop.show(
    <>
      <UserNotes id="12" />
      <Toasts />
    </>,
  );
  return within(await screen.findByRole('region', { name: 'Notes' }));
}

const writes = async (part: ReturnType<typeof within>, words: string) => {
  const field = screen.getByLabelText<HTMLTextAreaElement>('New note');
  if (words !== '') await userEvent.type(field, words);
  await userEvent.click(part.getByRole('button', { name: 'Add note' }));
  return field;
};

describe('the notes about a user', () => {
  it('show what was written and by whom, and lead to earlier ones', async () => {
    const pages = { listUserNotes: json(200, { notes: [noteOf('3', 'Call before a reset.')], next: '3' }) };
    const part = await open(pages);
    expect(await part.findByText('Call before a reset.')).toBeDefined();
    expect(part.getByText(/chidi/)).toBeDefined();
    await userEvent.click(part.getByRole('button', { name: 'Earlier' }));
    expect(await part.findByRole('button', { name: 'Newer' })).toBeDefined();
    expect(shop.asked('listUserNotes').at(-1)?.url).toContain('/users/12/notes?before=3');
  });

  it('that could not be loaded say why and by which number support finds it, and are loaded again', async () => {
    const busy = { msg: 'The service is busy', code: 'unavailable', requestId: 'r-5' };
    const part = await open({ listUserNotes: json(503, busy) });
    const alert = await part.findByRole('alert');
    expect(alert.textContent).toContain('The service is busyFor support: r-5');
    shop.answer({ listUserNotes: json(200, { notes: [noteOf('3', 'Call first.')], next: null }) });
    await userEvent.click(part.getByRole('button', { name: 'Try again' }));
    expect(await part.findByText('Call first.')).toBeDefined();
  });

  it('take another one, and the field is empty again', async () => {
    const msg = 'The note about bola is added';
    const part = await open({
      listUserNotes: json(200, { notes: [], next: null }),
      addUserNote: json(200, { msg, note: noteOf('4', 'x') }),
    });
    expect(await part.findByText('No notes yet.')).toBeDefined();
    const field = await writes(part, '  Lost her phone. ');
    expect(await screen.findByText(msg, { selector: '[role=status] p' })).toBeDefined();
    expect(shop.asked('addUserNote').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { note: 'Lost her phone.' },
    ]);
    await waitFor(() => expect([field.value, shop.asked('listUserNotes').length]).toEqual(['', 2]));
  });

  it('say what is missing, and keep what was typed when it is refused', async () => {
    const part = await open({
      listUserNotes: json(200, { notes: [], next: null }),
      addUserNote: json(503, { msg: 'Try again in a moment', code: 'unavailable', requestId: 'r' }),
    });
    await writes(part, '');
    expect(part.getByText('Write the note.')).toBeDefined();
    expect(shop.asked('addUserNote')).toHaveLength(0);
    const field = await writes(part, 'Lost her phone.');
    expect(
      await screen.findByText('Try again in a moment', { selector: '[role=status] p, [role=alert] p' }),
    ).toBeDefined();
    expect(field.value).toBe('Lost her phone.');
  });
});
