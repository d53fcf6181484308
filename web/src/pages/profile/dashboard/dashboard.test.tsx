import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { User } from '@jara/contract/calls/accounts.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { json, type Asked } from '../../../../test/answers.ts';
import { user } from '../../../../test/people.ts';
import { openShop, type Answers } from '../../../../test/shop.tsx';
import { PrivateShell } from '../../../features/shell/private-shell.tsx';
import { PinSheet } from '../../../features/shell/pin-sheet.tsx';
import { brand } from '../../../platform/brand.ts';
import { getSession } from '../../../platform/session.ts';
import { Toasts } from '../../../ui/toast.tsx';
import Dashboard from './dashboard.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(async () => {
  await shop.close();
  Object.assign(brand, { topUpPageUrl: '' });
});

const verified = { nin: '\u2022\u2022\u2022\u2022 2203' };
const palmpay = {
  bankName: 'palmpay',
  accountNumber: '6600000001',
  accountName: 'Jara-adaeze',
  status: 'active',
};

async function open(changes: Partial<User> = verified, answers: Answers = {}) {
  shop = await openShop(
    { getNotification: json(200, { msg: null }), getStatus: json(200, { services: [] }), ...answers },
    { user: user(changes) },
  );
  shop.show(
    <>
      <Dashboard />
      <PinSheet />
      <Toasts />
    </>,
    '/profile',
  );
  // What is loaded last.
  await screen.findByRole('heading', { name: 'Refer a friend' });
}
const wallet = () => screen.getByRole('region', { name: 'Wallet' });
const address = () => screen.getByLabelText('Address').textContent;
const toastSays = (words: string) => screen.findByText(words, { selector: '[role=status] p' });

describe('the dashboard', () => {
  it.each([
    ['Adaeze', 'Adaeze'],
    ['Oluwaseun Adebayo-Okonkwo', 'Oluwaseun Adeba'],
  ])('greets %s by the first 15 characters of the name: %s', async (fullName, shown) => {
    await open({ ...verified, fullName });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`Hello, ${shown}`);
  });

  it('has a fund-wallet button', async () => {
    await open();
    const fund = within(wallet()).getByRole('link', { name: 'Fund wallet' });
    expect(fund.getAttribute('href')).toBe('/profile/fundWallet');
  });

  it('has the balance once, in the top bar', async () => {
    const balance = 4_321.09;
    shop = await openShop(
      { getNotification: json(200, { msg: null }), getStatus: json(200, { services: [] }) },
      { user: user({ ...verified, balance }) },
    );
    shop.show(
      <PrivateShell token="t">
        <Dashboard />
      </PrivateShell>,
      '/profile',
    );
    await screen.findByRole('heading', { name: 'Refer a friend' });
    const sum = formatNaira(balance);
    await waitFor(() => expect(screen.getByRole('banner').textContent).toContain(sum));
    expect(document.body.textContent?.split(sum)).toHaveLength(2);
  });

  it('shows the account number that one pays into, to copy', async () => {
    const closed = { ...palmpay, accountNumber: '6600000002', status: 'closed' };
    await open({ ...verified, accountNumbers: [closed, palmpay] });
    await userEvent.click(screen.getByRole('button', { name: 'Copy account number 6600000001' }));
    expect(await toastSays('Account number copied')).toBeDefined();
    expect(wallet().textContent).not.toContain('6600000002');
  });

  it.each([
    ['smart earner', 1],
    ['reseller', 0],
    ['api user', 0],
    ['partner', 0],
  ])('has an upgrade-to-reseller button for userType smart earner only: %s', async (userType, count) => {
    await open({ ...verified, userType });
    expect(screen.queryAllByRole('button', { name: 'Upgrade to reseller' })).toHaveLength(count);
  });

  it("offers the 'get Palmpay acc' tile only while no account of bank palmpay exists", async () => {
    await open();
    expect(screen.getByRole('button', { name: 'get Palmpay acc' })).toBeDefined();
    cleanup();
    await shop.stop();
    await open({ ...verified, accountNumbers: [palmpay] });
    expect(screen.queryByRole('button', { name: 'get Palmpay acc' })).toBeNull();
  });

  it('opens an external top-up page using reservedAccountNo3, and the developer API documentation', async () => {
    Object.assign(brand, { topUpPageUrl: 'https://pay.example/top-up' });
    await open({ ...verified, accountNumbers: [palmpay], reservedAccountNo3: '6600000001' });
    const page = screen.getByRole('link', { name: /^Top up on the bank/ });
    expect(page.getAttribute('href')).toBe('https://pay.example/top-up?accountNumber=6600000001');
    expect(page.getAttribute('target')).toBe('_blank');
    expect(screen.getByRole('link', { name: 'Developer API' }).getAttribute('href')).toBe('/developers');
  });
});

