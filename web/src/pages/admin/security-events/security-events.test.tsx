import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { StaffSecurityEvent } from '@jara/contract/calls/security-events.ts';
import { json } from '../../../../test/answers.ts';
import { openShop } from '../../../../test/shop.tsx';
import SecurityEvents from './security-events.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

const event = (changes: Partial<StaffSecurityEvent> = {}): StaffSecurityEvent => ({
  _id: '9',
  what: 'login',
  factor: 'password',
  outcome: 'wrong',
  detail: null,
  device: 'Chrome on Android',
  ipPrefix: '102.89.x.x',
  isByStaff: false,
  createdAt: '2026-01-02T13:02:00.000Z',
  userName: 'ada',
  actor: null,
  requestId: 'req-1',
  ...changes,
});

async function open(
  events: StaffSecurityEvent[],
  { address = '/admin/security', next = null as string | null, isAdmin = true } = {},
) {
  shop = await openShop({ findSecurityEvents: json(200, { events, next }) }, { isAdmin, isAgent: !isAdmin });
  shop.show(<SecurityEvents />, address);
}
const lastAsked = () => shop.asked('findSecurityEvents').at(-1)?.url;

describe('the security activity of all accounts', () => {
  it('says for which payment a PIN was right', async () => {
    await open([event({ what: 'step_up', factor: 'pin', outcome: 'ok', detail: 'transferFund' })]);
    const [paid] = await screen.findAllByRole('listitem');
    expect(paid?.textContent).toMatch(/Proof given.*transfer · by PIN · Chrome on Android/);
  });

  it('says whose account, what, how it ended, where and when, and leads to the account', async () => {
    await open([event(), event({ _id: '8', userName: null })]);
    const [known, unknown] = await screen.findAllByRole('listitem');
    expect(known?.textContent).toContain('adaLoginWrong password');
    expect(known?.textContent).toContain('Chrome on Android · from 102.89.x.x');
    expect(screen.getByRole('link', { name: 'ada' }).getAttribute('href')).toBe('/admin/users?user=ada');
    expect(unknown?.textContent).toContain('Unknown name');
  });

  it('is narrowed by account, kind, end and days, and cleared', async () => {
    await open([event()], { address: '/admin/security?from=2026-01-01&to=2026-01-02' });
    const filters = within(screen.getByRole('search'));
    await userEvent.type(filters.getByRole('searchbox', { name: 'Username' }), 'ada{Enter}');
    await userEvent.selectOptions(filters.getByRole('combobox', { name: 'What' }), 'Login');
    await userEvent.selectOptions(filters.getByRole('combobox', { name: 'End' }), 'Too many tries');
    await waitFor(() =>
      expect(lastAsked()).toBe(
        '/api/v1/admin/securityEvents?userName=ada&what=login&outcome=locked&from=2026-01-01&to=2026-01-02',
      ),
    );
    await userEvent.click(filters.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/admin/security null'));
  });

  it('goes to earlier ones and back, and begins anew with another filter', async () => {
    await open([event()], { next: '7' });
    await userEvent.click(await screen.findByRole('button', { name: 'Earlier' }));
    await waitFor(() => expect(lastAsked()).toBe('/api/v1/admin/securityEvents?before=7'));
    expect(await screen.findByRole('button', { name: 'Newer' })).toBeDefined();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'What' }), 'Login');
    await waitFor(() => expect(lastAsked()).toBe('/api/v1/admin/securityEvents?what=login'));
    expect(screen.queryByRole('button', { name: 'Newer' })).toBeNull();
  });

  it('says so when nothing matches', async () => {
    await open([], { address: '/admin/security?userName=nobody' });
    expect(await screen.findByText('Nothing matches these filters.')).toBeDefined();
  });

  it('is taken away as a file by admins, with the filters', async () => {
    await open([event()], { address: '/admin/security?what=login' });
    await userEvent.click(await screen.findByRole('button', { name: 'Download JSON lines' }));
    await waitFor(() => expect(lastAsked()).toBe('/api/v1/admin/securityEvents?what=login&format=jsonl'));
    await shop.close();
    await open([event()], { isAdmin: false });
    await screen.findAllByRole('listitem');
    expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull();
  });
});
