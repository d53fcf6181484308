import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { WebhookMessage } from '@jara/contract/calls/webhooks.ts';
import { json } from '../../../../test/answers.ts';
import { user } from '../../../../test/people.ts';
import { openShop, shopProfile, type Answers } from '../../../../test/shop.tsx';
import { getSession } from '../../../platform/session.ts';
import { Toasts } from '../../../ui/toast.tsx';
import Developer from './developer.tsx';

let copied = '';
let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

const till = {
  _id: '7',
  name: 'Till',
  masked: 'jara_test_\u2022\u2022\u2022\u2022Qx7f',
  mode: 'test',
  createdAt: '2026-11-01T10:00:00.000Z',
  lastUsedAt: null,
  lastUsedFrom: null,
  endsAt: null,
  scopes: ['read', 'buy'],
  addresses: [],
  dailyLimit: 5_000,
  expiresAt: null,
};
const notified: WebhookMessage = {
  _id: '12',
  type: 'transaction.success',
  transactionId: '34',
  state: 'failed',
  createdAt: '2026-11-01T10:00:00.000Z',
  nextTryAt: null,
  body: '{"type":"transaction.success"}',
  tries: [
    {
      at: '2026-11-01T10:00:01.000Z',
      status: 500,
      problem: 'Answered 500',
      answer: 'no such table',
      tookMs: 41,
    },
  ],
};
const url = 'https://shop.example/jara';

/** A clipboard that may be written to, as on a page with a secure origin. */
const clipboard = {
  writeText: (text: string) => {
    copied = text;
    return Promise.resolve();
  },
};

async function showScreen(answers: Answers = {}, webhookUrl: string | null = null) {
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  shop = await openShop(
    {
      listApiTokens: json(200, { tokens: [till], usualDailyLimit: 5_000 }),
      listWebhookMessages: json(200, { messages: [] }),
      ...answers,
    },
    { user: user({ webhookUrl }) },
  );
  shop.show(
    <>
      <Developer />
      <Toasts />
    </>,
    '/profile/developer',
  );
  await screen.findByRole('list', { name: 'API tokens' });
}

const refusal = (status: number, code: string, msg: string) => json(status, { msg, code, requestId: 'r' });
const toastSays = (words: string) => screen.findByText(words, { selector: '[role=status] p' });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const password = () => screen.getByLabelText<HTMLInputElement>('Your password');
type Call = 'createApiToken' | 'limitApiToken' | 'revealApiToken' | 'rotateApiToken' | 'updateWebhook';
const sent = (call: Call) => shop.asked(call).map(({ body }) => JSON.parse(body) as unknown);

