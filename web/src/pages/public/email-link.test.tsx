import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { json } from '../../../test/answers.ts';
import { openShop } from '../../../test/shop.tsx';
import EmailLink from './email-link.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

async function open(purpose: 'confirm' | 'decide', token = 'the-token') {
  shop = await openShop({ answerEmailLink: json(200, { msg: 'It is done' }) });
  window.history.replaceState(null, '', `/email/${purpose}${token === '' ? '' : `#${token}`}`);
  shop.show(
    <Routes>
      <Route path="/email/:purpose" element={<EmailLink />} />
    </Routes>,
    `/email/${purpose}`,
  );
}
const sent = () => shop.asked('answerEmailLink').map(({ body }) => JSON.parse(body) as unknown);

describe('a link of a mail', () => {
  it('does nothing by being opened, and does not stay in the address', async () => {
    await open('confirm');
    expect(window.location.hash).toBe('');
    expect(screen.queryByRole('button', { name: 'It was not me: stop it' })).toBeNull();
    expect(sent()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Confirm the address' }));
    expect(await screen.findByText('It is done.')).toBeDefined();
    expect(sent()).toEqual([{ token: 'the-token', answer: 'confirm' }]);
  });

  it.each([
    ['It was me: agree', 'confirm'],
    ['It was not me: stop it', 'stop'],
  ])('to the old address of a change: %s', async (name, answer) => {
    await open('decide');
    await userEvent.click(screen.getByRole('button', { name }));
    expect(await screen.findByText('It is done.')).toBeDefined();
    expect(sent()).toEqual([{ token: 'the-token', answer }]);
  });

  it('says when it is over, or not whole', async () => {
    await open('confirm');
    const over = {
      code: 'link_over',
      msg: 'This link was used or is too old. Ask for another',
      requestId: 'r',
    };
    shop.answer({ answerEmailLink: json(400, over) });
    await userEvent.click(screen.getByRole('button', { name: 'Confirm the address' }));
    expect(await screen.findByText(over.msg)).toBeDefined();
    await shop.close();
    await open('confirm', '');
    expect(screen.getByText(/^This link is not whole/)).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm the address' }).disabled).toBe(
      true,
    );
  });
});
