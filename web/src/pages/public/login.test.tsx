import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemoryRouter, useLocation } from 'react-router';
import { json, startAnswers, type Answer } from '../../../test/answers.ts';
import { signedIn } from '../../../test/people.ts';
import { endSession, getSession } from '../../platform/session.ts';
import { Toasts } from '../../ui/toast.tsx';
import Login from './login.tsx';
import Register from './register/register.tsx';

let answer: Answer | 'hang up' = json(200, signedIn());
let answers: Awaited<ReturnType<typeof startAnswers>>;

beforeEach(async () => {
  answer = json(200, signedIn());
  answers = await startAnswers(() => answer);
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(`${answers.url}/`);
});
afterEach(async () => {
  cleanup();
  await answers.stop();
  endSession();
  localStorage.clear();
});

function Place() {
  return <output aria-label="Address">{useLocation().pathname}</output>;
}
const show = (screenToShow: ReactNode, address: string) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        {screenToShow}
        <Place />
      </MemoryRouter>
      <Toasts />
    </QueryClientProvider>,
  );
const types = async (values: Record<string, string>) => {
  for (const [label, text] of Object.entries(values))
    await userEvent.type(screen.getByLabelText(label), text);
};
/** A toast may come a moment before the request counts as over, until which a button says so or cannot be pressed. */
async function press(name: string): Promise<void> {
  await waitFor(() => expect(screen.getByRole('button', { name })).toHaveProperty('disabled', false));
  await userEvent.click(screen.getByRole('button', { name }));
}
const toastSays = (words: string) => screen.findByText(words, { selector: '[role=status] p' });
const address = () => screen.getByLabelText('Address').textContent;
const bodies = () => answers.asked.map(({ body }) => JSON.parse(body) as unknown);

const credentials = { 'Username, e-mail or phone number': 'ada', Password: 'JaraSandbox1' };
const registration = {
  Username: 'ada',
  'E-mail': 'ada@example.com',
  'Phone number': '08031234567',
  Password: 'JaraSandbox1',
  'Password again': 'JaraSandbox1',
};