describe('API tokens', () => {
  it('are shown masked, with when they were used', async () => {
    await showScreen();
    const row = screen.getByRole('listitem').textContent;
    expect(row).toContain('jara_test_\u2022\u2022\u2022\u2022Qx7f');
    expect(row).toContain('never used');
    expect(row).toContain('May read, buy, \u20a65,000.00 in 24 hours');
  });

  it('ask for the password before one is shown whole', async () => {
    await showScreen({ revealApiToken: json(200, { msg: 'Keep it', apiToken: 'jara_test_whole' }) });
    await press('Show Till');
    expect(screen.queryByText('jara_test_whole')).toBeNull();
    await press('Show token');
    expect(await toastSays('Enter your password')).toBeDefined();
    expect(sent('revealApiToken')).toEqual([]);
    await userEvent.type(password(), 'JaraSandbox1');
    await press('Show token');
    expect(await screen.findByText('jara_test_whole')).toBeDefined();
    expect(sent('revealApiToken')).toEqual([{ password: 'JaraSandbox1' }]);
    await press('Done');
    expect(screen.queryByText('jara_test_whole')).toBeNull();
  });

  it('keep one signed in when the password is wrong, and what was typed', async () => {
    await showScreen({ rotateApiToken: refusal(403, 'wrong_password', 'Your password is not correct') });
    await press('Rotate Till');
    await userEvent.type(password(), 'not it');
    await press('Rotate token');
    expect(await toastSays('Your password is not correct')).toBeDefined();
    expect(password().getAttribute('aria-invalid')).toBe('true');
    expect(password().value).toBe('not it');
    expect(getSession().token).not.toBeNull();
  });

  it.each([
    ['', ''],
    ['Shop', ''],
    ['', 'JaraSandbox1'],
  ])("with name '%s' and password '%s' says: All fields are required", async (name, secret) => {
    await showScreen();
    await press('New token');
    if (name !== '') await userEvent.type(screen.getByLabelText('Name'), name);
    if (secret !== '') await userEvent.type(password(), secret);
    await press('Make token');
    expect(await toastSays('All fields are required')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(name);
    expect(sent('createApiToken')).toEqual([]);
  });

  it('are made by name and password, and shown to be copied', async () => {
    const made = { msg: 'Your API token is ready', token: till, apiToken: 'jara_test_new' };
    await showScreen({ createApiToken: json(201, made) });
    await press('New token');
    await userEvent.type(screen.getByLabelText('Name'), ' Shop ');
    await userEvent.type(password(), 'JaraSandbox1');
    await press('Make token');
    expect(await screen.findByText('jara_test_new')).toBeDefined();
    expect(sent('createApiToken')).toEqual([
      { name: 'Shop', password: 'JaraSandbox1', scopes: ['read', 'buy'] },
    ]);
    await press('Copy: Token');
    expect(await toastSays('Copied')).toBeDefined();
    expect(copied).toBe('jara_test_new');
  });

  it('may do what is ticked, within what is filled in, and ask for a code where one is needed', async () => {
    await showScreen({ createApiToken: refusal(403, 'totp_required', 'Enter the code') });
    await press('New token');
    await userEvent.type(screen.getByLabelText('Name'), 'Shop');
    await userEvent.click(screen.getByRole('switch', { name: /^Send money/ }));
    await userEvent.click(screen.getByRole('switch', { name: /^Read/ }));
    await userEvent.type(screen.getByLabelText('Most in 24 hours, in naira'), '2,000');
    await userEvent.type(screen.getByLabelText('Only from these addresses'), '10.0.0.0/8, 41.58.1.2');
    await userEvent.selectOptions(screen.getByLabelText('It ends'), '90');
    await userEvent.type(password(), 'JaraSandbox1');
    await press('Make token');
    await userEvent.type(await screen.findByLabelText('Code'), '123456');
    await press('Make token');
    await waitFor(() => expect(sent('createApiToken')).toHaveLength(2));
    expect(sent('createApiToken')[1]).toEqual({
      name: 'Shop',
      scopes: ['buy', 'send'],
      dailyLimit: '2000',
      addresses: ['10.0.0.0/8', '41.58.1.2'],
      expiresInDays: 90,
      password: 'JaraSandbox1',
      code: '123456',
    });
  });

  it('say the limit that they have by themselves, and let it be changed', async () => {
    await showScreen({
      limitApiToken: refusal(400, 'invalid_input', 'Enter your password: the token may spend more then'),
    });
    await press('New token');
    expect(screen.getByText('Empty: ₦5,000.00.')).toBeDefined();
    await userEvent.keyboard('{Escape}');
    await press('Limit Till');
    const field = screen.getByLabelText<HTMLInputElement>('Most in 24 hours, in naira');
    expect(field.value).toBe('5000');
    await userEvent.clear(field);
    await press('Set limit');
    expect(await toastSays('Enter your password: the token may spend more then')).toBeDefined();
    await userEvent.type(field, '8,000');
    await userEvent.type(password(), 'JaraSandbox1');
    const msg = 'This API token may spend \u20a68,000.00 in 24 hours';
    shop.answer({ limitApiToken: json(200, { msg, tokens: [till] }) });
    await press('Set limit');
    expect(await toastSays(msg)).toBeDefined();
    expect(sent('limitApiToken')).toEqual([
      { dailyLimit: null, password: '' },
      { dailyLimit: '8000', password: 'JaraSandbox1' },
    ]);
  });

  it('end when they are deleted', async () => {
    await showScreen({ deleteApiToken: json(200, { msg: 'The token has ended' }) });
    await press('Delete Till');
    shop.answer({ listApiTokens: json(200, { tokens: [], usualDailyLimit: 5_000 }) });
    await press('Delete token');
    expect(await toastSays('The token has ended')).toBeDefined();
    expect(await screen.findByText('No tokens yet')).toBeDefined();
  });
});

describe('the webhook', () => {
  const field = () => screen.getByLabelText<HTMLInputElement>('Webhook URL');
  const set = (webhookUrl: string | null, webhookSecret: string | null) => () => {
    shop.answer({ getProfile: json(200, shopProfile({ user: user({ webhookUrl }) })) });
    return json(200, { msg: 'Your webhook is set', webhookUrl, webhookSecret });
  };

  it('shows its secret once it is set, and keeps it in sight when the same address is saved again', async () => {
    await showScreen({ updateWebhook: set(url, 'whsec_first') });
    await userEvent.type(field(), url);
    await press('Save');
    expect(await screen.findByText('whsec_first')).toBeDefined();
    shop.answer({ updateWebhook: set(url, null) });
    await press('Save');
    await waitFor(() => expect(sent('updateWebhook')).toEqual([{ webhookUrl: url }, { webhookUrl: url }]));
    expect(screen.getByText('whsec_first')).toBeDefined();
  });

  it('keeps what was typed when it is refused, with the reason at the field', async () => {
    const msg = 'Enter an https address on the public internet';
    const errors = [{ field: 'webhookUrl', msg }];
    await showScreen({ updateWebhook: json(400, { msg, code: 'invalid_input', requestId: 'r', errors }) });
    await press('Save');
    expect(await toastSays('Enter a webhook address')).toBeDefined();
    await userEvent.type(field(), 'http://10.0.0.1');
    await press('Save');
    expect(await toastSays(msg)).toBeDefined();
    expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['http://10.0.0.1', 'true']);
  });

  it('gets a new secret only after one was asked', async () => {
    await showScreen({ updateWebhook: set(url, 'whsec_second') }, url);
    await press('New secret');
    expect(sent('updateWebhook')).toEqual([]);
    await press('Make a new secret');
    expect(await screen.findByText('whsec_second')).toBeDefined();
    expect(sent('updateWebhook')).toEqual([{ webhookUrl: url, newSecret: true }]);
  });

  it('asks for a code of whoever has two-step login, and sends it with what is done again', async () => {
    const msg = 'Enter the code from your authenticator app';
    await showScreen({ updateWebhook: json(403, { msg, code: 'totp_required', requestId: 'r' }) });
    await userEvent.type(field(), url);
    await press('Save');
    await userEvent.type(await screen.findByLabelText('Code'), '123456');
    shop.answer({ updateWebhook: set(url, 'whsec_first') });
    await press('Save');
    expect(await screen.findByText('whsec_first')).toBeDefined();
    expect(sent('updateWebhook').at(-1)).toEqual({ webhookUrl: url, code: '123456' });
    expect(screen.queryByLabelText('Code')).toBeNull();
  });

  it('is removed only after one was asked', async () => {
    await showScreen({ updateWebhook: set(null, null) }, url);
    await press('Remove');
    await press('Remove webhook');
    await waitFor(() => expect(field().value).toBe(''));
    expect(sent('updateWebhook')).toEqual([{ webhookUrl: '' }]);
    expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull();
  });

  it('is tested, and says that the server did not take it', async () => {
    const msg = 'Your server did not take the message';
    await showScreen(
      { testWebhook: json(200, { msg, message: { ...notified, type: 'webhook.test' } }) },
      url,
    );
    await press('Send a test');
    expect(await toastSays(msg)).toBeDefined();
    await waitFor(() => expect(shop.asked('listWebhookMessages').length).toBeGreaterThan(1));
  });
});

