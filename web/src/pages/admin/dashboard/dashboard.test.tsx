import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Service } from '@jara/contract/calls/managed-catalogue.ts';
import { json } from '../../../../test/answers.ts';
import { staffUser } from '../../../../test/people.ts';
import { openShop, type Answers } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import AdminDashboard from './dashboard.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;

const service = (id: string, serviceName: string, serviceStatus: boolean): Service => ({
  _id: id,
  serviceName,
  serviceType: 'data',
  serviceStatus,
});
const services = [service('1', 'MTN', true), service('2', 'GLO', false)];
const details = {
  allUsers: 1_204,
  allTransactions: 98_765,
  totalBalance: 45_000.5,
  services,
  users: [staffUser(), staffUser({ _id: '13', userName: 'chidi', fullName: 'Chidi Obi' })],
};
const sold = (sales: number, profit: number) => ({
  sales,
  revenue: profit * 20,
  profit,
  total_volume_sold: sales,
});
const sales = {
  days: [
    { day: '2026-11-20', ...sold(3, -25) },
    { day: '2026-11-21', ...sold(1_500, 820.5) },
  ],
  networks: [
    { network: 'MTN', ...sold(1_503, 795.5) },
    { network: 'Ikeja', ...sold(2, 40), total_volume_sold: 0 },
  ],
};
const checks = {
  services,
  suppliers: [
    {
      supplierName: 'GLAD',
      isReachable: false,
      lastAnswerAt: null,
      delivered: 7,
      refused: 2,
      successPercent: 77.8,
      medianSeconds: 3,
      p95Seconds: 9.5,
      unknown: 1,
      forStaff: 2,
      lateDeliveries: 1,
      lateDeliveriesCost: 485,
      spentToday: 7_000,
      floatHoursLeftToday: 8.4,
      waiting: 0,
      waitingSince: null,
      float: 900,
      floatReadAt: null,
      floatProblem: null,
      isFloatLow: true,
      floatHoursLeft: 1,
      spent: 0,
    },
  ],
  floatAlarm: 1_000,
  checkedAt: '2026-11-21T13:02:00.000Z',
};

const waiting = {
  waiting: [],
  floats: [],
  page: 1,
  totalPages: 1,
  heldBack: 3_728,
  counts: {
    staff: 3,
    asked: 12,
    suspense: 5,
    disputes: 4,
    recovery: 0,
    staffRequests: 0,
    webhooksGivenUp: 2,
  },
};

const solvency = {
  owed: { accounts: 4_000, inFlight: 500, coupons: 300, suspense: 200, total: 5_000 },
  held: [
    { kind: 'supplier', name: 'GLAD', amount: 900, readAt: new Date().toISOString(), problem: null },
    { kind: 'supplier', name: 'ALARO', amount: null, readAt: null, problem: 'no answer' },
    { kind: 'bank', name: 'squad', amount: 1_100.5, readAt: new Date().toISOString(), problem: null },
  ],
  heldTotal: 2_000.5,
  remainder: 2_999.5,
  books: { auditedAt: new Date().toISOString(), whollyAuditedAt: null, brokenRules: 0 },
};
const owedAndHeld = async () => {
  const region = await screen.findByRole('region', { name: 'Sums' });
  return within(region)
    .getAllByRole('term')
    .map(({ parentElement }) => parentElement?.textContent);
};

async function open(answers: Answers = {}) {
  shop = await openShop(
    {
      getAdminDetails: json(200, details),
      getSales: json(200, sales),
      checkServices: json(200, checks),
      listWaiting: json(200, waiting),
      getSolvency: json(200, solvency),
      ...answers,
    },
    { isAdmin: true },
  );
  shop.show(
    <>
      <AdminDashboard />
      <Toasts />
    </>,
    '/admin',
  );
}
afterEach(() => shop.close());