describe('logging in', () => {
  it('leads to /profile, with token and user in local storage', async () => {
    show(<Login />, '/login');
    await types(credentials);
    await press('Log in');
    await waitFor(() => expect(address()).toBe('/profile'));
    expect(bodies()).toEqual([{ userName: 'ada', password: 'JaraSandbox1' }]);
    expect(localStorage.getItem('token')).toBe('token-1');
    expect(localStorage.getItem('user')).toContain('adaeze');
  });

  it('asks for the code that went by mail on a new device, and for another, with what was typed kept', async () => {
    const words = 'This device is new here: enter the code that we sent to a•••@people.example';
    const refusal = { code: 'login_code_required', sentTo: 'a•••@people.example', requestId: 'r' };
    answer = json(403, { ...refusal, msg: words });
    show(<Login />, '/login');
    await types(credentials);
    await press('Log in');
    await screen.findByText('Six digits from the mail to a•••@people.example. It may take a minute.');
    await press('Log in');
    await toastSays('Enter the code from the mail');
    expect(document.activeElement).toBe(screen.getByLabelText('Code'));
    answer = json(403, { ...refusal, msg: `${words}. You can have another in 40 seconds` });
    await press('Send another code');
    await toastSays(`${words}. You can have another in 40 seconds`);
    answer = json(403, { msg: 'This code is not right', code: 'wrong_code' });
    await types({ Code: '111111' });
    await press('Log in');
    await toastSays('This code is not right');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Code')));
    answer = json(200, signedIn());
    await types({ Code: '2' });
    await press('Log in');
    await waitFor(() => expect(address()).toBe('/profile'));
    const sent = { userName: 'ada', password: 'JaraSandbox1' };
    expect(bodies()).toEqual([sent, sent, { ...sent, code: '111111' }, { ...sent, code: '1111112' }]);
  });

  it('leads past the wrong passwords of others by a code from the mail, with what was typed kept', async () => {
    const stopped =
      'Too many attempts. Try again later. If you cannot wait, have a code sent to your e-mail address';
    answer = json(429, { msg: stopped, code: 'too_many_requests', codeByMail: true, requestId: 'r' });
    show(<Login />, '/login');
    await types(credentials);
    expect(screen.queryByRole('button', { name: 'Send me a code by e-mail' })).toBeNull();
    await press('Log in');
    await toastSays(stopped);
    const required = { msg: 'A code is on its way', code: 'device_code_required', requestId: 'r' };
    answer = json(403, required);
    await press('Send me a code by e-mail');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Code')));
    await press('Log in');
    await toastSays('Enter the code from the mail');
    expect(document.activeElement).toBe(screen.getByLabelText('Code'));
    await press('Send another code');
    await toastSays('A code is on its way');
    answer = json(403, { msg: 'This code is not right, or is over', code: 'wrong_code', requestId: 'r' });
    await types({ Code: '111111' });
    await press('Log in');
    await toastSays('This code is not right, or is over');
    // The code was right, the password was not.
    answer = json(400, { msg: 'Wrong password', code: 'wrong_credentials', requestId: 'r' });
    await types({ Code: '2' });
    await press('Log in');
    await toastSays('Wrong password');
    expect(screen.queryByLabelText('Code')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Send me a code by e-mail' })).toBeNull();
    answer = json(200, signedIn());
    await press('Log in');
    await waitFor(() => expect(address()).toBe('/profile'));
    const sent = { userName: 'ada', password: 'JaraSandbox1' };
    const codes = [
      {},
      { deviceCode: '' },
      { deviceCode: '' },
      { deviceCode: '111111' },
      { deviceCode: '1111112' },
      {},
    ];
    expect(bodies()).toEqual(codes.map((code) => ({ ...sent, ...code })));
  });

  it('offers no code by mail where a device of one’s own is stopped', async () => {
    answer = json(429, { msg: 'Too many attempts', code: 'too_many_requests', requestId: 'r' });
    show(<Login />, '/login');
    await types(credentials);
    await press('Log in');
    await toastSays('Too many attempts');
    expect(screen.queryByRole('button', { name: 'Send me a code by e-mail' })).toBeNull();
  });

  it.each([
    ['nothing', {}],
    ['a name alone', { 'Username, e-mail or phone number': 'ada' }],
    ['a password alone', { Password: 'JaraSandbox1' }],
  ])("with %s says 'All field are required'", async (_what, values) => {
    show(<Login />, '/login');
    await types(values);
    await press('Log in');
    expect(await toastSays('All field are required')).toBeDefined();
    expect(bodies()).toEqual([]);
  });

  it.each([
    ['a failure without words', json(500, {}), 'Something went wrong'],
    [
      "the server's message",
      json(400, { msg: 'Invalid username or password', code: 'wrong_credentials' }),
      'Invalid username or password',
    ],
  ])('that fails with %s says so', async (_what, given, words) => {
    answer = given;
    show(<Login />, '/login');
    await types(credentials);
    await press('Log in');
    expect(await toastSays(words)).toBeDefined();
    expect(getSession().token).toBeNull();
  });

  it('sets a loading flag with a text when the request starts, cleared on error', async () => {
    answer = json(400, { msg: 'Invalid username or password', code: 'wrong_credentials' });
    show(<Login />, '/login');
    await types(credentials);
    screen.getByRole('button', { name: 'Log in' }).click();
    const busy = await screen.findByRole('button', { name: 'Checking' });
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    const button = await screen.findByRole('button', { name: 'Log in' });
    expect(button.getAttribute('aria-disabled')).toBeNull();
  });
});

describe('registering', () => {
  it('sends the fields as the call names them, without referredBy, and leads to /profile', async () => {
    show(<Register />, '/register');
    await types(registration);
    await press('Register');
    await waitFor(() => expect(address()).toBe('/profile'));
    expect(bodies()).toEqual([
      {
        userName: 'ada',
        email: 'ada@example.com',
        phoneNumber: '08031234567',
        password: 'JaraSandbox1',
        passwordCheck: 'JaraSandbox1',
      },
    ]);
  });

  it("without an email says 'Enter an your email'", async () => {
    show(<Register />, '/register');
    await types({ Username: 'ada' });
    await press('Register');
    expect(await toastSays('Enter an your email')).toBeDefined();
    expect(bodies()).toEqual([]);
  });

  it("that fails without words says 'Something went wrong', and stays filled", async () => {
    answer = json(500, {});
    show(<Register />, '/register');
    await types(registration);
    await press('Register');
    expect(await toastSays('Something went wrong')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('ada');
    expect(getSession().token).toBeNull();
  });

  it('leads past the registrations of others by a code from the mail, with what was typed kept', async () => {
    const stopped =
      'Too many registrations from your network. Try again later, or have a code sent to your e-mail address';
    answer = json(429, { msg: stopped, code: 'too_many_requests', codeByMail: true, requestId: 'r' });
    show(<Register />, '/register');
    await types(registration);
    await press('Register');
    await toastSays(stopped);
    answer = json(403, { msg: 'A mail goes there', code: 'device_code_required', requestId: 'r' });
    await press('Send me a code by e-mail');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Code')));
    expect(screen.getByText('ada@example.com')).toBeDefined();
    answer = json(403, { msg: 'This code is not right, or is over', code: 'wrong_code', requestId: 'r' });
    await types({ Code: '111111' });
    await press('Register');
    await toastSays('This code is not right, or is over');
    // The code was right, the number was not: it is put right without another code.
    answer = json(409, {
      msg: 'An account with this phone number exists',
      code: 'phone_taken',
      requestId: 'r',
    });
    await types({ Code: '2' });
    await press('Register');
    await toastSays('An account with this phone number exists');
    expect(screen.queryByLabelText('Code')).toBeNull();
    expect(screen.getByLabelText('Username')).toHaveProperty('value', 'ada');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Phone number')));
    // An hour later the code is over: the form, which has no field for it, leads to another one.
    answer = json(403, { msg: 'This code is not right, or is over', code: 'wrong_code', requestId: 'r' });
    await types({ 'Phone number': '{Backspace}8' });
    await press('Register');
    await press('I have a code');
    await press('Back');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Username')));
    await press('I have a code');
    await types({ Code: '22222222' });
    answer = json(201, signedIn());
    await press('Register');
    await waitFor(() => expect(address()).toBe('/profile'));
    const sent = {
      userName: 'ada',
      email: 'ada@example.com',
      phoneNumber: '08031234567',
      password: 'JaraSandbox1',
      passwordCheck: 'JaraSandbox1',
    };
    const deviceCode = '1111112';
    expect(bodies()).toEqual([
      sent,
      { ...sent, deviceCode: '' },
      { ...sent, deviceCode: '111111' },
      { ...sent, deviceCode },
      { ...sent, phoneNumber: '08031234568', deviceCode },
      { ...sent, phoneNumber: '08031234568', deviceCode: '22222222' },
    ]);
  });
});