describe('KYC', () => {
  it.each([
    ['neither bvn nor nin is set', {}, 1],
    ['nin is set', { nin: 'x' }, 0],
    ['bvn is set', { bvn: 'x' }, 0],
  ])('when %s: update-KYC button and modal, which opens by itself: %j, %d', async (_what, changes, count) => {
    await open(changes);
    expect(screen.queryAllByRole('button', { name: 'Update KYC' })).toHaveLength(count);
    if (count === 1) await screen.findByRole('dialog', { name: 'Update KYC' });
    // Long enough for the modal to open, if it were to.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(screen.queryAllByRole('dialog', { name: 'Update KYC' })).toHaveLength(count);
  });
});

describe('the upgrade to reseller', () => {
  const pays = async (answers: Answers, changes: Partial<User> = verified) => {
    await open(changes, answers);
    await userEvent.click(screen.getByRole('button', { name: 'Upgrade to reseller' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Pay \u20a61,000.00' }));
  };

  it('costs a one-time 1000, after which one is logged out and sent to /', async () => {
    await pays(
      { upgradeToReseller: json(200, { msg: 'You are a reseller now' }) },
      { ...verified, balance: 1_000 },
    );
    await waitFor(() => expect(address()).toBe('/ null'));
    expect([getSession().token, localStorage.getItem('token')]).toEqual([null, null]);
    expect(await toastSays('You are a reseller now')).toBeDefined();
    expect(shop.asked('upgradeToReseller').map(({ url, body }) => [url, body])).toEqual([
      ['/api/v1/auth/user/u1', '{"userType":"reseller"}'],
    ]);
  });

  it('asks for the PIN of whoever has one, and sends it with the same key', async () => {
    const judge = ({ body }: Asked) =>
      (JSON.parse(body) as { pin?: string }).pin === '2580'
        ? json(200, { msg: 'You are a reseller now' })
        : json(403, { code: 'pin_required', msg: 'Enter your PIN', requestId: 'r' });
    await pays({ upgradeToReseller: judge }, { ...verified, balance: 1_000 });
    await userEvent.type(await screen.findByLabelText('PIN'), '2580');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(address()).toBe('/ null'));
    const asked = shop.asked('upgradeToReseller');
    expect(asked.map(({ body }) => JSON.parse(body) as object)).toEqual([
      { userType: 'reseller' },
      { userType: 'reseller', pin: '2580' },
    ]);
    const [key, ...others] = asked.map(({ headers }) => headers['idempotency-key']);
    expect(key).toBeTruthy();
    expect(others).toEqual([key]);
  });

  it("needs a balance of at least 1000: 'Insufficient balance'", async () => {
    await open({ ...verified, balance: 999.99 });
    await userEvent.click(screen.getByRole('button', { name: 'Upgrade to reseller' }));
    expect(await toastSays('Insufficient balance')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it("falls back to 'something went wrong', and leaves one signed in", async () => {
    await pays({ upgradeToReseller: json(500, {}) });
    expect(await toastSays('something went wrong')).toBeDefined();
    expect(getSession().token).not.toBeNull();
  });
});