describe('the admin dashboard', () => {
  it('has the tiles of the specification, with their figures', async () => {
    await open();
    const tiles = await screen.findByRole('navigation', { name: 'Admin' });
    expect(
      within(tiles)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'All Users1,204',
      'Total Balance₦45,000.50',
      'All transactions98,765',
      'Generate Coupon',
      'Email users',
      'Available services1 of 2',
    ]);
  });

  it('leads to what waits, with how many wait and what they hold', async () => {
    await open();
    const queues = await screen.findByRole('region', { name: 'Queues' });
    expect(within(queues).getByRole('link', { name: 'For staff' }).getAttribute('href')).toBe(
      '/admin/waiting',
    );
    expect(within(queues).getByText('₦3,728.00').parentElement?.textContent).toBe('₦3,728.00 held');
    expect(within(queues).getByRole('link', { name: 'Still asked about' }).getAttribute('href')).toBe(
      '/admin/waiting?queue=asked',
    );
    const suspense = within(queues).getByRole('link', { name: 'Suspense' });
    expect(suspense.getAttribute('href')).toBe('/admin/waiting?queue=suspense');
    expect(suspense.closest('div')?.parentElement?.textContent).toContain('5');
    const problems = within(queues).getByRole('link', { name: 'Problems' });
    expect(problems.getAttribute('href')).toBe('/admin/waiting?queue=disputes');
    expect(problems.closest('div')?.textContent).toBe('Problems4reported by users');
  });

  it('shows the rest all the same when what waits cannot be had', async () => {
    await open({ listWaiting: json(500, { msg: 'No' }) });
    expect(await owedAndHeld()).toContain(
      'Owed to users₦5,000.00₦4,000.00 in wallets and earnings, the rest open sales, coupons and suspense',
    );
    expect(screen.queryByRole('region', { name: 'Queues' })).toBeNull();
  });

  it('tells what is owed, where it is held, and whether the books hold', async () => {
    await open();
    expect(await owedAndHeld()).toEqual([
      'Owed to users₦5,000.00₦4,000.00 in wallets and earnings, the rest open sales, coupons and suspense',
      'At suppliers₦900.00stated just now; ALARO does not say',
      'At the payout bank₦1,100.50stated just now',
      'Must lie elsewhere₦2,999.50in your own accounts and at gateways',
      'Booksall rules holdaudited just now',
    ]);
  });

  it('says that more is held than owed, that nobody has said anything, and that the books do not hold', async () => {
    await open({
      getSolvency: json(200, {
        ...solvency,
        held: [],
        remainder: -10,
        books: { auditedAt: '2026-11-20T01:00:00.000Z', whollyAuditedAt: null, brokenRules: 2 },
      }),
    });
    const [, suppliers, bank, elsewhere, books] = await owedAndHeld();
    expect(suppliers).toBe('At suppliers—not knownnot asked yet');
    expect(bank).toBe('At the payout bank—not knownnot asked yet');
    expect(elsewhere).toBe('Held beyond what is owed₦10.00by what suppliers and bank state');
    expect(books).toMatch(/^Books2 rules brokenaudited /);
  });

  it('says so when what is owed cannot be read', async () => {
    await open({ getSolvency: json(503, { msg: 'The service is busy', code: 'unavailable' }) });
    expect(await screen.findByText('What is owed could not be read')).toBeDefined();
  });

  it('leads to /profile when the details cannot be had', async () => {
    await open({ getAdminDetails: json(403, { msg: 'You are not allowed to do this', code: 'forbidden' }) });
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/profile null'));
    expect(await screen.findByText('You are not allowed to do this')).toBeDefined();
  });

  it('is asked for anew by Refresh', async () => {
    await open();
    await screen.findByRole('region', { name: 'GLAD' });
    await screen.findByRole('region', { name: 'Today' });
    await userEvent.click(await screen.findByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(shop.asked('getAdminDetails')).toHaveLength(2));
    await waitFor(() => expect(shop.asked('checkServices')).toHaveLength(2));
  });

  it('tells the sales of today, and the charts as tables', async () => {
    await open();
    const today = await screen.findByRole('region', { name: 'Sales of today' });
    expect(today.textContent).toContain('Sales1,500yesterday 3');
    expect(today.textContent).toContain('Profit₦820.50yesterday −₦25.00');
    expect(today.textContent).toContain('Data sold1.5\u00a0TB');
    const perDay = screen.getByRole('table', { name: 'Profit per day' });
    expect(
      within(perDay)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['DaySalesPaidProfit', '21 Nov1,500₦16,410.00₦820.50', '20 Nov3−₦500.00−₦25.00']);
    const perNetwork = screen.getByRole('table', { name: 'Sales per network' });
    expect(perNetwork.textContent).toContain('MTN1,5031.5\u00a0TB₦15,910.00₦795.50');
    expect(perNetwork.textContent).not.toContain('Ikeja');
    const electricity = screen.getByRole('table', { name: 'Electricity' });
    expect(electricity.textContent).toBe('ElectricityCompanySalesPaidProfitIkeja2₦800.00₦40.00');
  });

  it('tells how the suppliers answered', async () => {
    await open();
    const glad = await screen.findByRole('region', { name: 'GLAD' });
    expect(glad.textContent).toBe(
      'GLADdoes not answerDelivered7Refused2Usually takes3 s, 19 of 20 within 9.5 sWaiting0For staff2Floatlow ₦900.00Lasts at today’s rate8 h',
    );
  });

  it('finds users among those that are here', async () => {
    await open();
    await userEvent.type(await screen.findByLabelText('Name, email or phone number'), 'chi');
    const found = screen.getByRole('region', { name: 'Find a user' });
    expect(
      within(found)
        .getByRole('link', { name: /^chidi/ })
        .getAttribute('href'),
    ).toBe('/admin/users?user=chidi');
    expect(within(found).queryByRole('link', { name: /^bola/ })).toBeNull();
    expect(within(found).getByRole('link', { name: 'Search all users' }).getAttribute('href')).toBe(
      '/admin/users?userName=chi',
    );
  });
});

