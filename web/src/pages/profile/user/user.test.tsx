import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { User } from '@jara/contract/calls/accounts.ts';
import { json } from '../../../../test/answers.ts';
import { user } from '../../../../test/people.ts';
import { openShop, shopProfile, type Answers } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import Account from './user.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

async function showAccount(changes: Partial<User> = {}, answers: Answers = {}) {
  shop = await openShop(answers, { user: user(changes) });
  shop.show(
    <>
      <Account />
      <Toasts />
    </>,
    '/profile/user',
  );
}
/** What the profile says from now on. */
const becomes = (changes: Partial<User>) =>
  shop.answer({ getProfile: json(200, shopProfile({ user: user(changes) })) });

const palmpay = {
  bankName: 'palmpay',
  accountNumber: '6600000001',
  accountName: 'Jara-adaeze',
  status: 'active',
};
const section = (name: string) => screen.getByRole('region', { name });
const toastSays = (words: string) => screen.findByText(words, { selector: '[role=status] p' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('account details', () => {
  it('are shown, with the KYC numbers masked', async () => {
    await showAccount({
      nin: '\u2022\u2022\u2022\u2022 2203',
      bvn: '\u2022\u2022\u2022\u2022 7781',
      referredBy: 'obi',
    });
    for (const fact of ['Adaeze Obi', '1 Nov 2026', 'obi']) {
      expect(section('You').textContent).toContain(fact);
    }
    for (const fact of ['adaeze@example.com', '0803 123 4567']) {
      expect(section('E-mail and phone').textContent).toContain(fact);
    }
    expect(section('Identity').textContent).toContain('NIN\u2022\u2022\u2022\u2022 2203');
    expect(section('Identity').textContent).toContain('BVN\u2022\u2022\u2022\u2022 7781');
    expect(within(section('Identity')).queryByRole('button')).toBeNull();
  });

  it('name API token and webhook URL, and lead to where they are changed', async () => {
    await showAccount({
      apiToken: 'jara_test_\u2022\u2022\u2022\u2022Qx7f',
      webhookUrl: 'https://shop.example/jara',
    });
    expect(section('API').textContent).toContain('jara_test_\u2022\u2022\u2022\u2022Qx7f');
    expect(section('API').textContent).toContain('https://shop.example/jara');
    const link = screen.getByRole('link', { name: 'Tokens and webhook' });
    expect(link.getAttribute('href')).toBe('/profile/developer');
  });

  it('name the special prices', async () => {
    await showAccount({ isSpecial: true, specialPrices: [{ productName: 'MTN-SME', price: 470.5 }] });
    expect(section('Account type').textContent).toContain('MTN-SME\u20a6470.50 for each GB');
  });

  it.each([
    ['smart earner', 1],
    ['reseller', 0],
    ['api user', 0],
  ])('offer the upgrade to a smart earner only: %s', async (userType, count) => {
    await showAccount({ userType });
    expect(screen.queryAllByRole('button', { name: 'Upgrade to reseller' })).toHaveLength(count);
  });

  it("copy the referral link and say 'Referral link copied'", async () => {
    const { readText } = withClipboard();
    await showAccount();
    await press('Copy referral link');
    expect(await toastSays('Referral link copied')).toBeDefined();
    expect(readText()).toBe(`${window.location.origin}/register/adaeze`);
  });
});

describe('KYC', () => {
  it("asks for a number: 'Enter your BVN or your NIN'", async () => {
    await showAccount();
    await press('Verify');
    expect(await toastSays('Enter your BVN or your NIN')).toBeDefined();
    expect(shop.asked('updateKyc')).toEqual([]);
  });

  it.each([
    ['NIN', { nin: '12345678901' }],
    ['BVN', { bvn: '12345678901' }],
  ])('sends either one, according to the method: %s', async (method, body) => {
    const verified = user({ nin: '\u2022\u2022\u2022\u2022 8901', bvn: '\u2022\u2022\u2022\u2022 8901' });
    await showAccount({}, { updateKyc: json(200, { msg: 'Your identity is verified', user: verified }) });
    // The default is nin.
    if (method === 'BVN') await userEvent.click(screen.getByRole('radio', { name: 'BVN' }));
    becomes({ nin: verified.nin, bvn: verified.bvn });
    await userEvent.type(screen.getByLabelText(`Your ${method}`), '\u202a123 4567\u20118901\u202c');
    await press('Verify');
    expect(await toastSays('Your identity is verified')).toBeDefined();
    expect(shop.asked('updateKyc').map((asked) => JSON.parse(asked.body) as unknown)).toEqual([body]);
    await waitFor(() => expect(section('Identity').textContent).toContain('\u2022\u2022\u2022\u2022 8901'));
  });

  it('keeps what was typed when the number is refused', async () => {
    const msg = 'This number was not found. Check it and try again';
    await showAccount({}, { updateKyc: json(400, { msg, code: 'identity_not_found', requestId: 'r' }) });
    const field = screen.getByLabelText<HTMLInputElement>('Your NIN');
    await userEvent.type(field, '12345670000');
    await press('Verify');
    expect(await toastSays(msg)).toBeDefined();
    expect(field.value).toBe('12345670000');
  });

  it.each([
    ['code', { code: '123456' }, [['Code', '123456']]],
    [
      'details',
      { firstName: 'Ada', lastName: 'Obi', dateOfBirth: '1990-02-01' },
      [
        ['First name', 'Ada'],
        ['Last name', 'Obi'],
        ['Date of birth', '1990-02-01'],
      ],
    ],
  ])('shows nothing before the number is proved: by %s', async (by, body, fields) => {
    const verified = user({ nin: '\u2022\u2022\u2022\u2022 8901' });
    const answers = {
      updateKyc: json(200, { msg: 'Now prove it', user: user() }),
      getIdentityCheck: json(200, { check: null }),
      confirmIdentity: json(200, { msg: 'Your identity is verified', user: verified }),
    };
    await showAccount({}, answers);
    await userEvent.type(await screen.findByLabelText('Your NIN'), '12345678901');
    const until = '2026-11-23T10:00:00.000Z';
    shop.answer({ getIdentityCheck: json(200, { check: { kind: 'nin', by, until } }) });
    await press('Verify');
    for (const [label = '', text = ''] of fields) {
      await userEvent.type(await screen.findByLabelText(label), text);
    }
    expect(section('Identity').textContent).not.toContain('8901');
    becomes({ nin: verified.nin });
    shop.answer({ getIdentityCheck: json(200, { check: null }) });
    await press('Confirm');
    expect(await toastSays('Your identity is verified')).toBeDefined();
    expect(shop.asked('confirmIdentity').map((asked) => JSON.parse(asked.body) as unknown)).toEqual([body]);
    await waitFor(() => expect(section('Identity').textContent).toContain('\u2022\u2022\u2022\u2022 8901'));
  });

  it('takes the one that is missing', async () => {
    await showAccount({ nin: '\u2022\u2022\u2022\u2022 2203' });
    expect(screen.queryByLabelText('Your BVN')).toBeNull();
    await press('Verify your BVN too');
    expect(screen.getByLabelText('Your BVN')).toBeDefined();
    expect(screen.queryByRole('radio', { name: 'NIN' })).toBeNull();
  });
});

describe('account numbers', () => {
  it("are copied: 'Account number copied'", async () => {
    const { readText } = withClipboard();
    await showAccount({ accountNumbers: [palmpay], nin: 'x' });
    await press('Copy account number 6600000001');
    expect(await toastSays('Account number copied')).toBeDefined();
    expect(readText()).toBe('6600000001');
    expect(screen.queryByRole('button', { name: 'Get Palmpay account' })).toBeNull();
  });

  it('that are closed say so, are not offered to copy, and make room for a new one', async () => {
    await showAccount({ accountNumbers: [{ ...palmpay, status: 'closed' }], nin: 'x' });
    expect(section('Account numbers').textContent).toContain(
      'Do not pay into it: the money does not arrive.',
    );
    expect(screen.queryByRole('button', { name: /^Copy account number/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Get Palmpay account' })).toBeDefined();
  });

  it('are opened at palmpay', async () => {
    await showAccount(
      { nin: 'x' },
      { generateAccount: json(200, { msg: 'Your account number is ready', accountNumbers: [palmpay] }) },
    );
    becomes({ nin: 'x', accountNumbers: [palmpay] });
    await press('Get Palmpay account');
    expect(await toastSays('Your account number is ready')).toBeDefined();
    expect(await screen.findByText('6600000001')).toBeDefined();
    expect(JSON.parse(shop.asked('generateAccount')[0]?.body ?? '')).toEqual({ bankName: 'palmpay' });
  });

  it('need a verified identity', async () => {
    await showAccount();
    expect(screen.queryByRole('button', { name: 'Get Palmpay account' })).toBeNull();
    expect(section('Account numbers').textContent).toContain('verify your identity first');
  });

  it('say that the bank does not answer, and are tried again', async () => {
    const msg = 'The bank does not answer now. Try again in a moment';
    await showAccount(
      { nin: 'x' },
      { generateAccount: json(503, { msg, code: 'bank_unavailable', requestId: 'r' }) },
    );
    await press('Get Palmpay account');
    expect(await toastSays(msg)).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Get Palmpay account' })).toBeDefined();
  });
});

/** A clipboard that may be written to, as on a page with a secure origin. */
function withClipboard(): { readText: () => string } {
  let saved = '';
  const writeText = (text: string) => {
    saved = text;
    return Promise.resolve();
  };
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  return { readText: () => saved };
}
