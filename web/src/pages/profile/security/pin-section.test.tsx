// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json } from '../../../../test/answers.ts';
import { security } from '../../../../test/people.ts';
import { openShop } from '../../../../test/shop.tsx';
import { PinSection } from './pin-section.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;

const asksForCode = json(403, {
  code: 'totp_required',
  msg: 'Enter the code from your authenticator app',
  requestId: 'r',
});
const typed = { password: 'correct horse 9', pin: '2580', pinCheck: '2580' };

beforeEach(async () => {
  shop = await openShop({ setPin: json(200, { msg: 'Your PIN is set' }) });
});
afterEach(() => shop.close());

async function begin(changes: Parameters<typeof security>[0]) {
  shop.show(<PinSection {...security(changes)} />);
  await userEvent.click(screen.getByRole('button', { name: 'Set a PIN' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Set a PIN' }));
  await userEvent.type(sheet.getByLabelText('New PIN'), typed.pin);
  await userEvent.type(sheet.getByLabelText('New PIN again'), typed.pinCheck);
  await userEvent.type(sheet.getByLabelText('Your password'), typed.password);
  return sheet;
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save PIN' }));
const sent = () => shop.asked('setPin').map(({ body }) => JSON.parse(body) as unknown);

describe('a first PIN', () => {
  it('takes the password of whoever has nothing else', async () => {
    const sheet = await begin({});
    expect(sheet.queryByLabelText('Code')).toBeNull();
    await save();
    await waitFor(() => expect(sent()).toEqual([typed]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('takes a code of whoever has two-step login', async () => {
    const sheet = await begin({ hasTotp: true });
    await userEvent.type(sheet.getByLabelText('Code'), '123456');
    await save();
    await waitFor(() => expect(sent()).toEqual([{ ...typed, code: '123456' }]));
  });

  it('takes a code, too, where two-step login was switched on elsewhere', async () => {
    shop.answer({ setPin: asksForCode });
    const sheet = await begin({});
    await save();
    await userEvent.type(await sheet.findByLabelText('Code'), '123456');
    shop.answer({ setPin: json(200, { msg: 'Your PIN is set' }) });
    await save();
    await waitFor(() => expect(sent()).toEqual([typed, { ...typed, code: '123456' }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