describe('the services panel', () => {
  const locked = json(200, {
    msg: 'MTN data is locked',
    services: [service('1', 'MTN', false), services[1]],
  });

  it('shows each service with its name, available or locked, and Lock or Unlock', async () => {
    await open();
    const panel = await screen.findByRole('region', { name: 'data' });
    expect(
      within(panel)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['MTNavailableLock', 'GlolockedUnlock']);
  });

  it('locks after a second press, with the reason, and shows it once the server has it', async () => {
    await open({ updateServices: locked });
    await userEvent.click(await screen.findByRole('button', { name: 'Lock MTN data' }));
    const step = await screen.findByRole('dialog', { name: 'Lock MTN data' });
    await userEvent.type(within(step).getByLabelText('Reason'), ' MTN is down ');
    expect(screen.getByRole('region', { name: 'data' }).textContent).toContain('MTNavailable');
    await userEvent.click(within(step).getByRole('button', { name: 'Lock MTN data' }));
    expect(await screen.findByText('MTN data is locked')).toBeDefined();
    expect(screen.getByRole('region', { name: 'data' }).textContent).toContain('MTNlocked');
    expect(JSON.parse(shop.asked('updateServices')[0]?.body ?? '')).toEqual({
      serviceName: 'MTN',
      serviceType: 'data',
      serviceStatus: false,
      reason: 'MTN is down',
    });
  });

  it('shows no toast when it fails, says so in its place and keeps the reason', async () => {
    const refused = { msg: 'The service is busy', code: 'unavailable', requestId: 'r-5' };
    await open({ updateServices: json(503, refused) });
    await userEvent.click(await screen.findByRole('button', { name: 'Unlock Glo data' }));
    const step = await screen.findByRole('dialog', { name: 'Unlock Glo data' });
    await userEvent.type(within(step).getByLabelText('Reason'), 'Back');
    await userEvent.click(within(step).getByRole('button', { name: 'Unlock Glo data' }));
    expect((await within(step).findByRole('alert')).textContent).toBe('The service is busyFor support: r-5');
    expect(screen.queryByText('The service is busy', { selector: '[role=status] p' })).toBeNull();
    expect(within(step).getByLabelText<HTMLInputElement>('Reason').value).toBe('Back');
  });
});
