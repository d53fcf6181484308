import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json } from '../../../test/answers.ts';
import { openShop } from '../../../test/shop.tsx';
import { getSession } from '../../platform/session.ts';
import { Toasts } from '../../ui/toast.tsx';
import ChangePassword from './change-password.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;

beforeEach(async () => {
  shop = await openShop({ changePassword: json(200, { msg: 'Your password is changed' }) });
  shop.show(
    <>
      <ChangePassword />
      <Toasts />
    </>,
    '/profile/changePassword',
  );
});
afterEach(() => shop.close());

async function fill(oldPassword: string, password: string, passwordCheck: string) {
  const values = {
    'Old password': oldPassword,
    'New password': password,
    'New password again': passwordCheck,
  };
  for (const [label, value] of Object.entries(values)) {
    if (value !== '') await userEvent.type(screen.getByLabelText(label), value);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
}
const toastSays = (words: string) => screen.findByText(words, { selector: '[role=status] p' });

describe('changing the password', () => {
  it('sends the fields as the call names them, and goes home', async () => {
    await fill('OldSecret1', 'NewSecret1', 'NewSecret1');
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toContain('/profile null'));
    expect(JSON.parse(shop.asked('changePassword')[0]?.body ?? '')).toEqual({
      oldPassword: 'OldSecret1',
      newPassword: 'NewSecret1',
      newPasswordCheck: 'NewSecret1',
      endApiTokens: true,
    });
  });

  it('leaves the API tokens of whoever says so', async () => {
    await userEvent.click(screen.getByRole('switch', { name: /End my API tokens too/ }));
    await fill('OldSecret1', 'NewSecret1', 'NewSecret1');
    await waitFor(() => expect(shop.asked('changePassword')).toHaveLength(1));
    expect(JSON.parse(shop.asked('changePassword')[0]?.body ?? '')).toMatchObject({ endApiTokens: false });
  });

  it.each([
    ['', 'NewSecret1', 'NewSecret1', 'All fields are required'],
    ['OldSecret1', '', '', 'All fields are required'],
    ['OldSecret1', 'NewSecret1', 'NewSecret2', 'Enter the same password twice'],
    ['OldSecret1', 'short', 'short', 'Use 8 to 128 characters.'],
  ])('with "%s", "%s" and "%s" says: %s', async (old, password, again, words) => {
    await fill(old, password, again);
    expect(await toastSays(words)).toBeDefined();
    expect(shop.asked('changePassword')).toEqual([]);
  });

  it('asks for a code where one is needed, and sends it', async () => {
    const msg = 'Enter the code from your authenticator app';
    shop.answer({ changePassword: json(403, { msg, code: 'totp_required', requestId: 'r' }) });
    await fill('OldSecret1', 'NewSecret1', 'NewSecret1');
    await userEvent.type(await screen.findByLabelText('Code'), '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(shop.asked('changePassword')).toHaveLength(2));
    expect(JSON.parse(shop.asked('changePassword')[1]?.body ?? '')).toMatchObject({ code: '123456' });
  });

  it('stays on the page, signed in, when the old one is wrong', async () => {
    shop.answer({
      changePassword: json(403, {
        msg: 'Your old password is not correct',
        code: 'wrong_password',
        requestId: 'r',
      }),
    });
    await fill('OldSecret1', 'NewSecret1', 'NewSecret1');
    expect(await toastSays('Your old password is not correct')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Old password').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('NewSecret1');
    expect(getSession().token).not.toBeNull();
  });
});
