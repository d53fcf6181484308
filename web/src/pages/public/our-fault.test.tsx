/** Each form that a visitor fills in says by which number support finds a failure of ours, and no number once it finds fault with what was typed. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { CallName } from '@jara/contract/paths.ts';
import { json } from '../../../test/answers.ts';
import { openShop } from '../../../test/shop.tsx';
import { endSession } from '../../platform/session.ts';
import Login from './login.tsx';
import PasswordReset from './password-reset.tsx';
import Register from './register/register.tsx';
import RequestPasswordReset from './request-password-reset.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

const password = 'JaraSandbox1';

it.each<[CallName, ComponentType, string, Record<string, string>, string]>([
  ['login', Login, '/login', { 'Username, e-mail or phone number': 'ada', Password: password }, 'Log in'],
  [
    'register',
    Register,
    '/register',
    {
      Username: 'ada',
      'E-mail': 'ada@example.com',
      'Phone number': '08031234567',
      Password: password,
      'Password again': password,
    },
    'Register',
  ],
  [
    'requestPasswordReset',
    RequestPasswordReset,
    '/requestPasswordReset',
    { 'E-mail or username': 'ada' },
    'Send the link',
  ],
  [
    'resetPassword',
    PasswordReset,
    '/passwordReset?userId=1&token=t',
    { 'New password': password, 'New password again': password },
    'Change password',
  ],
])('of %s', async (name, Form, address, values, button) => {
  const failed = json(500, { msg: 'Something went wrong', code: 'internal_error', requestId: 'r-5' });
  shop = await openShop({ [name]: failed });
  endSession();
  shop.show(<Form />, address);
  const [last = ''] = Object.keys(values).slice(-1);
  for (const [label, text] of Object.entries(values))
    await userEvent.type(screen.getByLabelText(label), text);
  await userEvent.click(screen.getByRole('button', { name: button }));
  expect((await screen.findByText(/^For support/)).textContent).toBe('For support: r-5');
  expect(screen.getByRole('alert').textContent).toContain('The fault is ours. Try again in a moment');
  await userEvent.clear(screen.getByLabelText(last));
  await userEvent.click(screen.getByRole('button', { name: button }));
  expect(screen.queryByText(/^For support/)).toBeNull();
  expect(shop.asked(name)).toHaveLength(1);
});
