import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { SecurityEvent } from '@jara/contract/calls/security-events.ts';
import { json } from '../../../../test/answers.ts';
import { openShop } from '../../../../test/shop.tsx';
import { Activity } from './activity.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

const event = (changes: Partial<SecurityEvent>): SecurityEvent => ({
  _id: '7',
  what: 'login',
  factor: 'password',
  outcome: 'ok',
  detail: null,
  device: 'Chrome on Android',
  ipPrefix: '102.89.x.x',
  isByStaff: false,
  createdAt: '2026-01-31T12:00:00.000Z',
  ...changes,
});
const entries = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);

describe('security activity', () => {
  it('says what happened, how it ended, where and by whom', async () => {
    const events = [
      event({ _id: '9', outcome: 'wrong', factor: 'pin', what: 'step_up', detail: 'transferFund' }),
      event({
        _id: '8',
        what: 'roles_changed',
        factor: null,
        detail: 'agent',
        device: null,
        isByStaff: true,
      }),
      event({}),
      event({ _id: '6', outcome: 'locked' }),
      event({ _id: '5', factor: 'pin', what: 'step_up', detail: 'withdraw' }),
      event({ _id: '4', what: 'step_up', detail: 'confirmStepUp' }),
    ];
    shop = await openShop({ listSecurityEvents: json(200, { events, next: null }) });
    shop.show(<Activity />, '/profile/security');
    const [asked = '', roles = '', login = '', locked = '', given = '', other = ''] = await entries();
    expect(asked).toMatch(/^Proof asked forWrong PIN.*transfer · Chrome on Android · from 102\.89\.x\.x$/);
    expect(roles).toMatch(/^Roles.*agent · from 102\.89\.x\.x · by staff$/);
    expect(login).toMatch(/^Login31 Jan.*by password · Chrome on Android/);
    expect(locked).toMatch(/^LoginToo many tries/);
    expect(given).toMatch(/^Proof given31 Jan.*withdrawal · by PIN · Chrome on Android/);
    expect(other).toMatch(/^Proof given.*confirmStepUp · by password/);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('goes back page by page, and to the newest again', async () => {
    shop = await openShop({
      listSecurityEvents: ({ url }) =>
        url.includes('before=7')
          ? json(200, { events: [event({ _id: '6', what: 'pin_set' })], next: null })
          : json(200, { events: [event({})], next: '7' }),
    });
    shop.show(<Activity />, '/profile/security');
    await userEvent.click(await screen.findByRole('button', { name: 'Earlier' }));
    expect(await screen.findByText('PIN set')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Earlier' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Newer' }));
    expect(await screen.findByText('Login')).toBeDefined();
  });

  it('says when nothing happened yet', async () => {
    shop = await openShop({ listSecurityEvents: json(200, { events: [], next: null }) });
    shop.show(<Activity />, '/profile/security');
    expect(await screen.findByText('Nothing yet.')).toBeDefined();
  });
});