describe('deliveries', () => {
  it('show state, tries and body, and are sent again', async () => {
    await showScreen({
      listWebhookMessages: json(200, { messages: [notified] }),
      replayWebhookMessage: json(200, { msg: 'Sent again', message: { ...notified, state: 'delivered' } }),
    });
    const list = await screen.findByRole('list', { name: 'Deliveries' });
    for (const fact of ['Given up', '1 try', 'Answered 500', 'after 41 ms', 'no such table', 'msg_12']) {
      expect(list.textContent).toContain(fact);
    }
    expect(list.querySelector('pre')?.textContent).toBe('{\n  "type": "transaction.success"\n}');
    const slip = within(list).getByRole('link', { name: 'Open the slip', hidden: true });
    expect(slip.getAttribute('href')).toBe('/profile/transactions/34');
    await userEvent.click(within(list).getByText('transaction.success'));
    await press('Send again');
    expect(await toastSays('Sent again')).toBeDefined();
    expect(shop.asked('replayWebhookMessage')[0]?.url).toBe('/api/v1/auth/webhook/messages/12/replay');
  });

  it('come 50 at a time, the older ones on further pages', async () => {
    const many = Array.from({ length: 50 }, (_, index) => ({ ...notified, _id: String(100 - index) }));
    await showScreen({
      listWebhookMessages: ({ url: asked }) =>
        json(200, { messages: asked.endsWith('page=2') ? [{ ...notified, type: 'webhook.test' }] : many }),
    });
    await press('Older');
    expect(await screen.findByText('webhook.test')).toBeDefined();
    await press('Newer');
    expect(await screen.findAllByText('transaction.success')).toHaveLength(50);
  });

  it('say so when there are none', async () => {
    await showScreen();
    expect(await screen.findByText('Nothing sent yet')).toBeDefined();
  });
});
