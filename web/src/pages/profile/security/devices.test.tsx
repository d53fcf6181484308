// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, type Asked } from '../../../../test/answers.ts';
import { openShop } from '../../../../test/shop.tsx';
import { Devices } from './devices.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;
let hasSteppedUp: boolean;

const session = (id: string, isCurrent: boolean) => ({
  _id: id,
  device: isCurrent ? 'Chrome on Android' : 'Firefox on Linux',
  ipPrefix: null,
  createdAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt: '2026-11-02T08:00:00.000Z',
  isCurrent,
  limit: null,
});

beforeEach(async () => {
  hasSteppedUp = false;
  shop = await openShop({
    listSessions: () => json(200, { sessions: [session('1', true), session('2', false)] }),
    endOtherSessions: () =>
      hasSteppedUp
        ? json(200, { msg: 'All other devices are logged out' })
        : json(403, { code: 'step_up_required', msg: 'Say who you are', requestId: 'r' }),
    confirmStepUp: ({ body }: Asked) => {
      hasSteppedUp = (JSON.parse(body) as { password: string }).password === 'correct horse 9';
      return json(200, { msg: 'It is you' });
    },
  });
  shop.show(<Devices />);
});
afterEach(() => shop.close());

describe('the devices of an account', () => {
  it('are logged out once whoever logged in long ago has said who they are', async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Log out all others' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Is it you?' }));
    await userEvent.type(sheet.getByLabelText('Your password'), 'correct horse 9');
    await userEvent.click(sheet.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(shop.asked('endOtherSessions')).toHaveLength(2));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('stay logged in when the person would rather not say', async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Log out all others' }));
    await screen.findByRole('dialog', { name: 'Is it you?' });
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(shop.asked('endOtherSessions')).toHaveLength(1);
  });
});
