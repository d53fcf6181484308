import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { CallReply } from '@jara/contract/api.ts';
import { json } from '../../../../test/answers.ts';
import { security, user } from '../../../../test/people.ts';
import { openShop, type Answers } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import Account from './user.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

type Details = CallReply<'getContactDetails'>;
const details = (changes: Partial<Details> = {}): Details => ({
  email: 'adaeze@example.com',
  isEmailConfirmed: false,
  emailChange: null,
  phoneNumber: '08031234567',
  isPhoneConfirmed: false,
  sendsSms: true,
  ...changes,
});

async function open(changes: Partial<Details> = {}, answers: Answers = {}) {
  const known = { nin: '•••• 1234', bvn: '•••• 1234' };
  shop = await openShop(
    { getContactDetails: json(200, details(changes)), ...answers },
    { user: user(known) },
  );
  shop.show(
    <>
      <Account />
      <Toasts />
    </>,
    '/profile/user',
  );
  await screen.findByRole('button', { name: 'Change e-mail' });
}
const section = () => screen.getByRole('region', { name: 'E-mail and phone' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const toastSays = (words: string) => screen.findByText(words, { selector: '[role=status] p' });
const sent = (name: Parameters<typeof shop.asked>[0]) =>
  shop.asked(name).map(({ body }) => JSON.parse(body) as unknown);

describe('e-mail and phone', () => {
  it('say whether they are confirmed, and offer no more than is missing', async () => {
    await open({ isEmailConfirmed: true });
    expect(section().textContent).toContain('adaeze@example.comConfirmed');
    expect(section().textContent).toContain('0803 123 4567Not confirmed');
    expect(within(section()).queryByRole('button', { name: 'Confirm e-mail' })).toBeNull();
    expect(within(section()).getByRole('button', { name: 'Confirm phone' })).toBeDefined();
  });

  it('are confirmed by a link, and by a code that is asked for again until it is right', async () => {
    const wrong = json(403, {
      code: 'wrong_code',
      msg: 'No',
      requestId: 'r',
      errors: [{ field: 'code', msg: 'This code is not right' }],
    });
    await open(
      {},
      {
        sendEmailLink: json(200, { msg: 'A link is on its way' }),
        sendPhoneCode: json(200, { msg: 'A code is on its way' }),
        confirmPhone: wrong,
      },
    );
    await press('Confirm e-mail');
    expect(await toastSays('A link is on its way')).toBeDefined();
    await press('Confirm phone');
    const sheet = await screen.findByRole('dialog', { name: 'Confirm phone' });
    await userEvent.type(within(sheet).getByLabelText('Code'), '12 34');
    await userEvent.click(within(sheet).getByRole('button', { name: 'Confirm' }));
    expect(within(sheet).getByText('Enter the six digits.')).toBeDefined();
    await userEvent.type(within(sheet).getByLabelText('Code'), '56');
    await userEvent.click(within(sheet).getByRole('button', { name: 'Confirm' }));
    expect(await within(sheet).findByText('This code is not right')).toBeDefined();
    shop.answer({ confirmPhone: json(200, { msg: 'Your phone number is confirmed' }) });
    await userEvent.click(within(sheet).getByRole('button', { name: 'Confirm' }));
    expect(await toastSays('Your phone number is confirmed')).toBeDefined();
    expect(sent('confirmPhone')).toEqual([{ code: '123456' }, { code: '123456' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are changed with the password: the address by a link', async () => {
    await open({}, { changeEmail: json(200, { msg: 'A link went to it', emailChange: null }) });
    await press('Change e-mail');
    const sheet = await screen.findByRole('dialog', { name: 'Change e-mail' });
    await userEvent.type(within(sheet).getByLabelText('Your password'), 'correct horse 9');
    await userEvent.click(within(sheet).getByRole('button', { name: 'Send the link' }));
    expect(within(sheet).getByText('Enter the new e-mail address.')).toBeDefined();
    await userEvent.type(within(sheet).getByLabelText('New e-mail address'), 'ada@new.example');
    await userEvent.click(within(sheet).getByRole('button', { name: 'Send the link' }));
    expect(await toastSays('A link went to it')).toBeDefined();
    expect(sent('changeEmail')).toEqual([{ email: 'ada@new.example', password: 'correct horse 9' }]);
  });

  it('are changed with the password: the number by a code to the new one', async () => {
    await open(
      {},
      {
        changePhone: json(200, { msg: 'A code is on its way' }),
        confirmPhone: json(200, { msg: 'Your phone number is 08051234567 now' }),
        // The PIN does not stand in for the code.
        getSecurity: json(200, security({ hasTotp: true, hasPin: true })),
      },
    );
    await press('Change phone');
    const sheet = await screen.findByRole('dialog', { name: 'Change phone' });
    await userEvent.type(within(sheet).getByLabelText('New phone number'), '0805 123 4567');
    await userEvent.type(within(sheet).getByLabelText('Your password'), 'correct horse 9');
    await userEvent.type(await within(sheet).findByLabelText('Code'), '654321');
    await userEvent.click(within(sheet).getByRole('button', { name: 'Send the code' }));
    const second = await screen.findByRole('dialog', { name: 'Confirm phone' });
    expect(second.textContent).toContain('0805 123 4567');
    await userEvent.type(within(second).getByLabelText('Code'), '123456');
    await userEvent.click(within(second).getByRole('button', { name: 'Confirm' }));
    expect(await toastSays('Your phone number is 08051234567 now')).toBeDefined();
    expect(sent('changePhone')).toEqual([
      { phoneNumber: '08051234567', password: 'correct horse 9', code: '654321' },
    ]);
  });

  it('tell of a change that waits for its link', async () => {
    const until = new Date(Date.now() + 20 * 3_600_000).toISOString();
    await open({ emailChange: { email: 'ada@new.example', until } });
    expect(screen.getByText('ada@new.example is not your address yet')).toBeDefined();
  });

  it('leave the number to staff where no messages are sent', async () => {
    await open({ sendsSms: false });
    expect(within(section()).queryByRole('button', { name: /phone/i })).toBeNull();
    expect(section().textContent).toContain('write to us');
  });
});
